"""The tables of search.db, which is disposable: whatever does not fit is made anew.

The file is stamped with the version of the token function and of these tables; another
stamp empties it. A damaged file is set aside, never deleted, and costs a rebuild.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pmi.base.clock import now
from pmi.base.errors import Damaged
from pmi.base.text import TOKENS_VERSION
from pmi.store.failures import translate, translated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pmi.store.database import Store

SCHEMA_VERSION = 3
STAMP = f"{SCHEMA_VERSION}.{TOKENS_VERSION}"

KEPT_PREFIX = "vector_"
"""Tables whose names begin so stay when the words are made anew (`pmi.search.vector_blocks`)."""

# Terms are cut and folded already; to this one all that is not ASCII belongs to a word, whatever
# Unicode this SQLite knows, and it is the fastest.
_TOKENIZER = "ascii tokenchars ''_''"


def _word_tables(name: str) -> tuple[str, str]:
    options = f"content = '', tokenize = '{_TOKENIZER}'"
    return (
        f"CREATE VIRTUAL TABLE {name}_fts USING fts5 (terms, {options})",
        f"CREATE VIRTUAL TABLE {name}_vocab USING fts5vocab ({name}_fts, row)",
    )


def _memory_tables(name: str) -> tuple[str, ...]:
    """Return the tables of active memories, or those of all others.

    They are kept apart so that the prompt hook reads active ones only, at no cost.
    `said` is a stored time; `since` (first) and `until` (no longer) are days.
    """
    return (
        f"""
        CREATE TABLE {name}_doc (
            id INTEGER PRIMARY KEY,
            memory TEXT NOT NULL UNIQUE,
            project TEXT NOT NULL,
            status TEXT NOT NULL,
            kind TEXT NOT NULL,
            said TEXT NOT NULL,
            since TEXT NOT NULL,
            until TEXT NOT NULL,
            terms TEXT NOT NULL
        ) STRICT
        """,
        *_word_tables(name),
    )


_TABLES = (
    "CREATE TABLE mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    *_memory_tables("memory"),
    *_memory_tables("past"),
    """
    CREATE TABLE source_doc (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        version TEXT NOT NULL,
        start INTEGER NOT NULL,
        "end" INTEGER NOT NULL,
        at TEXT NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX source_doc_by_version ON source_doc (version)",
    *_word_tables("source"),
    """
    CREATE TABLE source_state (
        version TEXT PRIMARY KEY,
        "next" INTEGER NOT NULL,
        whole INTEGER NOT NULL CHECK (whole IN (0, 1))
    ) STRICT
    """,
    """
    CREATE TABLE message_doc (
        id INTEGER PRIMARY KEY,
        session TEXT NOT NULL,
        position INTEGER NOT NULL,
        project TEXT NOT NULL,
        role TEXT NOT NULL,
        tool TEXT NOT NULL,
        at TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX message_doc_by_place ON message_doc (session, position)",
    *_word_tables("message"),
    # Most of a first index's time is the merging of the messages' words: merge less often, and
    # write the words of one batch as one piece.
    "INSERT INTO message_fts (message_fts, rank) VALUES ('automerge', 8)",
    "INSERT INTO message_fts (message_fts, rank) VALUES ('hashsize', 8388608)",
    """
    CREATE TABLE page_doc (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL,
        line INTEGER NOT NULL,
        at TEXT NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX page_doc_by_path ON page_doc (path)",
    *_word_tables("page"),
    """
    CREATE TABLE page_file (
        path TEXT PRIMARY KEY,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL
    ) STRICT
    """,
)

WORD_TABLES = ("memory_fts", "past_fts", "source_fts", "message_fts", "page_fts")
"""The FTS tables, for checking that none is damaged."""


def is_current(connection: sqlite3.Connection) -> bool:
    """Tell whether the index has today's tables and tokens."""
    there = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'mark'"
    ).fetchone()
    return there is not None and read_mark(connection, "stamp") == STAMP


def ensure_index(store: Store) -> None:
    """Make the tables, or empty an index of another version, in one transaction."""
    if is_current(store.reading("search")):
        return
    with store.writing("search") as connection:
        if is_current(connection):
            return
        _drop_everything(connection)
        for statement in _TABLES:
            connection.execute(statement)
        set_mark(connection, "stamp", STAMP)


def read_mark(connection: sqlite3.Connection, name: str) -> str:
    """Return how far something was indexed; empty for not at all."""
    row = connection.execute("SELECT value FROM mark WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row is not None else ""


def set_mark(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Record how far something was indexed."""
    connection.execute("INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)", (name, value))


class IndexSetAside(Exception):  # noqa: N818 - it says what was done
    """A damaged index was moved to the path given; never leaves this package."""


@contextmanager
def mending(store: Store) -> Iterator[None]:
    """Do something with the index; where its file turns out damaged, set it aside first.

    Raises:
        IndexSetAside: It is out of the way now: try again with an empty one.
        Damaged: Another database is damaged, not the index.
    """
    try:
        with translated(store.home.search_db):
            yield
    except (Damaged, sqlite3.OperationalError) as error:
        if not _lacks_a_table(error) and not (isinstance(error, Damaged) and _is_damaged(store)):
            ours = store.explain(error.__cause__)  # names the database that it is, not the index
            if ours is None:
                raise
            raise ours from error
        raise IndexSetAside(set_aside(store)) from error


def _lacks_a_table(error: Exception) -> bool:
    """Tell whether it says that a table of the index is not there: somebody dropped it."""
    told, _, name = str(error).partition(": ")
    ours = name.startswith(WORD_TABLES) or any(f"TABLE {name} " in each for each in _TABLES)
    return told == "no such table" and ours


def _is_damaged(store: Store) -> bool:
    """Tell whether it is the index that is damaged, and not a database read beside it."""
    try:
        connection = store.reading("search")
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            return True
        for table in WORD_TABLES:
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    except Damaged:
        return True
    except sqlite3.DatabaseError as error:
        return isinstance(translate(error, store.home.search_db), Damaged)
    return False


def set_aside(store: Store) -> str:
    """Move a damaged search.db and its side files out of the way; returns the new path."""
    store.close("search")
    path = store.home.search_db
    aside = f"{path}.damaged-{now().translate(str.maketrans('', '', '-:.'))}"
    for suffix in ("", "-wal", "-shm"):
        try:
            os.replace(path + suffix, aside + suffix)
        except FileNotFoundError:
            continue
    return aside


def _drop_everything(connection: sqlite3.Connection) -> None:
    rows = connection.execute(
        """SELECT name FROM sqlite_master WHERE type = 'table'
            AND name NOT LIKE 'sqlite_%' AND sql LIKE 'CREATE VIRTUAL%'
            ORDER BY name LIKE '%vocab' DESC"""
    ).fetchall()
    for row in rows:
        connection.execute(f'DROP TABLE "{row[0]}"')
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    for row in rows:
        if not row[0].startswith(KEPT_PREFIX):  # vectors cost hours, and words are not in them
            connection.execute(f'DROP TABLE IF EXISTS "{row[0]}"')
