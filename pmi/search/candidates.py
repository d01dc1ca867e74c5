"""Finds what may answer a question: memories of any status, passages of sources, messages.

Words are looked up as in `pmi.search.query`, the rarest first under a budget of postings, but
each table has a budget of its own: a large archive must not crowd out the memories. What is
found is weighed by whoever asks (`pmi.recall.selection`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pmi.base.errors import Locked, Unwritable
from pmi.base.text import fts_term, query_terms, tokens
from pmi.search.index import catch_up
from pmi.search.regions import terms_of
from pmi.search.schema import IndexSetAside, ensure_index, is_current, mending
from pmi.search.scoring import (
    Chunk,
    Filter,
    conditions,
    count_documents,
    count_words,
    list_chunks,
    pool,
)
from pmi.search.terms import Term, choose_terms
from pmi.store import conversations

if TYPE_CHECKING:
    from collections.abc import Callable

    from pmi.model.conversation import Message
    from pmi.store.database import Store

    Result = TypeVar("Result")

TABLES = ("memory", "past", "source", "message")
ASKED_CHARS = 2000
"""Of a longer question so much of its beginning and of its end is read."""
WORDS_MOST = 96
"""Of a question's words so many are looked up, spread over all of it."""
POSTINGS = {"memory": 8_000, "past": 3_000, "source": 3_000, "message": 6_000}
"""How many postings may be read of each table; so many take about 8 ms together."""


class Question(NamedTuple):
    """A question's words and where they stand.

    Attributes:
        text: What was read of it.
        words: Its telling terms, each once, in their order.
        counts: Table by table, in how many documents each word stands.
        sizes: How many documents each table holds.
    """

    text: str
    words: tuple[str, ...]
    counts: Mapping[str, Mapping[str, int]]
    sizes: Mapping[str, int]

    @property
    def documents(self) -> int:
        """Return how many documents there are."""
        return sum(self.sizes.values())

    def count(self, word: str) -> int:
        """Return in how many documents a word stands."""
        return sum(counts.get(word, 0) for counts in self.counts.values())


def with_index(
    store: Store, wait_s: float | None, work: Callable[[sqlite3.Connection], Result]
) -> tuple[Result, tuple[str, ...]]:
    """Return what some work finds in the index, and keys of notes about the index.

    A damaged index is set aside and made anew.

    Args:
        wait_s: First index what is new, for about so long; None to take the index as it is.
    """
    notes = () if wait_s is None or _is_caught_up(store, wait_s) else ("search_index_behind",)
    try:
        with mending(store):
            return work(_index(store)), notes
    except IndexSetAside:
        catch_up(store, wait_s)
        return work(_index(store)), (*notes, "search_index_rebuilt")


