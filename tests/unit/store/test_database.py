from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import Damaged, Locked, NoHome, SchemaTooNew, Unwritable
from pmi.base.home import Home
from pmi.store import journal, migrating
from pmi.store.database import BUSY_TIMEOUT_MS, WAL_LIMIT_BYTES, Store, open_database
from pmi.store.migrating import Step, list_steps, migrate


def pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.proves("D1")
@pytest.mark.parametrize("name", ["memory", "transcripts", "search"])
def test_every_database_is_opened_the_one_way(home: Home, name: str) -> None:
    with Store(home) as store:
        connection = store.reading(name)  # type: ignore[arg-type]
        assert pragma(connection, "journal_mode") == "wal"
        assert pragma(connection, "busy_timeout") == BUSY_TIMEOUT_MS
        assert pragma(connection, "foreign_keys") == 1
        assert pragma(connection, "secure_delete") == 1
        assert pragma(connection, "journal_size_limit") == WAL_LIMIT_BYTES
        assert not connection.in_transaction


@pytest.mark.proves("V3")
def test_files_are_private_under_any_umask(home: Home) -> None:
    before = os.umask(0)
    try:
        with Memory.open(home) as memory:
            memory.remember("we deploy only on Tuesdays")
            for suffix in ("", "-wal", "-shm"):
                assert os.stat(home.memory_db + suffix).st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize("name", ["memory", "transcripts"])
def test_every_table_is_strict(home: Home, name: str) -> None:
    with Store(home) as store:
        rows = store.reading(name).execute("PRAGMA table_list").fetchall()  # type: ignore[arg-type]
    tables = [row for row in rows if row["type"] == "table" and "sqlite_" not in row["name"]]
    assert tables
    assert [row["name"] for row in tables if not row["strict"]] == []


def test_the_database_itself_keeps_one_active_memory_per_slot(memory: Memory) -> None:
    from pmi.model.operation import Operation

    for content in ("npm", "pnpm"):
        memory.propose([Operation("create", content=content, slot="manager")])
    with pytest.raises(sqlite3.IntegrityError), memory.store.writing("memory") as connection:
        connection.execute("UPDATE memory SET status = 'active'")


def test_a_write_that_fails_leaves_nothing(home: Home) -> None:
    with Store(home) as store:
        statements = [
            "INSERT INTO tombstone VALUES ('a', '', '')",
            "INSERT INTO nowhere VALUES (1)",
        ]
        with pytest.raises(sqlite3.OperationalError), store.writing("memory") as connection:
            _ = [connection.execute(statement) for statement in statements]
        assert store.reading("memory").execute("SELECT count(*) FROM tombstone").fetchone()[0] == 0


@pytest.mark.proves("D7")
def test_a_missing_home_is_said_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(NoHome):
        Memory.open(str(tmp_path / "nowhere"))
    with pytest.raises(NoHome):
        Store(Home(str(tmp_path / "nowhere"))).reading("memory")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.proves("D7")
def test_a_missing_file_is_made_again_empty(memory: Memory, home: Home) -> None:
    memory.remember("we deploy only on Tuesdays")
    memory.close()
    for suffix in ("", "-wal", "-shm"):
        Path(home.memory_db + suffix).unlink(missing_ok=True)
    with Memory.open(home) as again:
        assert again.list_memories() == []


@pytest.mark.proves("D5")
def test_a_lock_is_a_lock_and_no_damage(memory: Memory, home: Home) -> None:
    memory.remember("we deploy only on Tuesdays")
    holder = sqlite3.connect(home.memory_db, isolation_level=None)
    holder.execute("PRAGMA busy_timeout = 0")
    holder.execute("BEGIN IMMEDIATE")
    try:
        with Store(home, wait_s=0) as store:
            store.reading("memory").execute("PRAGMA busy_timeout = 50")
            with pytest.raises(Locked), store.writing("memory"):
                pytest.fail("the lock was not respected")
            assert store.reading("memory").execute("SELECT count(*) FROM memory").fetchone()[0] == 1
    finally:
        holder.close()
    assert os.listdir(home.path("backups")) == []


@pytest.mark.proves("D5")
@pytest.mark.parametrize(
    "content", [b"no database at all " * 200, b"SQLite format 3\0" + b"\xff" * 4000]
)
def test_a_damaged_file_is_said_and_left_as_it_is(home: Home, content: bytes) -> None:
    Path(home.memory_db).write_bytes(content)
    with pytest.raises(Damaged) as caught, Memory.open(home) as memory:
        memory.remember("we deploy only on Tuesdays")
    assert home.memory_db in caught.value.message
    assert Path(home.memory_db).read_bytes() == content
    assert not os.path.exists(home.memory_db + ".rebuild")


