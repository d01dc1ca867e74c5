"""Reads memories as values; finds them by what people type."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from pmi.base.errors import NotFound, UsageError
from pmi.base.ids import is_ending
from pmi.model.memory import EntityName, Evidence, Link, Memory, Status
from pmi.store import entities, links

_NUMBER = """
    ifnull((SELECT max(number) FROM learning WHERE status = 'confirmed' AND learning.memory IN (
        SELECT memory.id UNION ALL SELECT claim.id FROM memory AS claim
            WHERE claim.merged_into = memory.id AND claim.merged_into <> '')), 0) AS number
"""
_MEMORY = f"SELECT memory.*, {_NUMBER} FROM memory"


def find_memory(connection: sqlite3.Connection, reference: str) -> Memory | None:
    """Return the memory that a reference names, with its evidence, or None.

    One that was merged answers as what it became.

    Args:
        reference: An id, its last six or more characters, a slug, or a learning's number.

    Raises:
        UsageError: Two memories end alike; the message lists them.
    """
    row = _find_row(connection, reference.strip())
    if row is None:
        return None
    if row["merged_into"]:
        row = connection.execute(f"{_MEMORY} WHERE memory.id = ?", (row["merged_into"],)).fetchone()
    return _memory(connection, row)


def get_memory(connection: sqlite3.Connection, reference: str) -> Memory:
    """Return the memory that a reference names, with its evidence.

    Raises:
        NotFound: There is none.
    """
    found = find_memory(connection, reference)
    if found is None:
        raise NotFound(f"There is no memory {reference!r}.", "pmi search WORDS")
    return found


def list_memories(
    connection: sqlite3.Connection,
    *,
    status: Status | None = "active",
    projects: Collection[str] | None = None,
    kind: str = "",
    limit: int = 0,
    ids: Iterable[str] | None = None,
) -> list[Memory]:
    """Return memories, the newest first; merged ones are seen in what they became.

    Args:
        status: None for every status.
        projects: Only of projects with these keys, the empty one for what holds everywhere;
            None for all.
        limit: 0 for all.
        ids: Only these, as far as they are there.
    """
    where, values = ["memory.status <> 'merged'"], []
    if status is not None:
        where.append("memory.status = ?")
        values.append(str(status))
    if projects is not None:
        where.append("memory.project IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(list(projects)))
    if kind:
        where.append("memory.kind = ?")
        values.append(kind)
    if ids is not None:
        where.append("memory.id IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(list(ids)))
    rows = connection.execute(
        f"{_MEMORY} WHERE {' AND '.join(where)} ORDER BY memory.id DESC LIMIT {limit or -1:d}",
        values,
    ).fetchall()
    return _memories(connection, rows)


def resolve_id(connection: sqlite3.Connection, memory: str) -> str:
    """Return the id under which a claim is seen: its own, or what it merged into."""
    row = connection.execute("SELECT merged_into FROM memory WHERE id = ?", (memory,)).fetchone()
    return str(row["merged_into"] or memory) if row is not None else memory


def find_latest(connection: sqlite3.Connection, memory: str) -> str:
    """Return what a memory became: what it merged into, what superseded that, and so on."""
    row = connection.execute(
        """
        WITH RECURSIVE became (id, step) AS (
            VALUES (?, 0)
            UNION SELECT CASE WHEN memory.merged_into <> '' THEN memory.merged_into
                ELSE memory.successor END, step + 1
            FROM became JOIN memory ON memory.id = became.id
            WHERE memory.merged_into <> '' OR (status = 'superseded' AND successor <> '')
            LIMIT 10000
        )
        SELECT id FROM became ORDER BY step DESC LIMIT 1
        """,
        (memory,),
    ).fetchone()
    return str(row[0])


def find_many(connection: sqlite3.Connection, ids: Iterable[str]) -> list[Memory]:
    """Return those of these memories that are there, in any status but merged."""
    return list_memories(connection, status=None, ids=ids)


def list_neighbours(connection: sqlite3.Connection, memory: Memory) -> list[Memory]:
    """Return all memories of a memory's slot in the order of time; without a slot, itself."""
    if not memory.slot:
        return [memory]
    rows = connection.execute(
        f"{_MEMORY} WHERE memory.project = ? AND memory.slot = ? AND memory.status <> 'merged' "
        "AND memory.slot <> '' ORDER BY memory.holds_from, memory.said_at, memory.id",
        (memory.project, memory.slot),
    ).fetchall()
    return _memories(connection, rows)


def list_in_slot(connection: sqlite3.Connection, slot: str) -> list[Memory]:
    """Return what stands in the slots of this name, one memory per project.

    Where nothing stands in any of them, what stood there last.

    Args:
        slot: The name in its one spelling.
    """
    rows = connection.execute(
        f"{_MEMORY} WHERE memory.slot = ? AND memory.slot <> '' AND memory.status <> 'merged' "
        "ORDER BY memory.project, memory.status <> 'active', memory.stance <> 'claim', "
        "memory.holds_from DESC, memory.id DESC",
        (slot,),
    ).fetchall()
    first = {row["project"]: row for row in reversed(rows)}
    standing = [row for row in first.values() if row["status"] == "active"]
    return _memories(connection, standing or list(first.values()))


