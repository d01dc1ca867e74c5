"""An archive of every released schema becomes today's, and is filled in from the originals."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive
from pmi.model.conversation import Reference
from pmi.store import scanning
from pmi.store.conversations import count_tools, list_sessions, list_touched_files, read_messages
from pmi.store.files_read import list_unread
from pmi.store.migrating import list_steps
from tests.support.transcripts import SESSION, append, line, path_of, turn
from tests.unit.store.test_migrations import schema

DUMPS = sorted((Path(__file__).parents[2] / "data" / "schema").glob("transcripts_m*.sql"))


@pytest.fixture(params=DUMPS, ids=lambda path: path.stem)
def old(request: pytest.FixtureRequest, home: Home) -> Home:
    """Return a home whose transcripts.db has an older schema, with rows in all its tables."""
    connection = sqlite3.connect(home.transcripts_db)
    connection.executescript(request.param.read_text(encoding="utf-8"))
    connection.close()
    return home


def test_there_is_a_dump_of_every_schema_but_the_newest() -> None:
    names = [step.name.split("_")[0] for step in list_steps("transcripts")]
    assert [path.stem.removeprefix("transcripts_") for path in DUMPS] == names[:-1]


def test_an_older_archive_is_backed_up_and_brought_up_to_date(old: Home, tmp_path: Path) -> None:
    fresh = Home(str(tmp_path / "fresh"))
    fresh.ensure()
    with Memory.open(old) as memory, Memory.open(fresh) as new:
        upgraded = memory.store.reading("transcripts")
        assert schema(upgraded) == schema(new.store.reading("transcripts"))
        assert upgraded.execute("PRAGMA foreign_key_check").fetchall() == []
    [backup] = os.listdir(old.path("backups"))
    assert backup.startswith("transcripts-")


def test_its_conversations_and_the_name_that_the_user_gave_are_there(old: Home) -> None:
    with Memory.open(old) as memory:
        [session] = list_sessions(memory.store)
        assert (session.title, session.original) == ("The herons", False)
        said = [each.text for each in read_messages(memory.store, Reference(SESSION))]
        assert said[:4] == ["first question", "first answer", "第二个问题", "第二个回答"]
        assert list_unread(memory.store.reading("transcripts")).unknown == {"hologram": 2}


def test_what_is_still_there_is_read_once_more_for_its_tools_and_nothing_is_doubled(
    old: Home, isolated: Path
) -> None:
    config = isolated / "user" / ".claude"
    call = {
        "type": "tool_use",
        "id": "t",
        "name": "Edit",
        "input": {"file_path": "/tmp/demo/heron-app/notes.txt"},
    }
    edited = line("assistant", "c-2", "", message={"content": [call]})
    path = append(path_of(config), [*turn(1, "first question", "first answer"), edited])
    with Memory.open(old) as memory:
        with memory.store.writing("transcripts") as connection:
            connection.execute("UPDATE transcript_file SET path = ?, gone = 0", (str(path),))
        before = read_messages(memory.store, Reference(SESSION))
        Archive(memory.store, old, CaptureRules()).sync_all([str(config)])
        assert read_messages(memory.store, Reference(SESSION)) == before
        assert count_tools(memory.store, SESSION) == {"Edit": 1}
        [touched] = list_touched_files(memory.store, [SESSION])[SESSION]
        assert (touched.path, touched.changed) == ("/tmp/demo/heron-app/notes.txt", True)


def test_nothing_is_learned_from_what_was_said_before(old: Home) -> None:
    with Memory.open(old) as memory:
        connection = memory.store.reading("transcripts")
        mark = scanning.read_mark(connection, scanning.SIGNALS)
        assert mark.message == scanning.last_number(connection)
        assert mark.since > "2026-01-06"
        assert memory.stage() == []
