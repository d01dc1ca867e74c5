"""Counts words in the index and scores the documents that hold them (reads search.db only)."""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Callable, Collection, Sequence
from heapq import nlargest
from typing import NamedTuple

from pmi.base.text import fts_term
from pmi.search.terms import Term, match_any

POOL = 200
"""So many documents are weighed with what stands around them."""

WIDE_POOL = 600
"""So many are scored by their own words."""

RANKED_POSTINGS = 6_000
"""FTS5 ranks so many postings itself; it takes a microsecond for each."""

_MEMORY_TABLES = frozenset({"memory", "past"})
_OF_PROJECTS = _MEMORY_TABLES | {"message"}


class Filter(NamedTuple):
    """What a search is limited to.

    Attributes:
        projects: Keys of one project; empty for all. A memory of no project always fits.
        since: Stored time from which on; empty for ever.
        until: Stored time before which; empty for ever.
        held: A memory fits where it held in that time, not where it was said in it.
        day: Day on which a memory held; empty for any.
        messages: Numbers of messages as a JSON list; None for all.
        role: Of messages; empty for any.
        tool: Name of the tool of a message, in any case; empty for any.
        memories: Ids of memories as a JSON list; None for all.
        kind: Of memories; empty for any.
        status: Of memories that are not active; empty for any.
    """

    projects: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    held: bool = False
    day: str = ""
    messages: str | None = None
    role: str = ""
    tool: str = ""
    memories: str | None = None
    kind: str = ""
    status: str = ""


class Found:
    """A document that matched.

    Attributes:
        parts: The words that did it, the rarest first, with what each is worth here.
        beside: Of a message without any of them: those that its neighbours have.
        lifts: What lifted it besides.
    """

    __slots__ = ("beside", "lifts", "parts", "score")

    def __init__(self) -> None:
        self.score = 0.0
        self.parts: dict[str, float] = {}
        self.beside: dict[str, float] = {}
        self.lifts: list[str] = []

    @property
    def words(self) -> list[str]:
        """Return the words that did it."""
        return list(self.parts)

    @property
    def why(self) -> tuple[str, ...]:
        """Return why it is there, as a hit says it."""
        return (*(self.parts or self.beside), *self.lifts)


class Chunk(NamedTuple):
    """A chunk of a source's text and where it stands: half-open, in code points."""

    source: str
    version: str
    start: int
    end: int
    at: str
    title: str
    text: str


def list_chunks(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, Chunk]:
    """Return chunks of source texts by their numbers."""
    rows = connection.execute(
        """SELECT id, source, version, start, "end", at, title, text
            FROM source_doc WHERE id IN (SELECT value FROM json_each(?))""",
        (json.dumps(list(numbers)),),
    )
    return {row[0]: Chunk(*tuple(row)[1:]) for row in rows}


def count_documents(connection: sqlite3.Connection, table: str) -> int:
    """Return how many documents a table holds, as FTS5 itself counts them: at no cost."""
    row = connection.execute(f"SELECT block FROM {table}_fts_data WHERE id = 1").fetchone()
    count = 0
    for byte in row[0] if row is not None else b"":  # the first number, 7 bits in each byte
        count = count << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return count


def count_words(connection: sqlite3.Connection, table: str, words: Sequence[str]) -> dict[str, int]:
    """Return in how many documents of a table each word stands; 0 for those in none."""
    indexed = {fts_term(word): word for word in words}
    marks = ",".join("?" * len(indexed))
    rows = connection.execute(
        f"SELECT term, doc FROM {table}_vocab WHERE term IN ({marks})", tuple(indexed)
    )
    found = dict.fromkeys(words, 0)
    found.update((indexed[term], int(count)) for term, count in rows)
    return found


def pool(
    connection: sqlite3.Connection,
    table: str,
    terms: Sequence[Term],
    chosen: Filter,
    *,
    limit: int = POOL,
    besides: str = "",
) -> list[int]:
    """Return the numbers of the documents worth scoring, best first.

    FTS5 ranks few postings itself, at a microsecond each. Of many the documents are taken whose
    words weigh the most together.

    Args:
        besides: An FTS5 expression that must be satisfied too; empty for none.
    """
    if sum(term.documents for term in terms) > RANKED_POSTINGS and not besides:
        return _heaviest(connection, table, terms, chosen, limit)
    where, values = conditions(table, chosen)
    beside = f"JOIN {table}_doc ON {table}_doc.id = {table}_fts.rowid" if where else ""
    rows = connection.execute(
        f"""SELECT {table}_fts.rowid FROM {table}_fts {beside}
            WHERE {table}_fts MATCH ? {where}
            ORDER BY bm25({table}_fts), {table}_fts.rowid DESC LIMIT ?""",
        (f"({match_any(terms)}) AND ({besides})" if besides else match_any(terms), *values, limit),
    )
    return [row[0] for row in rows]


