"""Reads what happened between two moments: sessions, what the user asked in them, memories.

Moments are stored times (UTC); whoever asks about days makes moments of them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pmi.model.conversation import Prompt

if TYPE_CHECKING:
    from pmi.store.database import Store

EVER = ("", "9999")
"""A period that holds every stored time."""


def list_active_sessions(
    store: Store, period: tuple[str, str], keys: Sequence[str] | None = None
) -> list[str]:
    """Return the main sessions in which something was said in a period, the oldest first.

    Args:
        period: The first moment, and the one behind the last.
        keys: Only of these projects; None for all.
    """
    rows = store.reading("transcripts").execute(
        """
        SELECT id FROM session
        WHERE parent = '' AND ended_at >= ?1 AND started_at < ?2
            AND (?3 IS NULL OR project IN (SELECT value FROM json_each(?3)))
            AND EXISTS (
                SELECT 1 FROM session_message JOIN message ON message.id = session_message.message
                WHERE session_message.session = session.id AND at >= ?1 AND at < ?2
            )
        ORDER BY started_at, id
        """,
        (*period, None if keys is None else json.dumps(list(keys))),
    )
    return [row[0] for row in rows]


def list_prompts(store: Store, session: str, period: tuple[str, str] = EVER) -> list[Prompt]:
    """Return what the user typed in a session, in its order; typed commands are none of it."""
    rows = store.reading("transcripts").execute(
        """
        SELECT position, uuid, at, text FROM session_message
        JOIN message ON message.id = session_message.message
        WHERE session_message.session = ? AND role = 'user' AND origin <> 'typed_command'
            AND at >= ? AND at < ?
        ORDER BY position
        """,
        (session, *period),
    )
    return [Prompt(*row) for row in rows]


def find_range(store: Store, session: str, period: tuple[str, str]) -> tuple[int, int]:
    """Return the first and last place in a session at which something was said in a period."""
    row = (
        store.reading("transcripts")
        .execute(
            """
            SELECT ifnull(min(position), 0), ifnull(max(position), 0) FROM session_message
            JOIN message ON message.id = session_message.message
            WHERE session_message.session = ? AND at >= ? AND at < ?
            """,
            (session, *period),
        )
        .fetchone()
    )
    return int(row[0]), int(row[1])


def list_speakers(store: Store, session: str) -> list[tuple[int, str, str]]:
    """Return place, uuid and role of a session's last messages, the last one first."""
    rows = store.reading("transcripts").execute(
        """
        SELECT position, uuid, role FROM session_message
        JOIN message ON message.id = session_message.message
        WHERE session_message.session = ? AND origin <> 'typed_command'
        ORDER BY position DESC LIMIT 50
        """,
        (session,),
    )
    return [(row[0], row[1], row[2]) for row in rows]


def list_recorded(connection: sqlite3.Connection, period: tuple[str, str]) -> list[str]:
    """Return the memories that were recorded in a period, the oldest first."""
    rows = connection.execute(
        "SELECT id FROM memory WHERE recorded_at >= ? AND recorded_at < ? AND status <> 'merged' "
        "ORDER BY recorded_at, id",
        period,
    )
    return [row[0] for row in rows]


def list_touched(connection: sqlite3.Connection, period: tuple[str, str]) -> list[str]:
    """Return the memories that changes of a period touched, those first touched first."""
    rows = connection.execute(
        "SELECT json_extract(outcome, '$.touched') FROM journal WHERE at >= ? AND at < ? "
        "ORDER BY seq",
        period,
    )
    found: dict[str, None] = {}
    for row in rows:
        found.update(dict.fromkeys(json.loads(row[0] or "[]")))
    return list(found)


def list_predecessors(connection: sqlite3.Connection, memories: Iterable[str]) -> dict[str, str]:
    """Return what memories say that others superseded, by the id of the other."""
    rows = connection.execute(
        "SELECT successor, content FROM memory WHERE status = 'superseded' "
        "AND successor IN (SELECT value FROM json_each(?)) ORDER BY holds_from, said_at, id",
        (json.dumps(list(memories)),),
    )
    return {row[0]: row[1] for row in rows}


def list_quoting_session(connection: sqlite3.Connection, sessions: Iterable[str]) -> list[str]:
    """Return the memories that quote what was said in one of these sessions."""
    rows = connection.execute(
        """
        SELECT DISTINCT CASE WHEN merged_into <> '' THEN merged_into ELSE memory.id END
        FROM evidence JOIN memory ON memory.id = evidence.memory
        WHERE reference LIKE 'cc://%' AND substr(reference, 6, instr(reference || '#', '#') - 6)
            IN (SELECT value FROM json_each(?))
        ORDER BY memory.id
        """,
        (json.dumps(list(sessions)),),
    )
    return [row[0] for row in rows]
