from __future__ import annotations

import os
from typing import Any

import pytest

from pmi import Memory
from pmi.base.errors import Conflict, NotFound, PolicyDenied
from pmi.model.memory import Remembered
from pmi.model.operation import Citation, Operation
from pmi.model.source import SourceDraft
from pmi.store import rows


def dump(memory: Memory) -> dict[str, Any]:
    return rows.dump(memory.store.reading("memory"))


@pytest.mark.parametrize("text", ["we deploy only on Tuesdays", "只在周二部署"])
def test_undo_takes_the_last_change_back_and_says_what_it_was(memory: Memory, text: str) -> None:
    memory.remember("something before")
    before = dump(memory)
    memory.remember(text)
    done = memory.undo()
    assert (done.entry, done.op, done.texts, done.numbers) == (2, "remember", (text,), (2,))
    after = dump(memory)
    undone = after.pop("learning")
    assert [row[-1] for row in undone] == ["confirmed", "undone"]
    before.pop("learning")
    assert after == before


def test_what_was_said_before_is_not_told_to_be_gone(memory: Memory) -> None:
    said = memory.add_source(SourceDraft("周会：订单服务周五不发布")).source.id
    agent = Memory(memory.store, "agent:a")
    cited = (Citation(said, "订单服务周五不发布"),)
    for _ in range(2):
        agent.propose([Operation("create", content="周五不发布", evidence=cited)])
    done = memory.undo()
    assert (done.texts, done.about) == ((), ("周五不发布",))
    assert len(memory.list_memories()) == 1
    assert memory.undo().texts == ("周五不发布",)


def test_undo_twice_takes_two_changes_back(memory: Memory) -> None:
    memory.remember("one thing")
    memory.remember("another thing")
    assert [memory.undo().entry, memory.undo().entry] == [2, 1]
    assert memory.list_memories() == []
    with pytest.raises(NotFound):
        memory.undo()


def test_the_same_cause_undoes_once(memory: Memory) -> None:
    memory.remember("one thing")
    memory.remember("another thing")
    assert memory.undo(cause="typed:s:p") == memory.undo(cause="typed:s:p")
    assert len(memory.list_memories()) == 1


@pytest.mark.parametrize(("entry", "error"), [(9, NotFound), (2, Conflict), (1, Conflict)])
def test_what_can_not_be_undone(memory: Memory, entry: int, error: type[Exception]) -> None:
    memory.remember("one thing")
    memory.undo()
    with pytest.raises(error):
        memory.undo(entry)


def test_an_agent_undoes_only_what_is_its_own(memory: Memory) -> None:
    agent = Memory(memory.store, "agent:a")
    agent.propose([Operation("create", content="A guess")])
    memory.remember("we deploy only on Tuesdays")
    with pytest.raises(PolicyDenied):
        agent.undo(2)
    assert agent.undo().entry == 1
    with pytest.raises(NotFound):
        agent.undo()
    assert len(memory.list_memories()) == 1


def test_undo_of_an_approval_makes_the_proposal_wait_again(memory: Memory) -> None:
    [done] = Memory(memory.store, "agent:a").propose([Operation("create", content="A guess")])
    memory.approve([done.proposal])
    memory.undo()
    assert memory.list_memories() == []
    assert [item.status for item in memory.list_proposals(None)] == ["pending"]


def test_a_rejected_learning_is_confirmed_again(memory: Memory) -> None:
    memory.remember("we deploy only on Tuesdays")
    memory.reject(["1"], "no longer")
    assert (memory.learnings(None)[0].status, memory.get("1").status) == ("rejected", "archived")
    memory.confirm(["1"])
    assert (memory.learnings(None)[0].status, memory.get("1").status) == ("confirmed", "active")
    memory.reject(["1"])
    memory.undo()
    assert (memory.learnings(None)[0].status, memory.get("1").status) == ("confirmed", "active")


def test_a_source_that_others_quote_stays_when_its_first_use_is_undone(memory: Memory) -> None:
    done = memory.remember("our team deploys only on Tuesdays")
    assert isinstance(done, Remembered)
    cited = Citation(done.memory.evidence[0].reference, "only on Tuesdays")
    agent = Memory(memory.store, "agent:a")
    agent.propose([Operation("create", content="Tuesdays", evidence=(cited,))])
    memory.undo(1)
    [left] = memory.list_memories()
    assert left.evidence[0].quote == "only on Tuesdays"
    memory.undo(2)
    assert dump(memory)["source"] == dump(memory)["source_version"] == []


def test_rebuild_finds_rows_that_are_not_what_the_journal_says(memory: Memory) -> None:
    memory.remember("we deploy only on Tuesdays")
    memory.remember("只在周二部署")
    right = dump(memory)
    file = os.stat(memory.home.memory_db).st_ino
    with memory.store.writing("memory") as connection:
        connection.execute("UPDATE memory SET content = 'we deploy on Fridays' WHERE entry = 1")
        connection.execute("DELETE FROM evidence WHERE entry = 2")
    report = memory.rebuild()
    assert report.different == ("memory", "evidence")
    assert report.changed == 3
    assert dump(memory) == right
    assert os.path.getsize(report.backup) > 0
    assert os.stat(memory.home.memory_db).st_ino == file, "a live file is never replaced"
    assert memory.rebuild().changed == 0


@pytest.mark.proves("M3")
def test_every_change_is_in_the_journal_and_nothing_leaves_it(memory: Memory) -> None:
    memory.remember("one thing")
    Memory(memory.store, "agent:a").propose([Operation("create", content="A guess")])
    memory.reject(["1"])
    memory.undo()
    assert [(entry.seq, entry.actor, entry.op) for entry in memory.log()] == [
        (4, "user", "undo"),
        (3, "user", "reject"),
        (2, "agent:a", "propose"),
        (1, "user", "remember"),
    ]
    assert memory.log()[-1].payload["text"] == "one thing"


def test_references_that_people_type(memory: Memory) -> None:
    done = memory.remember("we deploy only on Tuesdays")
    assert isinstance(done, Remembered)
    full = done.memory.id
    for reference in (full, full[-6:], full[-10:], full[-6:].upper(), done.memory.slug, "1", " 1 "):
        assert memory.get(reference).id == full
    for reference in ("", "2", full[-5:], "mem_", "nothing", "%%%%%%", "１"):
        with pytest.raises(NotFound):
            memory.get(reference)
