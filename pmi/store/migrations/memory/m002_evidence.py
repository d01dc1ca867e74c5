"""Sources of every kind, entities, links, later changes of a memory, numbered reviews.

The source tables are made again, because SQLite can not change a CHECK: they get the kinds
``file`` and ``url`` and where and from when a text is. What names them is made again as well.
A version says itself how far it is trusted (empty: as its source), because an agent may bring
one of a source that was the user's; a text that comes back is a further version.
"""

from __future__ import annotations

import sqlite3

_SOURCES = (
    "CREATE TEMP TABLE old_source AS SELECT * FROM source",
    "CREATE TEMP TABLE old_version AS SELECT * FROM source_version",
    "CREATE TEMP TABLE old_evidence AS SELECT * FROM evidence",
    "DROP TABLE evidence",
    "DROP TABLE source_version",
    "DROP TABLE source",
    """
    CREATE TABLE source (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('text', 'file', 'url', 'conversation')),
        origin_key TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL,
        url TEXT NOT NULL,
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
        source_time TEXT NOT NULL,
        content_hash TEXT NOT NULL,
        read_hash TEXT NOT NULL,
        chars INTEGER NOT NULL,
        trust TEXT NOT NULL CHECK (trust IN ('', 'owner', 'agent', 'external')),
        text TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
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
    "INSERT INTO source SELECT id, kind, origin_key, title, '', trust, at, entry FROM old_source",
    """
    INSERT INTO source_version
        SELECT id, source, at, '', content_hash, '', length(text), '', text, entry FROM old_version
    """,
    "INSERT INTO evidence SELECT * FROM old_evidence",
    "DROP TABLE old_source",
    "DROP TABLE old_version",
    "DROP TABLE old_evidence",
    "CREATE INDEX source_by_url ON source (url) WHERE url <> ''",
    "CREATE INDEX source_version_by_source ON source_version (source)",
    "CREATE INDEX source_version_by_hash ON source_version (content_hash)",
    "CREATE INDEX source_version_by_entry ON source_version (entry)",
    "CREATE INDEX source_version_by_read_hash ON source_version (read_hash) WHERE read_hash <> ''",
    "CREATE INDEX evidence_by_memory ON evidence (memory)",
    "CREATE INDEX evidence_by_version ON evidence (version)",
    "CREATE INDEX evidence_by_entry ON evidence (entry)",
)
_MEMORIES = (
    "CREATE INDEX memory_by_successor ON memory (successor) WHERE successor <> ''",
    "ALTER TABLE memory ADD COLUMN ends TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE memory ADD COLUMN given TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(given))",
    """
    UPDATE memory SET given = json_object(
        'slug', slug, 'kind', kind, 'detail', detail, 'slot', slot, 'ends', ends)
    """,
    """
    CREATE TABLE memory_fact (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        field TEXT NOT NULL CHECK (field IN ('slug', 'kind', 'detail', 'slot', 'ends')),
        value TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX memory_fact_by_memory ON memory_fact (memory)",
    "CREATE INDEX memory_fact_by_entry ON memory_fact (entry)",
    """
    CREATE TABLE link (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        type TEXT NOT NULL CHECK (type IN ('contradicts', 'answers', 'supports', 'part_of',
            'relates_to', 'caused_by')),
        target TEXT NOT NULL REFERENCES memory (id),
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX link_by_memory ON link (memory)",
    "CREATE INDEX link_by_target ON link (target)",
    "CREATE INDEX link_by_entry ON link (entry)",
)
_ENTITIES = (
    """
    CREATE TABLE entity (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL CHECK (name <> ''),
        name_key TEXT NOT NULL,
        at TEXT NOT NULL,
        entry INTEGER NOT NULL,
        -- placed
        kind TEXT NOT NULL DEFAULT 'thing' CHECK (kind IN ('person', 'organization', 'project',
            'artifact', 'place', 'topic', 'thing')),
        summary TEXT NOT NULL DEFAULT '',
        parent TEXT NOT NULL DEFAULT '',
        merged_into TEXT NOT NULL DEFAULT ''
    ) STRICT
    """,
    "CREATE INDEX entity_by_key ON entity (name_key)",
    "CREATE INDEX entity_by_entry ON entity (entry)",
    """
    CREATE TABLE entity_fact (
        id TEXT PRIMARY KEY,
        entity TEXT NOT NULL REFERENCES entity (id),
        field TEXT NOT NULL CHECK (field IN ('kind', 'summary', 'parent', 'alias',
            'merged_into')),
        value TEXT NOT NULL,
        value_key TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX entity_fact_by_entity ON entity_fact (entity)",
    "CREATE INDEX entity_fact_by_key ON entity_fact (value_key) WHERE field = 'alias'",
    "CREATE INDEX entity_fact_by_entry ON entity_fact (entry)",
    """
    CREATE TABLE memory_entity (
        id TEXT PRIMARY KEY,
        memory TEXT NOT NULL REFERENCES memory (id),
        entity TEXT NOT NULL REFERENCES entity (id),
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX memory_entity_by_memory ON memory_entity (memory)",
    "CREATE INDEX memory_entity_by_entity ON memory_entity (entity)",
    "CREATE INDEX memory_entity_by_entry ON memory_entity (entry)",
)
_REVIEWS = (
    """
    CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
    """,
    """
    CREATE TABLE review (
        number INTEGER PRIMARY KEY CHECK (number > 0),
        subject TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        reason TEXT NOT NULL,
        entry INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX review_by_subject ON review (subject)",
    "CREATE INDEX review_by_entry ON review (entry)",
)


def apply(connection: sqlite3.Connection) -> None:
    """Make the tables and bring over what there is; runs inside the caller's transaction."""
    for statement in (*_SOURCES, *_MEMORIES, *_ENTITIES, *_REVIEWS):
        connection.execute(statement)
