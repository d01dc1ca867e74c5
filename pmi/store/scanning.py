"""Reads what was not looked through yet, and remembers how far it was.

The mark may lag behind: whoever looks through a message twice must do the same only once.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

SIGNALS = "signals"
"""Name of the mark up to which messages were looked through for signals."""

ABOVE_MOST = 400
"""So many lines above a prompt are followed to find what the assistant said."""

BEFORE_CHARS = 4000


class Mark(NamedTuple):
    """How far messages were looked through.

    Attributes:
        message: Number of the last one.
        since: What was said before this moment is left alone.
    """

    message: int
    since: str


class Unread(NamedTuple):
    """A message that the user typed, and where."""

    number: int
    uuid: str
    session: str
    parent: str
    at: str
    text: str
    project: str


def read_mark(connection: sqlite3.Connection, name: str) -> Mark:
    """Return a mark; every archive has one from the beginning."""
    row = connection.execute("SELECT message, since FROM scan WHERE name = ?", (name,)).fetchone()
    return Mark(*row) if row is not None else Mark(0, "")


def write_mark(connection: sqlite3.Connection, name: str, message: int) -> None:
    """Note that everything up to a message was looked through; a mark never goes back."""
    connection.execute(
        "UPDATE scan SET message = ? WHERE name = ? AND message < ?", (message, name, message)
    )


def begin_at(connection: sqlite3.Connection, name: str, since: str) -> None:
    """Look through everything once more that was said since a moment."""
    connection.execute("UPDATE scan SET message = 0, since = ? WHERE name = ?", (since, name))


def last_number(connection: sqlite3.Connection) -> int:
    """Return the number of the newest message; 0 for none."""
    return int(connection.execute("SELECT ifnull(max(id), 0) FROM message").fetchone()[0])


def list_typed(
    connection: sqlite3.Connection, *, after: int, until: int, since: str, limit: int
) -> list[Unread]:
    """Return messages that a person typed in a session that was open to one, by number.

    Left out are sub-agents' and programs' sessions, typed commands and what is all pasted.

    Args:
        after, until: Numbers; the first is passed over, the last is not.
        since: Nothing that was said before.
    """
    rows = connection.execute(
        """
        SELECT message.id, uuid, message.session, message.parent, at, text, session.project
        FROM message JOIN session ON session.id = message.session
        WHERE message.id > ? AND message.id <= ? AND role = 'user'
            AND origin IN ('prompt', 'queued') AND pasted = 0 AND at <> '' AND at >= ?
            AND session.parent = '' AND session.entrypoint NOT LIKE 'sdk%'
        ORDER BY message.id LIMIT ?
        """,
        (after, until, since, limit),
    ).fetchall()
    return [Unread(*row) for row in rows]


def find_before(connection: sqlite3.Connection, message: Unread) -> str:
    """Return what the assistant said last before a prompt, in the branch that led to it."""
    rows = connection.execute(
        """
        WITH RECURSIVE above (uuid, step) AS (
            VALUES (?, 1)
            UNION ALL SELECT message.parent, step + 1 FROM above
                JOIN message ON message.uuid = above.uuid
                WHERE step < ? AND role <> 'user' AND message.parent <> ''
        )
        SELECT role, text FROM above JOIN message ON message.uuid = above.uuid ORDER BY step
        """,
        (message.parent, ABOVE_MOST),
    ).fetchall()
    return _last_words(rows) if rows else _before_in_order(connection, message)


def find_answer(connection: sqlite3.Connection, message: Unread) -> str:
    """Return the first words of the reply to a prompt; empty where there is none yet."""
    row = connection.execute(
        """
        SELECT role, text FROM session_message AS shown
        JOIN message ON message.id = shown.message
        WHERE shown.session = :session AND position > (
            SELECT position FROM session_message WHERE session = :session AND message = :number)
            AND role <> 'tool'
        ORDER BY position LIMIT 1
        """,
        {"session": message.session, "number": message.number},
    ).fetchone()
    return str(row["text"]) if row is not None and row["role"] == "assistant" else ""


def find_prompt_before(connection: sqlite3.Connection, message: Unread) -> str:
    """Return the uuid of what the user said before in the same session; empty for nothing."""
    row = connection.execute(
        """
        SELECT uuid FROM session_message AS shown JOIN message ON message.id = shown.message
        WHERE shown.session = :session AND position < (
            SELECT position FROM session_message WHERE session = :session AND message = :number)
            AND role = 'user'
        ORDER BY position DESC LIMIT 1
        """,
        {"session": message.session, "number": message.number},
    ).fetchone()
    return str(row[0]) if row is not None else ""


def _before_in_order(connection: sqlite3.Connection, message: Unread) -> str:
    """Return what was said before by the order of the conversation: the line above is unknown."""
    rows = connection.execute(
        """
        SELECT role, text FROM session_message AS shown
        JOIN message ON message.id = shown.message
        WHERE shown.session = :session AND position < (
            SELECT position FROM session_message WHERE session = :session AND message = :number)
        ORDER BY position DESC LIMIT :most
        """,
        {"session": message.session, "number": message.number, "most": ABOVE_MOST},
    ).fetchall()
    return _last_words(rows)


def _last_words(rows: list[sqlite3.Row]) -> str:
    """Return the assistant's words up to the user's, the newest rows come first."""
    found: list[str] = []
    for row in rows:
        if row["role"] == "user":
            break
        if row["role"] == "assistant":
            found.append(row["text"])
            if sum(map(len, found)) >= BEFORE_CHARS:
                break
    return "\n\n".join(reversed(found))[-BEFORE_CHARS:]
