"""What hooks read: through the real store, never writing, never raising."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import lookup
from pmi.base.home import Home
from pmi.base.text import query_terms
from pmi.model.operation import Operation


def match(home: Home, words: str, project: str = "", exclude: tuple[str, ...] = ()) -> list[str]:
    rows = lookup.match_memories(home, query_terms(words), [project], set(exclude), 5)
    return [row["content"] for row in rows]


def create(memory: Memory, content: str, project: str = "") -> str:
    (outcome,) = memory.propose([Operation("create", content, project=project)])
    assert outcome.memory is not None
    return outcome.memory.id


def test_the_memory_that_shares_most_comes_first(home: Home, memory: Memory) -> None:
    create(memory, "the staging database is copied every night")
    best = create(memory, "the staging database is copied to Lisbon")
    create(memory, "无关的一句话")
    memory.refresh()
    assert (
        match(home, "is staging copied to lisbon?")[0] == "the staging database is copied to Lisbon"
    )
    assert match(home, "is staging copied to lisbon?", exclude=(best,)) == [
        "the staging database is copied every night"
    ]


@pytest.mark.proves("P1")
def test_other_projects_are_left_out(home: Home, memory: Memory) -> None:
    create(memory, "zebra rule of one", "git:host/one")
    create(memory, "zebra rule of two", "git:host/two")
    create(memory, "zebra rule of all")
    memory.refresh()
    assert set(match(home, "zebra", "git:host/one")) == {"zebra rule of one", "zebra rule of all"}
    assert match(home, "zebra") == ["zebra rule of all"]


def test_common_words_alone_point_to_nothing(home: Home, memory: Memory) -> None:
    memory.propose([Operation("create", f"server note {i}") for i in range(300)])
    create(memory, "server and zebra")
    memory.refresh()
    assert match(home, "restart the server") == []
    assert match(home, "zebra") == ["server and zebra"]
    assert match(home, "server zebra")[0] == "server and zebra"
    assert len(match(home, "a server note")) == 5


def test_a_long_prompt_is_looked_up_from_end_to_end(home: Home, memory: Memory) -> None:
    create(memory, "only zebra stripes quagga foal matter")
    memory.refresh()
    filler = " ".join(f"w{i}x" for i in range(40))
    assert match(home, f"{filler} zebra stripes quagga foal {filler}")


def test_what_only_an_agent_said_is_not_standing(home: Home, memory: Memory) -> None:
    head = lookup.journal_head(home)
    memory.remember("my own word")
    rows = lookup.added_since(home, head, (), 10)
    assert [(row["content"], row["confirmed"], row["number"]) for row in rows] == [
        ("my own word", 1, 1)
    ]
    assert lookup.added_since(home, lookup.journal_head(home), (), 10) == []
    assert [row["content"] for row in lookup.brief_rows(home, (), 10)] == ["my own word"]
    assert lookup.brief_rows(home, ["git:host/one"], 10) == []
    with sqlite3.connect(home.memory_db) as db:
        db.execute("UPDATE memory SET verification = 'inferred', trust = 'agent'")
    db.close()
    assert lookup.added_since(home, head, (), 10) == []
    assert lookup.brief_rows(home, (), 10) == []


def test_counts_and_what_is_still_active(home: Home, memory: Memory) -> None:
    memory.remember("first")
    memory.remember("second")
    stored = sorted(memory.list_memories(), key=lambda item: item.entry)
    ids = ["mem_unknown", *(item.id for item in stored)]
    assert lookup.counts(home) == (2, 2)
    assert lookup.still_active(home, ids) == set(ids[1:])
    memory.undo()
    assert lookup.counts(home) == (1, 1)
    assert lookup.still_active(home, ids) == {ids[1]}
    assert lookup.still_active(home, []) == set()


@pytest.mark.proves("D7")
def test_nothing_there_is_nothing_found_and_nothing_made(home: Home) -> None:
    before = sorted(os.listdir(home.root))
    assert match(home, "anything") == []
    assert lookup.journal_head(home) == 0
    assert lookup.counts(home) == (0, 0)
    assert lookup.brief_rows(home, (), 5) == []
    assert sorted(os.listdir(home.root)) == before


def test_hooks_can_not_write(home: Home, memory: Memory) -> None:
    memory.remember("first")
    connection = lookup.open_read_only(home.memory_db)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM journal")
    connection.close()
    with pytest.raises(sqlite3.OperationalError):
        lookup.open_read_only(home.path("none.db")).execute("SELECT 1")
    assert not Path(home.path("none.db")).exists()


@pytest.mark.proves("D1")
def test_hooks_wait_for_a_lock_a_tenth_of_a_second(home: Home, memory: Memory) -> None:
    memory.remember("first")
    connection = lookup.open_read_only(home.memory_db)
    assert connection.execute("PRAGMA busy_timeout").fetchone() == (100,)
    connection.close()


def test_what_has_ended_is_not_given(home: Home, memory: Memory) -> None:
    for content, end in (("the freeze holds", "2020-01-01"), ("the freeze is over", "2999-01-01")):
        memory.propose([Operation("create", content, valid_to=end)])
    memory.refresh()
    assert match(home, "is there a freeze that holds or is over?") == ["the freeze is over"]
    assert [row["content"] for row in lookup.brief_rows(home, (), 5)] == ["the freeze is over"]
    assert [row["content"] for row in lookup.added_since(home, 0, (), 5)] == ["the freeze is over"]
