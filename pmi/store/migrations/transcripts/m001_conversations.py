"""The archive of conversations: sessions, their messages, files read, projects."""

from __future__ import annotations

import sqlite3

_TABLES = (
    """
    CREATE TABLE session (
        id TEXT PRIMARY KEY,
        parent TEXT NOT NULL DEFAULT '',
        project TEXT NOT NULL DEFAULT '',
        cwd TEXT NOT NULL DEFAULT '',
        branch TEXT NOT NULL DEFAULT '',
        entrypoint TEXT NOT NULL DEFAULT '',
        title TEXT NOT NULL DEFAULT '',
        titled INTEGER NOT NULL DEFAULT 0 CHECK (titled IN (0, 1)),
        started_at TEXT NOT NULL DEFAULT '',
        ended_at TEXT NOT NULL DEFAULT ''
    ) STRICT
    """,
    "CREATE INDEX session_by_parent ON session (parent) WHERE parent <> ''",
    "CREATE INDEX session_by_end ON session (ended_at)",
    """
    CREATE TABLE message (
        id INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        session TEXT NOT NULL REFERENCES session (id),
        parent TEXT NOT NULL DEFAULT '',
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
        origin TEXT NOT NULL
            CHECK (origin IN ('prompt', 'queued', 'typed_command', 'reply', 'tool')),
        at TEXT NOT NULL,
        tool TEXT NOT NULL DEFAULT '',
        pasted INTEGER NOT NULL DEFAULT 0 CHECK (pasted IN (0, 1)),
        text TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE session_message (
        session TEXT NOT NULL REFERENCES session (id),
        position INTEGER NOT NULL CHECK (position > 0),
        message INTEGER NOT NULL REFERENCES message (id),
        PRIMARY KEY (session, position)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX session_message_once ON session_message (message, session)",
    """
    CREATE TABLE transcript_file (
        path TEXT PRIMARY KEY,
        session TEXT NOT NULL,
        offset INTEGER NOT NULL CHECK (offset >= 0),
        head_hash TEXT NOT NULL,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        lines INTEGER NOT NULL DEFAULT 0,
        bad_lines INTEGER NOT NULL DEFAULT 0,
        long_lines INTEGER NOT NULL DEFAULT 0,
        unknown TEXT NOT NULL DEFAULT '{}',
        links TEXT NOT NULL DEFAULT '{}',
        gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1))
    ) STRICT
    """,
    "CREATE INDEX transcript_file_by_session ON transcript_file (session)",
    "CREATE TABLE project (key TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT",
    """
    CREATE TABLE project_path (
        path TEXT PRIMARY KEY,
        key TEXT NOT NULL REFERENCES project (key)
    ) STRICT
    """,
    "CREATE TABLE project_alias (alias TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT",
    """
    CREATE TABLE tombstone (
        uuid TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        reason TEXT NOT NULL DEFAULT ''
    ) STRICT
    """,
)


def apply(connection: sqlite3.Connection) -> None:
    """Make the tables; runs inside the caller's transaction."""
    for statement in _TABLES:
        connection.execute(statement)