def read_question(connection: sqlite3.Connection, text: str) -> Question:
    """Return a question with the counts of its words; a long one is read at both ends."""
    asked = text
    if len(text) > 2 * ASKED_CHARS:
        asked = f"{text[:ASKED_CHARS]} {text[-ASKED_CHARS:]}"
    words = terms_of(asked) or list(dict.fromkeys(tokens(asked)))
    words = words[:: -(-len(words) // WORDS_MOST) or 1]
    return Question(
        asked,
        tuple(words),
        {table: count_words(connection, table, words) for table in TABLES},
        {table: count_documents(connection, table) for table in TABLES},
    )


def find_memories(
    connection: sqlite3.Connection,
    question: Question,
    table: str,
    chosen: Filter,
    *,
    limit: int,
    names: Collection[str] = (),
) -> dict[str, frozenset[str]]:
    """Return ids of memories, best first, with the words that they share with the question.

    Args:
        table: ``memory`` for active ones, ``past`` for all others.
        names: Names of which one must stand in a memory besides, for some more of them.
    """
    terms = _terms(question, table)
    if not terms:
        return {}
    numbers = _pooled(connection, table, terms, chosen, limit, names)
    marks = ",".join("?" * len(numbers))
    rows = connection.execute(
        f"SELECT id, memory, terms FROM {table}_doc WHERE id IN ({marks})", tuple(numbers)
    )
    known = {row["id"]: row for row in rows}
    return _shared(question, [known[number] for number in numbers])


def filter_memories(
    connection: sqlite3.Connection,
    question: Question,
    table: str,
    chosen: Filter,
    ids: Collection[str],
) -> dict[str, frozenset[str]]:
    """Return those of some memories that stand in a table and fit a filter, the newest first."""
    where, values = conditions(table, chosen)
    marks = ",".join("?" * len(ids))
    rows = connection.execute(
        f"SELECT memory, terms FROM {table}_doc WHERE memory IN ({marks}) {where} ORDER BY id DESC",
        (*ids, *values),
    ).fetchall()
    return _shared(question, rows)


def _shared(question: Question, rows: Iterable[sqlite3.Row]) -> dict[str, frozenset[str]]:
    """Return the words of a question that stand in each of these documents."""
    words = {fts_term(word): word for word in question.words}
    return {
        row["memory"]: frozenset(words[term] for term in words.keys() & row["terms"].split())
        for row in rows
    }


def find_chunks(
    connection: sqlite3.Connection,
    question: Question,
    chosen: Filter,
    *,
    limit: int,
    names: Collection[str] = (),
) -> list[tuple[Chunk, tuple[str, ...]]]:
    """Return chunks of source texts with the words that they share with the question.

    Args:
        names: Names of which one must stand in a chunk besides, for some more of them.
    """
    found = _scored(connection, question, "source", chosen, limit, names)
    chunks = list_chunks(connection, list(found))
    return [(chunks[number], words) for number, words in found.items() if number in chunks]


def find_messages(
    store: Store,
    connection: sqlite3.Connection,
    question: Question,
    chosen: Filter,
    *,
    limit: int,
    names: Collection[str] = (),
) -> list[tuple[Message, tuple[str, ...]]]:
    """Return messages with the words that they share with the question.

    Args:
        names: Names of which one must stand in a message besides, for some more of them.
    """
    found = _scored(connection, question, "message", chosen, limit, names)
    messages = conversations.list_messages_by_number(store, list(found))
    return [(messages[number], words) for number, words in found.items() if number in messages]


def mentions(connection: sqlite3.Connection, session: str, names: Iterable[str]) -> bool:
    """Tell whether anything said in a session holds all words of one of these names."""
    expression = _any_name(names)
    if not expression:
        return False
    row = connection.execute(
        """SELECT 1 FROM message_fts JOIN message_doc ON message_doc.id = message_fts.rowid
        WHERE message_fts MATCH ? AND message_doc.session = ? LIMIT 1""",
        (expression, session),
    ).fetchone()
    return row is not None


def _scored(  # noqa: PLR0917 - the order is that of its two callers
    connection: sqlite3.Connection,
    question: Question,
    table: str,
    chosen: Filter,
    limit: int,
    names: Collection[str],
) -> dict[int, tuple[str, ...]]:
    """Return numbers of documents with the words that they share, best first."""
    terms = _terms(question, table)
    if not terms:
        return {}
    numbers = _pooled(connection, table, terms, chosen, limit, names)
    marks = ",".join("?" * len(numbers))
    found: dict[int, tuple[str, ...]] = dict.fromkeys(numbers, ())
    for term in terms:
        for row in connection.execute(
            f"SELECT rowid FROM {table}_fts WHERE {table}_fts MATCH ? AND rowid IN ({marks})",
            (f'"{term.indexed}"', *numbers),
        ):
            found[row[0]] = (*found[row[0]], term.word)
    return found


def _pooled(  # noqa: PLR0917 - as above
    connection: sqlite3.Connection,
    table: str,
    terms: list[Term],
    chosen: Filter,
    limit: int,
    names: Collection[str],
) -> list[int]:
    """Return the best documents, and the best of those that hold a name."""
    numbers = pool(connection, table, terms, chosen, limit=limit)
    named = _any_name(names)
    if named:
        numbers += pool(connection, table, terms, chosen, limit=limit, besides=named)
    return list(dict.fromkeys(numbers))


def _terms(question: Question, table: str) -> list[Term]:
    counts = question.counts[table]
    return choose_terms(
        ((word, fts_term(word), counts[word]) for word in question.words),
        question.sizes[table],
        POSTINGS[table],
    )


def _any_name(names: Iterable[str]) -> str:
    """Return the FTS5 expression that all words of any one of these names satisfy."""
    groups = []
    for name in names:
        words = dict.fromkeys(fts_term(token) for token in query_terms(name))
        if words:
            groups.append("(" + " AND ".join(f'"{word}"' for word in words) + ")")
    return " OR ".join(groups)


def _index(store: Store) -> sqlite3.Connection:
    if not is_current(store.reading("search")):
        ensure_index(store)
    return store.reading("search")


def _is_caught_up(store: Store, wait_s: float) -> bool:
    try:
        return catch_up(store, wait_s)
    except (Locked, Unwritable):
        return False
