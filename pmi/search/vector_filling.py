"""Gives documents their vectors, the newest first: memories, sources, then what was said.

Every step is one short transaction and may be the last: the next run goes on where this one
was. A text that had a vector before, here or elsewhere, has it again at no cost.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pmi.base.config import load as load_settings
from pmi.search import vector_blocks as blocks
from pmi.search.embedding import Choice, Embedder, choose, failing, load, readable
from pmi.search.likeness import measure
from pmi.search.schema import ensure_index, read_mark, set_mark
from pmi.search.scoring import list_chunks
from pmi.search.vectors import SPACES, count
from pmi.store import conversations, memories

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

Result = TypeVar("Result")

BATCH = 16
"""So many texts are given to a model at once: half a second, while a typed command may wait."""

LINKED = 500
"""So many texts are looked up at once."""

ONE_RUN = 2_000
"""So many documents are picked for a run that has a limit."""

_TIME_OF = {"memory": "said", "past": "said", "source": "at", "message": "at"}
_OPENINGS = "(position <= 1 AND role = 'user')"
"""How conversations began comes before the rest of what was said."""


class Progress(NamedTuple):
    """How far the filling is.

    Attributes:
        done: How many documents have a vector, or say nothing that could have one.
        documents: How many there are.
        other: The vectors that are there are of another model, and were left alone.
    """

    done: int
    documents: int
    other: bool = False

    @property
    def whole(self) -> bool:
        """Tell whether nothing is left to do."""
        return self.done >= self.documents and not self.other


Beside = Callable[[Callable[[], None]], None]


def fill(
    store: Store,
    *,
    limit_s: float | None = None,
    between: Callable[[Progress], bool] = lambda _: True,
    beside: Beside = lambda work: work(),
    switch: bool = False,
) -> Progress:
    """Give documents their vectors and return how far it came.

    Args:
        limit_s: Stop after about so many seconds; None to go on to the end.
        between: Called after each step; False stops.
        beside: Runs what takes long and touches no database: loading and embedding.
        switch: Where the vectors are of another model let them go and begin anew.

    Raises:
        Unavailable: There is no model, or it is broken.
    """
    deadline = None if limit_s is None else time.monotonic() + limit_s
    ensure_index(store)
    tidy(store)
    connection = store.reading("search")
    there = blocks.read_model(connection)
    settings = load_settings(store.home)["embedding"]
    choice = choose(store.home, settings, there.name if there is not None else "")
    if not choice.name:
        load(choice)
    filling = _Filling(store, choice, beside)
    if there is None or there.name != choice.name:
        if there is not None and not switch:
            return Progress(0, _progress(connection).documents, other=True)
        filling.begin()
    most = -1 if limit_s is None else ONE_RUN
    for space in SPACES:
        for numbers in _batches(_pending(connection, space, most), BATCH):
            filling.embed(space, _link_known(store, space, numbers))
            on = between(_progress(connection))
            if not on or (deadline is not None and time.monotonic() > deadline):
                return _progress(connection)
    tidy(store)
    return _progress(connection)


def tidy(store: Store) -> None:
    """Link the texts whose vectors are there, and overwrite vectors whose texts are gone.

    Needs no model, and does nothing where there are no vectors. After the words were made
    anew all links are made again; else messages need no look, which go by that way only.
    """
    connection = store.reading("search")
    if blocks.read_model(connection) is None:
        return
    anew = read_mark(connection, blocks.TIDY) == ""
    if anew:
        with store.writing("search") as writing:
            blocks.make_tables(writing, SPACES)
    spaces = [space for space in SPACES if anew or space != "message"]
    for space in spaces:
        for numbers in _batches(_pending(connection, space, -1), LINKED):
            _link_known(store, space, numbers)
    with store.writing("search") as writing:
        for space in spaces:
            blocks.remove_unlinked(writing, space)
        set_mark(writing, blocks.TIDY, "1")


class _Filling:
    """One run; the model is loaded when the first text needs it."""

    def __init__(self, store: Store, choice: Choice, beside: Beside) -> None:
        self._store = store
        self._choice = choice
        self._beside = beside
        self._loaded: Embedder | None = None

    def begin(self) -> None:
        """Make room for the vectors of this model, in place of any other's."""
        model = self._model()
        known = self._aside(lambda: measure(model))
        with self._store.writing("search") as writing:
            blocks.begin(writing, blocks.Model(model.name, model.dims, *known), SPACES)
            set_mark(writing, blocks.TIDY, "1")

    def embed(self, space: str, texts: Mapping[int, str]) -> None:
        """Give documents the vectors of these texts."""
        if not texts:
            return
        model = self._model()
        fresh = dict(sorted(_by_key(texts.values()).items(), key=lambda item: len(item[1])))
        packed = self._aside(lambda: blocks.pack(model.embed_texts(list(fresh.values()))))
        with self._store.writing("search") as writing:
            there = blocks.read_model(writing)
            if there is None or there.name != model.name:  # another process switched
                return
            now = _read_texts(self._store, space, list(texts))  # they may have changed meanwhile
            records = dict(zip(fresh, packed, strict=True))
            wanted = {key_of(text) for text in now.values()} & records.keys()
            places = blocks.put(writing, space, {key: records[key] for key in wanted})
            keys = {number: key_of(text) for number, text in now.items()}
            blocks.link(
                writing,
                space,
                [(number, places[key]) for number, key in keys.items() if key in places],
            )

    def _model(self) -> Embedder:
        if self._loaded is None:
            loaded: list[Embedder] = []
            self._beside(lambda: loaded.append(load(self._choice)))
            self._loaded = loaded[0]
        return self._loaded

    def _aside(self, work: Callable[[], Result]) -> Result:
        made: list[Result] = []

        def act() -> None:
            with failing(self._choice.name):
                made.append(work())

        self._beside(act)
        return made[0]


