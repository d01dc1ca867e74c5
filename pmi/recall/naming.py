"""Says which project somebody means, and what is written like a name that nothing has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pmi.base.errors import NotFound
from pmi.base.project import short_name
from pmi.base.text import name_key
from pmi.store import asking, entities, projects

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

NEAR_SHOWN = 3
ALL_SHOWN = 5
"""So few projects are all named."""

NEAR_SHARE = 0.6
"""How much of two names must agree, 0 to 1, for one to be taken for the other's misspelling."""


def choose_project(store: Store, named: str) -> str:
    """Return the key of the project that a key or name means.

    A key that nothing has yet is taken as it stands: the project may be new.

    Raises:
        NotFound: No project has the name; the hint has names that are like it.
        UsageError: Several projects have it.
    """
    try:
        return projects.find_project(store, named)
    except NotFound as error:
        known = projects.list_project_names(store)
        raise NotFound(error.message, _hint(named, known)) from error


def unknown_project(store: Store, key: str) -> list[tuple[str, str]]:
    """Return a key of which nothing is stored, with the projects that it may be a misspelling of.

    Empty where something is stored of it, or nothing is like it.
    """
    known = projects.list_project_names(store)
    keys = projects.list_same_project(store.reading("transcripts"), key)
    if not key or any(one in known for one in keys):
        return []
    near = nearest(short_name(key), known.values())
    return [(key, ", ".join(near))] if near else []


def unknown_names(connection: sqlite3.Connection, named: Iterable[str]) -> list[tuple[str, str]]:
    """Return the names that no entity has, each with the names of entities that are like it.

    A name that nothing is like is left out: it may be a word of somebody's that has no entity.
    """
    wanted = [name.strip() for name in named if name.strip()]
    unknown = [name for name in wanted if not asking.find_named(connection, [name_key(name)])]
    if not unknown:
        return []
    known = [
        name
        for entity in entities.list_entities(connection)
        for name in (entity.name, *entity.aliases)
    ]
    near = [(name, nearest(name, known)) for name in unknown]
    return [(name, ", ".join(names)) for name, names in near if names]


def nearest(named: str, names: Iterable[str]) -> list[str]:
    """Return the names that are written most like one, the likest first; none that is far off.

    >>> nearest("biling", ["billing", "web", "Bill"])
    ['billing', 'Bill']
    """
    from difflib import SequenceMatcher

    wanted = named.casefold()
    ranked = sorted(
        (-SequenceMatcher(None, wanted, name.casefold()).ratio(), name) for name in set(names)
    )
    return [name for likeness, name in ranked if -likeness >= NEAR_SHARE][:NEAR_SHOWN]


def _hint(named: str, known: dict[str, str]) -> str:
    """Return names of projects like one, else all where they are few, else how to list them."""
    wanted = short_name(named)
    near = nearest(wanted, known.values()) or (
        sorted(set(known.values())) if len(known) < 6 else []
    )
    return f"one of {', '.join(near)}" if near else "pmi project list"
