"""Writes and removes the rows that the journal folds into. Decides nothing.

An *effect* is one row as an entry's outcome records it: ``{"row": "memory", "id": …}``.
Applying the same effects makes the same rows, live and in a rebuild.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

Effect = dict[str, Any]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "source": ("id", "kind", "origin_key", "title", "url", "trust", "at"),
    "source_version": (
        "id",
        "source",
        "at",
        "source_time",
        "content_hash",
        "read_hash",
        "chars",
        "trust",
        "text",
    ),
    "memory": (
        "id",
        "slug",
        "kind",
        "stance",
        "content",
        "content_key",
        "detail",
        "project",
        "slot",
        "valid_from",
        "holds_from",
        "ends",
        "said_at",
        "recorded_at",
        "claim_trust",
        "by_user",
    ),
    "evidence": (
        "id",
        "memory",
        "version",
        "quote",
        "start",
        "end",
        "trust",
        "reference",
        "said_at",
    ),
    "memory_fact": ("id", "memory", "field", "value", "at", "actor"),
    "entity": ("id", "name", "name_key", "at"),
    "entity_fact": ("id", "entity", "field", "value", "value_key", "at", "actor"),
    "memory_entity": ("id", "memory", "entity"),
    "link": ("id", "memory", "type", "target", "at", "actor"),
    "proposal": ("id", "at", "actor", "reason", "operation", "evidence"),
    "review": ("number", "subject", "at", "actor", "reason"),
    "learning": (
        "number",
        "text",
        "kind",
        "project",
        "at",
        "reference",
        "signal",
        "quote",
        "domain",
        "paths",
        "said_at",
        "session",
        "contradicts",
        "given_memory",
    ),
    "sighting": ("id", "number", "reference", "quote", "said_at", "session"),
    "learning_edit": ("id", "number", "text", "at", "actor"),
    "learning_memory": ("id", "number", "memory", "at"),
    "decision": ("id", "at", "actor", "subject", "verdict", "reason", "content_hash"),
    "distilled": ("id", "subject", "upto", "at", "actor"),
}
"""Columns of each kind of row that an effect must name; all have ``entry`` besides."""

_LATER: Mapping[str, str | int] = {
    "url": "",
    "source_time": "",
    "read_hash": "",
    "trust": "",
    "ends": "",
    "signal": "",
    "quote": "",
    "domain": "",
    "paths": "[]",
    "said_at": "",
    "session": "",
    "contradicts": 0,
}
"""What columns hold that entries written before they came do not name."""

GIVEN = ("slug", "kind", "detail", "slot", "ends")
"""What of a memory can be changed later; as it was first is kept beside, for `undo`."""

ROW_TABLES = (*COLUMNS, "tombstone")
"""All tables that are made from the journal, but the journal."""


_BESIDES: Mapping[str, tuple[str, ...]] = {"memory": ("given",), "learning": ("memory",)}
"""Columns that are written with a row and placed anew whenever something is said about it."""


def _insert(table: str, columns: tuple[str, ...]) -> str:
    names = ", ".join(f'"{column}"' for column in (*columns, "entry"))
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * (len(columns) + 1))})"


_INSERTS = {
    table: _insert(table, (*columns, *_BESIDES.get(table, ())))
    for table, columns in COLUMNS.items()
}

_REMOVAL_ORDER = (
    "decision",
    "distilled",
    "sighting",
    "learning_edit",
    "learning_memory",
    "evidence",
    "memory_fact",
    "memory_entity",
    "link",
    "memory",
    "entity_fact",
    "entity",
    "proposal",
    "source_version",
    "source",
)


def insert(connection: sqlite3.Connection, effect: Effect, entry: int) -> None:
    """Write the row of one effect, as made by an entry."""
    table = effect["row"]
    columns = COLUMNS[table]
    values = [_value(effect, column) for column in columns]
    if table == "memory":
        given = {name: _value(effect, name) for name in GIVEN}
        values.append(as_given(given))
    elif table == "learning":
        values.append(_value(effect, "given_memory"))
    connection.execute(_INSERTS[table], (*values, entry))


def as_given(values: Mapping[str, Any]) -> str:
    """Return what a memory was first given as it is stored, the same text for the same values."""
    ordered = {name: values[name] for name in GIVEN}
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))


def _value(effect: Effect, column: str) -> Any:
    if column in effect:
        return effect[column]
    if column == "given_memory":
        return effect["memory"]
    return len(effect["text"]) if column == "chars" else _LATER[column]


def find_origin(connection: sqlite3.Connection, origin_key: str) -> str:
    """Return the id of the source with an identity; empty for none."""
    row = connection.execute("SELECT id FROM source WHERE origin_key = ?", (origin_key,))
    found = row.fetchone()
    return str(found[0]) if found is not None else ""


def find_version(connection: sqlite3.Connection, source: str, content_hash: str) -> str:
    """Return the id of a source's version with this content; empty for none."""
    found = connection.execute(
        "SELECT max(id) FROM source_version WHERE source = ? AND content_hash = ?",
        (source, content_hash),
    ).fetchone()
    return str(found[0] or "")


def list_origins(connection: sqlite3.Connection, memory: str) -> set[str]:
    """Return the origin keys of the sources that a memory, with what merged into it, quotes."""
    rows = connection.execute(
        """
        SELECT DISTINCT source.origin_key FROM evidence
        JOIN source_version ON source_version.id = evidence.version
        JOIN source ON source.id = source_version.source
        WHERE evidence.memory IN (SELECT id FROM memory WHERE id = ?1
            OR (merged_into = ?1 AND merged_into <> ''))
        """,
        (memory,),
    ).fetchall()
    return {row[0] for row in rows}


