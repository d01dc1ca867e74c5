"""Reads links between memories; an end that was merged is seen as what it became."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from pmi.model.memory import Link


def list_links_of_type(connection: sqlite3.Connection, link_type: str) -> set[tuple[str, str]]:
    """Return all links of a type as pairs of memories, seen as what they merged into."""
    rows = connection.execute(
        """
        SELECT ifnull(nullif(start.merged_into, ''), start.id),
            ifnull(nullif(target.merged_into, ''), target.id)
        FROM link JOIN memory AS start ON start.id = link.memory
        JOIN memory AS target ON target.id = link.target WHERE link.type = ?
        """,
        (link_type,),
    ).fetchall()
    return {(row[0], row[1]) for row in rows}


def links_of(
    connection: sqlite3.Connection, memories: Iterable[str]
) -> dict[str, tuple[Link, ...]]:
    """Return the links of memories, and of claims that merged into them, the oldest first."""
    rows = connection.execute(
        """
        WITH claim AS (
            SELECT value AS id FROM json_each(?1)
            UNION SELECT id FROM memory
                WHERE merged_into <> '' AND merged_into IN (SELECT value FROM json_each(?1))
        ),
        found AS (
            SELECT * FROM link WHERE memory IN (SELECT id FROM claim)
            UNION SELECT * FROM link WHERE target IN (SELECT id FROM claim)
        )
        SELECT found.type, ifnull(nullif(start.merged_into, ''), start.id) AS start,
            ifnull(nullif(target.merged_into, ''), target.id) AS target
        FROM found JOIN memory AS start ON start.id = found.memory
        JOIN memory AS target ON target.id = found.target ORDER BY found.id
        """,
        (json.dumps(list(memories)),),
    ).fetchall()
    found: dict[str, dict[Link, None]] = {}
    for row in rows:
        found.setdefault(row["start"], {})[Link(row["type"], row["target"], outgoing=True)] = None
        found.setdefault(row["target"], {})[Link(row["type"], row["start"], outgoing=False)] = None
    return {memory: tuple(links) for memory, links in found.items()}
