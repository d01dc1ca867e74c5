"""Counts what the databases hold."""

from __future__ import annotations

import sqlite3

_LEARNING = "learning:"


def count_memories(connection: sqlite3.Connection) -> dict[str, dict[str, int]]:
    """Return how many memories there are, by kind and then by status; merged ones are left out."""
    rows = connection.execute(
        "SELECT kind, status, count(*) FROM memory WHERE status <> 'merged' "
        "GROUP BY kind, status ORDER BY kind, status"
    ).fetchall()
    found: dict[str, dict[str, int]] = {}
    for kind, status, count in rows:
        found.setdefault(kind, {})[status] = count
    return found


def count_learnings(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many learnings have each status; forgotten ones are left out."""
    rows = connection.execute(
        "SELECT status, count(*) FROM learning WHERE text <> '' GROUP BY status ORDER BY status"
    ).fetchall()
    return {row[0]: row[1] for row in rows}


def count_conversations(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return how many sessions of users and how many messages are archived."""
    row = connection.execute(
        "SELECT (SELECT count(*) FROM session WHERE parent = ''), (SELECT count(*) FROM message)"
    ).fetchone()
    return int(row[0]), int(row[1])


def list_confirmations(connection: sqlite3.Connection) -> dict[int, str]:
    """Return when each learning was confirmed first, by number."""
    rows = connection.execute(
        "SELECT subject, min(at) FROM decision WHERE verdict = 'confirm' AND subject GLOB ? "
        "GROUP BY subject",
        (f"{_LEARNING}*",),
    ).fetchall()
    return {int(row[0].removeprefix(_LEARNING)): row[1] for row in rows}


def list_times_said(connection: sqlite3.Connection) -> dict[int, list[str]]:
    """Return when each learning was said again, by number."""
    found: dict[int, list[str]] = {}
    for number, at in connection.execute("SELECT number, said_at FROM sighting").fetchall():
        found.setdefault(number, []).append(at)
    return found
