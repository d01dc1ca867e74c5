"""Keeps the lessons in the user's pages: ``profile/lessons.md`` and the pages of domains.

The lines between our marks are rewritten; before that, what the user changed there by hand is
taken up as the user's word: an edited line is the lesson in new words, a line that was taken
out puts the lesson away, anything else is moved out of the block and stays. Taking up what was
taken up already changes nothing, so a kill between any two steps costs nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from pmi.base import log
from pmi.base.config import load
from pmi.base.errors import PmiError, Unwritable
from pmi.base.project import short_name
from pmi.base.redact import clean
from pmi.base.text import one_line
from pmi.learn.lessons import Lesson, get_lessons
from pmi.learn.page_record import PageRecord
from pmi.learn.retiring import list_proposed, propose_retirement
from pmi.model.operation import Operation
from pmi.profile.blocks import DamagedMarksError, find_block, put_block
from pmi.profile.managed import NotTextError, read_exactly, replace_if_same
from pmi.rules.claims import clean_line
from pmi.rules.hand_edits import Edits, numbers_in, read_edits
from pmi.store import learnings
from pmi.store.database import Store
from pmi.store.projects import list_project_names
from pmi.writing.learned import edit_learning
from pmi.writing.propose import propose

PAGE = "profile/lessons.md"
PUT_AWAY_AT_ONCE = 10
"""More lines that are gone at the same time look like an accident: they are put up for review."""

TRIES = 5

_NOTES = {
    "en": "PMI keeps these lines; change or delete one, and that holds from now on",
    "zh": "以下各行由 PMI 维护；改动或删除某一行，即从此生效",
}
_TITLES = {"en": "# Lessons\n", "zh": "# 经验\n"}


def write_pages(store: Store) -> list[str]:
    """Take up hand edits, then bring the block of each page up to date.

    A page with damaged marks, or one that the user took the block out of, is left as it is;
    `pmi doctor` and the log say so.

    Returns:
        The pages that were changed, by their path below the home.

    Raises:
        Unwritable: A page can not be written; the others are up to date.
    """
    writer = _Writer(store)
    changed: list[str] = []
    failed: list[Unwritable] = []
    for name in writer.list_pages():
        try:
            if writer.bring_up_to_date(name):
                changed.append(name)
        except Unwritable as error:
            writer.record.refuse(store.home, name, "unwritable")
            failed.append(error)
    writer.save_record()
    if failed:
        raise failed[0]
    return changed


def page_of(lesson: Lesson) -> str:
    """Return the page on which a lesson stands, by its path below the home."""
    return f"domains/{lesson.domain}/CLAUDE.md" if lesson.domain else PAGE


def check_pages(store: Store) -> dict[str, str]:
    """Return the pages that are left as they are, by path below the home, and why; writes nothing.

    Returns:
        As a word: how the marks are damaged, ``no_text``, ``block_removed`` or ``unwritable``.
    """
    writer = _Writer(store)
    found = {name: writer.problem(name) for name in writer.list_pages()}
    return {name: why for name, why in found.items() if why}


class _Writer:
    """One writing of all pages: what is in force, and what stood where."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.record = PageRecord.load(store.home)
        self.language = str(load(store.home)["general"]["language"])
        self.names = list_project_names(store)
        self.look()
        self.found = self._numbers_found()

    def look(self) -> None:
        """Read anew which lessons are in force."""
        self.lessons = {item.number: item for item in get_lessons(self.store)}
        self.withheld = list_proposed(self.store, "line_removed")

    def list_pages(self) -> list[str]:
        """Return all pages that hold lessons, or held some."""
        for name in list(self.record.pages):
            if name != PAGE and not os.path.exists(self.path(name)):
                self.record.take_out(name)
        found = [PAGE, *sorted(page_of(item) for item in self.lessons.values())]
        return list(dict.fromkeys([*found, *self.record.pages]))

    def problem(self, name: str) -> str:
        """Return why a page is left as it is; empty where it is not."""
        path = self.path(name)
        try:
            block = find_block(read_exactly(path) or "")
        except DamagedMarksError as error:
            return error.damage
        except NotTextError:
            return "no_text"
        if block is None and self.record.pages.get(name) and self._has_lessons(name):
            return "block_removed"
        known = self.record.problems.get(name, "")
        return known if known == "unwritable" and not os.access(path, os.W_OK) else ""

    def bring_up_to_date(self, name: str) -> bool:
        """Return whether the page was changed; who saves it meanwhile wins, and we look again."""
        for _ in range(TRIES):
            try:
                text = read_exactly(self.path(name))
                block = find_block(text or "")
            except (DamagedMarksError, NotTextError) as error:
                why = error.damage if isinstance(error, DamagedMarksError) else "no_text"
                self.record.refuse(self.store.home, name, why)
                return why != "no_text" and self._without_forgotten(name)
            if block is None and not self._may_be_made(name):
                return False
            edits = Edits({}, [], [])
            if block is not None:
                edits = self._read_edits(name, block.lines)
            kept = self._take_up(name, edits)
            lines = {
                item.number: self.line(item)
                for item in self.lessons.values()
                if page_of(item) == name and item.memory.id not in self.withheld
            }
            new = put_block(
                text if text is not None else _TITLES[self.language],
                [kept.get(number, line) for number, line in lines.items()],
                _NOTES[self.language],
                edits.own,
            )
            if new == text or replace_if_same(self.path(name), new, text):
                self.record.accept(name, lines)
                return new != text
        log.note(self.store.home, "pages", f"{name} is being changed all the time")
        return False

    def path(self, name: str) -> str:
        """Return where a page lies."""
        return self.store.home.path(*name.split("/"))

    def line(self, lesson: Lesson) -> str:
        """Return a lesson as its page shows it: whole, in one line that ends with its number."""
        return f"- {self._shown(lesson)} ({lesson.number})"

    def save_record(self) -> None:
        """Remember what stands where.

        Raises:
            Unwritable: It can not be written.
        """
        try:
            self.record.save(self.store.home)
        except OSError as error:
            raise Unwritable(
                f"{self.store.home.state} can not be written: {error.strerror}.",
                "Free space or mend the folder",
            ) from error

    def _without_forgotten(self, name: str) -> bool:
        """Take the lines of forgotten lessons out of a page that is else left as it is.

        Only lines that are exactly as we wrote them: forgetting is the user's command.
        """
        text = read_exactly(self.path(name)) or ""
        kept = [
            line
            for line in text.splitlines(keepends=True)
            if not (self.record.is_ours(name, line) and self._is_forgotten(line))
        ]
        new = "".join(kept)
        return new != text and replace_if_same(self.path(name), new, text)

    def _is_forgotten(self, line: str) -> bool:
        connection = self.store.reading("memory")
        found = [learnings.find_learning(connection, number) for number in numbers_in([line])]
        return any(item is not None and not item.text for item in found)

    def _may_be_made(self, name: str) -> bool:
        """Tell whether a page without a block gets one: not where the user took it out."""
        if not self._has_lessons(name):
            self.record.take_out(name)
            return False
        if self.record.pages.get(name):
            self.record.refuse(self.store.home, name, "block_removed")
            return False
        return True

    def _has_lessons(self, name: str) -> bool:
        return any(page_of(item) == name for item in self.lessons.values())

    def _shown(self, lesson: Lesson) -> str:
        return self._prefix(lesson) + _harmless(one_line(clean(lesson.memory.content)))

    def _prefix(self, lesson: Lesson) -> str:
        project = lesson.memory.project
        name = (self.names.get(project) or short_name(project)) if project else ""
        return f"[{_harmless(one_line(clean(name)))}] " if project else ""

    def _read_edits(self, name: str, lines: Sequence[str]) -> Edits:
        connection = self.store.reading("memory")
        retired = {
            number: found.text
            for number in numbers_in(lines) - self.lessons.keys()
            if (found := learnings.find_learning(connection, number)) is not None
        }
        # In a page that was just mended nobody can tell what was taken out on purpose.
        mended = name in self.record.problems
        written = () if mended else self.record.pages.get(name, {}).keys()
        edits = read_edits(
            lines,
            {number: self._shown(item) for number, item in self.lessons.items()},
            {number for number in written if number in self.lessons},
            untouched={line.strip() for line in lines if self.record.is_ours(name, line)},
            retired=retired,
        )
        moved = {number for page in self.found if page != name for number in self.found[page]}
        removed = [
            number
            for number in edits.removed
            if page_of(self.lessons[number]) == name and number not in moved
        ]
        return edits._replace(removed=removed)

    def _numbers_found(self) -> dict[str, set[int]]:
        """Return the numbers in the block of each page, before anything is written."""
        found: dict[str, set[int]] = {}
        for name in self.list_pages():
            try:
                block = find_block(read_exactly(self.path(name)) or "")
            except (DamagedMarksError, NotTextError):
                continue
            found[name] = numbers_in(block.lines) if block is not None else set()
        return found

    def _take_up(self, name: str, edits: Edits) -> dict[int, str]:
        """Make the user's edits hold; return the lines of those that can not, as they stand."""
        kept: dict[int, str] = {}
        for number, sentence in edits.changed.items():
            lesson = self.lessons[number]
            words = clean_line(sentence.removeprefix(self._prefix(lesson).strip()))
            if not self._edit(name, number, words):
                kept[number] = f"- {sentence} ({number})"
        removed = [self.lessons[number] for number in edits.removed]
        if len(removed) > PUT_AWAY_AT_ONCE:
            propose_retirement(self.store, removed, "line_removed")
        elif removed:
            self._propose(name, [Operation("archive", target=item.memory.id) for item in removed])
        if edits.changed or removed:
            self.look()
        return kept

    def _edit(self, name: str, number: int, words: str) -> bool:
        """Make a line's new words the lesson's, as `/pmi:edit` would; tell whether they hold."""
        return self._did(name, lambda: edit_learning(self.store, number, words, actor="user"))

    def _propose(self, name: str, operations: Sequence[Operation]) -> bool:
        return self._did(name, lambda: propose(self.store, operations, actor="user"))

    def _did(self, name: str, change: Callable[[], object]) -> bool:
        try:
            change()
        except Unwritable:
            raise
        except PmiError as error:
            log.note(self.store.home, f"pages {name}", error)
            return False
        return True


def _harmless(text: str) -> str:
    """Return the text unable to open a comment or a tag, ours included."""
    return text.replace("<", "‹").replace(">", "›")
