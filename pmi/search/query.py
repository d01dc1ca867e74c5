"""Answers a query from the index: memories, sources and messages, the best first.

Words are looked up in `search.db`; what is shown comes from the stored texts. A message is
scored together with its neighbours in the conversation, a memory counts a fifth more than
raw conversation. No hits widen the question, with a note; an error stays an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmi.base.clock import start_of_day
from pmi.base.config import load
from pmi.base.errors import Locked, NotFound, Unwritable
from pmi.base.phrases import say
from pmi.base.text import fts_term, query_terms, tokens
from pmi.model.conversation import Reference
from pmi.model.finding import Hit, Scope, SearchAnswer
from pmi.search.index import catch_up
from pmi.search.schema import IndexSetAside, ensure_index, is_current, mending
from pmi.search.scoring import (
    TABLE_OF,
    Filter,
    Found,
    count_documents,
    count_words,
    fts_weight,
    list_chunks,
    score,
    share_with_neighbours,
)
from pmi.search.snippet import snippet
from pmi.search.terms import choose_terms
from pmi.store import asking, conversations, memories
from pmi.store.projects import list_same_project

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

QUERY_CHARS = 4000
"""Of a longer question the beginning and the end are read."""

MEMORY_FACTOR = 1.2

WIDER_WORDS = "search_wider_words"
WIDER_PREFIX = "search_wider_prefix"
INDEX_EMPTIED = "search_index_rebuilt"
INDEX_BEHIND = "search_index_behind"
"""Notes: keys of their sentences in `pmi.base.phrases`."""


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Where and how far to look: scopes, filter, hits wanted, postings that may be read."""

    scopes: tuple[Scope, ...]
    chosen: Filter
    limit: int
    budget: int


def search(
    store: Store,
    query: str,
    *,
    scopes: Sequence[Scope] = ("memories", "transcripts"),
    project: str | None = None,
    within: str = "",
    since: str = "",
    until: str = "",
    limit: int = 10,
    budget: int = 0,
    wait_s: float | None = None,
) -> SearchAnswer:
    """Return the hits for a question, the best first, with notes about how they were found.

    Any string is a safe question.

    Args:
        within: A session, or its `cc://` reference: only what was said in there.
        budget: How many postings may be read, over all words; 0 for what the config says.
        wait_s: First index what is new, for about so long; None to take the index as it is.
    """
    settings = load(store.home)
    projects: tuple[str, ...] = ()
    if project is not None:
        projects = tuple(list_same_project(store.reading("transcripts"), project))
    session = _session_of(store, within) if within else ""
    first = start_of_day(since) if len(since) == 10 else since
    last = start_of_day(until, 1) if len(until) == 10 else until
    chosen = Filter(projects, session, first, last)
    wanted = tuple(scope for scope in scopes if not (within and scope != "transcripts"))
    budget = budget or int(settings["search"]["posting_budget"])
    bounds = _Bounds(wanted, chosen, max(0, limit), budget)
    notes = [] if wait_s is None or _catch_up(store, wait_s) else [INDEX_BEHIND]
    try:
        with mending(store):
            hits, how = _search(store, query, bounds)
    except IndexSetAside:
        catch_up(store, wait_s)
        notes.append(INDEX_EMPTIED)
        hits, how = _search(store, query, bounds)
    language = str(settings["general"]["language"])
    said = tuple(say(key, language) for key in (*notes, *how))
    return SearchAnswer(query, tuple(hits), said)


def _catch_up(store: Store, wait_s: float) -> bool:
    """Bring the index up to date; a locked or read-only one is searched as it is."""
    try:
        return catch_up(store, wait_s)
    except (Locked, Unwritable):
        return False


def _session_of(store: Store, within: str) -> str:
    reference = Reference.parse(within if within.startswith("cc://") else f"cc://{within}")
    session = conversations.find_session(store, reference.session)
    if session is None:
        raise NotFound(f"There is no session {reference.session!r}.", "pmi sessions")
    return session.id


def _search(store: Store, query: str, bounds: _Bounds) -> tuple[list[Hit], tuple[str, ...]]:
    """Return hits and the notes on how they were found: as asked, else ever wider."""
    if not is_current(store.reading("search")):
        ensure_index(store)
    connection = store.reading("search")
    asked = _ends_of(query)
    words = query_terms(asked)
    hits = _look_up(store, connection, words, bounds)
    if hits or not asked.strip():
        return hits, ()
    every = [word for word in dict.fromkeys(tokens(asked)) if word not in words]
    if every:
        hits = _look_up(store, connection, every, bounds)
        if hits:
            return hits, (WIDER_WORDS,)
    longer = _longer_words(connection, [*words, *every])
    if longer:
        hits = _look_up(store, connection, longer, bounds)
    return hits, (WIDER_PREFIX,) if hits else ()


