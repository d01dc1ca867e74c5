"""Answers a question from the index: memories and messages, the best first.

Words are looked up in `search.db`; what is shown comes from the stored texts. A message is
scored together with its neighbours in the conversation, a memory counts a fifth more than
raw conversation. No hits widen the question, with a note; an error stays an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pmi.base.errors import Damaged
from pmi.base.text import fts_term, query_terms, tokens
from pmi.model.finding import Hit, Scope, SearchAnswer
from pmi.search.schema import ensure_index, mending
from pmi.search.snippet import snippet
from pmi.search.terms import Term, choose_terms, inverse_frequency, match_any, match_prefixes
from pmi.store import conversations, memories
from pmi.store.projects import list_same_project

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

POSTING_BUDGET = 50_000
QUERY_CHARS = 4000
"""Of a longer question the beginning and the end are read."""

MEMORY_FACTOR = 1.2
NEIGHBOUR_FACTOR = 0.3
POOL = 200

WIDER_WORDS = "wider_words"
WIDER_PREFIX = "wider_prefix"
INDEX_EMPTIED = "index_rebuilt"
INDEX_BEHIND = "index_behind"
"""Notes, as stable words; `pmi.base.phrases` has their sentences."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What a search is limited to.

    Attributes:
        projects: Keys of one project; empty for all. A memory of no project always fits.
        within: One session; then memories are left out.
        since: Stored time or day from which on; empty for ever.
        until: Stored time or day up to which, the day included.
    """

    projects: tuple[str, ...] = ()
    within: str = ""
    since: str = ""
    until: str = ""


@dataclass(slots=True)
class _Found:
    """A document that matched: its score and the words that did it."""

    score: float = 0.0
    words: list[str] = field(default_factory=list)


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
    budget: int = POSTING_BUDGET,
) -> SearchAnswer:
    """Return the hits for a question, the best first, with notes about how they were found.

    Any string is a safe question. The index is read as it is: whoever wants the newest
    turn calls `index.catch_up` before.

    Args:
        within: A session id: only what was said in there, by position.
        budget: How many postings may be read, over all words.
    """
    projects: tuple[str, ...] = ()
    if project is not None:
        projects = tuple(list_same_project(store.reading("transcripts"), project))
    chosen = Filter(projects, within, since, until)
    wanted = tuple(scope for scope in scopes if not (within and scope == "memories"))
    try:
        with mending(store):
            return _search(store, query, wanted, chosen, limit, budget)
    except Damaged:
        answer = _search(store, query, wanted, chosen, limit, budget)
        return SearchAnswer(answer.query, answer.hits, (INDEX_EMPTIED, *answer.notes))


def _search(
    store: Store, query: str, scopes: Sequence[Scope], chosen: Filter, limit: int, budget: int
) -> SearchAnswer:
    ensure_index(store)
    connection = store.reading("search")
    asked = query if len(query) <= QUERY_CHARS else query[: QUERY_CHARS // 2] + " " + (
        query[-QUERY_CHARS // 2 :]
    )
    words = query_terms(asked)
    hits = _look_up(store, connection, words, scopes, chosen, limit, budget)
    if hits or not asked.strip():
        return SearchAnswer(query, tuple(hits))
    every = [word for word in dict.fromkeys(tokens(asked)) if word not in words]
    if every:
        hits = _look_up(store, connection, every, scopes, chosen, limit, budget)
        if hits:
            return SearchAnswer(query, tuple(hits), (WIDER_WORDS,))
    longer = _longer_words(connection, [*words, *every])
    if longer:
        hits = _look_up(store, connection, longer, scopes, chosen, limit, budget)
    return SearchAnswer(query, tuple(hits), (WIDER_PREFIX,) if hits else ())


def _look_up(
    store: Store,
    connection: sqlite3.Connection,
    words: Sequence[str],
    scopes: Sequence[Scope],
    chosen: Filter,
    limit: int,
    budget: int,
) -> list[Hit]:
    tables = [_TABLE_OF[scope] for scope in scopes]
    sizes = {table: _count_documents(connection, table) for table in tables}
    counted = [
        (word, fts_term(word), {table: _frequency(connection, table, word) for table in tables})
        for word in words
    ]
    documents = sum(sizes.values())
    terms = choose_terms(
        ((word, indexed, sum(counts.values())) for word, indexed, counts in counted),
        documents,
        budget,
    )
    if not terms:
        return []
    hits: list[Hit] = []
    frequencies = {word: counts for word, _, counts in counted}
    for scope, table in zip(scopes, tables, strict=True):
        present = [term for term in terms if frequencies[term.word][table]]
        if not present:
            continue
        rows = _pool(connection, table, present, chosen)
        local = {term.word: frequencies[term.word][table] for term in present}
        found = _score(connection, table, rows, present, local, sizes[table])
        if scope == "memories":
            hits += _memory_hits(store, connection, found, limit)
        else:
            _share_with_neighbours(connection, found)
            hits += _message_hits(store, found, limit)
    hits.sort(key=lambda hit: (-hit.score, hit.scope, hit.reference))
    return hits[:limit]


_TABLE_OF: dict[Scope, str] = {"memories": "memory", "transcripts": "message"}


def _count_documents(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}_doc").fetchone()[0])  # noqa: S608


def _frequency(connection: sqlite3.Connection, table: str, word: str) -> int:
    row = connection.execute(
        f"SELECT doc FROM {table}_vocab WHERE term = ?",  # noqa: S608 - one of two table names
        (fts_term(word),),
    ).fetchone()
    return int(row[0]) if row is not None else 0


def _longer_words(connection: sqlite3.Connection, words: Sequence[str]) -> list[str]:
    """Return indexed words that begin with one of these; the index's own spelling."""
    found: list[str] = []
    for word in words[:8]:
        start = fts_term(word)
        if len(start) < 2:
            continue
        for table in _TABLE_OF.values():
            rows = connection.execute(
                f"SELECT term FROM {table}_vocab WHERE term >= ? AND term < ? LIMIT 8",  # noqa: S608
                (start, start + "\U0010ffff"),
            )
            found += [row[0] for row in rows]
    return list(dict.fromkeys(found))


