"""Brings the search index up to date: memories (by journal), pages, sources, messages.

Safe to stop at any moment: how far it came is stored in the transaction that stores what
it did. `between` is called after each of its short transactions.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pmi.search.index_pages import index_pages
from pmi.search.index_sources import index_sources
from pmi.search.schema import IndexSetAside, ensure_index, mending, read_mark, set_mark
from pmi.search.terms import index_terms
from pmi.store import asking, journal

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

MESSAGES_PER_BATCH = 4000
CHARS_PER_BATCH = 500_000
"""Whichever comes first: a typed command waits for one batch at most."""

MEMORIES_PER_BATCH = 100

_LOOK_UP = r"mcp__(?:plugin_[A-Za-z0-9-]*_)?pmi__memory_(?:get_context|search|get|map|list)"
_TYPED_LOOK_UP = r"pmi (?:context|search|sessions|show|why|map|list) [^;&|\n]*\Z"


def catch_up(
    store: Store,
    limit_s: float | None = None,
    between: Callable[[], None] = lambda: None,
) -> bool:
    """Index what is new, and tell whether nothing is left to do.

    Args:
        limit_s: Stop after about so many seconds; None to go on to the end.
    """
    try:
        with mending(store):
            return _catch_up(store, limit_s, between)
    except IndexSetAside:
        return _catch_up(store, limit_s, between)


def expire(store: Store) -> None:
    """Have the next one who brings the index up to date make it anew."""
    ensure_index(store)
    with store.writing("search") as connection:
        set_mark(connection, "stamp", "")


def rebuild(store: Store, between: Callable[[], None] = lambda: None) -> None:
    """Empty the index and make it again; vectors of texts that are gone go too."""
    expire(store)
    catch_up(store, None, between)
    from pmi.search.vector_filling import tidy

    tidy(store)


def memory_terms(memory: asking.IndexedMemory) -> str:
    """Return what a memory is found by: its words, its slot, and the names of its entities."""
    return index_terms("\n".join((memory.content, memory.detail, memory.slot, *memory.names)))


def _catch_up(store: Store, limit_s: float | None, between: Callable[[], None]) -> bool:
    ensure_index(store)
    deadline = None if limit_s is None else time.monotonic() + limit_s
    for step in (_index_memories, index_pages, index_sources, _index_messages):
        while step(store):
            between()
            if deadline is not None and time.monotonic() > deadline:
                return False
    return True


def _index_memories(store: Store) -> bool:
    """Index the memories that the next journal entries touched; False when none are left."""
    done = int(read_mark(store.reading("search"), "journal") or 0)
    source = store.reading("memory")
    head = journal.head(source)
    if head < done:  # another memory.db than before, from a backup
        done = 0
    elif head == done:
        return False
    until, touched = journal.touched_since(source, done, MEMORIES_PER_BATCH)
    renamed = asking.list_renamed(source, done, until)
    ids = list(dict.fromkeys((*touched, *renamed)))
    rows = [(item, memory_terms(item)) for item in asking.list_indexed(source, ids)]
    with store.writing("search") as connection:
        _remove_memories(connection, ids)
        for memory, terms in rows:
            _insert_memory(connection, memory, terms)
        set_mark(connection, "journal", str(until))
    return True


def _remove_memories(connection: sqlite3.Connection, ids: Iterable[str]) -> None:
    for memory in ids:
        for table in ("memory", "past"):
            row = connection.execute(
                f"SELECT id, terms FROM {table}_doc WHERE memory = ?", (memory,)
            ).fetchone()
            if row is None:
                continue
            connection.execute(
                f"INSERT INTO {table}_fts ({table}_fts, rowid, terms) VALUES ('delete', ?, ?)",
                (row[0], row[1]),
            )
            connection.execute(f"DELETE FROM {table}_doc WHERE id = ?", (row[0],))


def _insert_memory(
    connection: sqlite3.Connection, memory: asking.IndexedMemory, terms: str
) -> None:
    table = "memory" if memory.status == "active" else "past"
    number = connection.execute(
        f"INSERT INTO {table}_doc (memory, project, status, kind, said, since, until, terms) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            memory.id,
            memory.project,
            memory.status,
            memory.kind,
            memory.said,
            memory.since,
            memory.until,
            terms,
        ),
    ).lastrowid
    connection.execute(f"INSERT INTO {table}_fts (rowid, terms) VALUES (?, ?)", (number, terms))


def _index_messages(store: Store) -> bool:
    """Index the next messages by number; False when none are left."""
    done = int(read_mark(store.reading("search"), "message") or 0)
    rows = _list_messages(store, done)
    if not rows:
        return False
    documents = [(row, index_terms(row["text"])) for row in rows if _is_searchable(row)]
    with store.writing("search") as connection:
        if int(read_mark(connection, "message") or 0) != done:
            return True
        connection.executemany(
            "INSERT INTO message_doc (id, session, position, project, role, tool, at) "
            "VALUES (:id, :session, :position, :project, :role, :tool, :at)",
            [dict(row) for row, _ in documents],
        )
        connection.executemany(
            "INSERT INTO message_fts (rowid, terms) VALUES (?, ?)",
            [(row["id"], terms) for row, terms in documents],
        )
        set_mark(connection, "message", str(rows[-1]["id"]))
    return True


def _list_messages(store: Store, done: int) -> list[sqlite3.Row]:
    found = store.reading("transcripts").execute(
        """
        SELECT message.id, message.session, position, project, role, tool, origin, at, text
        FROM message
        JOIN session ON session.id = message.session
        JOIN session_message ON session_message.message = message.id
            AND session_message.session = message.session
        WHERE message.id > ? ORDER BY message.id LIMIT ?
        """,
        (done, MESSAGES_PER_BATCH),
    )
    rows: list[sqlite3.Row] = []
    chars = 0
    for row in found:
        rows.append(row)
        chars += len(row["text"])
        if chars >= CHARS_PER_BATCH:
            break
    found.close()
    return rows


def _is_searchable(row: sqlite3.Row) -> bool:
    """Tell whether a message says something; a look-up in PMI only repeats its question."""
    text = str(row["text"])
    if row["origin"] == "typed_command":
        return text.startswith("/pmi:remember")
    if row["origin"] == "tool" and _is_look_up(str(row["tool"]), text):
        return False
    return bool(text)


def _is_look_up(tool: str, text: str) -> bool:
    if tool == "Bash":
        return re.match(_TYPED_LOOK_UP, text) is not None
    return re.fullmatch(_LOOK_UP, tool) is not None
