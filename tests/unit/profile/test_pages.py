from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pmi.base.home import Home, write_file
from pmi.profile.pages import PAGES, read_page
from pmi.rules.markdown import cut_passages, filled_lines
from tests.support.repository import ROOT

TEMPLATES = sorted((ROOT / "templates" / "profile").glob("*.md"))


@pytest.mark.proves("H10")
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_an_untouched_template_says_nothing(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert filled_lines(text) == []
    assert filled_lines(text.replace("{name}", "")) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_has_a_template(language: str) -> None:
    names = {path.name for path in TEMPLATES}
    assert {f"{page}.{language}.md" for page in PAGES} <= names


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# About\n- Name: Ada\n- Work:\n", ["- Name: Ada"]),
        ("- 姓名：小明\n- 工作：\n", ["- 姓名：小明"]),
        ("<!-- one\ntwo -->\nPlain words.\n", ["Plain words."]),
        ("<!-- never closed\nwords", []),
        ("---\nkind: page\n---\nwords", ["words"]),
        ("- Languages:\n  - Python\n  -\n- Work:", ["- Languages:", "  - Python"]),
        ("- Languages:\n  -\n", []),
        ("| a | b |\n|---|---|\n", ["| a | b |"]),
        ("words\r\nmore", ["words", "more"]),
        ("- see https://example.org:", ["- see https://example.org:"]),
        ("", []),
    ],
)
def test_only_what_was_filled_in_counts(text: str, lines: list[str]) -> None:
    assert filled_lines(text) == lines


def test_a_page_is_read_redacted_and_a_missing_one_is_empty(home: Home) -> None:
    write_file(home.path("profile", "profile.md"), "- Name: Ada <private>Lovelace</private>\n")
    assert read_page(home, "profile") == ["- Name: Ada [private]"]
    assert read_page(home, "preferences") == []
    os.mkdir(home.path("profile", "workflows.md"))
    assert read_page(home, "workflows") == []


@pytest.mark.parametrize(
    "line", [" " * 50_000 + "x", "# a" + " " * 50_000 + "b", "-" + " " * 50_000 + "x"]
)
def test_a_line_of_room_takes_no_time(line: str) -> None:
    began = time.process_time()
    passages = cut_passages(f"{line}\nwords", 800)
    assert filled_lines(f"{line}\nwords")[-1] == "words"
    assert passages[-1].text.endswith("words")
    assert time.process_time() - began < 2  # hours where each space may end something
