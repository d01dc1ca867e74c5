"""Which tools a session used on which files, what named it, and what of a file was not read."""

from __future__ import annotations

import sqlite3

_STATEMENTS = (
    """
    CREATE TABLE tool_call (
        session TEXT NOT NULL REFERENCES session (id),
        uuid TEXT NOT NULL,
        tool TEXT NOT NULL,
        path TEXT NOT NULL DEFAULT '',
        changed INTEGER NOT NULL DEFAULT 0 CHECK (changed IN (0, 1)),
        at TEXT NOT NULL,
        PRIMARY KEY (session, uuid)
    ) STRICT, WITHOUT ROWID
    """,
    """
    ALTER TABLE session ADD COLUMN title_rank INTEGER NOT NULL DEFAULT 0
        CHECK (title_rank BETWEEN 0 AND 3)
    """,
    "UPDATE session SET title_rank = 3 WHERE titled = 1",
    "ALTER TABLE session DROP COLUMN titled",
    "ALTER TABLE transcript_file ADD COLUMN problem TEXT NOT NULL DEFAULT ''",
    # What was read before is read once more, for the tools in it: messages are known by uuid.
    "UPDATE transcript_file SET offset = 0, head_hash = '', mtime_ns = 0, links = '{}'",
)


def apply(connection: sqlite3.Connection) -> None:
    """Make the tables; runs inside the caller's transaction."""
    for statement in _STATEMENTS:
        connection.execute(statement)
