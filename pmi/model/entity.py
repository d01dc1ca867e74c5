"""Entities: persons, projects and things that memories are about."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

EntityKind = Literal["person", "organization", "project", "artifact", "place", "topic", "thing"]

ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)


class Entity(NamedTuple):
    """One entity.

    Attributes:
        kind: ``thing`` where nobody said what it is.
        parent: Id of the entity that it belongs to; empty for none.
        aliases: Further names, sorted; those of entities merged into it included.
        memories: How many active memories name it.
    """

    id: str
    name: str
    kind: EntityKind
    summary: str
    parent: str
    aliases: tuple[str, ...] = ()
    memories: int = 0


class Statement(NamedTuple):
    """What somebody said about one field of an entity; ``order`` grows with time."""

    order: int
    field: str
    value: str
    by_user: bool
