"""Finds documents that mean what a question means, where a model is there; words never wait for it.

The vectors of one table are read block by block and compared exactly: 40 ms for 100,000. A
question that means nothing that is there finds nothing (`Near.strong`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.config import load as load_settings
from pmi.base.errors import Unavailable
from pmi.search import vector_blocks as blocks
from pmi.search.embedding import Choice, choose, failing, load, readable
from pmi.search.fusion import Measure
from pmi.search.likeness import is_mostly_cjk
from pmi.search.schema import ensure_index
from pmi.search.scoring import POOL, Filter, conditions

if TYPE_CHECKING:
    import sqlite3

    from pmi.search.embedding import Vectors
    from pmi.store.database import Store

SPACES = ("memory", "source", "message", "past")
"""Tables whose documents get vectors, the first ones first."""

NOT_READY = "search_vectors_not_ready"
OTHER_MODEL = "search_vectors_other_model"
UNDER_WAY = "search_vectors_under_way"
"""Notes: keys of their sentences in `pmi.base.phrases`."""

MOST_UNDER_WAY = 0.5
"""Where fewer texts than this share have a vector yet, an answer says so."""

_FIRST_LOOK = 1_000
_QUESTIONS_KEPT = 8


class Near(NamedTuple):
    """What means something like a question.

    Attributes:
        scores: How like it documents are, by their numbers.
        strong: Those that may be found by meaning alone.
        weight: How much meaning counts beside words, from 0 to 1.
        measure: What the scores are measured by, where they are few.
        note: Key of what to say about it; empty for nothing.
    """

    scores: Mapping[int, float] = MappingProxyType({})
    strong: frozenset[int] = frozenset()
    weight: float = 0.0
    measure: Measure | None = None
    note: str = ""


class Coverage(NamedTuple):
    """How many documents of a table there are, and how many of them have a vector."""

    table: str
    documents: int
    done: int


class State(NamedTuple):
    """What there is of vectors in a home.

    Attributes:
        choice: The model that would be used now.
        model: Name of the model of the vectors that are there; empty for none.
        coverage: Table by table.
    """

    choice: Choice
    model: str
    coverage: tuple[Coverage, ...]

    @property
    def documents(self) -> int:
        """Return how many documents there are."""
        return sum(one.documents for one in self.coverage)

    @property
    def done(self) -> int:
        """Return how many of them have a vector of the model that would be used."""
        usable = self.choice.name and self.choice.name == self.model
        return sum(one.done for one in self.coverage) if usable else 0


def find_near(store: Store, query: str, table: str, chosen: Filter, limit: int = POOL) -> Near:
    """Return the documents of a table that are most like a question, by their numbers.

    Never raises for a model that is missing or broken: the note says it.

    Args:
        chosen: What they must satisfy.
        limit: So many at most.
    """
    if table not in SPACES or not query.strip():
        return Near()
    connection = store.reading("search")
    model = blocks.read_model(connection)
    settings = load_settings(store.home)["embedding"]
    choice = choose(store.home, settings, model.name if model is not None else "")
    if not settings["weight"]:
        return Near()
    if not choice.name:
        return Near(note=NOT_READY if choice.asked else "")
    if model is None:
        return Near(note=UNDER_WAY)
    if model.name != choice.name:
        return Near(note=OTHER_MODEL)
    if not blocks.are_linked(connection, table):
        return Near(note=UNDER_WAY)
    known = model.cjk if is_mostly_cjk(query) else model.latin
    if not known.known:
        return Near()
    try:
        question = _vector_of(choice, query)
    except Unavailable:
        return Near(note=NOT_READY)  # doctor loads the model too, and says why
    scores = _nearest(connection, question, table, chosen, limit)
    documents, done = count(connection, table)
    floor = known.floor(documents)
    return Near(
        scores,
        frozenset(number for number, score in scores.items() if score >= floor),
        settings["weight"],
        None if len(scores) >= limit else Measure(known.mean, known.unit),
        UNDER_WAY if done < documents * MOST_UNDER_WAY else "",
    )


def read_state(store: Store) -> State:
    """Return what there is of vectors, and of which model."""
    ensure_index(store)
    connection = store.reading("search")
    model = blocks.read_model(connection)
    settings = load_settings(store.home)["embedding"]
    choice = choose(store.home, settings, model.name if model else "")
    return State(
        choice,
        model.name if model is not None else "",
        tuple(Coverage(table, *count(connection, table)) for table in SPACES),
    )


def _vector_of(choice: Choice, query: str) -> Vectors:
    """Return the vector of a question; one question is asked of several tables."""
    key = (choice.name, readable(query))
    if key not in _QUESTIONS:
        while len(_QUESTIONS) >= _QUESTIONS_KEPT:
            _QUESTIONS.pop(next(iter(_QUESTIONS)))
        model = load(choice)
        with failing(choice.name):
            _QUESTIONS[key] = model.embed_question(key[1])
    return _QUESTIONS[key]


_QUESTIONS: dict[tuple[str, str], Vectors] = {}


def _nearest(
    connection: sqlite3.Connection, question: Vectors, table: str, chosen: Filter, limit: int
) -> dict[int, float]:
    """Return the best documents with their likeness, the best first.

    More and more places are looked at, the best ones, until enough of them belong to
    documents that satisfy the filter.
    """
    import numpy as np

    parts = [blocks.likeness(data, question) for _, data in blocks.iterate(connection, table)]
    if not parts:
        return {}
    every: Vectors = np.concatenate(parts)
    where, values = conditions(table, chosen)
    looked_at = max(_FIRST_LOOK, limit)
    if chosen.messages is not None or chosen.memories is not None:
        looked_at = len(every)  # a few that are named
    while looked_at < len(every):
        places = np.argpartition(-every, looked_at)[:looked_at].tolist()
        pairs = blocks.list_documents(connection, table, places, where, values)
        if len(pairs) >= limit:
            break
        looked_at *= 16
    else:
        pairs = blocks.list_documents(connection, table, None, where, values)
    ranked = sorted((-float(every[place]), -document) for document, place in pairs)
    return {-document: -score for score, document in ranked[:limit]}


def count(connection: sqlite3.Connection, table: str) -> tuple[int, int]:
    """Return how many documents a table has, and how many of them need no vector any more."""
    documents = connection.execute(f"SELECT count(*) FROM {table}_doc").fetchone()[0]
    if not blocks.are_linked(connection, table):
        return documents, 0
    return documents, connection.execute(f"SELECT count(*) FROM {table}_near").fetchone()[0]
