"""Brings the index of source texts up to date: the newest version of each, in chunks.

Which versions are to be there is compared with which are, so that whatever happened to a
source (a new version, an undo, a backup brought back) needs no case of its own. A long text
is indexed in several short transactions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pmi.search.schema import read_mark, set_mark
from pmi.search.terms import index_terms
from pmi.store import asking, journal

if TYPE_CHECKING:
    from pmi.store.database import Store

CHUNKS_PER_BATCH = 500
TEXTS_PER_BATCH = 50
MARK = "sources"


def index_sources(store: Store) -> bool:
    """Index the next chunks of source texts; False when none are left."""
    head = journal.head(store.reading("memory"))
    connection = store.reading("search")
    if read_mark(connection, MARK) == str(head):
        return False
    wanted = {text.id: text for text in asking.list_texts(store.reading("memory"))}
    known = {row[0]: (row[1], row[2]) for row in connection.execute("SELECT * FROM source_state")}
    gone = [version for version in known if version not in wanted]
    open_ = [version for version in wanted if not known.get(version, (0, 0))[1]]
    chosen: list[tuple[asking.TextVersion, int, str]] = []
    room = CHUNKS_PER_BATCH
    for version in open_[:TEXTS_PER_BATCH]:
        if room <= 0:
            break
        text = asking.read_text(store, version)
        chosen.append((wanted[version], known.get(version, (0, 0))[0], text))
        room -= 1 + wanted[version].chars // 1000
    prepared = [_prepare(*item) for item in chosen]
    with store.writing("search") as writing:
        _remove(writing, gone)
        for (about, start, _), (rows, end, whole) in zip(chosen, prepared, strict=True):
            _insert(writing, about, start, rows)
            writing.execute(
                "INSERT OR REPLACE INTO source_state VALUES (?, ?, ?)", (about.id, end, int(whole))
            )
        if len(open_) <= len(chosen) and all(whole for _, _, whole in prepared):
            set_mark(writing, MARK, str(head))
    return True


def _prepare(
    about: asking.TextVersion, start: int, text: str
) -> tuple[list[tuple[int, int, str, str]], int, bool]:
    """Return the next chunks of a text with their terms, where they end, and whether it is all."""
    from pmi.search.chunks import cut

    spans = cut(text, start, CHUNKS_PER_BATCH)
    rows = [
        (first, last, text[first:last], _terms(about.title, text[first:last]))
        for first, last in spans
    ]
    end = spans[-1][1] if spans else len(text)
    return rows, end, end >= len(text)


def _terms(title: str, text: str) -> str:
    return index_terms(f"{title}\n{text}")


def _insert(
    connection: sqlite3.Connection,
    about: asking.TextVersion,
    start: int,
    rows: Iterable[tuple[int, int, str, str]],
) -> None:
    held = connection.execute(
        'SELECT ifnull(max("end"), 0) FROM source_doc WHERE version = ?', (about.id,)
    ).fetchone()[0]
    if held > start:  # another process was faster
        return
    for first, last, text, terms in rows:
        number = connection.execute(
            'INSERT INTO source_doc (source, version, start, "end", at, title, text) '
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (about.source, about.id, first, last, about.at, about.title, text),
        ).lastrowid
        connection.execute("INSERT INTO source_fts (rowid, terms) VALUES (?, ?)", (number, terms))


def _remove(connection: sqlite3.Connection, versions: Iterable[str]) -> None:
    for version in versions:
        for row in connection.execute(
            "SELECT id, title, text FROM source_doc WHERE version = ?", (version,)
        ).fetchall():
            connection.execute(
                "INSERT INTO source_fts (source_fts, rowid, terms) VALUES ('delete', ?, ?)",
                (row["id"], _terms(row["title"], row["text"])),
            )
        connection.execute("DELETE FROM source_doc WHERE version = ?", (version,))
        connection.execute("DELETE FROM source_state WHERE version = ?", (version,))
