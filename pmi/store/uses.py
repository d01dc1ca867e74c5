"""Keeps in which sessions learnings were shown, matched a prompt, or were corrected again.

Each counts once in a session, however often its line is taken in.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

What = Literal["shown", "matched", "corrected"]


class Use(NamedTuple):
    """One learning in one session."""

    what: What
    number: int
    session: str
    at: str


class Uses(NamedTuple):
    """In how many sessions a learning was shown, matched a prompt, was corrected again."""

    shown: int = 0
    matched: int = 0
    corrected: int = 0


def add_uses(connection: sqlite3.Connection, uses: Iterable[Use]) -> None:
    """Note uses, inside a transaction on transcripts.db; a known one stays as it is."""
    connection.executemany("INSERT OR IGNORE INTO lesson_use VALUES (?, ?, ?, ?)", list(uses))


def count_uses(
    connection: sqlite3.Connection, numbers: Collection[int] | None = None
) -> dict[int, Uses]:
    """Return how learnings were used, by number; one that never was is left out.

    Args:
        numbers: Only these; None for all.
    """
    chosen = "" if numbers is None else "WHERE number IN (SELECT value FROM json_each(?))"
    rows = connection.execute(
        f"SELECT number, what, count(*) FROM lesson_use {chosen} GROUP BY number, what",
        () if numbers is None else (json.dumps(list(numbers)),),
    ).fetchall()
    found: dict[int, Uses] = {}
    for number, what, count in rows:
        found[number] = found.get(number, Uses())._replace(**{what: count})
    return found


def list_uses(connection: sqlite3.Connection, number: int) -> list[Use]:
    """Return in which sessions a learning was used, the first ones first."""
    rows = connection.execute(
        "SELECT what, number, session, at FROM lesson_use WHERE number = ? ORDER BY at, what",
        (number,),
    ).fetchall()
    return [Use(*row) for row in rows]


def last_uses(connection: sqlite3.Connection) -> dict[int, str]:
    """Return when each learning matched a prompt or was corrected last, by number."""
    rows = connection.execute(
        "SELECT number, max(at) FROM lesson_use WHERE what IN ('matched', 'corrected') "
        "GROUP BY number"
    ).fetchall()
    return {row[0]: row[1] for row in rows}


def last_matches(connection: sqlite3.Connection) -> dict[int, str]:
    """Return when a prompt pointed to each learning last, by number."""
    rows = connection.execute(
        "SELECT number, max(at) FROM lesson_use WHERE what = 'matched' GROUP BY number"
    ).fetchall()
    return {row[0]: row[1] for row in rows}


def count_sessions_since(connection: sqlite3.Connection, moment: str) -> int:
    """Return how many conversations began after a moment, those of sub-agents left out."""
    row = connection.execute(
        "SELECT count(*) FROM session WHERE started_at > ? AND parent = ''", (moment,)
    ).fetchone()
    return int(row[0])
