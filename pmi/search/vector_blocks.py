"""Keeps vectors in search.db: whole numbers in blocks of 512, by the hash of their text.

Each table of documents has a space of its own, so that a question reads only what it asks for.
`vector_text` says at which place of its space the vector of a text stands, `<table>_near` which
document has which place. The former outlives a rebuild of the words, the latter is made again
from the texts at no cost. All vectors are of one model, named in `vector_model`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pmi.search.likeness import Measured

if TYPE_CHECKING:
    from pmi.search.embedding import Vectors

BLOCK = 512
_STEPS = 127

TIDY = "vectors_tidy"
"""Name of the mark that says that every text is linked, and no vector is there without one."""

_TABLES = (
    """
    CREATE TABLE IF NOT EXISTS vector_model (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        dims INTEGER NOT NULL,
        mean REAL NOT NULL,
        spread REAL NOT NULL,
        answers REAL NOT NULL,
        mean_cjk REAL NOT NULL,
        spread_cjk REAL NOT NULL,
        answers_cjk REAL NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE IF NOT EXISTS vector_text (
        space TEXT NOT NULL,
        place INTEGER NOT NULL,
        "key" BLOB,
        PRIMARY KEY (space, place),
        UNIQUE ("key", space)
    ) STRICT
    """,
    """
    CREATE TABLE IF NOT EXISTS vector_block (
        id INTEGER PRIMARY KEY,
        space TEXT NOT NULL,
        number INTEGER NOT NULL,
        data BLOB NOT NULL,
        UNIQUE (space, number)
    ) STRICT
    """,
)


class Model(NamedTuple):
    """The model of the vectors that are there.

    Attributes:
        latin: What it knows in Latin letters.
        cjk: What it knows of Chinese, Japanese and Korean.
    """

    name: str
    dims: int
    latin: Measured
    cjk: Measured


def exist(connection: sqlite3.Connection) -> bool:
    """Tell whether there are tables for vectors."""
    row = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'vector_model'").fetchone()
    return row is not None


def read_model(connection: sqlite3.Connection) -> Model | None:
    """Return the model of the vectors that are there; None where there are none."""
    if not exist(connection):
        return None
    row = connection.execute("SELECT * FROM vector_model").fetchone()
    if row is None:
        return None
    _, name, dims, *known = row
    return Model(name, dims, Measured(*known[:3]), Measured(*known[3:]))


def begin(connection: sqlite3.Connection, model: Model, spaces: Iterable[str]) -> None:
    """Make the tables for a model's vectors; those of another model go."""
    make_tables(connection, spaces)
    if read_model(connection) == model:
        return
    for table in ("vector_model", "vector_text", "vector_block"):
        connection.execute(f"DELETE FROM {table}")
    for space in spaces:
        connection.execute(f"DELETE FROM {space}_near")
    connection.execute(
        "INSERT INTO vector_model VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
        (model.name, model.dims, *model.latin, *model.cjk),
    )


def make_tables(connection: sqlite3.Connection, spaces: Iterable[str]) -> None:
    """Make what is missing of the tables; a document that goes takes its link with it."""
    for statement in _TABLES:
        connection.execute(statement)
    for space in spaces:
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS {space}_near "
            "(doc INTEGER PRIMARY KEY, place INTEGER) STRICT"
        )
        connection.execute(
            f"CREATE INDEX IF NOT EXISTS {space}_near_by_place ON {space}_near (place)"
        )
        connection.execute(
            f"CREATE TRIGGER IF NOT EXISTS {space}_near_gone AFTER DELETE ON {space}_doc "
            f"BEGIN DELETE FROM {space}_near WHERE doc = old.id; "
            f"DELETE FROM mark WHERE name = '{TIDY}' AND '{space}' = 'message'; END"
        )


def are_linked(connection: sqlite3.Connection, space: str) -> bool:
    """Tell whether documents of a space can have links: not after their words were made anew."""
    row = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE name = ?", (f"{space}_near",)
    ).fetchone()
    return row is not None


def find_places(
    connection: sqlite3.Connection, space: str, keys: Sequence[bytes]
) -> dict[bytes, int]:
    """Return where the vectors of these texts stand, for those that have one."""
    marks = ",".join("?" * len(keys))
    rows = connection.execute(
        f'SELECT "key", place FROM vector_text WHERE space = ? AND "key" IN ({marks})',
        (space, *keys),
    )
    return {bytes(row[0]): row[1] for row in rows}


def places_of(
    connection: sqlite3.Connection, space: str, keys: Sequence[bytes]
) -> dict[bytes, int]:
    """Return where the vectors of texts stand; one that another space has is copied."""
    places = find_places(connection, space, keys)
    records: dict[bytes, bytes] = {}
    missing = [key for key in keys if key not in places]
    for key, block, row, size in connection.execute(
        f"""SELECT "key", vector_block.id, place % {BLOCK}, length(data) / {BLOCK}
            FROM vector_text JOIN vector_block ON vector_block.space = vector_text.space
                AND number = place / {BLOCK}
            WHERE vector_text.space <> ? AND "key" IN ({",".join("?" * len(missing))})""",
        (space, *missing),
    ).fetchall():
        with connection.blobopen("vector_block", "data", block, readonly=True) as blob:
            blob.seek(row * size)
            records[bytes(key)] = blob.read(size)
    return places | (put(connection, space, records) if records else {})


