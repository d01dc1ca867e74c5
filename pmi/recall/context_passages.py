"""Finds the passages of an answer: of sources, and of what was said in conversations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.errors import NotFound
from pmi.base.text import tokens
from pmi.model.context import ContextItem, ContextQuote
from pmi.model.conversation import Message, Reference
from pmi.model.memory import Trust
from pmi.recall.context_memories import Inquiry, is_about
from pmi.recall.selection import FOLLOWED_SHARE, WEAK_SHARE, is_question, is_strong
from pmi.rules.trust import rank
from pmi.search.candidates import find_chunks, find_messages, mentions
from pmi.search.scoring import Chunk
from pmi.search.snippet import excerpt
from pmi.store import asking, conversations
from pmi.store.speech import pasted_spans, trust_of_passage

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

POOL, READ_MOST = 12, 6
STRONG_MOST, WEAK_MOST = 4, 2
PASSAGE_CHARS = 360
READ_CHARS = 4_000
"""Of a longer message so much around its beginning is compared with the question."""
QUOTED_SHARE = 0.6
"""A passage that a shown memory quotes to this share says nothing more."""


class Shown(NamedTuple):
    """What the memories of an answer quote already: by version, and by reference."""

    spans: dict[str, list[tuple[int, int]]]
    references: frozenset[str]


def shown_in(quoted: Iterable[asking.Quoted]) -> Shown:
    """Return what these quotes show."""
    spans: dict[str, list[tuple[int, int]]] = {}
    references = set()
    for item in quoted:
        spans.setdefault(item.version, []).append((item.start, item.end))
        references.add(item.reference)
    return Shown(spans, frozenset(references))


def find_source_items(
    store: Store, search: sqlite3.Connection, inquiry: Inquiry, shown: Shown
) -> list[ContextItem]:
    """Return passages of source texts, the best first, strong before weak."""
    names = inquiry.participants
    found = find_chunks(search, inquiry.question, inquiry.said, limit=POOL, names=names)
    ranked = sorted(found, key=lambda pair: -inquiry.cover(frozenset(pair[1])))[:READ_MOST]
    about = asking.find_sources(store.reading("memory"), {chunk.source for chunk, _ in ranked})
    items = []
    for chunk, words in ranked:
        source = about.get(chunk.source)
        if source is None or _is_quoted(chunk, shown):
            continue
        if not is_about(names, chunk.text, chunk.title):
            continue
        item = _weighed(inquiry, chunk.text, words)
        if item is None:
            continue
        items.append(
            item._replace(
                section="source",
                reference=chunk.source,
                trust=source["trust"],
                said_at=chunk.at,
                title=source["title"] or source["url"] or source["origin_key"],
                span=(chunk.start, chunk.end),
                external=source["trust"] == "external",
            )
        )
    return _best(items)


def find_conversation_items(
    store: Store, search: sqlite3.Connection, inquiry: Inquiry, shown: Shown
) -> list[ContextItem]:
    """Return passages of conversations, the best first, strong before weak.

    What the user only asked stands for the answer that was given to it.
    """
    found = find_messages(
        store,
        search,
        inquiry.question,
        inquiry.said,
        limit=POOL,
        names=inquiry.participants,
    )
    ranked = sorted(found, key=lambda pair: -inquiry.cover(frozenset(pair[1])))[:READ_MOST]
    items: dict[str, ContextItem] = {}
    for message, words in ranked:
        item = _weighed(inquiry, message.text, words)
        if item is None:
            continue
        said = _said(item, message)
        if message.role == "user" and is_question(message.text):
            answer = _answer_to(store, inquiry, message, said)
            if answer is None or (inquiry.said.until and answer.said_at >= inquiry.said.until):
                continue
            said = answer
        if said.reference in shown.references:
            continue
        known = items.get(said.reference)
        if known is None or said.score > known.score:
            items[said.reference] = said
    return _best(_placed(store, search, inquiry, items.values()))


def _weighed(inquiry: Inquiry, text: str, words: Collection[str]) -> ContextItem | None:
    """Return the passage of a text, or None where it hardly matches."""
    shared = frozenset(words)
    share = inquiry.cover(shared)
    if share < WEAK_SHARE:
        return None
    why = inquiry.heaviest(shared)
    return ContextItem(
        section="conversation",
        reference="",
        text=excerpt(text, why, PASSAGE_CHARS),
        why=why,
        score=round(share, 3),
        weak=not is_strong(share, shared, inquiry.names, inquiry.asked),
    )


def _said(item: ContextItem, message: Message) -> ContextItem:
    trust = _trust_of(message, item.why)
    return item._replace(
        reference=f"cc://{message.session}#{message.uuid}",
        trust=trust,
        said_at=message.at,
        external=trust == "external",
    )


def _trust_of(message: Message, words: Sequence[str]) -> Trust:
    """Return the lowest trust of where these words stand in a message."""
    trust = trust_of_passage(message, 0, 1)
    if message.role != "user" or not pasted_spans(message.text):
        return trust
    folded = message.text.lower()
    places = [folded.find(word) for word in words]
    found = [trust_of_passage(message, place, place + 1) for place in places if place >= 0]
    return min(found, key=rank) if found else "external"


def _answer_to(
    store: Store, inquiry: Inquiry, question: Message, said: ContextItem
) -> ContextItem | None:
    """Return what was answered to a question, with the question as its quote."""
    place = question.position + 1
    try:
        [answer] = conversations.read_messages(
            store, Reference(question.session, first=place, last=place)
        )
    except NotFound:
        return None
    if answer.role != "assistant" or not answer.text.strip():
        return None
    text = answer.text[:READ_CHARS]
    own = frozenset(inquiry.question.words).intersection(tokens(text))
    share = min(1.0, inquiry.cover(own) + FOLLOWED_SHARE * said.score)
    quote = ContextQuote(said.text, said.trust, said.said_at, said.reference)
    item = said._replace(
        text=excerpt(text, inquiry.heaviest(own), PASSAGE_CHARS),
        quotes=(quote,),
        score=round(share, 3),
        weak=not is_strong(share, own, inquiry.names, inquiry.asked),
    )
    return _said(item, answer)._replace(why=said.why)


def _placed(
    store: Store,
    search: sqlite3.Connection,
    inquiry: Inquiry,
    items: Iterable[ContextItem],
) -> list[ContextItem]:
    """Return passages with title and project of their sessions, as far as they are about it."""
    placed = []
    names = inquiry.participants
    for item in items:
        session_id = item.reference.removeprefix("cc://").partition("#")[0]
        session = conversations.find_session(store, session_id)
        title, project = (session.title, session.project) if session else ("", "")
        quoted = (each.quote for each in item.quotes)
        if is_about(names, item.text, title, *quoted) or mentions(search, session_id, names):
            placed.append(item._replace(title=title, project=project))
    return placed


def _best(items: Iterable[ContextItem]) -> list[ContextItem]:
    newest = sorted(items, key=lambda item: item.said_at, reverse=True)
    ranked = sorted(newest, key=lambda item: (-item.score, -rank(item.trust)))
    strong = [item for item in ranked if not item.weak]
    return [*strong[:STRONG_MOST], *[item for item in ranked if item.weak][:WEAK_MOST]]


def _is_quoted(chunk: Chunk, shown: Shown) -> bool:
    """Tell whether shown memories quote nearly all of a chunk."""
    quoted = sum(
        max(0, min(end, chunk.end) - max(start, chunk.start))
        for start, end in shown.spans.get(chunk.version, ())
    )
    return quoted >= QUOTED_SHARE * (chunk.end - chunk.start)