def _heaviest(
    connection: sqlite3.Connection,
    table: str,
    terms: Sequence[Term],
    chosen: Filter,
    limit: int,
) -> list[int]:
    """Return the documents whose words weigh the most together, the newest first of such.

    The rarest words are read first. Once enough documents weigh more than all the words left
    could, a common word brings no new one in.
    """
    where, values = conditions(table, chosen)
    beside = f"JOIN {table}_doc ON {table}_doc.id = {table}_fts.rowid" if where else ""
    # One row with a list of all numbers is read four times as fast as a row for each number.
    sql = f"""SELECT json_group_array({table}_fts.rowid) FROM {table}_fts {beside}
        WHERE {table}_fts MATCH ? {where}"""
    weights: dict[int, float] = {}
    left = sum(term.weight for term in terms)
    for term in terms:
        row = connection.execute(sql, (f'"{term.indexed}"', *values)).fetchone()
        numbers: Collection[int] = json.loads(row[0])
        if len(weights) >= POOL and nlargest(POOL, weights.values())[-1] >= left:
            numbers = weights.keys() & numbers
        left -= term.weight
        for number in numbers:
            weights[number] = weights.get(number, 0.0) + term.weight
    alike: dict[float, list[int]] = {}
    for number, weight in weights.items():
        alike.setdefault(weight, []).append(number)
    found: list[int] = []
    for weight in sorted(alike, reverse=True):
        found += nlargest(limit - len(found), alike[weight])
        if len(found) >= limit:
            break
    return found


def conditions(table: str, chosen: Filter) -> tuple[str, list[str]]:
    """Return what a filter asks of a table's rows, as SQL that begins with AND, and its values."""
    parts: list[str] = []
    values: list[str] = []

    def must(part: str, *given: str) -> None:
        parts.append(part.replace("@", f"{table}_doc."))
        values.extend(given)

    if chosen.projects and table in _OF_PROJECTS:
        marks = ",".join("?" * len(chosen.projects))
        everywhere = " OR @project = ''" if table in _MEMORY_TABLES else ""
        must(f"(@project IN ({marks}){everywhere})", *chosen.projects)
    if table in _MEMORY_TABLES:
        _must_of_memories(table, chosen, must)
        return "".join(f" AND {part}" for part in parts), values
    if chosen.since:
        must("@at >= ?", chosen.since)
    if chosen.until:
        must("@at < ?", chosen.until)
    if table == "message":
        if chosen.messages is not None:
            must("@id IN (SELECT value FROM json_each(?))", chosen.messages)
        if chosen.role:
            must("@role = ?", chosen.role)
        if chosen.tool:
            must("@tool = ? COLLATE NOCASE", chosen.tool)
    return "".join(f" AND {part}" for part in parts), values


def _must_of_memories(table: str, chosen: Filter, must: Callable[..., None]) -> None:
    if chosen.held:
        if chosen.day:
            must("@since <= ?", chosen.day)
            must("(@until = '' OR @until > ?)", chosen.day)
        if chosen.since:
            must("(@until = '' OR @until > ?)", chosen.since[:10])
        if chosen.until:
            must("@since < ?", chosen.until[:10])
    else:
        if chosen.since:
            must("@said >= ?", chosen.since)
        if chosen.until:
            must("@said < ?", chosen.until)
    if chosen.memories is not None:
        must("@memory IN (SELECT value FROM json_each(?))", chosen.memories)
    if chosen.kind:
        must("@kind = ?", chosen.kind)
    if chosen.status and table == "past":
        must("@status = ?", chosen.status)


def score(
    connection: sqlite3.Connection,
    table: str,
    terms: Sequence[tuple[Term, float]],
    chosen: Filter,
    limit: int = POOL,
) -> dict[int, Found]:
    """Score documents word by word, with weights taken over all scopes together.

    FTS5 weighs a word by its own table, where in a small one every word is common; its part
    for how often the word stands in the document is kept, its weight is exchanged.

    Args:
        terms: Each with the weight that FTS5 gives it.
    """
    wide = max(limit, WIDE_POOL)
    rows = pool(connection, table, [term for term, _ in terms], chosen, limit=wide)
    found: dict[int, Found] = {row: Found() for row in rows}
    pooled = json.dumps(rows)
    for term, own_weight in terms:
        for row in connection.execute(
            f"""SELECT rowid, bm25({table}_fts) FROM {table}_fts
                WHERE {table}_fts MATCH ? AND +rowid IN (SELECT value FROM json_each(?))""",
            (f'"{term.indexed}"', pooled),
        ):
            document = found[row[0]]
            worth = term.weight * -row[1] / own_weight
            document.score += worth
            document.parts[term.word] = worth
    best = nlargest(limit, found, key=lambda number: (found[number].score, number))
    return {number: found[number] for number in best}


def fts_weight(count: int, documents: int) -> float:
    """Return the weight that FTS5 itself gives a word (see its bm25: never 0 or less)."""
    weight = math.log((documents - count + 0.5) / (count + 0.5)) if documents >= count else 0.0
    return weight if weight > 0.0 else 1e-6