def key_of(text: str) -> bytes:
    """Return what a text's vector is known by."""
    return hashlib.blake2b(text.encode("utf-8"), digest_size=16).digest()


def _by_key(texts: Iterable[str]) -> dict[bytes, str]:
    return {key_of(text): text for text in texts}


def _pending(connection: sqlite3.Connection, space: str, most: int) -> list[int]:
    """Return the numbers of documents without a vector, the newest first."""
    documents, done = count(connection, space)
    if documents == done:
        return []
    first = f"{_OPENINGS} DESC, " if space == "message" else ""
    rows = connection.execute(
        f"""SELECT id FROM {space}_doc
            WHERE NOT EXISTS (SELECT 1 FROM {space}_near WHERE doc = {space}_doc.id)
            ORDER BY {first}{_TIME_OF[space]} DESC, id DESC LIMIT ?""",
        (most,),
    )
    return [row[0] for row in rows]


def _batches(numbers: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _link_known(store: Store, space: str, numbers: Sequence[int]) -> dict[int, str]:
    """Link the documents whose vectors are there; return the texts of those that need one.

    A document that says nothing is done: it is linked to no place.
    """
    with store.writing("search") as writing:
        texts = _read_texts(store, space, numbers)
        keys = {number: key_of(text) for number, text in texts.items() if text}
        places = blocks.places_of(writing, space, list(dict.fromkeys(keys.values())))
        blocks.link(
            writing,
            space,
            [
                (number, places[keys[number]] if text else None)
                for number, text in texts.items()
                if not text or keys[number] in places
            ],
        )
    return {number: texts[number] for number, key in keys.items() if key not in places}


def _read_texts(store: Store, space: str, numbers: Sequence[int]) -> dict[int, str]:
    """Return what a model reads of documents that are there; empty for what says nothing."""
    connection = store.reading("search")
    given = json.dumps(list(numbers))
    if space == "source":
        chunks = list_chunks(connection, numbers)
        texts = {number: f"{chunk.title}\n{chunk.text}" for number, chunk in chunks.items()}
    elif space == "message":
        rows = connection.execute(
            "SELECT id FROM message_doc WHERE id IN (SELECT value FROM json_each(?))", (given,)
        )
        texts = {row[0]: "" for row in rows}
        messages = conversations.list_messages_by_number(store, list(texts))
        texts |= {number: message.text for number, message in messages.items()}
    else:
        rows = connection.execute(
            f"SELECT memory, id FROM {space}_doc WHERE id IN (SELECT value FROM json_each(?))",
            (given,),
        )
        named = {row[0]: row[1] for row in rows}
        texts = dict.fromkeys(named.values(), "")
        for memory in memories.find_many(store.reading("memory"), list(named)):
            texts[named[memory.id]] = f"{memory.content}\n{memory.detail}"
    return {number: readable(text) for number, text in texts.items()}


def _progress(connection: sqlite3.Connection) -> Progress:
    counts = [count(connection, space) for space in SPACES]
    return Progress(sum(done for _, done in counts), sum(documents for documents, _ in counts))
