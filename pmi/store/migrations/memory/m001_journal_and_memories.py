"""The journal and the rows that it folds into: sources, memories, decisions, learnings.

Every row names the journal entry that made it, so that `undo` can take it out again. The
columns below `-- placed` are computed from the set of claims and decisions, never written by
anything else (`pmi.rules.resolve`).
"""

from __future__ import annotations

import sqlite3

_TABLES = (
    """
    CREATE TABLE journal (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        op TEXT NOT NULL,
        payload TEXT NOT NULL CHECK (json_valid(payload)),
        outcome TEXT NOT NULL CHECK (json_valid(outcome)),
        cause TEXT UNIQUE CHECK (cause <> '')
    ) STRICT
    """,
    """
    CREATE TABLE source (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('text', 'conversation')),
        origin_key TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        trust TEXT NOT NULL CHECK (trust IN ('owner', 'agent', 'external')),
        at TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE source_version (
        id TEXT PRIMARY KEY,
        source TEXT NOT NULL REFERENCES source (id),
        at TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        text TEXT NOT NULL,
        entry INTEGER NOT NULL,
        UNIQUE (source, content_hash)
    ) STRICT
    """,
    """
    CREATE TABLE memory (
        id TEXT PRIMARY KEY,
        slug TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL CHECK (kind IN ('episodic', 'semantic', 'project', 'person',
            'decision', 'procedure', 'preference')),
        stance TEXT NOT NULL CHECK (stance IN ('claim', 'question')),
        content TEXT NOT NULL CHECK (content <> ''),
        content_key TEXT NOT NULL,
        detail TEXT NOT NULL,
        project TEXT NOT NULL,
        slot TEXT NOT NULL,
        valid_from TEXT NOT NULL,
        holds_from TEXT NOT NULL,
        said_at TEXT NOT NULL,
        recorded_at TEXT NOT NULL,
        claim_trust TEXT NOT NULL CHECK (claim_trust IN ('owner', 'agent', 'external')),
        by_user INTEGER NOT NULL CHECK (by_user IN (0, 1)),
        entry INTEGER NOT NULL,
        -- placed
        status TEXT NOT NULL DEFAULT 'disputed' CHECK (status IN ('active', 'superseded',
            'disputed', 'archived', 'merged')),
        verification TEXT NOT NULL DEFAULT 'inferred' CHECK (verification IN (
            'user_confirmed', 'source_backed', 'inferred')),
        trust TEXT NOT NULL DEFAULT 'external' CHECK (trust IN ('owner', 'agent', 'external')),
        valid_to TEXT NOT NULL DEFAULT '',
        successor TEXT NOT NULL DEFAULT '',
        merged_into TEXT NOT NULL DEFAULT '',
        CHECK ((status = 'merged') = (merged_into <> ''))
    ) STRICT
    """,
    """
    CREATE UNIQUE INDEX memory_one_active_per_slot ON memory (project, slot)
        WHERE status = 'active' AND slot <> '' AND stance = 'claim'
    """,
    "CREATE INDEX memory_by_slot ON memory (project, slot) WHERE slot <> ''",
    "CREATE INDEX memory_by_content ON memory (content_key, project)",
    "CREATE INDEX memory_by_status ON memory (status, project)",
    "CREATE INDEX memory_by_entry ON memory (entry)",
    "CREATE INDEX memory_by_merged ON memory (merged_into) WHERE merged_into <> ''",
    "CREATE INDEX memory_by_ending ON memory (substr(id, -6))",
    """
    CREATE TABLE evidence (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        version TEXT NOT NULL REFERENCES source_version (id),
        quote TEXT NOT NULL CHECK (quote <> ''),
        start INTEGER NOT NULL CHECK (start >= 0),
        "end" INTEGER NOT NULL CHECK ("end" > start),
        trust TEXT NOT NULL CHECK (trust IN ('owner', 'agent', 'external')),
        reference TEXT NOT NULL,
        said_at TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX evidence_by_memory ON evidence (memory)",
    "CREATE INDEX evidence_by_version ON evidence (version)",
    "CREATE INDEX evidence_by_entry ON evidence (entry)",
    """
    CREATE TABLE proposal (
        id TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        reason TEXT NOT NULL,
        operation TEXT NOT NULL CHECK (json_valid(operation)),
        evidence TEXT NOT NULL CHECK (json_valid(evidence)),
        entry INTEGER NOT NULL,
        -- placed
        status TEXT NOT NULL DEFAULT 'pending'
            CHECK (status IN ('pending', 'approved', 'rejected'))
    ) STRICT
    """,
    "CREATE INDEX proposal_by_status ON proposal (status)",
    "CREATE INDEX proposal_by_entry ON proposal (entry)",
    """
    CREATE TABLE learning (
        number INTEGER PRIMARY KEY CHECK (number > 0),
        text TEXT NOT NULL,
        kind TEXT NOT NULL,
        project TEXT NOT NULL,
        memory TEXT NOT NULL,
        at TEXT NOT NULL,
        reference TEXT NOT NULL,
        entry INTEGER NOT NULL,
        -- placed
        status TEXT NOT NULL DEFAULT 'pending'
            CHECK (status IN ('pending', 'confirmed', 'rejected', 'undone'))
    ) STRICT
    """,
    "CREATE INDEX learning_by_memory ON learning (memory)",
    "CREATE INDEX learning_by_entry ON learning (entry)",
    """
    CREATE TABLE decision (
        id TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        subject TEXT NOT NULL,
        verdict TEXT NOT NULL CHECK (verdict IN ('confirm', 'approve', 'reject', 'archive',
            'restore')),
        reason TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX decision_by_subject ON decision (subject)",
    "CREATE INDEX decision_by_entry ON decision (entry)",
    """
    CREATE TABLE tombstone (
        id TEXT PRIMARY KEY,
        at TEXT NOT NULL,
        reason TEXT NOT NULL
    ) STRICT
    """,
)


def apply(connection: sqlite3.Connection) -> None:
    """Make the tables; runs inside the caller's transaction."""
    for statement in _TABLES:
        connection.execute(statement)
