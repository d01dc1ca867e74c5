"""Reads entities: by id, name or alias; what was merged answers as what it became."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping

from pmi.base.errors import NotFound, UsageError
from pmi.base.ids import is_ending
from pmi.base.text import comparable, name_key
from pmi.model.entity import Entity, Statement
from pmi.model.memory import EntityName


def find_entity(connection: sqlite3.Connection, reference: str) -> str:
    """Return the id of the entity that an id, its ending, a name or an alias names; or empty.

    Raises:
        UsageError: Two entities end alike.
    """
    wanted = reference.strip()
    if not wanted:
        return ""
    if wanted.startswith("ent_"):
        return _by_ending(connection, wanted.removeprefix("ent_"))
    key = name_key(wanted)
    rows = connection.execute(
        """
        SELECT id FROM entity WHERE name_key = ?1
        UNION ALL SELECT entity FROM entity_fact WHERE field = 'alias' AND value_key = ?1
        """,
        (key,),
    ).fetchall()
    roots = _roots(connection) if rows else {}
    found = sorted({roots.get(row[0], row[0]) for row in rows})
    return found[0] if found else _by_ending(connection, wanted.lower())


def get_entity(connection: sqlite3.Connection, reference: str) -> Entity:
    """Return the entity that a reference names.

    Raises:
        NotFound: There is none.
    """
    found = find_entity(connection, reference) or _in_other_script(connection, reference)
    if not found:
        raise NotFound(f"There is no entity {reference!r}.", "pmi entity list")
    return list_entities(connection, [found])[0]


def _in_other_script(connection: sqlite3.Connection, name: str) -> str:
    """Return the one entity whose name is this in traditional or simplified characters, or none.

    For those who look only: what is written never joins two people whose names differ.
    """
    if name.isascii():
        return ""
    wanted = name_key(comparable(name))
    found = [
        entity.id
        for entity in list_entities(connection)
        if wanted in {name_key(comparable(known)) for known in (entity.name, *entity.aliases)}
    ]
    return found[0] if len(found) == 1 else ""


def list_entities(connection: sqlite3.Connection, ids: Iterable[str] | None = None) -> list[Entity]:
    """Return entities by name; those that were merged into others are seen in these."""
    wanted = None if ids is None else set(ids)
    roots = _roots(connection)
    names: dict[str, set[str]] = {}
    members = None
    if wanted is not None:
        members = json.dumps([*wanted, *(one for one, root in roots.items() if root in wanted)])
    among = "IS NOT NULL" if members is None else "IN (SELECT value FROM json_each(:members))"
    rows = connection.execute(
        f"SELECT * FROM entity WHERE id {among}", {"members": members}
    ).fetchall()
    for row in rows:
        if row["id"] in roots:
            names.setdefault(roots[row["id"]], set()).add(row["name"])
    for row in connection.execute(
        f"SELECT entity, value FROM entity_fact WHERE field = 'alias' AND entity {among}",
        {"members": members},
    ).fetchall():
        names.setdefault(roots.get(row["entity"], row["entity"]), set()).add(row["value"])
    counts = _count_memories(connection, roots, members)
    found = [
        Entity(
            id=row["id"],
            name=row["name"],
            kind=row["kind"],
            summary=row["summary"],
            parent=roots.get(row["parent"], row["parent"]),
            aliases=tuple(sorted(names.get(row["id"], set()) - {row["name"]})),
            memories=counts.get(row["id"], 0),
        )
        for row in rows
        if row["id"] not in roots and (wanted is None or row["id"] in wanted)
    ]
    return sorted(found, key=lambda entity: (entity.name.casefold(), entity.id))


def names_of(
    connection: sqlite3.Connection, memories: Iterable[str]
) -> dict[str, tuple[EntityName, ...]]:
    """Return which entities memories name, those of claims that merged into them included."""
    rows = connection.execute(
        """
        WITH wanted AS (SELECT value AS id FROM json_each(?)),
        claim AS (
            SELECT id AS shown, id FROM wanted
            UNION ALL SELECT merged_into, id FROM memory
                WHERE merged_into <> '' AND merged_into IN (SELECT id FROM wanted)
        )
        SELECT claim.shown, memory_entity.entity FROM claim
        JOIN memory_entity ON memory_entity.memory = claim.id ORDER BY memory_entity.id
        """,
        (json.dumps(list(memories)),),
    ).fetchall()
    if not rows:
        return {}
    roots = _roots(connection)
    known = {
        row["id"]: EntityName(row["id"], row["name"], row["kind"])
        for row in connection.execute(
            "SELECT id, name, kind FROM entity WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted({roots.get(row[1], row[1]) for row in rows})),),
        ).fetchall()
    }
    found: dict[str, dict[str, EntityName]] = {}
    for row in rows:
        entity = known[roots.get(row[1], row[1])]
        found.setdefault(row[0], {})[entity.id] = entity
    return {memory: tuple(entities.values()) for memory, entities in found.items()}


def list_ids(connection: sqlite3.Connection) -> list[str]:
    """Return the ids of all entities, those included that were merged."""
    return [row[0] for row in connection.execute("SELECT id FROM entity ORDER BY id").fetchall()]


def members_of(connection: sqlite3.Connection, entity: str) -> list[str]:
    """Return the ids of an entity and of all that were merged into it."""
    roots = _roots(connection)
    return [entity, *sorted(member for member, root in roots.items() if root == entity)]


def list_statements(connection: sqlite3.Connection, entity: str) -> list[Statement]:
    """Return what was said about an entity, the oldest first."""
    rows = connection.execute(
        "SELECT field, value, actor FROM entity_fact WHERE entity = ? ORDER BY entry, id",
        (entity,),
    ).fetchall()
    return [
        Statement(order, row["field"], row["value"], row["actor"] == "user")
        for order, row in enumerate(rows)
    ]


def list_parents(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return all pairs of entity and parent, as they are seen: what was merged is one."""
    rows = connection.execute("SELECT id, parent FROM entity WHERE parent <> ''").fetchall()
    roots = _roots(connection)
    return [(row[0], roots.get(row[1], row[1])) for row in rows if row[0] not in roots]