def _ends_of(query: str) -> str:
    if len(query) <= QUERY_CHARS:
        return query
    return f"{query[: QUERY_CHARS // 2]} {query[-QUERY_CHARS // 2 :]}"


def _look_up(
    store: Store, connection: sqlite3.Connection, words: Sequence[str], bounds: _Bounds
) -> list[Hit]:
    tables = [TABLE_OF[scope] for scope in bounds.scopes]
    sizes = {table: count_documents(connection, table) for table in tables}
    frequencies = {table: count_words(connection, table, words) for table in tables}
    counted = (
        (word, fts_term(word), sum(counts[word] for counts in frequencies.values()))
        for word in words
    )
    terms = choose_terms(counted, sum(sizes.values()), bounds.budget)
    hits: list[Hit] = []
    for scope, table in zip(bounds.scopes, tables, strict=True):
        local = frequencies[table]
        present = [
            (term, fts_weight(local[term.word], sizes[table])) for term in terms if local[term.word]
        ]
        if not present:
            continue
        found = score(connection, table, present, bounds.chosen)
        if scope == "memories":
            hits += _memory_hits(store, connection, found, bounds)
        elif scope == "sources":
            hits += _source_hits(store, connection, found, bounds.limit)
        else:
            share_with_neighbours(connection, found)
            hits += _message_hits(store, found, bounds.limit)
    hits.sort(key=lambda hit: (-hit.score, hit.scope, hit.reference))
    return hits[: bounds.limit]


def _longer_words(connection: sqlite3.Connection, words: Sequence[str]) -> list[str]:
    """Return indexed words that begin with one of these; the index's own spelling."""
    found: list[str] = []
    for word in words[:8]:
        start = fts_term(word)
        if len(start) < 2:
            continue
        for table in TABLE_OF.values():
            rows = connection.execute(
                f"SELECT term FROM {table}_vocab WHERE term >= ? AND term < ? LIMIT 8",
                (start, start + "\U0010ffff"),
            )
            found += [row[0] for row in rows]
    return list(dict.fromkeys(found))


def _memory_hits(
    store: Store, connection: sqlite3.Connection, found: dict[int, Found], bounds: _Bounds
) -> list[Hit]:
    best = sorted(found, key=lambda number: (-found[number].score, number))[: bounds.limit]
    marks = ",".join("?" * len(best))
    names = {
        row[1]: row[0]
        for row in connection.execute(
            f"SELECT id, memory FROM memory_doc WHERE id IN ({marks})",
            tuple(best),
        )
    }
    hits = []
    for memory in memories.find_many(store.reading("memory"), list(names)):
        if memory.status != "active":
            continue
        document = found[names[memory.id]]
        text = memory.content + (f" — {memory.detail}" if memory.detail else "")
        said = memory.evidence[0].said_at if memory.evidence else ""
        hits.append(
            Hit(
                scope="memories",
                reference=memory.id,
                title=memory.kind,
                snippet=snippet(text, document.words),
                at=said or memory.recorded_at,
                project=memory.project,
                role="",
                why=tuple(document.words),
                score=document.score * MEMORY_FACTOR,
            )
        )
    return hits


def _source_hits(
    store: Store, connection: sqlite3.Connection, found: dict[int, Found], limit: int
) -> list[Hit]:
    best = sorted(found, key=lambda number: (-found[number].score, number))[:limit]
    places = list_chunks(connection, best)
    about = asking.find_sources(
        store.reading("memory"), {place.source for place in places.values()}
    )
    hits = []
    for number in best:
        place, document = places[number], found[number]
        source = about.get(place.source)
        if source is None:
            continue
        hits.append(
            Hit(
                scope="sources",
                reference=place.source,
                title=source["title"] or source["url"],
                snippet=snippet(place.text, document.words),
                at=place.at,
                project="",
                role="",
                why=tuple(document.words),
                score=document.score,
            )
        )
    return hits


def _message_hits(store: Store, found: dict[int, Found], limit: int) -> list[Hit]:
    best = sorted(found, key=lambda number: (-found[number].score, number))[:limit]
    messages = conversations.list_messages_by_number(store, best)
    titles: dict[str, tuple[str, str]] = {}
    hits = []
    for number in best:
        message = messages.get(number)
        if message is None:
            continue
        if message.session not in titles:
            session = conversations.find_session(store, message.session)
            titles[message.session] = (session.title, session.project) if session else ("", "")
        title, project = titles[message.session]
        document = found[number]
        hits.append(
            Hit(
                scope="transcripts",
                reference=f"cc://{message.session}#{message.uuid}",
                title=title,
                snippet=snippet(message.text, document.words),
                at=message.at,
                project=project,
                role=message.role,
                why=tuple(document.words),
                score=document.score,
            )
        )
    return hits
