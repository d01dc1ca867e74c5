"""``memory_list``: rows of one sort, filtered, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from pmi.base.errors import UsageError
from pmi.memory_server.boundary import (
    RESULT_LIMIT_CHARS,
    fenced,
    language,
    open_memory,
    project_read,
    session_id,
)
from pmi.memory_server.paging import page_of
from pmi.model.learning import LEARNING_STATUSES
from pmi.model.memory import Memory as StoredMemory
from pmi.model.memory import Status
from pmi.recall.distilling_text import undistilled_line
from pmi.recall.entity_text import entity_line, sources_text
from pmi.recall.memory_text import memories_text
from pmi.recall.render import shown_line
from pmi.recall.review_text import waiting_line
from pmi.recall.wording import say_day
from pmi.store.projects import list_project_names

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.model.learning import Learning
    from pmi.model.operation import Review

What = Literal[
    "memories",
    "slots",
    "entities",
    "proposals",
    "learnings",
    "recent",
    "sources",
    "undistilled",
]

FILTERS: dict[What, tuple[str, ...]] = {
    "memories": ("status", "kind", "entity", "source", "project"),
    "recent": ("kind", "entity", "source", "project"),
    "slots": ("kind", "project"),
    "entities": ("kind",),
    "proposals": ("status",),
    "learnings": ("status", "source", "project"),
    "undistilled": ("project",),
    "sources": ("kind",),
}
"""Which filters a list knows; another one would seem to have been obeyed."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to list; empty filters take everything, or what is current."""

    what: What
    status: str
    kind: str
    entity: str
    source: str
    project: str
    limit: int
    offset: int


def list_some(wanted: Wanted) -> str:
    """Return a page of a list, as text in the fence.

    Raises:
        UsageError: A filter has a value that nothing has, or does not go with this list.
        NotFound: There is no such entity or source.
    """
    _check_filters(wanted)
    with open_memory() as memory:
        words = language(memory.home)
        lines = _lines(memory, wanted, words)
    body = page_of(lines, words, offset=wanted.offset, limit=wanted.limit, room=RESULT_LIMIT_CHARS)
    return fenced(wanted.what, body)


def _check_filters(wanted: Wanted) -> None:
    given = {
        name: getattr(wanted, name) for name in ("status", "kind", "entity", "source", "project")
    }
    if given["project"] == "all":
        given["project"] = ""
    for name, value in given.items():
        if value and name not in FILTERS[wanted.what]:
            known = ", ".join(FILTERS[wanted.what])
            raise UsageError(f"{wanted.what} can not be listed by {name}.", f"one of {known}")


def _lines(memory: Memory, wanted: Wanted, words: str) -> list[str]:
    """Return one line per row; of memories only as many as tell whether there are more."""
    today = memory.store.clock()
    if wanted.what == "entities":
        entities = memory.list_entities()
        return [entity_line(item, words) for item in entities if wanted.kind in {"", item.kind}]
    if wanted.what == "sources":
        sources = [item for item in memory.list_sources() if wanted.kind in {"", item.kind}]
        return [sources_text([item], words, today=today) for item in sources]
    if wanted.what == "proposals":
        status = _chosen(wanted.status, ("pending", "approved", "rejected", "settled"), "pending")
        return [_review_line(item, words) for item in memory.list_reviews(status)]
    if wanted.what == "undistilled":
        project = project_read(memory, wanted.project)
        names = list_project_names(memory.store)
        waiting = memory.undistilled(project)
        return [undistilled_line(item, words, today=today, names=names) for item in waiting]
    if wanted.what == "learnings":
        return [_learning_line(item, words, today) for item in _learnings(memory, wanted)]
    slots = wanted.what == "slots"
    return [
        memories_text([item], words, today=today, statuses=True, slots=slots)
        for item in _memories(memory, wanted)
    ]


def _review_line(review: Review, words: str) -> str:
    return f"{waiting_line(review, words)} ({review.reason}, {review.status}, {review.actor})"


def _learnings(memory: Memory, wanted: Wanted) -> list[Learning]:
    """Return learnings, those that wait unless told otherwise; also only this session's."""
    status = _chosen(wanted.status, LEARNING_STATUSES, "pending")
    found = memory.learnings(status)
    if wanted.source:
        named = wanted.source.removeprefix("cc://").partition("#")[0]
        session = session_id(memory.home) if named == "conversation" else named
        found = [item for item in found if session and item.session.startswith(session)]
    project = project_read(memory, wanted.project)
    return found if project is None else [item for item in found if item.project == project]


def _learning_line(item: Learning, words: str, today: str) -> str:
    quote = f" “{shown_line(item.quote, 200)}”" if item.quote else ""
    day = say_day(item.said_at or item.at, words, today)
    text = shown_line(item.text, 300)
    return f"{item.number} {text}{quote} ({item.status}, {day}) {item.reference}".rstrip()


def _memories(memory: Memory, wanted: Wanted) -> list[StoredMemory]:
    project = project_read(memory, wanted.project)
    if wanted.what == "slots":
        slots = memory.list_slots(project)
        return [item for item in slots if wanted.kind in {"", item.kind}]
    default = "all" if wanted.what == "recent" else "active"
    status = _chosen(wanted.status, get_args(Status), default)
    return memory.list_memories(
        next((name for name in get_args(Status) if name == status), None),
        project=project,
        kind=wanted.kind,
        entity=wanted.entity,
        source=wanted.source,
        limit=wanted.offset + wanted.limit + 1,
    )


def _chosen(given: str, known: tuple[str, ...], default: str) -> str | None:
    """Return a status, or None for all."""
    wanted = given or default
    if wanted == "all":
        return None
    if wanted not in known:
        raise UsageError(f"{wanted[:80]!r} is no status.", f"one of {', '.join((*known, 'all'))}")
    return wanted
