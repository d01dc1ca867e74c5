"""What a learning was made of, how often it was said, how the user worded it, what it became.

The tables of learnings and decisions are made again, because SQLite can not change a CHECK:
a learning can be cancelled by what the user said later, with a verdict of its own. The memory
that a learning began with is kept beside, for `undo`.
"""

from __future__ import annotations

import sqlite3

_LEARNINGS = (
    "CREATE TEMP TABLE old_learning AS SELECT * FROM learning",
    "DROP TABLE learning",
    """
    CREATE TABLE learning (
        number INTEGER PRIMARY KEY CHECK (number > 0),
        text TEXT NOT NULL,
        kind TEXT NOT NULL,
        project TEXT NOT NULL,
        at TEXT NOT NULL,
        reference TEXT NOT NULL,
        signal TEXT NOT NULL CHECK (signal IN ('', 'correction', 'insight', 'error',
            'cognitive_shift', 'method_discovery', 'anti_pattern', 'preference', 'constraint',
            'identity', 'decision')),
        quote TEXT NOT NULL,
        domain TEXT NOT NULL,
        paths TEXT NOT NULL CHECK (json_valid(paths)),
        said_at TEXT NOT NULL,
        session TEXT NOT NULL,
        contradicts INTEGER NOT NULL,
        given_memory TEXT NOT NULL,
        entry INTEGER NOT NULL,
        -- placed
        memory TEXT NOT NULL DEFAULT '',
        status TEXT NOT NULL DEFAULT 'pending'
            CHECK (status IN ('pending', 'confirmed', 'rejected', 'cancelled', 'undone'))
    ) STRICT
    """,
    """
    INSERT INTO learning
        SELECT number, text, kind, project, at, reference, '', '', '', '[]', '', '', 0,
            memory, entry, memory, status
        FROM old_learning
    """,
    "DROP TABLE old_learning",
    "CREATE INDEX learning_by_memory ON learning (memory)",
    "CREATE INDEX learning_by_entry ON learning (entry)",
    "CREATE INDEX learning_by_session ON learning (session) WHERE session <> ''",
    """
    CREATE TABLE sighting (
        id TEXT PRIMARY KEY,
        number INTEGER NOT NULL REFERENCES learning (number),
        reference TEXT NOT NULL,
        quote TEXT NOT NULL,
        said_at TEXT NOT NULL,
        session TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX sighting_by_number ON sighting (number)",
    "CREATE INDEX sighting_by_entry ON sighting (entry)",
    """
    CREATE TABLE learning_edit (
        id TEXT PRIMARY KEY,
        number INTEGER NOT NULL REFERENCES learning (number),
        text TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX learning_edit_by_number ON learning_edit (number)",
    "CREATE INDEX learning_edit_by_entry ON learning_edit (entry)",
    """
    CREATE TABLE learning_memory (
        id TEXT PRIMARY KEY,
        number INTEGER NOT NULL REFERENCES learning (number),
        memory TEXT NOT NULL,
        at TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX learning_memory_by_number ON learning_memory (number)",
    "CREATE INDEX learning_memory_by_memory ON learning_memory (memory)",
    "CREATE INDEX learning_memory_by_entry ON learning_memory (entry)",
)
_DECISIONS = (
    "CREATE TEMP TABLE old_decision AS SELECT * FROM decision",
    "DROP TABLE decision",
    """
    CREATE TABLE decision (
        id TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        subject TEXT NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('confirm', 'approve', 'reject', 'archive',
            'restore', 'cancel')),
        reason TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "INSERT INTO decision SELECT * FROM old_decision",
    "DROP TABLE old_decision",
    "CREATE INDEX decision_by_subject ON decision (subject)",
    "CREATE INDEX decision_by_entry ON decision (entry)",
)
_DISTILLED = (
    """
    CREATE TABLE distilled (
        id TEXT PRIMARY KEY,
        subject TEXT NOT NULL,
        upto INTEGER NOT NULL CHECK (upto > 0),
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX distilled_by_subject ON distilled (subject)",
    "CREATE INDEX distilled_by_entry ON distilled (entry)",
)


def apply(connection: sqlite3.Connection) -> None:
    """Make the tables and bring over what there is; runs inside the caller's transaction."""
    for statement in (*_LEARNINGS, *_DECISIONS, *_DISTILLED):
        connection.execute(statement)