@pytest.mark.proves("D5")
def test_a_page_that_was_overwritten_is_damage_not_silence(memory: Memory, home: Home) -> None:
    for number in range(200):
        memory.remember(f"sentence number {number} with some words to fill the page")
    memory.store.checkpoint("memory")
    memory.close()
    size = os.path.getsize(home.memory_db)
    with open(home.memory_db, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with pytest.raises(Damaged), Memory.open(home) as again:
        again.list_memories()


@pytest.mark.proves("D7")
def test_a_folder_that_can_not_be_written_is_said(home: Home) -> None:
    os.mkdir(home.memory_db)
    with pytest.raises(Unwritable), Memory.open(home) as memory:
        memory.remember("we deploy only on Tuesdays")


def step(name: str, statement: str) -> Step:
    def apply(connection: sqlite3.Connection) -> None:
        connection.execute(statement)

    return Step(name, apply)


def test_migrations_run_once_in_order_and_an_older_file_is_backed_up(home: Home) -> None:
    first = step("m001_a", "CREATE TABLE a (x TEXT) STRICT")
    second = step("m002_b", "ALTER TABLE a ADD COLUMN y TEXT NOT NULL DEFAULT 'new'")
    path, backups = home.path("t.db"), home.path("backups")
    connection = open_database(path, [first], backups=backups)
    connection.execute("INSERT INTO a VALUES ('kept')")
    connection.close()
    assert os.listdir(backups) == [], "a new file needs no backup"
    connection = open_database(path, [first, second], backups=backups)
    assert tuple(connection.execute("SELECT * FROM a").fetchone()) == ("kept", "new")
    connection.close()
    open_database(path, [first, second], backups=backups).close()
    [name] = os.listdir(backups)
    assert os.stat(os.path.join(backups, name)).st_mode & 0o777 == 0o600
    with sqlite3.connect(os.path.join(backups, name)) as copy:
        assert copy.execute("SELECT * FROM a").fetchall() == [("kept",)]
    copy.close()


def test_a_step_that_fails_leaves_the_file_as_it_was(home: Home) -> None:
    first = step("m001_a", "CREATE TABLE a (x TEXT) STRICT")
    broken = Step("m002_b", lambda _: (_ for _ in ()).throw(ZeroDivisionError()))
    path = home.path("t.db")
    open_database(path, [first]).close()
    with pytest.raises(ZeroDivisionError):
        open_database(path, [first, step("m002_a", "CREATE TABLE b (x TEXT)"), broken])
    connection = open_database(path, [first])
    assert migrating.find_applied(connection) == {"m001_a"}
    assert (
        connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'b'").fetchone()[0] == 0
    )
    connection.close()


@pytest.mark.parametrize("name", ["memory", "transcripts"])
def test_a_file_from_newer_code_is_refused_unchanged(home: Home, name: str) -> None:
    with Store(home) as store, store.writing(name) as connection:  # type: ignore[arg-type]
        connection.execute("INSERT INTO migration VALUES ('m999_future', '')")
    with Store(home) as store, pytest.raises(SchemaTooNew) as caught:
        store.reading(name)  # type: ignore[arg-type]
    assert "m999_future" in caught.value.message


def test_released_steps_have_names_in_order() -> None:
    for database in ("memory", "transcripts"):
        names = [found.name for found in list_steps(database)]
        assert names == sorted(names)
        assert all(name[0] == "m" and name[1:4].isdecimal() for name in names)
    connection = sqlite3.connect(":memory:", isolation_level=None)
    assert migrate(connection, list_steps("memory"), path="x", backups="") == [
        found.name for found in list_steps("memory")
    ]
    connection.close()


def test_what_was_touched_is_told_from_any_number_on(memory: Memory) -> None:
    for text in ("one thing", "another thing", "a third"):
        memory.remember(text)
    ids = [item.id for item in reversed(memory.list_memories())]
    memory.undo()
    connection = memory.store.reading("memory")
    assert journal.touched_since(connection, 0, 100) == (4, ids)
    assert journal.touched_since(connection, 0, 2) == (2, ids[:2])
    assert journal.touched_since(connection, 2, 2) == (4, ids[2:])
    assert journal.touched_since(connection, 4, 2) == (4, [])
