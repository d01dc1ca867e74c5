from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import yaml

from pmi import Memory
from pmi.base.errors import Unwritable
from pmi.base.home import Home, write_file
from pmi.learn.path_rules import HEADINGS, MAX_FILES
from pmi.learn.rules_file import RULES_MAX_CHARS, remove_path_rules, write_rules


@pytest.fixture
def rules(home: Home, isolated: Path) -> Path:
    folder = isolated / "user" / ".claude"
    write_file(home.path("state", "installed.json"), json.dumps({"config_dirs": [str(folder)]}))
    return folder / "rules"


def names(rules: Path) -> list[str]:
    return sorted(os.listdir(rules))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_lesson_about_certain_files_waits_for_such_a_file(
    memory: Memory, home: Home, rules: Path, language: str
) -> None:
    write_file(home.config_file, f'[general]\nlanguage = "{language}"\n')
    memory.remember("in *.tsx files use function components")
    memory.remember("*.sql 文件都用小写关键字")
    memory.remember("push only on Tuesdays")
    write_rules(memory.store)
    assert names(rules) == ["pmi-sql.md", "pmi-tsx.md", "pmi.md"]
    text = (rules / "pmi-tsx.md").read_text(encoding="utf-8")
    front, body = text.removeprefix("---\n").split("---\n", 1)
    assert yaml.safe_load(front) == {"paths": ["**/*.tsx"]}
    assert body.startswith(HEADINGS[language == "zh"])
    assert body.endswith("\n- in *.tsx files use function components (1)\n")
    assert "\n- *.sql 文件都用小写关键字 (2)\n" in (rules / "pmi-sql.md").read_text(
        encoding="utf-8"
    )
    main = (rules / "pmi.md").read_text(encoding="utf-8")
    assert "(3)" in main
    assert "tsx" not in main
    assert write_rules(memory.store) == []


def test_lessons_about_the_same_files_share_one(memory: Memory, rules: Path) -> None:
    memory.remember("in *.ts and *.tsx files no default exports")
    memory.remember("in *.tsx, *.ts files use strict types")
    write_rules(memory.store)
    assert names(rules) == ["pmi-ts-tsx.md", "pmi.md"]
    text = (rules / "pmi-ts-tsx.md").read_text(encoding="utf-8")
    assert text.index("(2)") < text.index("(1)")


def test_what_has_no_lesson_any_more_is_removed_and_only_ours(memory: Memory, rules: Path) -> None:
    own = rules / "pmi-notes.md"
    write_file(str(own), '---\npaths:\n  - "**/*.md"\n---\n# My notes\n')
    memory.remember("in *.tsx files use function components")
    write_rules(memory.store)
    memory.reject(["1"])
    assert write_rules(memory.store) == [str(rules / "pmi-tsx.md")]
    assert names(rules) == ["pmi-notes.md", "pmi.md"]


def test_a_file_of_the_users_with_that_name_stays(memory: Memory, rules: Path) -> None:
    mine = '---\npaths:\n  - "**/*.tsx"\n---\n# Mine\n'
    write_file(str(rules / "pmi-tsx.md"), mine)
    memory.remember("in *.tsx files use function components")
    write_rules(memory.store)
    assert (rules / "pmi-tsx.md").read_text(encoding="utf-8") == mine
    assert names(rules) == ["pmi-tsx-2.md", "pmi-tsx.md", "pmi.md"]
    assert remove_path_rules(str(rules.parent)) == [str(rules / "pmi-tsx-2.md")]


def test_five_hundred_of_them_stay_within_the_limits(memory: Memory, rules: Path) -> None:
    """C1: also where each is about other files."""
    for number in range(60):
        memory.remember(f"in *.x{number % 30} files " + "keep it short " * (number % 9 + 1))
    write_rules(memory.store)
    files = [path for path in rules.iterdir() if path.name != "pmi.md"]
    assert len(files) == MAX_FILES
    for path in rules.iterdir():
        assert len(path.read_text(encoding="utf-8")) <= RULES_MAX_CHARS


@pytest.mark.proves("D7")
def test_one_that_can_not_be_written_holds_up_no_other(memory: Memory, rules: Path) -> None:
    memory.remember("in *.tsx files use function components")
    memory.remember("push only on Tuesdays")
    os.makedirs(rules / "pmi.md")
    with pytest.raises(Unwritable, match=r"pmi\.md"):
        write_rules(memory.store)
    assert (rules / "pmi-tsx.md").exists()
