"""What the search index and the answer to a question read of memory.db, a few rows at a time.

Decides nothing and writes nothing. Every function reads by id, by key or by an index: a
question never costs a walk over all memories.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.errors import Damaged
from pmi.store import originals

if TYPE_CHECKING:
    from pmi.store.database import Store

_UNTIL = """CASE WHEN memory.valid_to <> '' OR memory.successor = '' THEN memory.valid_to
    ELSE ifnull((SELECT coalesce(nullif(next.valid_from, ''), nullif(next.holds_from, ''),
        substr(next.said_at, 1, 10)) FROM memory AS next WHERE next.id = memory.successor), '')
    END"""
_INDEXED = f"""
    SELECT id, project, status, kind, content, detail, slot,
        CASE WHEN said_at <> '' THEN said_at ELSE recorded_at END AS said,
        coalesce(nullif(valid_from, ''), nullif(holds_from, ''),
            substr(CASE WHEN said_at <> '' THEN said_at ELSE recorded_at END, 1, 10)) AS since,
        {_UNTIL} AS until
    FROM memory WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'merged' ORDER BY id
"""
_GROUP = """
    WITH RECURSIVE known (id) AS (
        SELECT value FROM json_each(?)
        UNION SELECT entity.merged_into FROM entity JOIN known ON known.id = entity.id
            WHERE entity.merged_into <> ''
        UNION SELECT entity.id FROM entity JOIN known ON known.id = entity.merged_into
            WHERE entity.merged_into <> ''
    )
