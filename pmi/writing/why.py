"""Tells who said a memory, when, in which words, in which session, and what resumes it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from pmi.base.errors import NotFound, UsageError
from pmi.model.conversation import Reference, Session
from pmi.model.learning import Learning
from pmi.rules.resuming import resume_command
from pmi.store import journal, learnings, memories
from pmi.store.conversations import find_session
from pmi.store.database import Store

if TYPE_CHECKING:
    import sqlite3

ID_DIGITS = 6
"""From so many digits on it is the end of an id, and no number."""

_SPEAKERS = {"owner": "user", "agent": "agent", "external": "external"}


def explain(store: Store, reference: str) -> dict[str, Any]:
    """Return where a memory or a learning comes from; keys without an answer are empty.

    A lesson that was put in other words comes from where it was said first.

    Keys: text, who, when, words, before (the words that it had earlier), session, reference,
    resume, entry, and ``evidence`` with all quotes.

    Raises:
        NotFound: There is no such memory.
    """
    connection = store.reading("memory")
    number = reference.strip().removeprefix("#")
    is_number = number.isdecimal() and len(number) < ID_DIGITS
    learning = learnings.find_learning(connection, int(number)) if is_number else None
    if learning is not None and learning.text and not learning.memory:
        return _explain_learning(store, learning)
    found = _explain_memory(store, reference)
    learning = learnings.find_learning(connection, found["number"])
    if learning is not None and learning.quote and found["before"]:
        found |= _first_said(store, learning)
    return found


def _explain_memory(store: Store, reference: str) -> dict[str, Any]:
    connection = store.reading("memory")
    memory = memories.get_memory(connection, reference)
    entry = journal.find(connection, memory.entry)
    first = memory.evidence[0] if memory.evidence else None
    session = _session(store, first.reference) if first is not None else None
    return {
        "memory": memory.id,
        "number": memory.number,
        "text": memory.content,
        "who": _SPEAKERS[first.trust] if first is not None else (entry.actor if entry else ""),
        "when": first.said_at if first is not None else memory.recorded_at,
        "words": first.quote if first is not None else "",
        "before": _before(connection, memory.number),
        "session": session.title or session.id if session is not None else "",
        "reference": first.reference if first is not None else "",
        "resume": _resume(session) if session is not None else "",
        "entry": memory.entry,
        "actor": entry.actor if entry is not None else "",
        "status": memory.status,
        "verification": memory.verification,
        "evidence": [
            {
                "quote": item.quote,
                "reference": item.reference,
                "trust": item.trust,
                "said_at": item.said_at,
            }
            for item in memory.evidence
        ],
    }


def _explain_learning(store: Store, learning: Learning) -> dict[str, Any]:
    """Return where a learning comes from that is no memory (yet)."""
    return {
        "memory": "",
        "number": learning.number,
        "text": learning.text,
        "who": "user",
        "before": _before(store.reading("memory"), learning.number),
        **_first_said(store, learning),
        "entry": 0,
        "actor": "",
        "status": learning.status,
        "verification": "",
        "evidence": [],
    }


def _first_said(store: Store, learning: Learning) -> dict[str, Any]:
    session = _session(store, learning.reference)
    return {
        "when": learning.said_at,
        "words": learning.quote,
        "session": session.title or session.id if session is not None else "",
        "reference": learning.reference,
        "resume": _resume(session) if session is not None else "",
    }


def _before(connection: sqlite3.Connection, number: int) -> str:
    """Return the words that a learning had before its last edit; empty for none."""
    edits = learnings.list_edits(connection, number) if number else []
    if not edits:
        return ""
    earlier = [learnings.find_first_text(connection, number), *(edit.text for edit in edits[:-1])]
    return " → ".join(earlier)


def _resume(session: Session) -> str:
    """Return the command that goes on with a session, in its folder where that is there."""
    folder = session.cwd if os.path.isdir(session.cwd) else ""
    return resume_command(session.parent or session.id, folder)


def _session(store: Store, reference: str) -> Session | None:
    if not reference.startswith("cc://"):
        return None
    try:
        return find_session(store, Reference.parse(reference).session)
    except (UsageError, NotFound):
        return None
