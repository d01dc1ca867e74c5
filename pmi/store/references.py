"""Completes what people type of a reference: the beginning of a session's or message's id.

Example:
    >>> complete(store, Reference("3f9a1c", first=12, last=20))  # doctest: +SKIP
    Reference(session='3f9a1c2b-…', message='', first=12, last=20)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmi.base.errors import NotFound, UsageError
from pmi.model.conversation import Reference

if TYPE_CHECKING:
    from pmi.store.database import Store

BEGINNING_CHARS = 4
"""Fewer characters of an id are no beginning of it."""

CANDIDATES_SHOWN = 8

_SESSIONS = """
    SELECT id FROM session WHERE id > :start AND id < :end AND (parent = '') = :main
    ORDER BY ended_at DESC LIMIT :most
"""
_MESSAGES = """
    SELECT uuid FROM session_message JOIN message ON message.id = session_message.message
    WHERE session_message.session = :session AND uuid > :start AND uuid < :end
    ORDER BY position LIMIT :most
"""


def complete(store: Store, reference: Reference) -> Reference:
    """Return a reference with the whole ids that it begins; whole ones stay as they are.

    A main session comes before a sub-agent's run whose id begins alike.

    Raises:
        NotFound: No session begins so.
        UsageError: Several sessions, or several messages of the session, begin so.
    """
    session = _whole_session(store, reference.session)
    message = reference.message
    if message:
        message = _whole_message(store, session, message)
    return reference._replace(session=session, message=message)


def _whole_session(store: Store, typed: str) -> str:
    connection = store.reading("transcripts")
    if connection.execute("SELECT 1 FROM session WHERE id = ?", (typed,)).fetchone():
        return typed
    if len(typed) < BEGINNING_CHARS:
        raise NotFound(f"There is no session {typed!r}.", "type more of the id")
    found: list[str] = []
    for main in (1, 0):
        values = {**_between(typed), "main": main}
        found = found or [row[0] for row in connection.execute(_SESSIONS, values)]
    if not found:
        raise NotFound(f"There is no session {typed!r}.", "pmi sessions")
    if len(found) > 1:
        raise UsageError(
            f"{typed!r} may be several sessions: {_listed(found)}.", "type more of the id"
        )
    return found[0]


def _whole_message(store: Store, session: str, typed: str) -> str:
    connection = store.reading("transcripts")
    known = connection.execute("SELECT 1 FROM message WHERE uuid = ?", (typed,)).fetchone()
    if known or len(typed) < BEGINNING_CHARS:
        return typed
    values = {**_between(typed), "session": session}
    found = [row[0] for row in connection.execute(_MESSAGES, values)]
    if len(found) > 1:
        raise UsageError(
            f"{typed!r} may be several messages: {_listed(found)}.", "type more of the id"
        )
    return found[0] if found else typed


def _between(typed: str) -> dict[str, object]:
    """Return the bounds of all ids that begin with a text, and how many are looked at."""
    return {"start": typed, "end": typed + "\U0010ffff", "most": CANDIDATES_SHOWN + 1}


def _listed(found: list[str]) -> str:
    more = [*found[:CANDIDATES_SHOWN], "…"] if len(found) > CANDIDATES_SHOWN else found
    return ", ".join(more)