"""
"""Entities with what they were merged into and what was merged into them."""


class IndexedMemory(NamedTuple):
    """A memory as the index needs it.

    Attributes:
        said: Stored time at which it was said.
        since: Day from which it held; of an undated one the day on which it was said.
        until: Day on which it stopped holding; empty while it holds.
        names: Names and aliases of the entities that it names.
    """

    id: str
    project: str
    status: str
    kind: str
    content: str
    detail: str
    slot: str
    said: str
    since: str
    until: str
    names: tuple[str, ...]


class TextVersion(NamedTuple):
    """The newest state of a source that is a text: what of it is to be indexed."""

    id: str
    source: str
    title: str
    at: str
    chars: int


class Quoted(NamedTuple):
    """Where a quote stands: half-open, in code points."""

    version: str
    start: int
    end: int
    reference: str


def list_indexed(connection: sqlite3.Connection, ids: Sequence[str]) -> list[IndexedMemory]:
    """Return those of these memories that are there, in any status but merged."""
    given = json.dumps(list(ids))
    rows = connection.execute(_INDEXED, (given,)).fetchall()
    names = list_names(connection, ids)
    return [
        IndexedMemory(
            id=row["id"],
            project=row["project"],
            status=row["status"],
            kind=row["kind"],
            content=row["content"],
            detail=row["detail"],
            slot=row["slot"],
            said=row["said"],
            since=row["since"],
            until=row["until"],
            names=names.get(row["id"], ()),
        )
        for row in rows
    ]


def list_names(
    connection: sqlite3.Connection, memories: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """Return the names and aliases of the entities that each of these memories names."""
    rows = connection.execute(
        """
        SELECT DISTINCT claim.shown, memory_entity.entity FROM (
            SELECT value AS shown, value AS id FROM json_each(?1)
            UNION ALL SELECT merged_into, id FROM memory
                WHERE merged_into <> '' AND merged_into IN (SELECT value FROM json_each(?1))
        ) AS claim JOIN memory_entity ON memory_entity.memory = claim.id
        """,
        (json.dumps(list(memories)),),
    ).fetchall()
    called = {entity: names_of(connection, [entity]) for entity in {row[1] for row in rows}}
    found: dict[str, tuple[str, ...]] = {}
    for memory, entity in rows:
        found[memory] = (*found.get(memory, ()), *called[entity])
    return found


def names_of(connection: sqlite3.Connection, entities: Iterable[str]) -> tuple[str, ...]:
    """Return all names and aliases of entities, those they were merged with included."""
    rows = connection.execute(
        f"""
        {_GROUP} SELECT name FROM entity WHERE id IN (SELECT id FROM known)
        UNION SELECT value FROM entity_fact WHERE field = 'alias'
            AND entity IN (SELECT id FROM known) ORDER BY 1
        """,
        (json.dumps(list(entities)),),
    ).fetchall()
    return tuple(row[0] for row in rows)


def find_named(connection: sqlite3.Connection, keys: Iterable[str]) -> list[str]:
    """Return the ids of entities whose name or alias has one of these keys, and their kin.

    Args:
        keys: As `pmi.base.text.content_key` makes them of a name.
    """
    given = json.dumps(list(keys))
    named = connection.execute(
        """
        SELECT id FROM entity WHERE name_key IN (SELECT value FROM json_each(?1))
        UNION SELECT entity FROM entity_fact
            WHERE field = 'alias' AND value_key IN (SELECT value FROM json_each(?1))
        """,
        (given,),
    ).fetchall()
    if not named:
        return []
    rows = connection.execute(
        f"{_GROUP} SELECT id FROM known ORDER BY id", (json.dumps([row[0] for row in named]),)
    ).fetchall()
    return [row[0] for row in rows]


def list_of_entities(
    connection: sqlite3.Connection, entities: Iterable[str], limit: int
) -> list[str]:
    """Return ids of the newest memories that name one of these entities, in any status."""
    rows = connection.execute(
        """
        SELECT DISTINCT ifnull(nullif(merged_into, ''), memory.id) FROM (
            SELECT memory FROM memory_entity WHERE entity IN (SELECT value FROM json_each(?))
            ORDER BY memory DESC LIMIT ?
        ) AS named JOIN memory ON memory.id = named.memory
        """,
        (json.dumps(list(entities)), limit),
    ).fetchall()
    return [row[0] for row in rows]


def list_renamed(connection: sqlite3.Connection, after: int, until: int) -> list[str]:
    """Return ids of memories whose entities got other names with these entries.

    Args:
        after: Number of the last entry seen before.
        until: Number of the last entry to look at.
    """
    rows = connection.execute(
        """
        SELECT DISTINCT json_extract(effect.value, '$.entity')
        FROM journal AS seen JOIN journal AS told ON told.seq = CASE seen.op
            WHEN 'undo' THEN json_extract(seen.payload, '$.entry') ELSE seen.seq END,
            json_each(told.outcome, '$.effects') AS effect
        WHERE seen.seq > ? AND seen.seq <= ?
            AND json_extract(effect.value, '$.row') = 'entity_fact'
            AND json_extract(effect.value, '$.field') IN ('alias', 'merged_into')
        """,
        (after, until),
    ).fetchall()
    if not rows:
        return []
    group = connection.execute(
        f"""{_GROUP} SELECT DISTINCT memory FROM memory_entity
            WHERE entity IN (SELECT id FROM known)""",
        (json.dumps([row[0] for row in rows]),),
    ).fetchall()
    return [row[0] for row in group]


def list_texts(connection: sqlite3.Connection) -> list[TextVersion]:
    """Return the newest version of every source that has a text of its own.

    Conversations are searched in the archive; what was only remembered is its own memory.
    """
    rows = connection.execute(
        """
        SELECT max(source_version.id) AS id, source, title,
            CASE WHEN source_time <> '' THEN source_time ELSE source_version.at END AS at, chars
        FROM source_version JOIN source ON source.id = source_version.source
        WHERE kind <> 'conversation' AND chars > 0
            AND origin_key NOT LIKE 'said:%' AND origin_key NOT LIKE 'cc://%'
        GROUP BY source
        """
    ).fetchall()
    return [
        TextVersion(row["id"], row["source"], row["title"], _moment(row["at"]), row["chars"])
        for row in rows
    ]


def read_text(store: Store, version: str) -> str:
    """Return the stored text of a source's version; empty where it is no longer there."""
    row = (
        store.reading("memory")
        .execute("SELECT text, chars, content_hash FROM source_version WHERE id = ?", (version,))
        .fetchone()
    )
    try:
        return originals.read_text(store.home, row) if row is not None else ""
    except Damaged:  # what is left can still be searched; doctor says what is wrong
        return ""


