"""Several processes, one home: nothing is lost, nothing is damaged, files stay small."""

from __future__ import annotations

import os
import sqlite3
import sys
import textwrap
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.store.database import WAL_LIMIT_BYTES
from tests.support.waiting import wait_until

PROCESSES, WRITES = 8, 200

WRITER = """
import sys
from pmi import Memory
home, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Memory.open(home) as memory:
    for number in range(count):
        memory.remember(f"process {name} says number {number}", cause=f"{name}:{number}")
"""

HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
import select
select.select([sys.stdin], [], [], float(sys.argv[2]))
connection.execute("COMMIT")
"""


def start(code: str, *arguments: str) -> Popen[str]:
    return Popen(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )


def finish(process: Popen[str]) -> str:
    _, errors = process.communicate(timeout=280)
    assert process.returncode == 0, errors
    return errors


@pytest.mark.proves("D2")
def test_eight_processes_write_200_times_each_while_another_holds_the_lock(home: Home) -> None:
    with Memory.open(home) as memory:
        memory.counts()
    holder = start(HOLDER, home.memory_db, "3")
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    writers = [start(WRITER, home.root, str(name), str(WRITES)) for name in range(PROCESSES)]
    errors = [finish(writer) for writer in writers]
    finish(holder)
    assert errors == [""] * PROCESSES
    with Memory.open(home) as memory:
        assert len(memory.list_memories()) == PROCESSES * WRITES
        assert memory.counts()["entries"] == PROCESSES * WRITES
        numbers = [learning.number for learning in memory.learnings(None)]
        assert numbers == list(range(1, PROCESSES * WRITES + 1))
        assert memory.rebuild().changed == 0


@pytest.mark.proves("D2")
def test_a_first_start_of_eight_processes_at_once_makes_one_database(home: Home) -> None:
    writers = [start(WRITER, home.root, str(name), "3") for name in range(PROCESSES)]
    for writer in writers:
        finish(writer)
    with Memory.open(home) as memory:
        assert memory.counts()["entries"] == PROCESSES * 3


@pytest.mark.proves("D4")
def test_the_database_is_whole_and_the_same_file_with_four_writers_running(home: Home) -> None:
    with Memory.open(home) as memory:
        memory.remember("the first sentence")
        file = os.stat(home.memory_db).st_ino
        writers = [start(WRITER, home.root, str(name), "40") for name in range(4)]
        while any(writer.poll() is None for writer in writers):
            connection = memory.store.reading("memory")
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            assert memory.rebuild().changed == 0
        for writer in writers:
            finish(writer)
    assert os.stat(home.memory_db).st_ino == file
    assert [name for name in os.listdir(home.root) if "rebuild" in name] == []


@pytest.mark.proves("D4")
def test_a_backup_of_a_live_database_is_whole(home: Home) -> None:
    from pmi.store.migrating import back_up_file

    writer = start(WRITER, home.root, "w", "100")
    wait_until(lambda: Path(home.memory_db).exists() and _rows(home.memory_db) > 3, 60, "rows")
    for _ in range(3):
        copy = sqlite3.connect(back_up_file(home.memory_db, home.path("backups")))
        assert copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        count = copy.execute("SELECT count(*) FROM memory").fetchone()[0]
        assert count == copy.execute("SELECT max(seq) FROM journal").fetchone()[0]
        copy.close()
    finish(writer)


@pytest.mark.proves("D6")
def test_the_wal_is_small_again_after_a_long_reader(home: Home) -> None:
    wal = home.memory_db + "-wal"
    with Memory.open(home) as memory:
        memory.remember("the first sentence")
        reader = sqlite3.connect(home.memory_db, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM memory").fetchone()
        _write_much(memory, "read", 150)
        held = os.path.getsize(wal)
        assert held > WAL_LIMIT_BYTES, "the reader must have held the file open"
        reader.execute("COMMIT")
        reader.close()
        _write_much(memory, "after", 3)
        assert os.path.getsize(wal) <= WAL_LIMIT_BYTES


@pytest.mark.proves("D6")
def test_the_wal_stays_small_beside_our_own_open_readers(home: Home) -> None:
    with Memory.open(home) as memory, Memory.open(home) as reader:
        for number in range(6):
            _write_much(memory, str(number), 50)
            assert reader.list_memories(limit=2)
            assert reader.log(2)
            assert os.path.getsize(home.memory_db + "-wal") <= WAL_LIMIT_BYTES + 1_000_000


def _write_much(memory: Memory, name: str, count: int) -> None:
    for number in range(count):
        memory.remember(f"{name} {number}\n" + f"filling words {number} " * 800)


def _rows(path: str) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT count(*) FROM memory").fetchone()[0])
    except sqlite3.OperationalError:
        return 0
    finally:
        connection.close()
