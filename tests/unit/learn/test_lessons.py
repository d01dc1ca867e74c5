"""Which lessons are in force, in which order, and which a newer one contradicts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pmi import Memory
from pmi.learn.lessons import by_use, get_lessons
from pmi.model.operation import LinkClaim, Operation
from pmi.store import learnings
from pmi.store.uses import Use, add_uses


def against(memory: Memory) -> dict[int, int]:
    return {item.number: item.against for item in get_lessons(memory.store) if item.against}


def test_a_link_makes_the_older_one_contradicted_whichever_way_it_points(memory: Memory) -> None:
    memory.remember("use pnpm")
    memory.remember("answer in German")
    memory.propose([Operation("link", target="1", links=(LinkClaim("contradicts", "2"),))])
    assert against(memory) == {1: 2}
    memory.undo()
    memory.propose([Operation("link", target="2", links=(LinkClaim("contradicts", "1"),))])
    assert against(memory) == {1: 2}


def test_what_was_learned_as_saying_otherwise_contradicts_the_older(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.remember("use pnpm")
    memory.remember("只在周二部署")
    real = learnings.list_learnings

    def marked(*given: Any, **options: Any) -> list[Any]:
        return [replace(one, contradicts=one.number - 1) for one in real(*given, **options)]

    monkeypatch.setattr(learnings, "list_learnings", marked)
    assert against(memory) == {1: 2}


@pytest.mark.parametrize("ended", ["reject", "supersede"])
def test_what_no_longer_holds_contradicts_nothing(memory: Memory, ended: str) -> None:
    memory.remember("always use tabs")
    memory.remember("never use tabs")
    assert against(memory) == {1: 2}
    if ended == "reject":
        memory.reject(["2"])
    else:
        memory.propose([Operation("supersede", target="1", content="tabs are fine in Makefiles")])
    assert against(memory) == {}


def test_the_used_come_first_then_the_newest_and_contradicted_ones_last(memory: Memory) -> None:
    for text in ("always use tabs", "use pnpm", "never use tabs", "只在周二部署"):
        memory.remember(text)
    with memory.store.writing("transcripts") as connection:
        uses = [Use("matched", number, f"s{number}", "2026-01-01") for number in (1, 1, 2)]
        add_uses(connection, uses)
    assert [item.number for item in by_use(get_lessons(memory.store))] == [2, 4, 3, 1]
