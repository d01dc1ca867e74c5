"""Pages with damaged marks, saved meanwhile, not writable; writers that were killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import Unwritable
from pmi.base.home import Home, read_file, write_file
from pmi.learn import lesson_pages
from pmi.learn.lesson_pages import check_pages, write_pages
from pmi.profile.managed import replace_if_same
from tests.unit.learn.pages import APP, DOMAIN, edit, lines, said, text_of


@pytest.fixture
def page(home: Home) -> Path:
    path = Path(home.path("profile", "lessons.md"))
    path.write_text("# Lessons\n\nMy own words.\n", encoding="utf-8")
    return path


@pytest.mark.proves("M4")
@pytest.mark.parametrize("marks", ["<!-- /pmi:lessons -->\n", "<!-- pmi:lessons: "])
def test_a_page_with_a_damaged_mark_is_left_as_it_is_and_named(
    memory: Memory, home: Home, page: Path, marks: str
) -> None:
    memory.remember("use pnpm")
    write_pages(memory.store)
    edit(page, marks, "")
    before = text_of(page)
    memory.remember("只在周二部署")
    for _ in range(3):
        assert write_pages(memory.store) == []
    assert text_of(page) == before
    assert check_pages(memory.store).keys() == {"profile/lessons.md"}
    log = read_file(home.path("logs", "hook.log")) or ""
    assert log.count("profile/lessons.md") == 1, "said once, not at every turn"


def test_a_block_that_the_user_took_out_does_not_come_back(memory: Memory, page: Path) -> None:
    memory.remember("use pnpm")
    write_pages(memory.store)
    page.write_text("# Mine alone\n", encoding="utf-8")
    memory.remember("只在周二部署")
    write_pages(memory.store)
    assert text_of(page) == "# Mine alone\n"
    assert check_pages(memory.store) == {"profile/lessons.md": "block_removed"}
    page.unlink()
    write_pages(memory.store)
    assert not page.exists()
    assert len(said(memory)) == 2, "the lessons themselves hold"


@pytest.mark.parametrize("how", ["marks came back", "the end was put back"])
def test_a_page_that_was_mended_goes_on_and_nothing_counts_as_taken_out(
    memory: Memory, page: Path, how: str
) -> None:
    memory.remember("use pnpm")
    memory.remember("只在周二部署")
    write_pages(memory.store)
    if how == "marks came back":
        page.write_text("# Mine\n", encoding="utf-8")
        write_pages(memory.store)
        page.write_text("# Mine\n<!-- pmi:lessons: -->\n<!-- /pmi:lessons -->\n", encoding="utf-8")
    else:
        edit(page, "- 只在周二部署 (2)\n<!-- /pmi:lessons -->\n", "")
        write_pages(memory.store)
        page.write_text(text_of(page) + "<!-- /pmi:lessons -->\n", encoding="utf-8")
    write_pages(memory.store)
    assert lines(page) == ["- use pnpm (1)", "- 只在周二部署 (2)"]
    assert len(said(memory)) == 2
    assert check_pages(memory.store) == {}


@pytest.mark.proves("M4")
def test_what_the_user_saves_while_we_write_wins(
    memory: Memory, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.remember("use pnpm")
    write_pages(memory.store)
    memory.remember("只在周二部署")
    real = replace_if_same
    saved: Iterator[str] = iter(["- use pnpm 8 (1)"])

    def meanwhile(path: str, text: str, expected: str | None) -> bool:
        for line in saved:
            edit(page, "- use pnpm (1)", line)
        return real(path, text, expected)

    monkeypatch.setattr(lesson_pages, "replace_if_same", meanwhile)
    write_pages(memory.store)
    assert lines(page) == ["- use pnpm 8 (1)", "- 只在周二部署 (2)"]
    assert said(memory)[1] == "use pnpm 8"


@pytest.mark.parametrize("when", ["before the page", "before the record"])
def test_killed_between_two_writes_the_next_run_finishes_the_same(
    memory: Memory, home: Home, page: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """H9: the edit is in the journal, the page or the record not yet."""
    memory.remember("use pnpm")
    memory.remember("never push to main")
    write_pages(memory.store)
    edit(page, "- use pnpm (1)", "- use pnpm 8 (1)")
    edit(page, "- never push to main (2)\n", "")
    memory.remember("只在周二部署")

    def killed(*_: object) -> bool:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        name = "replace_if_same" if when == "before the page" else "PageRecord.save"
        patch.setattr(f"pmi.learn.lesson_pages.{name}", killed)
        with pytest.raises(KeyboardInterrupt):
            write_pages(memory.store)
    entries = len(memory.log())
    write_pages(memory.store)
    write_pages(memory.store)
    assert len(memory.log()) == entries
    assert said(memory) == {1: "use pnpm 8", 3: "只在周二部署"}
    assert lines(page) == ["- use pnpm 8 (1)", "- 只在周二部署 (3)"]


def test_a_lost_record_takes_no_line_for_edited_or_taken_out(
    memory: Memory, home: Home, page: Path
) -> None:
    memory.remember("use pnpm")
    write_pages(memory.store)
    memory.remember("只在周二部署")
    Path(home.path("state", "pages.json")).write_text("[1", encoding="utf-8")
    entries = len(memory.log())
    write_pages(memory.store)
    assert len(memory.log()) == entries
    assert lines(page) == ["- use pnpm (1)", "- 只在周二部署 (2)"]


@pytest.mark.proves("D7")
def test_a_page_that_can_not_be_written_is_as_it_was_and_the_others_are_written(
    memory: Memory, home: Home, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(home.path(*DOMAIN.split("/")), "---\nprojects: [app]\n---\n# PRD\n")
    memory.remember("use pnpm")
    memory.remember("只在周二部署", project=APP)
    before = text_of(page)
    real = replace_if_same

    def full(path: str, text: str, expected: str | None) -> bool:
        if path == str(page):
            raise Unwritable("full", "free space")
        return real(path, text, expected)

    monkeypatch.setattr(lesson_pages, "replace_if_same", full)
    with pytest.raises(Unwritable):
        write_pages(memory.store)
    assert text_of(page) == before
    assert "(2)" in (read_file(home.path(*DOMAIN.split("/"))) or "")
