"""Brings a database to the present schema: named steps, each in one transaction.

A database written by newer code is refused, an older one is backed up first. Released steps
are never edited.
"""

from __future__ import annotations

import importlib
import os
import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from pmi.base.clock import now
from pmi.base.errors import SchemaTooNew
from pmi.base.home import make_folder, open_private

_TABLE = "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, applied_at TEXT) STRICT"


class Step(NamedTuple):
    """One migration: its name and the function that applies it."""

    name: str
    apply: Callable[[sqlite3.Connection], None]


def list_steps(database: str) -> list[Step]:
    """Return the steps of ``memory`` or ``transcripts`` in order."""
    folder = os.path.join(os.path.dirname(__file__), "migrations", database)
    files = sorted(name for name in os.listdir(folder) if name[:1] == "m" and name[-3:] == ".py")
    package = f"pmi.store.migrations.{database}"
    return [Step(name[:-3], _loading(f"{package}.{name[:-3]}")) for name in files]


def _loading(module: str) -> Callable[[sqlite3.Connection], None]:
    """Return a step's function; its module is loaded when it is applied, hardly ever."""

    def apply(connection: sqlite3.Connection) -> None:
        importlib.import_module(module).apply(connection)

    return apply


def find_applied(connection: sqlite3.Connection) -> set[str]:
    """Return the names of the steps that a database has had; none for a new file."""
    known = connection.execute(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migration'"
    ).fetchone()
    if known is None:
        return set()
    return {row[0] for row in connection.execute("SELECT name FROM migration").fetchall()}


def migrate(
    connection: sqlite3.Connection, steps: list[Step], *, path: str, backups: str
) -> list[str]:
    """Apply the steps that are missing and return their names.

    Args:
        connection: In autocommit mode, with its busy timeout set.
        path: The database's file, for messages and the backup's name.
        backups: Folder for the backup of a database that already held something.

    Raises:
        SchemaTooNew: The database has had a step that this code does not know.
    """
    applied = find_applied(connection)
    unknown = applied - {step.name for step in steps}
    if unknown:
        raise SchemaTooNew(
            f"{path} was written by a newer PMI ({', '.join(sorted(unknown))}).",
            "install the newer version again",
        )
    missing = [step for step in steps if step.name not in applied]
    if not missing:
        return []
    if applied and backups:
        back_up(connection, path, backups)
    done = []
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(_TABLE)
        # Another process may have migrated while this one waited for the lock.
        present = find_applied(connection)
        for step in missing:
            if step.name in present:
                continue
            step.apply(connection)
            connection.execute("INSERT INTO migration VALUES (?, ?)", (step.name, now()))
            done.append(step.name)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return done


def back_up_file(path: str, backups: str) -> str:
    """Copy a live database through a connection of its own and return the copy's path.

    A connection inside a transaction can not be copied from; another one sees what was
    committed before.
    """
    reader = sqlite3.connect(path)
    try:
        return back_up(reader, path, backups)
    finally:
        reader.close()


def back_up(connection: sqlite3.Connection, path: str, backups: str) -> str:
    """Write a copy of a live database with SQLite's backup API and return its path."""
    make_folder(backups)
    name, _ = os.path.splitext(os.path.basename(path))
    stamp = now().replace(":", "").replace(".", "")
    target = os.path.join(backups, f"{name}-{stamp}-{os.getpid()}.db")
    os.close(open_private(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    copy = sqlite3.connect(target)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    return target
