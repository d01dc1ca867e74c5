"""Turns what a look found into hits, scope by scope.

Each room reads what is shown from the stored texts and says what is to be known of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pmi.base.text import tokens
from pmi.model.finding import Hit, Mark, Scope
from pmi.search.drafts import Draft, Sessions
from pmi.search.scoring import Found, list_chunks
from pmi.search.session_hits import session_hits
from pmi.store import asking, conversations, memories
from pmi.store.projects import as_joined

if TYPE_CHECKING:
    from pmi.model.conversation import Message
    from pmi.model.memory import Memory
    from pmi.search.look import Look

MEMORY_FACTOR = 1.2
"""What was made of conversations counts more than they do."""


def find_hits(look: Look, scope: Scope) -> list[Draft]:
    """Return the hits of one scope, at most as many as are wanted."""
    return _ROOMS[scope](look)


def _memory_hits(look: Look) -> list[Draft]:
    hits: list[Draft] = []
    for table in look.request.tables("memories"):
        best = look.best(table, look.request.limit)
        rows = look.connection.execute(
            f"SELECT id, memory FROM {table}_doc WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(best),),
        )
        names = {row[1]: row[0] for row in rows}
        connection = look.store.reading("memory")
        rejected = set(asking.list_rejected(connection, names)) if table == "past" else set()
        for memory in as_joined(look.store, memories.find_many(connection, list(names))):
            if memory.id in rejected or (memory.status == "active") != (table == "memory"):
                continue  # not so, or not indexed yet as it is now
            hits.append(_memory_hit(memory, look.found(table)[names[memory.id]]))
    return hits


def _memory_hit(memory: Memory, found: Found) -> Draft:
    text = memory.content + (f" — {memory.detail}" if memory.detail else "")
    said = memory.evidence[0].said_at if memory.evidence else ""
    marks: list[Mark] = []
    if memory.status != "active":
        marks.append("past")
    if memory.verification != "user_confirmed":
        marks.append("unconfirmed")
    if memory.trust == "external":
        marks.append("external")
    hit = Hit(
        scope="memories",
        reference=memory.id,
        title=memory.kind,
        snippet="",
        at=said or memory.recorded_at,
        project=memory.project,
        role="",
        why=found.why,
        score=found.score * MEMORY_FACTOR,
        marks=tuple(marks),
    )
    return Draft(hit, text, found.words)


def _source_hits(look: Look) -> list[Draft]:
    best = look.best("source", look.request.limit)
    places = list_chunks(look.connection, best)
    about = asking.find_sources(
        look.store.reading("memory"), {place.source for place in places.values()}
    )
    hits: list[Draft] = []
    for number in best:
        place, document = places[number], look.found("source")[number]
        source = about.get(place.source)
        if source is None:
            continue
        hit = Hit(
            scope="sources",
            reference=place.source,
            title=source["title"] or source["url"],
            snippet="",
            at=place.at,
            project="",
            role="",
            why=document.why,
            score=document.score,
            marks=("external",) if source["trust"] == "external" else (),
        )
        hits.append(Draft(hit, place.text, document.words))
    return hits


def _message_hits(look: Look) -> list[Draft]:
    best = look.best("message", look.request.limit)
    messages = conversations.list_messages_by_number(look.store, best)
    known = Sessions(look.store)
    hits: list[Draft] = []
    for number in best:
        message, document = messages.get(number), look.found("message")[number]
        if message is None:
            continue
        session = known.get(message.session)
        hit = Hit(
            scope="transcripts",
            reference=f"cc://{message.session}#{message.uuid}",
            title=session.title if session else "",
            snippet="",
            at=message.at,
            project=session.project if session else "",
            role=message.role,
            why=document.why,
            score=document.score,
            marks=(*_marks_of_message(message), *known.marks(session)),
        )
        hits.append(Draft(hit, message.text, document.words))
    return hits


def _marks_of_message(message: Message) -> tuple[Mark, ...]:
    return ("external",) if message.pasted else ()


def _page_hits(look: Look) -> list[Draft]:
    best = look.best("page", look.request.limit)
    rows = look.connection.execute(
        """SELECT id, path, line, at, title, text FROM page_doc
            WHERE id IN (SELECT value FROM json_each(?))""",
        (json.dumps(best),),
    ).fetchall()
    hits: list[Draft] = []
    for row in rows:
        document = look.found("page")[row["id"]]
        line = row["line"] + _telling_line(row["text"], document.words)
        hit = Hit(
            scope="knowledge",
            reference=f"{row['path']}:{line}",
            title=row["title"] or row["path"],
            snippet="",
            at=row["at"],
            project="",
            role="",
            why=document.why,
            score=document.score,
        )
        hits.append(Draft(hit, row["text"], document.words))
    return hits


def _telling_line(text: str, words: Sequence[str]) -> int:
    """Return which line of a passage, from 0, has the most of these words, the first of such."""
    counts = [len({*tokens(line)}.intersection(words)) for line in text.split("\n")]
    return counts.index(max(counts))


_ROOMS: dict[Scope, Callable[[Look], list[Draft]]] = {
    "memories": _memory_hits,
    "sources": _source_hits,
    "transcripts": _message_hits,
    "sessions": session_hits,
    "knowledge": _page_hits,
}
