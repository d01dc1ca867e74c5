"""Hand edits and memory together: whatever happens in whatever order, page and lessons agree."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.errors import PmiError
from pmi.base.home import Home
from pmi.learn.lesson_pages import write_pages
from pmi.learn.lessons import list_lessons
from pmi.profile.blocks import find_block

END = "<!-- /pmi:lessons -->"
STEPS = ("remember", "edit", "take out", "own", "reject", "undo", "forget", "write", "write")


@pytest.mark.proves("M4")
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 30)), max_size=20))
@settings(max_examples=20)
def test_page_and_lessons_agree_and_no_line_of_the_users_is_lost(
    steps: list[tuple[str, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder + "/home")
        home.ensure()
        page = Path(home.path("profile", "lessons.md"))
        page.write_text("# 我的 notes\n", encoding="utf-8")
        with Memory.open(home) as memory:
            own = [name for name in map(Hand(memory, page).do, steps) if name]
            write_pages(memory.store)
            write_pages(memory.store)
            text = page.read_text(encoding="utf-8")
            lines = [f"- {item.content} ({item.number})" for item in list_lessons(memory.store)]
            block = find_block(text)
            assert (block.lines if block else []) == lines
            assert text.startswith("# 我的 notes\n")
            assert all(text.count(f"{line}\n") == 1 for line in own)
            assert memory.rebuild().changed == 0


class Hand:
    """A user who types commands and edits the page, without waiting for anything."""

    def __init__(self, memory: Memory, page: Path) -> None:
        self.memory = memory
        self.page = page
        self.count = 0

    def do(self, step: tuple[str, int]) -> str:
        """Take one step; return the line of the user's own that it added, if any."""
        what, chosen = step
        self.count += 1
        text = self.page.read_text(encoding="utf-8")
        block = find_block(text)
        lines = [line for line in block.lines if line.endswith(")")] if block else []
        numbers = [str(item.number) for item in list_lessons(self.memory.store)]
        try:
            if what == "remember":
                self.memory.remember(f"{'规则' if chosen % 2 else 'rule'} {chosen} holds")
            elif what == "undo":
                self.memory.undo()
            elif what == "write":
                write_pages(self.memory.store)
            elif what in {"reject", "forget"} and numbers:
                getattr(self.memory, what)([numbers[chosen % len(numbers)]])
            elif what == "own" and block:
                line = f"my own line {self.count}"
                self._save(text.replace(END, f"{line}\n{END}", 1))
                return line
            elif what in {"edit", "take out"} and lines:
                line = lines[chosen % len(lines)]
                edited = line.replace("holds", f"holds since {self.count}") + "\n"
                self._save(text.replace(f"{line}\n", edited if what == "edit" else "", 1))
        except PmiError:
            pass  # nothing to undo: the next step goes on
        return ""

    def _save(self, text: str) -> None:
        self.page.write_text(text, encoding="utf-8")
