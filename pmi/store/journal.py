"""The journal: one append-only table that is log, audit and the origin of all rows.

An entry is never changed, but by ``forget``. Its ``outcome`` holds what was decided when it
was written (ids, quote checks, verdicts), so that the rows can be made again without asking
anything else.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from pmi.model.memory import JournalEntry


def head(connection: sqlite3.Connection) -> int:
    """Return the sequence number of the newest entry; 0 for an empty journal."""
    return int(connection.execute("SELECT ifnull(max(seq), 0) FROM journal").fetchone()[0])


def append(connection: sqlite3.Connection, entry: JournalEntry) -> None:
    """Write one entry; its number must be the next one."""
    connection.execute(
        "INSERT INTO journal (seq, id, at, actor, op, payload, outcome, cause) "
        "VALUES (:seq, :id, :at, :actor, :op, :payload, :outcome, :cause)",
        {
            "seq": entry.seq,
            "id": entry.id,
            "at": entry.at,
            "actor": entry.actor,
            "op": entry.op,
            "payload": encode(entry.payload),
            "outcome": encode(entry.outcome),
            "cause": entry.cause or None,
        },
    )


def find(connection: sqlite3.Connection, seq: int) -> JournalEntry | None:
    """Return an entry by its number, or None."""
    if seq > head(connection):  # or more than a database can count to
        return None
    row = connection.execute("SELECT * FROM journal WHERE seq = ?", (seq,)).fetchone()
    return _entry(row) if row is not None else None


def find_by_cause(connection: sqlite3.Connection, cause: str) -> JournalEntry | None:
    """Return the entry that an outer event (a typed command) made, or None."""
    row = connection.execute("SELECT * FROM journal WHERE cause = ?", (cause,)).fetchone()
    return _entry(row) if row is not None else None


def list_entries(
    connection: sqlite3.Connection, *, after: int = 0, limit: int = 50
) -> list[JournalEntry]:
    """Return the newest entries with a number above ``after``, the newest first."""
    rows = connection.execute(
        "SELECT * FROM journal WHERE seq > ? ORDER BY seq DESC LIMIT ?", (after, limit)
    ).fetchall()
    return [_entry(row) for row in rows]


def iterate(connection: sqlite3.Connection, *, after: int = 0) -> Iterator[JournalEntry]:
    """Yield all entries above a number, the oldest first, reading a page at a time."""
    last = after
    while True:
        rows = connection.execute(
            "SELECT * FROM journal WHERE seq > ? ORDER BY seq LIMIT 500", (last,)
        ).fetchall()
        if not rows:
            return
        for row in rows:
            yield _entry(row)
        last = rows[-1]["seq"]


def iterate_back(connection: sqlite3.Connection) -> Iterator[JournalEntry]:
    """Yield all entries from the newest on, reading a page at a time."""
    before = head(connection) + 1
    while before > 1:
        rows = connection.execute(
            "SELECT * FROM journal WHERE seq < ? ORDER BY seq DESC LIMIT 50", (before,)
        ).fetchall()
        for row in rows:
            yield _entry(row)
        before = rows[-1]["seq"] if rows else 0


def touched_since(connection: sqlite3.Connection, seq: int, limit: int) -> tuple[int, list[str]]:
    """Return up to which entry one has then seen, and ids of memories touched above ``seq``.

    Whole entries, until at least ``limit`` ids are found. Each id comes once. A memory that is
    gone (undone, forgotten) is among them: whoever keeps something made from it removes it.
    """
    rows = connection.execute(
        "SELECT seq, json_extract(outcome, '$.touched') AS touched FROM journal "
        "WHERE seq > ? ORDER BY seq LIMIT ?",
        (seq, max(1, limit)),
    ).fetchall()
    until, found = seq, dict[str, None]()
    for row in rows:
        until = row["seq"]
        found.update(dict.fromkeys(json.loads(row["touched"] or "[]")))
        if len(found) >= limit:
            break
    return until, list(found)


def list_undone(connection: sqlite3.Connection) -> set[int]:
    """Return the numbers of all entries that were taken back."""
    rows = connection.execute(
        "SELECT json_extract(payload, '$.entry') FROM journal WHERE op = 'undo'"
    ).fetchall()
    return {int(row[0]) for row in rows}


def rewrite(connection: sqlite3.Connection, entry: JournalEntry) -> None:
    """Replace what an entry says; ``forget`` is the only caller there may be."""
    connection.execute(
        "UPDATE journal SET payload = ?, outcome = ? WHERE seq = ?",
        (encode(entry.payload), encode(entry.outcome), entry.seq),
    )


def encode(value: dict[str, Any]) -> str:
    """Return JSON as it is stored: compact, readable in every script."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")


def _entry(row: sqlite3.Row) -> JournalEntry:
    return JournalEntry(
        seq=row["seq"],
        id=row["id"],
        at=row["at"],
        actor=row["actor"],
        op=row["op"],
        payload=json.loads(row["payload"]),
        outcome=json.loads(row["outcome"]),
        cause=row["cause"] or "",
    )
