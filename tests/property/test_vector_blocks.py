"""Whatever is stored, removed and stored again: each document keeps its own vector."""

from __future__ import annotations

import sqlite3

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pmi.search import vector_blocks as blocks
from pmi.search.likeness import Measured

DIMS = 8
SPACES = ("a", "b")


def opened() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT")
    for space in SPACES:
        connection.execute(f"CREATE TABLE {space}_doc (id INTEGER PRIMARY KEY) STRICT")
    blocks.begin(connection, blocks.Model("m", DIMS, Measured(0, 1, 2), Measured(0, 1, 2)), SPACES)
    return connection


def vector_of(text: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    row = np.random.default_rng(text).normal(size=DIMS).astype(np.float32)
    return row / np.linalg.norm(row)


def key_of(text: int) -> bytes:
    return text.to_bytes(16, "big")


steps = st.lists(
    st.tuples(st.sampled_from(SPACES), st.integers(1, 12), st.one_of(st.none(), st.integers(0, 9))),
    max_size=40,
)
"""Space, document, and its text from now on; None where it goes."""


@given(steps=steps, size=st.sampled_from([1, 3, blocks.BLOCK]))
def test_each_document_has_the_vector_of_its_text(
    steps: list[tuple[str, int, int | None]], size: int
) -> None:
    connection, before = opened(), blocks.BLOCK
    blocks.BLOCK = size
    try:
        told = _follow(connection, steps)
        for space in SPACES:
            _check(connection, space, told[space])
    finally:
        blocks.BLOCK = before
        connection.close()


def _follow(
    connection: sqlite3.Connection, steps: list[tuple[str, int, int | None]]
) -> dict[str, dict[int, int]]:
    told: dict[str, dict[int, int]] = {space: {} for space in SPACES}
    for space, document, text in steps:
        connection.execute(f"DELETE FROM {space}_doc WHERE id = ?", (document,))
        told[space].pop(document, None)
        if text is not None:
            connection.execute(f"INSERT INTO {space}_doc VALUES (?)", (document,))
            places = blocks.places_of(connection, space, [key_of(text)])
            if not places:
                [packed] = blocks.pack(vector_of(text)[None, :])
                places = blocks.put(connection, space, {key_of(text): packed})
            blocks.link(connection, space, [(document, places[key_of(text)])])
            told[space][document] = text
        if document % 3 == 0:
            blocks.remove_unlinked(connection, space)
    for space in SPACES:
        blocks.remove_unlinked(connection, space)
    return told


def _check(connection: sqlite3.Connection, space: str, told: dict[int, int]) -> None:
    stored = [data for _, data in blocks.iterate(connection, space)]
    assert [place for place, _ in blocks.iterate(connection, space)] == [
        number * blocks.BLOCK for number in range(len(stored))
    ]
    places = range(len(stored) * blocks.BLOCK)
    linked = dict(blocks.list_documents(connection, space, list(places), "", ()))
    assert linked.keys() == told.keys()
    for document, text in told.items():
        alike = np.concatenate([blocks.likeness(data, vector_of(text)) for data in stored])
        assert alike[linked[document]] > 0.99
    used = set(linked.values())
    whole = b"".join(stored)
    for place in set(places) - used:
        assert not any(whole[place * (DIMS + 4) : (place + 1) * (DIMS + 4)])
    keys = connection.execute(
        'SELECT "key" FROM vector_text WHERE space = ? AND "key" IS NOT NULL', (space,)
    )
    assert {row[0] for row in keys} == {key_of(text) for text in told.values()}


@given(rows=st.lists(st.lists(st.floats(-1, 1), min_size=8, max_size=8), min_size=1, max_size=5))
def test_likeness_is_as_good_as_exact(rows: list[list[float]]) -> None:
    vectors = np.array(rows, dtype=np.float32)
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    vectors = (vectors / lengths).astype(np.float32)
    question = vector_of(1)
    found = blocks.likeness(b"".join(blocks.pack(vectors)), question)
    assert np.allclose(found, vectors @ question, atol=0.02)
