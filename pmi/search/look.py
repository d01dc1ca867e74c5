"""One look into the index: the terms of a question, and what they find in each table.

Words are counted over all tables that are looked into, the rarest are taken under one budget
of postings. What a table's documents score is made in one place, `Look.found`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from pmi.base.text import fts_term
from pmi.model.finding import HERE, MEANING, RECENT
from pmi.search.fusion import fuse
from pmi.search.passages import weigh_passages
from pmi.search.scoring import (
    POOL,
    Found,
    count_documents,
    count_words,
    fts_weight,
    score,
)
from pmi.search.terms import Term, choose_terms
from pmi.search.vectors import find_near

if TYPE_CHECKING:
    import sqlite3

    from pmi.search.request import Request
    from pmi.store.database import Store

POOL_MOST = 5_000
"""However many hits are wanted, no more documents than that are scored."""

HERE_FACTOR = 1.1
RECENT_FACTOR = 0.1
RECENT_DAYS = 30
"""What is from today counts a tenth more; that shrinks by half in so many days."""

_TIME_OF = {"memory": "said", "past": "said", "source": "at", "message": "at", "page": "at"}
_OF_PROJECTS = ("memory", "past", "message")


class Look:
    """A question with its terms, and what was found so far.

    Attributes:
        query: The question as it was asked.
        counts: Table by table, in how many documents each word stands.
        sizes: How many documents each table holds.
        terms: The words that are looked up, the rarest first.
        notes: What to say about how it was looked: keys of sentences.
    """

    def __init__(
        self,
        store: Store,
        connection: sqlite3.Connection,
        request: Request,
        query: str,
        *,
        counts: Mapping[str, Mapping[str, int]],
        sizes: Mapping[str, int],
        terms: Sequence[Term],
    ) -> None:
        self.store = store
        self.connection = connection
        self.request = request
        self.query = query
        self.counts = counts
        self.sizes = sizes
        self.terms = terms
        self.notes: dict[str, None] = {}
        self._found: dict[str, dict[int, Found]] = {}

    def found(self, table: str) -> dict[int, Found]:
        """Return the documents of a table that match, with their scores."""
        if table not in self._found:
            found = self._with_meaning(table, self._by_words(table))
            self._found[table] = self._lifted(table, found)
        return self._found[table]

    def best(self, table: str, limit: int) -> list[int]:
        """Return the numbers of a table's best documents, best first."""
        found = self.found(table)
        return sorted(found, key=lambda number: (-found[number].score, -number))[:limit]

    def _by_words(self, table: str) -> dict[int, Found]:
        counts, size = self.counts[table], self.sizes[table]
        present = [
            (term, fts_weight(counts[term.word], size)) for term in self.terms if counts[term.word]
        ]
        if not present:
            return {}
        limit = min(POOL_MOST, max(POOL, self.request.limit))
        found = score(self.connection, table, present, self.request.chosen, limit)
        if table == "message":
            weigh_passages(self.connection, found, self.request.chosen, len(present))
        return found

    def _with_meaning(self, table: str, found: dict[int, Found]) -> dict[int, Found]:
        """Mix in how like the question documents are; what no word found must be very like it."""
        limit = min(POOL_MOST, max(POOL, self.request.limit))
        near = find_near(self.store, self.query, table, self.request.chosen, limit)
        if near.note:
            self.notes[near.note] = None
        words = {number: document.score for number, document in found.items()}
        fused = fuse(words, near.scores, near.weight, near.measure)
        for number, worth in fused.items():
            if number in found or number in near.strong:
                document = found.setdefault(number, Found())
                document.score = worth
                if number in near.strong:
                    document.lifts.append(MEANING)
        return found

    def _lifted(self, table: str, found: dict[int, Found]) -> dict[int, Found]:
        """Let what is recent, or of the project in which it is asked, count a little more."""
        project = "project" if table in _OF_PROJECTS else "''"
        rows = self.connection.execute(
            f"""SELECT id, {_TIME_OF[table]}, {project} FROM {table}_doc
                WHERE id IN (SELECT value FROM json_each(?))""",
            (json.dumps(list(found)),),
        )
        today = _day_number(self.store.clock())
        for number, at, of in rows:
            document = found[number]
            age = max(0, today - _day_number(at)) if at else 10**6
            document.score *= 1 + RECENT_FACTOR * 0.5 ** min(64, age / RECENT_DAYS)
            if age <= RECENT_DAYS:
                document.lifts.append(RECENT)
            if of and of in self.request.here:
                document.score *= HERE_FACTOR
                document.lifts.append(HERE)
        return found


def look_up(
    store: Store,
    connection: sqlite3.Connection,
    request: Request,
    query: str,
    words: Sequence[str],
) -> Look:
    """Return a look into the index with the rarest of some words as its terms."""
    tables = dict.fromkeys(table for scope in request.scopes for table in request.tables(scope))
    sizes = {table: count_documents(connection, table) for table in tables}
    counts = {table: count_words(connection, table, words) for table in tables}
    counted = (
        (word, fts_term(word), sum(known[word] for known in counts.values())) for word in words
    )
    terms = choose_terms(counted, sum(sizes.values()), request.budget)
    return Look(store, connection, request, query, counts=counts, sizes=sizes, terms=terms)


def _day_number(moment: str) -> int:
    try:
        return date.fromisoformat(moment[:10]).toordinal()
    except ValueError:
        return 0
