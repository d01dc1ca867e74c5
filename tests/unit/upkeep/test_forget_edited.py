"""What a lesson said before its edits is forgotten with it, and not without it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from tests.support.learning import learn, say_again

WORDS = ("zebra rule alpha", "zebra rule beta", "zebra rule gamma")


def found_in(home: Home, words: str) -> list[str]:
    """Return the files of the home, backups aside, that hold some words."""
    files = [path for path in Path(home.root).rglob("*") if path.is_file()]
    return [
        str(path)
        for path in files
        if "backups" not in path.parts and re.search(words.encode(), path.read_bytes())
    ]


def edited(memory: Memory, *, told: bool) -> str:
    """Return the number of a lesson that had other words twice before."""
    if told:
        memory.remember(WORDS[0])
        number = 1
    else:
        number = learn(memory.store, WORDS[0], said=f"no, {WORDS[0]}")
        say_again(memory.store, number, WORDS[0])
        memory.confirm([str(number)])
    for words in WORDS[1:]:
        memory.edit_learning(number, words)
    memory.remember("tea at four")
    memory.refresh()
    return str(number)


@pytest.mark.proves("V4")
@pytest.mark.parametrize("told", [True, False])
def test_forgetting_a_lesson_forgets_its_earlier_words(
    memory: Memory, home: Home, told: bool
) -> None:
    memory.forget([edited(memory, told=told)])
    memory.refresh()
    assert [item.content for item in memory.list_memories(None)] == ["tea at four"]
    assert memory.rebuild().changed == 0
    memory.store.close()
    assert found_in(home, "zebra rule") == []


@pytest.mark.parametrize("told", [True, False])
def test_forgetting_earlier_words_leaves_the_lesson(memory: Memory, home: Home, told: bool) -> None:
    number = edited(memory, told=told)
    [oldest] = [item for item in memory.list_memories("superseded") if item.content == WORDS[0]]
    memory.forget([oldest.id])
    memory.refresh()
    assert memory.get(number).content == WORDS[2]
    assert {item.content for item in memory.list_memories(None)} == {*WORDS[1:], "tea at four"}
    assert memory.rebuild().changed == 0
    memory.store.close()
    assert found_in(home, WORDS[0]) == []
