"""How far messages were looked through, from when on, and in which sessions lessons were used.

What was said before this step is the past: nothing is learned from it unasked.
"""

from __future__ import annotations

import sqlite3

from pmi.base.clock import now

_STATEMENTS = (
    """
    CREATE TABLE scan (
        name TEXT PRIMARY KEY,
        message INTEGER NOT NULL CHECK (message >= 0),
        since TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE lesson_use (
        what TEXT NOT NULL CHECK (what IN ('shown', 'matched', 'corrected')),
        number INTEGER NOT NULL CHECK (number > 0),
        session TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (what, number, session)
    ) STRICT, WITHOUT ROWID
    """,
)


def apply(connection: sqlite3.Connection) -> None:
    """Make the tables, and begin to learn now; runs inside the caller's transaction."""
    for statement in _STATEMENTS:
        connection.execute(statement)
    connection.execute(
        "INSERT INTO scan SELECT 'signals', ifnull(max(id), 0), ? FROM message", (now(),)
    )
