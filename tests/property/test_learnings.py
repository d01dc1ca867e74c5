"""Whatever the user says about learnings, in any order: rebuild equals the rows, undo undoes."""

from __future__ import annotations

import tempfile
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.errors import Conflict, NotFound
from pmi.base.home import Home
from pmi.store import rows
from tests.support.learning import learn, say_again

WORDS = ["never push to main", "Never push to main!", "use pnpm", "用 pnpm", "不要直接推主分支"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["confirm", "reject", "edit", "again", "remember", "undo"]),
        st.integers(1, 3),
        st.sampled_from(WORDS),
    ),
    max_size=12,
)


def dump(memory: Memory) -> dict[str, Any]:
    return rows.dump(memory.store.reading("memory"))


def take(memory: Memory, verb: str, number: int, words: str) -> None:
    """Do one step; what the present state does not allow is refused and changes nothing."""
    before = dump(memory)
    try:
        if verb == "confirm":
            memory.confirm([str(number)])
        elif verb == "reject":
            memory.reject([str(number)])
        elif verb == "edit":
            memory.edit_learning(number, words)
        elif verb == "again":
            say_again(memory.store, number, words)
        elif verb == "remember":
            memory.remember(words)
        else:
            memory.undo()
    except (Conflict, NotFound):
        assert dump(memory) == before


@given(STEPS)
@settings(max_examples=40)
def test_any_words_in_any_order_are_folded_the_same_and_taken_back(
    steps: list[tuple[str, int, str]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder)
        home.ensure()
        with Memory.open(home) as memory:
            for number, words in enumerate(WORDS[:3], 1):
                assert learn(memory.store, words, signal="correction") == number
            for step in steps:
                take(memory, *step)
                assert memory.rebuild().changed == 0
                for item in memory.learnings(None):
                    confirmed = item.status == "confirmed"
                    assert not confirmed or item.memory
                    assert item.status != "pending" or not item.memory
            while True:
                try:
                    memory.undo()
                except NotFound:
                    break
            assert memory.list_memories(None) == []
            assert {item.status for item in memory.learnings(None)} <= {"pending", "undone"}
            assert [item.text for item in memory.learnings("pending")] == WORDS[:3]
