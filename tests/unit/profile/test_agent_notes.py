"""What was written down before PMI: instructions of the user and notes of Claude Code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi.profile.agent_notes import list_instructions, list_notes


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (1_780_000_000, 1_780_000_000))
    return path


INSTRUCTIONS = """---
title: mine
---
# About me

- I am a nurse, not a programmer.
1. 回答请用中文

<!-- - never seen -->
```sh
- never seen either
```
@docs/more.md
| table | row |
Always use pnpm.
"""


def test_each_line_that_says_something_comes_with_its_place(tmp_path: Path) -> None:
    put(tmp_path / "config" / "CLAUDE.md", INSTRUCTIONS)
    found = list_instructions([str(tmp_path / "config")], [])
    assert [(line.line, line.text) for line in found] == [
        (6, "I am a nurse, not a programmer."),
        (7, "回答请用中文"),
        (15, "Always use pnpm."),
    ]
    assert {line.at[:4] for line in found} == {"2026"}
    assert {line.place for line in found} == {""}


def test_a_projects_instructions_name_the_project(tmp_path: Path) -> None:
    put(tmp_path / "web" / "CLAUDE.md", "- Use tabs.\n")
    put(tmp_path / "web" / ".claude" / "CLAUDE.md", "- 用制表符。\n")
    root = str(tmp_path / "web")
    found = list_instructions([], [root, str(tmp_path / "gone")])
    assert [(line.text, line.place) for line in found] == [
        ("Use tabs.", root),
        ("用制表符。", root),
    ]


@pytest.mark.parametrize(
    ("matter", "body", "expected"),
    [
        ("metadata:\n  type: user", "The user is a backend engineer.", "identity"),
        ("type: feedback", "- 提交信息用中文写。\n- why: …", "preference"),
        ("type: project", "The release is on Friday.", ""),
        ("type: reference", "The board is at board.example.", ""),
        ("type: [user", "broken front matter", ""),
        ("name: x", "no type at all", ""),
    ],
)
def test_only_notes_about_the_user_are_taken(
    tmp_path: Path, matter: str, body: str, expected: str
) -> None:
    put(tmp_path / "projects" / "-a-web" / "memory" / "one.md", f"---\n{matter}\n---\n{body}\n")
    put(tmp_path / "projects" / "-a-web" / "memory" / "MEMORY.md", "- [one](one.md)\n")
    found = list_notes([str(tmp_path)])
    assert [line.about for line in found] == ([expected] if expected else [])
    assert all(line.text in body for line in found)


def test_a_note_without_a_body_is_told_by_its_description(tmp_path: Path) -> None:
    text = "---\ndescription: Prefers short answers\nmetadata:\n  type: feedback\n---\n"
    put(tmp_path / "projects" / "p" / "memory" / "a.md", text)
    assert [line.text for line in list_notes([str(tmp_path)])] == ["Prefers short answers"]


def test_a_credential_does_not_come_along(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    put(tmp_path / "CLAUDE.md", f"- Deploy with {secret}.\n")
    assert secret not in str(list_instructions([str(tmp_path)], []))


def test_a_file_whose_name_is_no_text_is_named_as_text(tmp_path: Path) -> None:
    put(tmp_path / "projects" / "p" / "memory" / os.fsdecode(b"caf\xe9.md"),
        "---\ntype: user\n---\nThe user is a nurse.\n")  # fmt: skip
    [line] = list_notes([str(tmp_path)])
    assert line.path.encode().decode().endswith("caf�.md")


def test_a_pipe_or_a_folder_in_place_of_a_file_holds_nothing_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "CLAUDE.md")
    (tmp_path / "web" / "CLAUDE.md").mkdir(parents=True)
    assert list_instructions([str(tmp_path)], [str(tmp_path / "web")]) == []