def write_place(
    connection: sqlite3.Connection, entity: str, values: tuple[str, str, str, str]
) -> None:
    """Write kind, summary, parent and merged_into of an entity."""
    connection.execute(
        "UPDATE entity SET kind = ?, summary = ?, parent = ?, merged_into = ? WHERE id = ?",
        (*values, entity),
    )


def list_touched(connection: sqlite3.Connection, entry: int) -> set[str]:
    """Return the entities about which an entry says something."""
    rows = connection.execute("SELECT entity FROM entity_fact WHERE entry = ?", (entry,)).fetchall()
    return {row[0] for row in rows}


def list_memories_of(connection: sqlite3.Connection, entities: Iterable[str]) -> set[str]:
    """Return the ids under which memories that name one of these entities are seen."""
    rows = connection.execute(
        "SELECT ifnull(nullif(memory.merged_into, ''), memory.id) FROM memory_entity "
        "JOIN memory ON memory.id = memory_entity.memory "
        "WHERE memory_entity.entity IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(entities)),),
    ).fetchall()
    return {row[0] for row in rows}


def _by_ending(connection: sqlite3.Connection, ending: str) -> str:
    if not is_ending(ending):
        return ""
    rows = connection.execute(
        "SELECT id FROM entity WHERE substr(id, ?) = ? LIMIT 3", (-len(ending), ending)
    ).fetchall()
    if len(rows) > 1:
        names = ", ".join(row[0] for row in rows)
        raise UsageError(f"{ending!r} names several entities: {names}.", "type more of the id")
    if not rows:
        return ""
    return _roots(connection).get(rows[0][0], str(rows[0][0]))


def _roots(connection: sqlite3.Connection) -> dict[str, str]:
    """Return for each merged entity the one that it is seen as now."""
    merged = {
        row[0]: row[1]
        for row in connection.execute(
            "SELECT id, merged_into FROM entity WHERE merged_into <> ''"
        ).fetchall()
    }
    return {entity: _end_of(entity, merged) for entity in merged}


def _end_of(entity: str, merged: Mapping[str, str]) -> str:
    seen = {entity}
    while entity in merged and merged[entity] not in seen:
        entity = merged[entity]
        seen.add(entity)
    return entity


def _count_memories(
    connection: sqlite3.Connection, roots: Mapping[str, str], members: str | None
) -> dict[str, int]:
    """Return how many active memories name each entity; of these only, where any are given."""
    rows = connection.execute(
        """
        SELECT DISTINCT shown.id AS memory, entity
        FROM memory_entity JOIN memory ON memory.id = memory_entity.memory
            JOIN memory AS shown ON shown.id = ifnull(nullif(memory.merged_into, ''), memory.id)
        WHERE shown.status = 'active'
            AND (?1 IS NULL OR entity IN (SELECT value FROM json_each(?1)))
        """,
        (members,),
    ).fetchall()
    pairs = {(row[0], roots.get(row[1], row[1])) for row in rows}
    counts: dict[str, int] = {}
    for _, entity in pairs:
        counts[entity] = counts.get(entity, 0) + 1
    return counts