def _pool(
    connection: sqlite3.Connection, table: str, terms: Sequence[Term], chosen: Filter
) -> list[int]:
    """Return the numbers of the documents worth scoring, by FTS5's own ranking."""
    where, values = _conditions(table, chosen)
    rows = connection.execute(
        f"""SELECT {table}_fts.rowid FROM {table}_fts
            JOIN {table}_doc ON {table}_doc.id = {table}_fts.rowid
            WHERE {table}_fts MATCH ? {where}
            ORDER BY bm25({table}_fts), {table}_fts.rowid DESC LIMIT ?""",  # noqa: S608
        (match_any(terms), *values, POOL),
    )
    return [row[0] for row in rows]


def _conditions(table: str, chosen: Filter) -> tuple[str, list[str]]:
    parts: list[str] = []
    values: list[str] = []
    if chosen.projects:
        marks = ",".join("?" * len(chosen.projects))
        everywhere = " OR memory_doc.project = ''" if table == "memory" else ""
        parts.append(f"({table}_doc.project IN ({marks}){everywhere})")
        values += chosen.projects
    if table == "message":
        if chosen.within:
            parts.append("message_doc.session = ?")
            values.append(chosen.within)
        if chosen.since:
            parts.append("message_doc.at >= ?")
            values.append(chosen.since)
        if chosen.until:
            parts.append("message_doc.at < ?")
            values.append(chosen.until + ("U" if len(chosen.until) <= 10 else ""))
    return "".join(f" AND {part}" for part in parts), values


def _score(
    connection: sqlite3.Connection,
    table: str,
    rows: Sequence[int],
    terms: Sequence[Term],
    counts: dict[str, int],
    documents: int,
) -> dict[int, _Found]:
    """Score documents word by word, with weights taken over all scopes together.

    FTS5 weighs a word by its own table, where in a small one every word is common; its part
    for how often the word stands in the document is kept, its weight is exchanged.
    """
    found: dict[int, _Found] = {row: _Found() for row in rows}
    marks = ",".join("?" * len(rows))
    for term in terms:
        own_weight = _fts_weight(counts[term.word], documents)
        for row in connection.execute(
            f"""SELECT rowid, bm25({table}_fts) FROM {table}_fts
                WHERE {table}_fts MATCH ? AND rowid IN ({marks})""",  # noqa: S608
            (f'"{term.indexed}"', *rows),
        ):
            document = found[row[0]]
            document.score += term.weight * -row[1] / own_weight
            document.words.append(term.word)
    return found


def _fts_weight(count: int, documents: int) -> float:
    """Return the weight that FTS5 itself gives a word (see its bm25: never 0 or less)."""
    import math  # noqa: PLC0415

    weight = math.log((documents - count + 0.5) / (count + 0.5)) if documents >= count else 0.0
    return weight if weight > 0.0 else 1e-6


def _share_with_neighbours(connection: sqlite3.Connection, found: dict[int, _Found]) -> None:
    """Let a message gain from the ones beside it that matched too."""
    marks = ",".join("?" * len(found))
    places = {
        (row[1], row[2]): row[0]
        for row in connection.execute(
            f"SELECT id, session, position FROM message_doc WHERE id IN ({marks})",  # noqa: S608
            tuple(found),
        )
    }
    own = {number: document.score for number, document in found.items()}
    for (session, position), number in places.items():
        for step in (-2, -1, 1, 2):
            beside = places.get((session, position + step))
            if beside is not None:
                found[number].score += NEIGHBOUR_FACTOR / abs(step) * own[beside]


def _memory_hits(
    store: Store, connection: sqlite3.Connection, found: dict[int, _Found], limit: int
) -> list[Hit]:
    best = sorted(found, key=lambda number: (-found[number].score, number))[:limit]
    marks = ",".join("?" * len(best))
    names = {
        row[1]: row[0]
        for row in connection.execute(
            f"SELECT id, memory FROM memory_doc WHERE id IN ({marks})",  # noqa: S608
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


def _message_hits(store: Store, found: dict[int, _Found], limit: int) -> list[Hit]:
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


__all__ = ["Filter", "inverse_frequency", "match_prefixes", "search"]
