"""Writes to the archive of conversations: sessions, what was said in them, tools they used.

Every function works inside the caller's transaction on transcripts.db and decides nothing:
a message that is there, or that was forgotten, is passed over by its uuid. Rows are written
many at a time: one look-up of what is known for a whole batch.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from pmi.model.conversation import Message, Said, Session, ToolCall

TITLE_CHARS = 80

_TITLE_OF = "title of "
"""Begins the tombstone of a session's title; no line can be called so."""


def ensure_session(connection: sqlite3.Connection, session: Session, entrypoint: str = "") -> None:
    """Make a session's row, or fill in what was not known of it yet; the first folder counts."""
    connection.execute(
        """
        INSERT INTO session (id, parent, project, cwd, branch, entrypoint, started_at, ended_at)
        VALUES (:id, :parent, :project, :cwd, :branch, :entrypoint, :started_at, :ended_at)
        ON CONFLICT (id) DO UPDATE SET
            parent = CASE WHEN session.parent = '' THEN excluded.parent ELSE session.parent END,
            project = CASE WHEN session.cwd = '' THEN excluded.project ELSE session.project END,
            branch = CASE WHEN session.cwd = '' THEN excluded.branch ELSE session.branch END,
            entrypoint = CASE WHEN session.entrypoint = '' THEN excluded.entrypoint
                         ELSE session.entrypoint END,
            cwd = CASE WHEN session.cwd = '' THEN excluded.cwd ELSE session.cwd END
        """,
        {
            "id": session.id,
            "parent": session.parent,
            "project": session.project,
            "cwd": session.cwd,
            "branch": session.branch,
            "entrypoint": entrypoint,
            "started_at": session.started_at,
            "ended_at": session.ended_at,
        },
    )


def set_title(connection: sqlite3.Connection, session: str, title: str, rank: int = 3) -> bool:
    """Give a session a title, unless one that counts more stands; False where it is not there.

    A session of which something was left out keeps the title that it has.

    Args:
        rank: 3 for the user's own, 2 and 1 for those that Claude Code makes.
    """
    return (
        connection.execute(
            """
            UPDATE session SET
                title = CASE WHEN :rank >= title_rank THEN :title ELSE title END,
                title_rank = max(title_rank, :rank)
            WHERE id = :session AND NOT EXISTS (SELECT 1 FROM tombstone WHERE uuid = :grave)
            """,
            {
                "rank": rank,
                "title": _cut(title),
                "session": session,
                "grave": _TITLE_OF + session,
            },
        ).rowcount
        > 0
    )


def leave_untitled(connection: sqlite3.Connection, sessions: Mapping[str, str]) -> None:
    """Let sessions get no title any more: what was left out of them may stand in it.

    Args:
        sessions: Id of a session, which need not be there yet -> when that was said.
    """
    bury(connection, {f"{_TITLE_OF}{name}": at for name, at in sessions.items()}, "left out")


def add_messages(connection: sqlite3.Connection, session: str, messages: Iterable[Message]) -> int:
    """Append messages to a session's conversation, and return how many were new anywhere."""
    said = [
        Said(each.uuid, each.parent, each.role, each.origin, each.at, each.text, each.tool,
             each.pasted)
        for each in messages
    ]  # fmt: skip
    return add_said(connection, {session: said})


