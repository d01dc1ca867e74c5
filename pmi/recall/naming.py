"""Says which project somebody means, and what is written like a name that nothing has."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from pmi.base.errors import NotFound
from pmi.base.project import short_name
from pmi.store import projects

if TYPE_CHECKING:
    from pmi.store.database import Store

NEAR_SHOWN = 3
ALL_SHOWN = 5
"""So few projects are all named."""

NEAR_SHARE = 0.6
"""How much of two names must agree, 0 to 1, for one to be taken for the other's misspelling."""


def choose_project(store: Store, named: str) -> str:
    """Return the key of the project that a key or name means.

    Raises:
        NotFound: Nothing is stored of such a project; the hint has names that are like it.
        UsageError: Several projects have the name.
    """
    known = projects.list_project_names(store)
    try:
        key = projects.find_project(store, named)
    except NotFound as error:
        raise NotFound(error.message, _hint(named, known)) from error
    connection = store.reading("transcripts")
    if key and not any(one in known for one in projects.list_same_project(connection, key)):
        raise NotFound(f"There is no project {named!r}.", _hint(named, known))
    return key


def nearest(named: str, names: Iterable[str]) -> list[str]:
    """Return the names that are written most like one, the likest first; none that is far off.

    >>> nearest("biling", ["billing", "web", "Bill"])
    ['billing', 'Bill']
    """
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
