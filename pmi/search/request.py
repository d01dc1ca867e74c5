"""Reads what is asked of a search: which scopes, and what every hit must satisfy.

A condition that only some scopes can satisfy leaves the others out; one that nothing can
satisfy, or that names what is not there, is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, get_args

from pmi.base.clock import require_day, start_of_day
from pmi.base.errors import NotFound, UsageError
from pmi.base.project import short_name
from pmi.model.conversation import Reference, Role
from pmi.model.finding import SCOPES, Scope
from pmi.model.memory import KINDS, Status
from pmi.search.scoring import Filter
from pmi.store import conversations, entities
from pmi.store.projects import find_project, list_project_names, list_same_project

if TYPE_CHECKING:
    from pmi.store.database import Store

ROLES: tuple[Role, ...] = get_args(Role)
STATUSES: tuple[Status, ...] = get_args(Status)
ANY_STATUS = "all"

ONLY_MESSAGES = "search_only_messages"
ONLY_MEMORIES = "search_only_memories"
NEW_PROJECT = "search_unknown_project"
"""Notes: keys of their sentences in `pmi.base.phrases`."""

_MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
NAMED_MOST = 3


class Request(NamedTuple):
    """A search as it was understood.

    Attributes:
        scopes: Those that can satisfy the filter.
        chosen: What every hit must satisfy.
        status: Of memories; ``all`` for every one.
        here: Keys of the project in which it is asked: what is of it counts a little more.
        limit: How many hits are wanted.
        budget: How many postings may be read, over all words.
        notes: What to say about how it was understood, with the values to fill in.
    """

    scopes: tuple[Scope, ...]
    chosen: Filter
    status: str
    here: tuple[str, ...]
    limit: int
    budget: int
    notes: tuple[tuple[str, dict[str, str]], ...]

    def tables(self, scope: Scope) -> tuple[str, ...]:
        """Return the tables of the index in which a scope is kept."""
        if scope != "memories":
            return (_TABLE_OF[scope],)
        if self.status == ANY_STATUS:
            return ("memory", "past")
        return ("memory",) if self.status == "active" else ("past",)


_TABLE_OF: dict[Scope, str] = {
    "sources": "source",
    "transcripts": "message",
    "sessions": "message",
    "knowledge": "page",
}


def read_request(
    store: Store,
    *,
    scopes: Sequence[Scope],
    project: str | None,
    within: str,
    since: str,
    until: str,
    role: str,
    tool: str,
    kind: str,
    status: str,
    entity: str,
    here: str,
    limit: int,
    budget: int,
) -> Request:
    """Return a search as it is understood; see `pmi.search.query.search` for what is given.

    Raises:
        UsageError: A value is none that there can be, or nothing can satisfy all of it.
        NotFound: There is no such session, message, entity or project.
    """
    notes: list[tuple[str, dict[str, str]]] = []
    first, last = _moment(since), _moment(until, 1)
    if first and last and first >= last:
        raise UsageError(f"{until} is before {since}.", "give the earlier day first")
    _check(scopes, role, kind, status)
    fitting, note = _fitting(
        scopes, within=within, message=bool(role or tool), memory=bool(kind or status or entity)
    )
    notes += [(note, {})] if note else []
    projects: tuple[str, ...] = ()
    if project is not None:
        projects, near = _keys_of(store, project)
        notes += [(NEW_PROJECT, {"name": project, "near": near})] if near else []
    chosen = Filter(
        projects,
        since=first,
        until=last,
        messages=_numbers(store, within) if within else None,
        role=role,
        tool=tool.strip(),
        memories=_naming(store, entity) if entity.strip() else None,
        kind=kind,
        status="" if status in {"", "active", ANY_STATUS} else status,
    )
    near_by = tuple(list_same_project(store.reading("transcripts"), here)) if here else ()
    return Request(
        fitting, chosen, status or "active", near_by, max(0, limit), budget, tuple(notes)
    )


def _check(scopes: Sequence[str], role: str, kind: str, status: str) -> None:
    """Refuse a word that names none of the things that there are."""
    for scope in scopes:
        if scope not in SCOPES:
            raise UsageError(f"{scope[:40]!r} is no scope.", f"one of {', '.join(SCOPES)}")
    if role and role not in ROLES:
        raise UsageError(f"{role[:40]!r} is no role.", f"one of {', '.join(ROLES)}")
    if kind and kind not in KINDS:
        raise UsageError(f"{kind[:40]!r} is no kind.", f"one of {', '.join(KINDS)}")
    if status and status not in (*STATUSES, ANY_STATUS):
        choices = ", ".join((*STATUSES, ANY_STATUS))
        raise UsageError(f"{status[:40]!r} is no status.", f"one of {choices}")


def _fitting(
    scopes: Sequence[Scope], *, within: str, message: bool, memory: bool
) -> tuple[tuple[Scope, ...], str]:
    """Return the scopes that can satisfy what is asked, and a note where others are left out."""
    wanted = set(scopes)
    fitting = tuple(
        scope
        for scope in SCOPES
        if scope in wanted
        and not (within and scope != "transcripts")
        and not (message and scope not in {"transcripts", "sessions"})
        and not (memory and scope != "memories")
    )
    if wanted and not fitting:
        raise UsageError("Nothing can satisfy all of these conditions.", "leave one of them out")
    if within or len(fitting) == len(wanted):
        return fitting, ""
    return fitting, ONLY_MEMORIES if memory else ONLY_MESSAGES


def _moment(text: str, later: int = 0) -> str:
    """Return the stored time of a typed day, so many days later; a stored time stays as it is."""
    if re.fullmatch(_MOMENT, text.strip()):
        return text.strip()
    day = require_day(text)
    return start_of_day(day, later) if day else ""


def _keys_of(store: Store, project: str) -> tuple[tuple[str, ...], str]:
    """Return all keys of a project, and where nothing is stored of it the nearest names."""
    named = list_project_names(store)
    try:
        key = find_project(store, project)
    except NotFound as error:
        raise NotFound(error.message, f"one of {_nearest(project, named)}") from error
    keys = tuple(list_same_project(store.reading("transcripts"), key))
    known = not key or any(each in named for each in keys)
    return keys, "" if known else _nearest(key, named)


def _nearest(project: str, named: Mapping[str, str]) -> str:
    """Return the names that are written most like one, the likest first."""
    from difflib import SequenceMatcher

    asked = short_name(project).casefold()
    likeness = {
        key: SequenceMatcher(None, asked, name.casefold()).ratio() for key, name in named.items()
    }
    like = sorted(named, key=lambda key: (-likeness[key], key))
    return ", ".join(like[:NAMED_MOST]) or "-"


def _numbers(store: Store, within: str) -> str:
    """Return the numbers of the messages that a session, or a reference into one, names."""
    text = within.strip()
    reference = Reference.parse(text if text.startswith("cc://") else f"cc://{text}")
    return json.dumps(conversations.list_numbers(store, reference))


def _naming(store: Store, entity: str) -> str:
    connection = store.reading("memory")
    named = entities.get_entity(connection, entity).id
    ids = entities.list_memories_of(connection, entities.members_of(connection, named))
    return json.dumps(sorted(ids))