def add_said(connection: sqlite3.Connection, said: Mapping[str, Sequence[Said]]) -> int:
    """Append to several sessions' conversations, and return how many messages were new.

    A message that another session holds already is shared with it, not stored again.

    Args:
        said: What was said, in order, by session; each session has its row.
    """
    uuids = [one.uuid for each in said.values() for one in each]
    if not uuids:
        return 0
    known = _find_numbers(connection, uuids)
    forgotten = _find_forgotten(connection, uuids)
    first = _next_number(connection)
    rows = _Rows(known, first)
    for session, each in said.items():
        if forgotten:
            each = [one for one in each if one.uuid not in forgotten]  # noqa: PLW2901
        rows.add(session, each, *_find_place(connection, session, each, known))
    connection.executemany(
        """
        INSERT INTO message (id, uuid, session, parent, role, origin, at, tool, pasted, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        rows.messages,
    )
    connection.executemany(
        "INSERT INTO session_message (session, position, message) VALUES (?, ?, ?)", rows.places
    )
    for session, added in rows.added.items():
        _extend_session(connection, session, added)
    return len(rows.messages)


class _Rows:
    """The rows that a batch becomes."""

    def __init__(self, known: Mapping[str, int], first: int) -> None:
        self._numbers = dict(known)
        self._next = first
        self.messages: list[tuple[object, ...]] = []
        self.places: list[tuple[str, int, int]] = []
        self.added: dict[str, list[Said]] = {}

    def add(self, session: str, said: Iterable[Said], last: int, held: set[int]) -> None:
        """Add what was said in a session that ends at position `last` and holds some already."""
        added = self.added.setdefault(session, [])
        for one in said:
            number = self._numbers.get(one.uuid)
            if number is None:
                number = self._numbers[one.uuid] = self._next
                self._next += 1
                self.messages.append(
                    (number, one.uuid, session, one.parent, one.role, one.origin, one.at,
                     one.tool, one.pasted, one.text)
                )  # fmt: skip
            if number in held:
                continue
            held.add(number)
            last += 1
            self.places.append((session, last, number))
            added.append(one)


def add_calls(connection: sqlite3.Connection, calls: Mapping[str, Sequence[ToolCall]]) -> None:
    """Note the tools that sessions used; a call that is noted, or was forgotten, is passed over."""
    rows = [(session, *call) for session, each in calls.items() for call in each]
    if not rows:
        return
    forgotten = _find_forgotten(connection, [str(row[1]) for row in rows])
    connection.executemany(
        "INSERT OR IGNORE INTO tool_call (session, uuid, tool, path, changed, at) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        [row for row in rows if row[1] not in forgotten],
    )


def find_call(connection: sqlite3.Connection, uuid: str) -> tuple[str, str]:
    """Return the tool and the input of the call that a line made; empty for none."""
    row = connection.execute("SELECT tool, text FROM message WHERE uuid = ?", (uuid,)).fetchone()
    return (row[0], row[1]) if row is not None else ("", "")


def find_session_of(connection: sqlite3.Connection, uuid: str) -> str:
    """Return the session that a message was first seen in; empty for none."""
    row = connection.execute("SELECT session FROM message WHERE uuid = ?", (uuid,)).fetchone()
    return str(row[0]) if row is not None else ""


def _next_number(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(id), 0) + 1 FROM message").fetchone()[0])


def _find_numbers(connection: sqlite3.Connection, uuids: Sequence[str]) -> dict[str, int]:
    """Return the row numbers of those messages that are there."""
    return dict(
        connection.execute(
            "SELECT uuid, id FROM message WHERE uuid IN (SELECT value FROM json_each(?))",
            (json.dumps(uuids),),
        ).fetchall()
    )


def _find_place(
    connection: sqlite3.Connection, session: str, said: Sequence[Said], known: Mapping[str, int]
) -> tuple[int, set[int]]:
    """Return a session's last position, and which of these messages it holds already."""
    last = connection.execute(
        "SELECT coalesce(max(position), 0) FROM session_message WHERE session = ?", (session,)
    ).fetchone()[0]
    numbers = [known[one.uuid] for one in said if one.uuid in known]
    if not numbers:
        return last, set()
    held = connection.execute(
        "SELECT message FROM session_message "
        "WHERE message IN (SELECT value FROM json_each(?)) AND session = ?",
        (json.dumps(numbers), session),
    )
    return last, {row[0] for row in held}


def bury(connection: sqlite3.Connection, uuids: Mapping[str, str], reason: str) -> None:
    """Leave a tombstone for each line that must not come in, not from a copy either.

    Args:
        uuids: uuid of a line -> when it was said.
    """
    connection.executemany(
        "INSERT OR IGNORE INTO tombstone (uuid, at, reason) VALUES (?, ?, ?)",
        [(uuid, at, reason) for uuid, at in uuids.items()],
    )


def _find_forgotten(connection: sqlite3.Connection, uuids: Sequence[str]) -> set[str]:
    """Return the uuids that have a tombstone; a line's further messages share its own."""
    if connection.execute("SELECT 1 FROM tombstone LIMIT 1").fetchone() is None:
        return set()
    asked = {uuid: uuid.split(".")[0] for uuid in uuids}
    rows = connection.execute(
        "SELECT uuid FROM tombstone WHERE uuid IN (SELECT value FROM json_each(?))",
        (json.dumps([*asked, *asked.values()]),),
    )
    dead = {row[0] for row in rows}
    return {uuid for uuid, line in asked.items() if uuid in dead or line in dead}


def _extend_session(connection: sqlite3.Connection, session: str, said: Sequence[Said]) -> None:
    """Let the session's times and its first words follow what was added to it."""
    if not said:
        return
    times = [one.at for one in said if one.at]
    asked = (
        _title_of(one.text)
        for one in said
        if one.role == "user" and not one.text.startswith("/pmi:")
    )
    connection.execute(
        """
        UPDATE session SET
            started_at = CASE WHEN :first <> '' AND (started_at = '' OR :first < started_at)
                         THEN :first ELSE started_at END,
            ended_at = max(ended_at, :last),
            title = CASE WHEN title = '' THEN :title ELSE title END
        WHERE id = :session
        """,
        {
            "first": min(times, default=""),
            "last": max(times, default=""),
            "title": next(asked, ""),
            "session": session,
        },
    )


def retitle(connection: sqlite3.Connection, mark: str) -> None:
    """Title sessions anew whose title is the beginning of a message that holds a mark now.

    Such a title may have a part of the sentence that the mark stands for.
    """
    rows = connection.execute(
        """
        SELECT session.id, message.text, min(session_message.position) FROM session
        JOIN session_message ON session_message.session = session.id
        JOIN message ON message.id = session_message.message
        WHERE title_rank = 0 AND title <> '' AND role = 'user' AND text NOT LIKE '/pmi:%'
            AND session.id IN (
                SELECT session_message.session FROM session_message
                JOIN message ON message.id = session_message.message WHERE instr(text, ?)
            )
        GROUP BY session.id
        """,
        (mark,),
    ).fetchall()
    for session, text, _ in rows:
        if mark in text:
            connection.execute(
                "UPDATE session SET title = ? WHERE id = ?", (_title_of(text), session)
            )


def _title_of(text: str) -> str:
    return _cut(" ".join(text[: 8 * TITLE_CHARS].split()))


def _cut(title: str) -> str:
    """Return a title that fits a line; one that was cut ends with a word, or between CJK, and …."""
    if len(title) <= TITLE_CHARS:
        return title
    kept = title[: TITLE_CHARS - 1]
    space = kept.rfind(" ", TITLE_CHARS // 2)
    inside = (title[TITLE_CHARS - 1] + kept[-1]).isascii() and title[TITLE_CHARS - 1] != " "
    return (kept[:space] if inside and space > 0 else kept).rstrip() + "…"