def put(
    connection: sqlite3.Connection, space: str, records: Mapping[bytes, bytes]
) -> dict[bytes, int]:
    """Store packed vectors by the keys of their texts; return where they stand."""
    places = find_places(connection, space, list(records))
    missing = [key for key in records if key not in places]
    for key, place in zip(missing, _free_places(connection, space, len(missing)), strict=True):
        connection.execute(
            'INSERT INTO vector_text (space, place, "key") VALUES (?1, ?2, ?3) '
            'ON CONFLICT (space, place) DO UPDATE SET "key" = ?3',
            (space, place, key),
        )
        _write(connection, space, place, records[key])
        places[key] = place
    return places


def link(
    connection: sqlite3.Connection, space: str, pairs: Iterable[tuple[int, int | None]]
) -> None:
    """Say at which places the vectors of documents stand; None for a text that says nothing."""
    connection.executemany(f"INSERT OR REPLACE INTO {space}_near VALUES (?, ?)", pairs)


def remove_unlinked(connection: sqlite3.Connection, space: str) -> int:
    """Overwrite the vectors that no document has any more; return how many."""
    rows = connection.execute(
        f"""SELECT place, length(data) / {BLOCK} FROM vector_text
            JOIN vector_block ON vector_block.space = vector_text.space
                AND number = place / {BLOCK}
            WHERE vector_text.space = ? AND "key" IS NOT NULL
                AND place NOT IN (SELECT place FROM {space}_near WHERE place IS NOT NULL)""",
        (space,),
    ).fetchall()
    for place, size in rows:
        connection.execute(
            'UPDATE vector_text SET "key" = NULL WHERE space = ? AND place = ?', (space, place)
        )
        _write(connection, space, place, bytes(size))
    return len(rows)


def iterate(connection: sqlite3.Connection, space: str) -> Iterator[tuple[int, bytes]]:
    """Yield the blocks of a space: the place of its first vector, and the packed vectors."""
    for row in connection.execute(
        "SELECT number, data FROM vector_block WHERE space = ? ORDER BY number", (space,)
    ):
        yield row[0] * BLOCK, row[1]


def list_documents(
    connection: sqlite3.Connection,
    space: str,
    places: Sequence[int] | None,
    where: str,
    values: Sequence[Any],
) -> list[tuple[int, int]]:
    """Return pairs of document and place for those of these places that fit a condition.

    Args:
        places: None for all.
        where: SQL about the documents that begins with AND; empty for all.
    """
    beside = f"JOIN {space}_doc ON {space}_doc.id = {space}_near.doc" if where else ""
    among, given = "place IS NOT NULL", tuple(values)
    if places is not None:
        among, given = "place IN (SELECT value FROM json_each(?))", (json.dumps(places), *values)
    rows = connection.execute(
        f"SELECT doc, place FROM {space}_near {beside} WHERE {among} {where}", given
    ).fetchall()
    return [(row[0], row[1]) for row in rows]


def pack(vectors: Vectors) -> list[bytes]:
    """Return vectors as they are stored: a scale each, and whole numbers."""
    import numpy as np

    records = np.zeros(len(vectors), dtype=_record_type(vectors.shape[1]))
    scales = np.abs(vectors).max(axis=1) / _STEPS
    records["scale"] = scales
    steps = vectors / np.where(scales > 0, scales, 1.0)[:, None]
    records["steps"] = np.clip(np.rint(steps), -_STEPS, _STEPS)
    return [records[index].tobytes() for index in range(len(records))]


def likeness(data: bytes, question: Vectors) -> Vectors:
    """Return how like each vector of a block is to that of a question, from -1 to 1."""
    import numpy as np

    records = np.frombuffer(data, dtype=_record_type(len(question)))
    found: Vectors = records["steps"].astype(np.float32) @ question * records["scale"]
    return found


def _record_type(dims: int) -> Any:
    return [("scale", "<f4"), ("steps", "i1", (dims,))]


def _free_places(connection: sqlite3.Connection, space: str, count: int) -> list[int]:
    """Return places where no vector stands: emptied ones first, then new ones at the end."""
    rows = connection.execute(
        'SELECT place FROM vector_text WHERE space = ? AND "key" IS NULL ORDER BY place LIMIT ?',
        (space, count),
    )
    places = [row[0] for row in rows]
    last = connection.execute(
        "SELECT ifnull(max(place), -1) FROM vector_text WHERE space = ?", (space,)
    ).fetchone()[0]
    return places + [last + 1 + step for step in range(count - len(places))]


def _write(connection: sqlite3.Connection, space: str, place: int, record: bytes) -> None:
    """Write one packed vector at its place, in place: a block is never written whole."""
    number, row = divmod(place, BLOCK)
    connection.execute(
        "INSERT OR IGNORE INTO vector_block (space, number, data) VALUES (?, ?, zeroblob(?))",
        (space, number, BLOCK * len(record)),
    )
    block = connection.execute(
        "SELECT id FROM vector_block WHERE space = ? AND number = ?", (space, number)
    ).fetchone()[0]
    with connection.blobopen("vector_block", "data", block) as blob:
        blob.seek(row * len(record))
        blob.write(record)
