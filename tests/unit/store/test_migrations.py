"""A database of every released schema becomes today's, with its rows, and stays rebuildable."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.store import learnings
from pmi.store.migrating import list_steps

DUMPS = sorted((Path(__file__).parents[2] / "data" / "schema").glob("memory_m*.sql"))


@pytest.fixture(params=DUMPS, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, home: Home) -> Home:
    """Return a home whose memory.db has an older schema, with rows in all its tables."""
    connection = sqlite3.connect(home.memory_db)
    connection.executescript(request.param.read_text(encoding="utf-8"))
    connection.close()
    return home


def schema(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Return names and columns of all tables, and all indexes, however they were made."""
    found: set[tuple[str, ...]] = set()
    for row in connection.execute("SELECT type, name, tbl_name FROM sqlite_schema").fetchall():
        if row["type"] == "table":
            columns = connection.execute(f"PRAGMA table_xinfo({row['name']})").fetchall()
            found.add((row["name"], *(f"{item['name']} {item['type']}" for item in columns)))
        else:
            found.add((row["type"], row["name"], row["tbl_name"]))
    return found


def test_there_is_a_dump_of_every_schema_but_the_newest() -> None:
    names = [step.name.split("_")[0] for step in list_steps("memory")]
    assert [path.stem.removeprefix("memory_") for path in DUMPS] == names[:-1]


def test_an_older_database_is_backed_up_and_brought_up_to_date(old: Home, tmp_path: Path) -> None:
    fresh = Home(str(tmp_path / "fresh"))
    fresh.ensure()
    with Memory.open(old) as memory, Memory.open(fresh) as new:
        assert schema(memory.store.reading("memory")) == schema(new.store.reading("memory"))
        assert memory.store.reading("memory").execute("PRAGMA foreign_key_check").fetchall() == []
    [backup] = os.listdir(old.path("backups"))
    assert backup.startswith("memory-")


def test_its_memories_are_there_and_the_journal_makes_the_same_rows(old: Home) -> None:
    with Memory.open(old) as memory:
        contents = {item.content: item.status for item in memory.list_memories(None)}
        assert contents["we deploy only on Tuesdays"] in {"active", "archived"}
        assert contents["Deploys are on Tuesdays"] == "superseded"
        assert all(item.evidence for item in memory.list_memories() if item.number)
        assert memory.rebuild().changed == 0


def test_what_waited_before_can_be_decided_and_undone(old: Home) -> None:
    with Memory.open(old) as memory:
        [waiting] = memory.list_reviews()
        assert (waiting.number, waiting.proposal and waiting.proposal.operation.content) == (
            0,
            "没有依据的话",
        )
        [approved] = memory.approve([waiting.subject])
        assert approved.verification == "user_confirmed"
        memory.undo()
        assert [item.subject for item in memory.list_reviews()] == [waiting.subject]
        assert memory.rebuild().changed == 0


def test_its_learnings_keep_number_word_and_memory(old: Home) -> None:
    with Memory.open(old) as memory:
        found = learnings.list_learnings(memory.store.reading("memory"))
        assert [(item.number, item.status, item.count) for item in found] == [
            (1, "confirmed", 1),
            (2, "confirmed", 1),
        ]
        assert [memory.get(item.memory).number for item in found] == [1, 2]
        memory.undo(2)
        found = learnings.list_learnings(memory.store.reading("memory"))
        assert [(item.status, item.memory != "") for item in found] == [
            ("confirmed", True),
            ("undone", False),
        ]
        assert memory.rebuild().changed == 0