def list_linked(
    connection: sqlite3.Connection, memories: Sequence[str], type_: str
) -> list[tuple[str, str]]:
    """Return pairs (from, to) of links of a type that begin or end at one of these memories."""
    rows = connection.execute(
        """
        SELECT DISTINCT ifnull(nullif(a.merged_into, ''), a.id),
            ifnull(nullif(b.merged_into, ''), b.id)
        FROM link JOIN memory AS a ON a.id = link.memory JOIN memory AS b ON b.id = link.target
        WHERE link.type = ?1 AND (link.memory IN (SELECT value FROM json_each(?2))
            OR link.target IN (SELECT value FROM json_each(?2)))
        """,
        (type_, json.dumps(list(memories))),
    ).fetchall()
    return [(row[0], row[1]) for row in rows]


def list_rejected(connection: sqlite3.Connection, memories: Iterable[str]) -> list[str]:
    """Return those of these memories about which the user's last word was that it is not so."""
    rows = connection.execute(
        """
        SELECT id FROM memory WHERE status = 'archived'
            AND id IN (SELECT value FROM json_each(?)) AND 'reject' = (
                SELECT verdict FROM decision WHERE subject = memory.id
                ORDER BY entry DESC, id DESC LIMIT 1)
        """,
        (json.dumps(list(memories)),),
    ).fetchall()
    return [row["id"] for row in rows]


def list_slot_mates(
    connection: sqlite3.Connection, slots: Iterable[tuple[str, str]]
) -> list[sqlite3.Row]:
    """Return id, project, slot and status of all claims in these slots, the oldest first.

    Args:
        slots: Pairs of project and slot.
    """
    return connection.execute(
        """
        SELECT memory.id, memory.project, memory.slot, memory.status
        FROM json_each(?) AS wanted JOIN memory
            ON memory.project = json_extract(wanted.value, '$[0]')
            AND memory.slot = json_extract(wanted.value, '$[1]')
        WHERE memory.slot <> '' AND memory.stance = 'claim' AND memory.status <> 'merged'
        ORDER BY memory.holds_from, memory.said_at, memory.id
        """,
        (json.dumps([list(slot) for slot in slots]),),
    ).fetchall()


def list_quoted(connection: sqlite3.Connection, memories: Iterable[str]) -> list[Quoted]:
    """Return where the quotes of memories stand, those of merged claims included."""
    rows = connection.execute(
        """
        WITH wanted AS (SELECT value AS id FROM json_each(?))
        SELECT version, start, "end", reference FROM evidence WHERE memory IN (
            SELECT id FROM wanted UNION ALL SELECT id FROM memory
                WHERE merged_into <> '' AND merged_into IN (SELECT id FROM wanted))
        """,
        (json.dumps(list(memories)),),
    ).fetchall()
    return [Quoted(*row) for row in rows]


def find_sources(connection: sqlite3.Connection, ids: Iterable[str]) -> dict[str, sqlite3.Row]:
    """Return title, kind, url and trust of sources, by id."""
    rows = connection.execute(
        """
        SELECT id, title, kind, url, origin_key, ifnull((
            SELECT nullif(newest.trust, '') FROM source_version AS newest
            WHERE newest.source = source.id ORDER BY newest.id DESC LIMIT 1), trust) AS trust
        FROM source WHERE id IN (SELECT value FROM json_each(?))
        """,
        (json.dumps(list(ids)),),
    ).fetchall()
    return {row["id"]: row for row in rows}


def _moment(at: str) -> str:
    """Return a stored time for a day or a time; a day counts as its noon."""
    return f"{at}T12:00:00.000Z" if len(at) == 10 else at
