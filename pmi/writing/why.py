"""Tells who said a memory, when, in which words, in which session, and what resumes it."""

from __future__ import annotations

import os
from typing import Any

from pmi.base.errors import NotFound, UsageError
from pmi.model.conversation import Reference, Session
from pmi.rules.resuming import resume_command
from pmi.store import journal, memories
from pmi.store.conversations import find_session
from pmi.store.database import Store

_SPEAKERS = {"owner": "user", "agent": "agent", "external": "external"}


def explain(store: Store, reference: str) -> dict[str, Any]:
    """Return where a memory comes from; keys without an answer are empty.

    Keys: text, who, when, words, session, reference, resume, entry, and ``evidence`` with all
    quotes.

    Raises:
        NotFound: There is no such memory.
    """
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
