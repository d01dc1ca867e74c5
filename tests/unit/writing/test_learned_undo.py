"""Each word of the user's on what was learned can be taken back, the last one first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pmi import Memory
from pmi.base.errors import Conflict, NotFound
from pmi.store import rows
from tests.support.learning import learn

WORDS = {"en": "never push to main without asking", "zh": "提交信息一律用中文写"}
OTHER = {"en": "never push to main or to release"}


def statuses(memory: Memory) -> list[str]:
    return [item.status for item in memory.learnings(None)]


def dump(memory: Memory) -> dict[str, Any]:
    return rows.dump(memory.store.reading("memory"))


@pytest.mark.parametrize("verdicts", ["c", "r", "e", "ce", "cr", "ec", "rc", "cee"])
def test_undo_takes_each_word_back(memory: Memory, verdicts: str) -> None:
    number = learn(memory.store, WORDS["en"])
    act: dict[str, Callable[[int], object]] = {
        "c": lambda step: memory.confirm([str(number)]),
        "r": lambda step: memory.reject([str(number)]),
        "e": lambda step: memory.edit_learning(number, f"{OTHER['en']} {step}"),
    }
    states = [dump(memory)]
    for step, verdict in enumerate(verdicts):
        act[verdict](step)
        states.append(dump(memory))
    for state in reversed(states[:-1]):
        done = memory.undo()
        assert done.op in ("confirm", "reject", "edit")
        assert dump(memory) == state
        assert memory.rebuild().changed == 0
    with pytest.raises(NotFound):  # what the worker learned is no change of the user's
        memory.undo()


@pytest.mark.parametrize(
    ("verdict", "texts", "about"),
    [("c", (WORDS["en"],), ()), ("e", (OTHER["en"],), ()), ("r", (), (f"1 {WORDS['en']}",))],
)
def test_undo_says_what_it_took_back(
    memory: Memory, verdict: str, texts: tuple[str, ...], about: tuple[str, ...]
) -> None:
    number = learn(memory.store, WORDS["en"])
    if verdict == "c":
        memory.confirm([str(number)])
    elif verdict == "e":
        memory.edit_learning(number, OTHER["en"])
    else:
        memory.reject([str(number)])
    done = memory.undo()
    assert (done.texts, done.about) == (texts, about)


def test_undo_passes_over_what_the_worker_learned_meanwhile(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    memory.confirm([str(number)])
    learn(memory.store, WORDS["zh"])
    assert memory.undo().op == "confirm"
    assert statuses(memory) == ["pending", "pending"]


def test_what_a_later_word_rests_on_is_not_taken_back(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    memory.confirm([str(number)])
    memory.edit_learning(number, OTHER["en"])
    for entry in (1, 2):
        with pytest.raises(Conflict) as refused:
            memory.undo(entry)
        assert refused.value.hint == "pmi undo --entry 3"