def find_dependents(connection: sqlite3.Connection, entry: int) -> list[int]:
    """Return later entries whose rows rest on rows that an entry made, the latest first."""
    rows = connection.execute(
        """
        WITH made AS (
            SELECT id FROM memory WHERE entry = :entry
            UNION ALL SELECT id FROM proposal WHERE entry = :entry
            UNION ALL SELECT 'learning:' || number FROM learning WHERE entry = :entry
        )
        SELECT entry FROM decision WHERE entry <> :entry AND subject IN (SELECT id FROM made)
        UNION SELECT entry FROM evidence WHERE entry <> :entry
            AND memory IN (SELECT id FROM made)
        UNION SELECT entry FROM learning WHERE entry <> :entry AND status <> 'undone'
            AND given_memory IN (SELECT id FROM made)
        UNION SELECT entry FROM learning_memory WHERE entry <> :entry
            AND (memory IN (SELECT id FROM made) OR 'learning:' || number IN (SELECT id FROM made))
        UNION SELECT entry FROM learning_edit WHERE entry <> :entry
            AND 'learning:' || number IN (SELECT id FROM made)
        UNION SELECT entry FROM memory_fact WHERE entry <> :entry
            AND memory IN (SELECT id FROM made)
        UNION SELECT entry FROM memory_entity WHERE entry <> :entry
            AND memory IN (SELECT id FROM made)
        UNION SELECT entry FROM link WHERE entry <> :entry
            AND (memory IN (SELECT id FROM made) OR target IN (SELECT id FROM made))
        ORDER BY entry DESC
        """,
        {"entry": entry},
    ).fetchall()
    return [int(row[0]) for row in rows]


def list_subjects(connection: sqlite3.Connection, entry: int) -> list[str]:
    """Return what the decisions of an entry were about, and learnings that became memories."""
    rows = connection.execute(
        "SELECT subject FROM decision WHERE entry = ?1 "
        "UNION SELECT 'learning:' || number FROM learning_memory WHERE entry = ?1",
        (entry,),
    ).fetchall()
    return [row[0] for row in rows]


def remove_made_by(connection: sqlite3.Connection, entry: int) -> None:
    """Take out every row that an entry made; a learning stays, with its number, as undone.

    A source that later entries quote stays too, and counts as made by the first of them; so
    does an entity that they name.
    """
    connection.execute(
        """
        UPDATE entity SET entry = ifnull((
            SELECT min(entry) FROM (
                SELECT entry FROM memory_entity WHERE memory_entity.entity = entity.id
                UNION ALL SELECT entry FROM entity_fact WHERE entity_fact.entity = entity.id
                    OR (field IN ('parent', 'merged_into') AND value = entity.id)
            ) AS naming WHERE naming.entry <> ?1), ?1)
        WHERE entry = ?1
        """,
        (entry,),
    )
    connection.execute(
        "UPDATE learning SET status = 'undone', memory = '', given_memory = '' WHERE entry = ?",
        (entry,),
    )
    connection.execute("UPDATE review SET subject = '' WHERE entry = ?", (entry,))
    connection.execute(
        "UPDATE source_version SET entry = ifnull((SELECT min(evidence.entry) FROM evidence "
        "WHERE evidence.version = source_version.id AND evidence.entry <> ?1), ?1) "
        "WHERE entry = ?1",
        (entry,),
    )
    connection.execute(
        "UPDATE source SET entry = ifnull((SELECT min(source_version.entry) FROM source_version "
        "WHERE source_version.source = source.id AND source_version.entry <> ?1), ?1) "
        "WHERE entry = ?1",
        (entry,),
    )
    for table in _REMOVAL_ORDER:
        connection.execute(f"DELETE FROM {table} WHERE entry = ?", (entry,))


def list_naming(connection: sqlite3.Connection, entry: int) -> list[str]:
    """Return the memories that an entry made name an entity."""
    rows = connection.execute(
        "SELECT DISTINCT memory FROM memory_entity WHERE entry = ?", (entry,)
    ).fetchall()
    return [row[0] for row in rows]


def is_there(connection: sqlite3.Connection, table: str, row: str) -> bool:
    """Tell whether a table has a row with this id."""
    return connection.execute(f"SELECT 1 FROM {table} WHERE id = ?", (row,)).fetchone() is not None


def dump(connection: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows that come from the journal, by table, each table in a fixed order."""
    found = {}
    for table in ROW_TABLES:
        rows = connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
        found[table] = [tuple(row) for row in rows]
    return found


def replace_all(
    connection: sqlite3.Connection, rows: Mapping[str, Iterable[tuple[Any, ...]]]
) -> None:
    """Write these rows instead of all that are there; call it inside a transaction."""
    connection.execute("PRAGMA defer_foreign_keys = ON")
    for table in (*_REMOVAL_ORDER, "learning", "review", "tombstone"):
        connection.execute(f"DELETE FROM {table}")
    for table, values in rows.items():
        for value in values:
            marks = ", ".join("?" * len(value))
            connection.execute(f"INSERT INTO {table} VALUES ({marks})", value)


def bury(connection: sqlite3.Connection, subject: str, at: str, reason: str) -> None:
    """Note that something was forgotten; the note says when and why, never what."""
    connection.execute("INSERT OR REPLACE INTO tombstone VALUES (?, ?, ?)", (subject, at, reason))
