"""Doctor and uninstall on lessons: pages that are left alone, rules for certain files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import log
from pmi.base.home import Home, write_file
from pmi.installer.doctor import examine
from pmi.installer.lessons import examine_lessons
from pmi.learn.lesson_pages import write_pages
from pmi.learn.rules_file import write_rules
from pmi.model.finding import Finding
from pmi.recall.translation import translate
from tests.installer.conftest import Make, install, uninstall


@pytest.fixture
def page(memory: Memory) -> Path:
    memory.remember("use pnpm")
    write_pages(memory.store)
    return Path(memory.home.path("profile", "lessons.md"))


def codes(home: Home) -> list[tuple[str, str]]:
    return [(one.code, one.severity) for one in examine_lessons(home)]


@pytest.mark.proves("M4")
@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("<!-- /pmi:lessons -->", "", ("page_end_missing", "error")),
        ("<!-- pmi:lessons", "<!-- pmi", ("page_begin_missing", "error")),
        ("- use pnpm", "<!-- pmi:lessons: -->\n- use pnpm", ("page_nested", "error")),
        ("<!-- /pmi:lessons -->", "<!-- /pmi:lessons -->\n" * 2, ("page_doubled", "error")),
        ("# Lessons", "# Lessons\udcff", ("page_no_text", "error")),
    ],
)
def test_a_page_that_is_left_as_it_is_is_named_with_the_reason(
    page: Path, old: str, new: str, found: tuple[str, str]
) -> None:
    home = Home.locate()
    assert codes(home) == []
    text = page.read_text(encoding="utf-8")
    page.write_bytes(text.replace(old, new, 1).encode("utf-8", "surrogateescape"))
    assert codes(home) == [found]
    for one in examine_lessons(home):
        assert translate(one.message, "zh") != one.message
        assert translate(one.fix, "zh") != one.fix


def test_a_page_that_was_mended_is_no_fault_of_a_hook_but_other_faults_are(
    memory: Memory, page: Path
) -> None:
    def faults() -> list[Finding]:
        return [one for one in examine(memory.home, run=False) if one.code == "hook_log"]

    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("<!-- /pmi:lessons -->", ""), encoding="utf-8")
    write_pages(memory.store)
    page.write_text(text, encoding="utf-8")
    write_pages(memory.store)
    assert "end_missing" in Path(memory.home.path("logs", "hook.log")).read_text(encoding="utf-8")
    assert (faults(), codes(memory.home)) == ([], [])
    log.note(memory.home, "stop", "OSError: disk full")
    [found] = faults()
    assert "disk full" in found.message
    assert translate(found.fix, "zh") != found.fix


def test_lines_that_were_taken_out_are_a_hint_and_no_error(home: Home, page: Path) -> None:
    page.write_text("# Mine\n", encoding="utf-8")
    assert codes(home) == [("page_block_removed", "warning")]


@pytest.mark.parametrize(
    ("old", "new"),
    [("always use tabs", "never use tabs"), ("提交信息用英文写", "提交信息用中文写")],
)
def test_lessons_that_contradict_each_other_are_named(
    home: Home, memory: Memory, old: str, new: str
) -> None:
    memory.remember(old)
    memory.remember(new)
    [found] = examine_lessons(home)
    assert (found.code, found.subject, found.fix) == (
        "lessons_contradict",
        "1",
        "pmi learnings reject 1",
    )
    assert translate(found.message, "zh") == "经验 2 与 1 相反，以较新的为准"


def test_rules_for_certain_files_that_do_not_fit_are_found(
    home: Home, memory: Memory, isolated: Path
) -> None:
    folder = isolated / "user" / ".claude"
    write_file(home.path("state", "installed.json"), json.dumps({"config_dirs": [str(folder)]}))
    (folder / "rules").mkdir(parents=True)
    memory.remember("in *.tsx files use function components")
    assert codes(home) == [("path_rules", "warning")]
    write_rules(memory.store)
    assert codes(home) == []
    memory.reject(["1"])
    assert codes(home) == [("path_rules", "warning")]


@pytest.mark.proves("I1")
def test_uninstall_takes_our_rules_away_and_nobody_elses(choose: Make) -> None:
    choices = choose()
    rules = Path(choices.config_dir, "rules")
    rules.mkdir(parents=True)
    mine = rules / "pmi-notes.md"
    mine.write_text('---\npaths:\n  - "**/*.md"\n---\n# Mine\n', encoding="utf-8")
    install(choices)
    with Memory.open(choices.home) as memory:
        memory.remember("in *.tsx files use function components")
        memory.refresh()
    assert sorted(path.name for path in rules.iterdir()) == [
        "pmi-notes.md",
        "pmi-tsx.md",
        "pmi.md",
    ]
    done = uninstall(choices)
    assert done[str(rules / "pmi-tsx.md")] == "removed"
    assert list(rules.iterdir()) == [mine]
    with Memory.open(choices.home) as memory:
        memory.refresh()
    assert list(rules.iterdir()) == [mine], "nothing is written there any more"
