"""Brings the index of the user's own pages up to date: profile and domains, by size and time.

What is there now is compared with what was indexed, so that a page that was edited, renamed or
removed needs no case of its own. Nothing outside of the home is read, whatever a link says.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pmi.base.clock import format_time
from pmi.base.home import Home, is_text, read_file
from pmi.base.redact import clean
from pmi.search.terms import index_terms

if TYPE_CHECKING:
    from pmi.rules.markdown import Passage
    from pmi.store.database import Store

FOLDERS = ("profile", "domains")
PAGES_PER_BATCH = 50
PAGES_MOST = 20_000
PAGE_MAX_CHARS = 500_000
"""Of a longer page only the beginning is searchable."""

DEPTH_MOST = 20

State = tuple[int, int]
"""Size and time (ns) of a file."""


def index_pages(store: Store) -> bool:
    """Index the next pages that changed; False when none are left."""
    there = dict(find_pages(store.home))
    connection = store.reading("search")
    known = {row[0]: (row[1], row[2]) for row in connection.execute("SELECT * FROM page_file")}
    gone = [path for path in known if path not in there]
    changed = [path for path in there if known.get(path) != there[path]][:PAGES_PER_BATCH]
    if not gone and not changed:
        return False
    read = [(path, _read(store.home, path)) for path in changed]
    with store.writing("search") as writing:
        for path in (*gone, *changed):
            _remove(writing, path)
        for path, passages in read:
            _insert(writing, path, there[path], passages)
    return True


def find_pages(home: Home) -> Iterator[tuple[str, State]]:
    """Yield the pages of a home, as paths below it, each with its state.

    Hidden and temporary files are none, nor is what a link puts outside of its folder.
    """
    count = 0
    for folder in FOLDERS:
        top = home.path(folder)
        for path in _walk(top, DEPTH_MOST if folder == "domains" else 1):
            place = os.path.realpath(path)
            if not place.startswith(os.path.realpath(top) + os.sep):
                continue
            try:
                state = os.stat(place)
            except OSError:
                continue
            count += 1
            if count > PAGES_MOST:
                return
            below = os.path.relpath(path, home.root).replace(os.sep, "/")
            yield below, (state.st_size, state.st_mtime_ns)


def _walk(folder: str, depth: int) -> Iterator[str]:
    """Yield the Markdown files below a folder; links to folders are not followed."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith((".", "~", "#")) or not is_text(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            if depth > 1:
                yield from _walk(entry.path, depth - 1)
        elif entry.name.endswith(".md") and os.path.isfile(entry.path):  # no link to itself
            yield entry.path


def _read(home: Home, path: str) -> list[Passage]:
    from pmi.rules.markdown import Passage, cut_passages
    from pmi.search.chunks import CHUNK_CHARS, cut

    text = read_file(home.path(*path.split("/")))
    found = cut_passages(clean(text[:PAGE_MAX_CHARS]), CHUNK_CHARS) if text else []
    return [
        Passage(one.line + one.text.count("\n", 0, first), one.heading, one.text[first:last])
        for one in found
        for first, last in cut(one.text)
    ]


def _insert(
    connection: sqlite3.Connection, path: str, state: State, passages: list[Passage]
) -> None:
    connection.execute("INSERT INTO page_file VALUES (?, ?, ?)", (path, *state))
    at = format_time(state[1] / 1e9)
    for passage in passages:
        number = connection.execute(
            "INSERT INTO page_doc (path, line, at, title, text) VALUES (?, ?, ?, ?, ?)",
            (path, passage.line, at, passage.heading, passage.text),
        ).lastrowid
        connection.execute(
            "INSERT INTO page_fts (rowid, terms) VALUES (?, ?)",
            (number, _terms(path, passage.heading, passage.text)),
        )


def _remove(connection: sqlite3.Connection, path: str) -> None:
    rows = connection.execute(
        "SELECT id, title, text FROM page_doc WHERE path = ?", (path,)
    ).fetchall()
    for row in rows:
        connection.execute(
            "INSERT INTO page_fts (page_fts, rowid, terms) VALUES ('delete', ?, ?)",
            (row["id"], _terms(path, row["title"], row["text"])),
        )
    connection.execute("DELETE FROM page_doc WHERE path = ?", (path,))
    connection.execute("DELETE FROM page_file WHERE path = ?", (path,))


def _terms(path: str, heading: str, text: str) -> str:
    """Return what a passage is found by: its words, its heading's, and those of its place."""
    place = path.removesuffix(".md").replace("/", "\n")
    return index_terms(f"{place}\n{heading}\n{text}")
