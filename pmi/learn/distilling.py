"""Finds what waits to be distilled, and notes what was: the reading itself is an agent's.

A mark is a row of the journal entry that brings what was found, so that both stand or neither.

Example: ``list_waiting(store)[0].reference`` is ``cc://SESSION:13-42``. Marked with that, it
waits no longer until more is said there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pmi.base.config import load
from pmi.base.errors import NotFound, UsageError
from pmi.base.ids import new_id
from pmi.model.conversation import Reference
from pmi.model.distilling import Distilled, Undistilled
from pmi.rules import distilling as rules
from pmi.search.live_branch import find_taken_back
from pmi.store import conversations, distilled, memories, periods, sources
from pmi.store.references import complete

if TYPE_CHECKING:
    from pmi.model.distilling import Unread
    from pmi.store.database import Store
    from pmi.store.rows import Effect


def list_waiting(store: Store, project: str | None = None) -> list[Undistilled]:
    """Return what waits to be distilled now, conversations first, each sort newest first.

    Args:
        project: Only conversations of this project, and no documents: they belong to none.
    """
    now = store.clock()
    found = [item for item in list_unread(store, project) if rules.is_settled(item, now)]
    return found if project is not None else [*found, *list_documents(store)]


def list_unread(
    store: Store, project: str | None = None, *, counting: bool = True
) -> list[Undistilled]:
    """Return conversations that wait, or will when nothing more is said, the newest first.

    Args:
        counting: Tell of each how many prompts it has; else only that they are enough.
    """
    marks = distilled.list_marks(store.reading("memory"))
    since = rules.later(store.clock(), -rules.DAYS * 86_400)
    most = -1 if counting else rules.PROMPTS_MIN
    found = distilled.list_unread(store, marks, since, project, most=most)
    settled_s = int(load(store.home)["learning"]["settled_minutes"]) * 60
    placed = (rules.place(item, settled_s) for item in found)
    return [item for item in placed if item is not None]


def list_documents(store: Store) -> list[Undistilled]:
    """Return texts whose newest version nobody quoted or marked, the newest first."""
    return [
        Undistilled(item.source, "document", item.title, "", item.at, item.chars, 0, item.at)
        for item in distilled.list_unread_texts(store.reading("memory"))
    ]


def mark_effects(store: Store, references: Iterable[str], actor: str) -> list[Effect]:
    """Return the rows that note these conversations and documents as distilled.

    What is marked to its length already makes no row.

    Raises:
        NotFound: There is no such conversation or source.
        UsageError: It names a single message, or leaves out what comes before it.
    """
    marks = dict(_mark(store, reference.strip()) for reference in references)
    connection = store.reading("memory")
    return [
        {
            "row": "distilled",
            "id": new_id("dst"),
            "subject": subject,
            "upto": upto,
            "at": store.clock(),
            "actor": actor,
        }
        for subject, upto in marks.items()
        if upto > distilled.find_mark(connection, subject)
    ]


def get_distilled(store: Store, reference: Reference) -> Distilled | None:
    """Return what went before the part of a conversation that waits, and what is kept of it.

    Args:
        reference: With whole ids.

    Returns:
        None for any other part, and where nothing went before.
    """
    waiting = _unread(store, reference.session) if reference.first > 1 else None
    if waiting is None or reference.first != waiting.first:
        return None
    connection = store.reading("memory")
    left = find_taken_back(store, reference.session)
    prompts = periods.list_prompts(store, reference.session)
    quoting = periods.list_quoting_session(connection, [reference.session])
    known = memories.find_many(connection, quoting)
    return Distilled(
        session=reference.session,
        upto=waiting.upto,
        prompts=tuple(
            prompt
            for prompt in prompts
            if prompt.position < waiting.first and prompt.uuid not in left
        ),
        memories=tuple(item for item in known if item.status in {"active", "disputed"})[::-1],
    )


def _mark(store: Store, text: str) -> tuple[str, int]:
    """Return what a mark is about, and up to where."""
    if not text.startswith("cc://"):
        found = sources.find_newest(store.reading("memory"), text)
        if found is None or found["kind"] == "conversation":
            raise NotFound(f"There is no source {text[:200]!r}.", "pmi distill list")
        return str(found["version"]), 1
    reference = complete(store, Reference.parse(text))
    session = conversations.find_session(store, reference.session)
    if session is None:
        raise NotFound(f"There is no session {reference.session!r}.", "pmi distill list")
    if reference.message:
        raise UsageError(f"{text[:200]!r} is one message.", f"name all: cc://{reference.session}")
    waiting = _unread(store, session.id)
    if waiting is not None and reference.first > waiting.first:
        raise UsageError(
            f"What stands before message {reference.first} was not distilled.",
            f"name it too: cc://{session.id}:{waiting.first}-{reference.last}",
        )
    return session.id, min(reference.last or session.messages, session.messages)


def _unread(store: Store, session: str) -> Unread | None:
    """Return a session of which something was not distilled yet, else None."""
    upto = distilled.find_mark(store.reading("memory"), session)
    found = distilled.list_unread(store, {session: upto}, "", session=session)
    return found[0] if found and found[0].first else None
