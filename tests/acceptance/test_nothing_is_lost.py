"""Nothing is deleted without the user's command, and every change stands in the journal."""

from __future__ import annotations

import sqlite3

import pytest

from pmi import Memory
from pmi.base.errors import PmiError
from pmi.model.memory import Remembered
from pmi.model.operation import Citation, EntityClaim, LinkClaim, Operation
from pmi.model.source import SourceDraft
from pmi.store import rows

TEXTS = {
    "en": ("The team deploys on Tuesdays.", "The team deploys on Mondays now.", "deploys on"),
    "zh": ("团队只在周二部署。", "团队现在改为周一部署。", "团队"),
}


@pytest.fixture(params=["en", "zh"])
def story(request: pytest.FixtureRequest, memory: Memory) -> Memory:
    """Return a memory in which an agent did everything that agents can do."""
    first, second, _ = TEXTS[request.param]
    agent = Memory(memory.store, "agent:claude")
    done = memory.remember(first)
    assert isinstance(done, Remembered)
    source = agent.add_source(SourceDraft(second, origin_key="note:1")).source
    quote = (Citation(source.id, second[:-1]),)
    agent.propose(
        [
            Operation("create", content=first, slug="first", slot="day", evidence=quote),
            Operation("create", content=second, slot="day", valid_from="2026-03-01",
                      entities=(EntityClaim("Team"),), evidence=quote),
            Operation("create", content=f"{second}?", stance="question", slug="asked"),
            Operation("supersede", target=done.memory.id, content=second, evidence=quote),
            Operation("update", target="first", detail="…", evidence=quote),
            Operation("archive", target="first", evidence=quote),
            Operation("restore", target="first"),
            Operation("archive", target=done.memory.id),
            Operation("link", target="first",
                      links=(LinkClaim("relates_to", done.memory.id),)),
        ]
    )  # fmt: skip
    return memory


def contents(memory: Memory) -> set[tuple[str, str]]:
    connection = memory.store.reading("memory")
    texts = connection.execute(
        "SELECT id, content FROM memory UNION SELECT id, text FROM source_version "
        "UNION SELECT id, quote FROM evidence UNION SELECT id, operation FROM proposal"
    ).fetchall()
    return {(row[0], row[1]) for row in texts}


@pytest.mark.proves("M3")
def test_no_agent_and_no_upkeep_removes_anything(story: Memory) -> None:
    before = contents(story)
    agent = Memory(story.store, "agent:claude")
    for memory in story.list_memories(None):
        agent.archive([memory.id])
        with pytest.raises(PmiError):
            agent.forget([memory.id])
    for review in story.list_reviews():
        with pytest.raises(PmiError):
            agent.reject([str(review.number)])
        story.reject([str(review.number)])
    story.refresh()
    story.rebuild()
    assert before <= contents(story)


@pytest.mark.proves("M3")
def test_every_row_names_the_entry_that_made_it_and_every_entry_who_and_when(
    story: Memory,
) -> None:
    story.approve([str(story.list_reviews()[0].number)])
    story.undo()
    connection = story.store.reading("memory")
    entries = {entry.seq: entry for entry in story.log(1000)}
    assert sorted(entries) == list(range(1, len(entries) + 1))
    assert all(entry.actor and entry.at and entry.op for entry in entries.values())
    for table in rows.COLUMNS:
        for row in connection.execute(f"SELECT entry FROM {table}").fetchall():
            assert row["entry"] in entries, table


@pytest.mark.proves("M3")
def test_the_database_itself_refuses_to_shorten_the_journal(story: Memory) -> None:
    with pytest.raises(sqlite3.IntegrityError), story.store.writing("memory") as connection:
        connection.execute("DELETE FROM journal WHERE seq = 1")
    assert story.log(1000)[-1].seq == 1