def count_by_status(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many memories have each status."""
    rows = connection.execute("SELECT status, count(*) FROM memory GROUP BY status").fetchall()
    return {row[0]: row[1] for row in rows}


def find_by_slug(connection: sqlite3.Connection, slug: str) -> str:
    """Return the id of the memory with a slug; empty for none."""
    row = connection.execute("SELECT id FROM memory WHERE slug = ?", (slug,)).fetchone()
    return str(row[0]) if row is not None else ""


class Standing(NamedTuple):
    """Where a claim stands, without its words and evidence.

    Attributes:
        predecessor: Id of the memory that gave way to it; empty for none.
    """

    status: str
    stance: str
    valid_from: str
    merged_into: str
    predecessor: str


def list_standings(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, Standing]:
    """Return where these claims stand, by id."""
    rows = connection.execute(
        """
        SELECT id, status, stance, valid_from, merged_into, ifnull((
            SELECT id FROM memory AS before
            WHERE before.successor = memory.id AND before.successor <> ''
                AND before.status = 'superseded'
            ORDER BY stance = 'question', id DESC LIMIT 1), '') AS predecessor
        FROM memory WHERE id IN (SELECT value FROM json_each(?))
        """,
        (json.dumps(list(ids)),),
    ).fetchall()
    return {row["id"]: Standing(*tuple(row)[1:]) for row in rows}


def list_quoting(connection: sqlite3.Connection, source: str) -> set[str]:
    """Return the memories that quote a source, seen as what they merged into."""
    rows = connection.execute(
        """
        SELECT DISTINCT ifnull(nullif(memory.merged_into, ''), memory.id) FROM evidence
        JOIN source_version ON source_version.id = evidence.version
        JOIN memory ON memory.id = evidence.memory WHERE source_version.source = ?
        """,
        (source,),
    ).fetchall()
    return {row[0] for row in rows}


def list_disputed(connection: sqlite3.Connection, ids: Iterable[str]) -> list[str]:
    """Return those of these memories that are disputed."""
    rows = connection.execute(
        "SELECT id FROM memory WHERE status = 'disputed' "
        "AND id IN (SELECT value FROM json_each(?)) ORDER BY id",
        (json.dumps(list(ids)),),
    ).fetchall()
    return [row[0] for row in rows]


def _find_row(connection: sqlite3.Connection, reference: str) -> sqlite3.Row | None:
    if not reference:
        return None
    for condition, value in (("memory.id = ?", reference), ("memory.slug = ?", reference)):
        row: sqlite3.Row | None = connection.execute(
            f"{_MEMORY} WHERE {condition}", (value,)
        ).fetchone()
        if row is not None and not (value == row["slug"] and reference.isdecimal()):
            return row
    if reference.isascii() and reference.isdecimal() and len(reference) <= 9:
        row = connection.execute(
            f"{_MEMORY} WHERE memory.id = (SELECT memory FROM learning WHERE number = ?)",
            (int(reference),),
        ).fetchone()
        if row is not None:
            return row
    ending = reference.lower().removeprefix("mem_")
    if not is_ending(ending):
        return None
    rows = connection.execute(
        f"{_MEMORY} WHERE substr(memory.id, -6) = ? AND substr(memory.id, ?) = ? LIMIT 5",
        (ending[-6:], -len(ending), ending),
    ).fetchall()
    if len(rows) > 1:
        names = ", ".join(row["id"] for row in rows)
        raise UsageError(f"{reference!r} names several memories: {names}.", "type more of the id")
    return rows[0] if rows else None


def _memories(connection: sqlite3.Connection, rows: Sequence[sqlite3.Row]) -> list[Memory]:
    ids = [row["id"] for row in rows]
    evidence = _evidence(connection, ids)
    names = entities.names_of(connection, ids)
    tied = links.links_of(connection, ids)
    return [
        _value(
            row,
            evidence.get(row["id"], ()),
            names.get(row["id"], ()),
            tied.get(row["id"], ()),
        )
        for row in rows
    ]


def _memory(connection: sqlite3.Connection, row: sqlite3.Row) -> Memory:
    return _memories(connection, [row])[0]


def _evidence(connection: sqlite3.Connection, ids: list[str]) -> dict[str, tuple[Evidence, ...]]:
    rows = connection.execute(
        """
        WITH wanted AS (SELECT value AS id FROM json_each(?)),
        claim AS (
            SELECT id AS shown, id FROM wanted
            UNION ALL SELECT merged_into, id FROM memory
                WHERE merged_into <> '' AND merged_into IN (SELECT id FROM wanted)
        )
        SELECT claim.shown, evidence.* FROM claim JOIN evidence ON evidence.memory = claim.id
        ORDER BY evidence.id
        """,
        (json.dumps(ids),),
    ).fetchall()
    found: dict[str, tuple[Evidence, ...]] = {}
    for row in rows:
        item = Evidence(
            id=row["id"],
            memory=row["shown"],
            version=row["version"],
            quote=row["quote"],
            start=row["start"],
            end=row["end"],
            trust=row["trust"],
            reference=row["reference"],
            said_at=row["said_at"],
        )
        found[row["shown"]] = (*found.get(row["shown"], ()), item)
    return found


def _value(
    row: sqlite3.Row,
    evidence: tuple[Evidence, ...],
    names: tuple[EntityName, ...],
    links: tuple[Link, ...],
) -> Memory:
    return Memory(
        id=row["id"],
        slug=row["slug"],
        kind=row["kind"],
        stance=row["stance"],
        content=row["content"],
        detail=row["detail"],
        project=row["project"],
        slot=row["slot"],
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        recorded_at=row["recorded_at"],
        status=row["status"],
        verification=row["verification"],
        trust=row["trust"],
        successor=row["successor"],
        entry=row["entry"],
        number=row["number"],
        evidence=evidence,
        entities=names,
        links=links,
    )
