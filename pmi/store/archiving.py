"""Writes to the archive of conversations: sessions, messages, how far a file was read.

Every function works inside the caller's transaction on transcripts.db and decides nothing:
a message that is there, or that was forgotten, is passed over by its uuid.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field

from pmi.model.conversation import Message, Session

TITLE_CHARS = 80


@dataclass(slots=True)
class FileState:
    """How far a transcript file was read.

    Attributes:
        offset: Bytes consumed, always just behind a newline.
        head_hash: Fingerprint of what precedes the offset.
        unknown: Line types that were not understood, with their counts.
        links: uuid of a passed-over line -> uuid of the message above it, the newest only.
    """

    path: str
    session: str = ""
    offset: int = 0
    head_hash: str = ""
    size: int = 0
    mtime_ns: int = 0
    lines: int = 0
    bad_lines: int = 0
    long_lines: int = 0
    unknown: dict[str, int] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)


def find_file(connection: sqlite3.Connection, path: str) -> FileState | None:
    """Return how far a file was read, or None for a new one."""
    row = connection.execute("SELECT * FROM transcript_file WHERE path = ?", (path,)).fetchone()
    if row is None:
        return None
    return FileState(
        path=row["path"],
        session=row["session"],
        offset=row["offset"],
        head_hash=row["head_hash"],
        size=row["size"],
        mtime_ns=row["mtime_ns"],
        lines=row["lines"],
        bad_lines=row["bad_lines"],
        long_lines=row["long_lines"],
        unknown=json.loads(row["unknown"]),
        links=json.loads(row["links"]),
    )


def list_known_files(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """Return size and mtime (ns) of every file as it was when last read, by path."""
    rows = connection.execute("SELECT path, size, mtime_ns FROM transcript_file WHERE gone = 0")
    return {row[0]: (row[1], row[2]) for row in rows}


def save_file(connection: sqlite3.Connection, state: FileState) -> None:
    """Record how far a file was read, in the transaction that stores what was read."""
    connection.execute(
        """
        INSERT INTO transcript_file (path, session, offset, head_hash, size, mtime_ns, lines,
                                     bad_lines, long_lines, unknown, links)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET
            session = excluded.session, offset = excluded.offset,
            head_hash = excluded.head_hash, size = excluded.size,
            mtime_ns = excluded.mtime_ns, lines = excluded.lines,
            bad_lines = excluded.bad_lines, long_lines = excluded.long_lines,
            unknown = excluded.unknown, links = excluded.links, gone = 0
        """,
        (
            state.path,
            state.session,
            state.offset,
            state.head_hash,
            state.size,
            state.mtime_ns,
            state.lines,
            state.bad_lines,
            state.long_lines,
            json.dumps(state.unknown, sort_keys=True),
            json.dumps(state.links),
        ),
    )


def mark_gone(connection: sqlite3.Connection, paths: Iterable[str]) -> None:
    """Note that Claude Code has deleted these originals; what was said in them stays."""
    connection.executemany(
        "UPDATE transcript_file SET gone = 1 WHERE path = ?", ((path,) for path in paths)
    )


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


def set_title(connection: sqlite3.Connection, session: str, title: str) -> bool:
    """Give a session the title that the user chose; False where it is not there yet."""
    return (
        connection.execute(
            "UPDATE session SET title = ?, titled = 1 WHERE id = ?", (title[:TITLE_CHARS], session)
        ).rowcount
        > 0
    )


def add_messages(connection: sqlite3.Connection, session: str, messages: Iterable[Message]) -> int:
    """Append messages to a session's conversation, and return how many were new anywhere.

    A message that another session holds already is shared with it, not stored again.
    """
    said = list(messages)
    forgotten = _find_forgotten(connection, said)
    new = 0
    last = connection.execute(
        "SELECT coalesce(max(position), 0) FROM session_message WHERE session = ?", (session,)
    ).fetchone()[0]
    added: list[Message] = []
    for message in said:
        if message.uuid in forgotten:
            continue
        number, is_new = _store(connection, session, message)
        new += is_new
        if connection.execute(
            "INSERT OR IGNORE INTO session_message (session, position, message) VALUES (?, ?, ?)",
            (session, last + 1, number),
        ).rowcount:
            last += 1
            added.append(message)
    _extend_session(connection, session, added)
    return new


def _find_forgotten(connection: sqlite3.Connection, messages: Iterable[Message]) -> set[str]:
    """Return the uuids that have a tombstone; a line's further messages share its own."""
    if connection.execute("SELECT 1 FROM tombstone LIMIT 1").fetchone() is None:
        return set()
    return {
        message.uuid
        for message in messages
        if connection.execute(
            "SELECT 1 FROM tombstone WHERE uuid IN (?, ?)",
            (message.uuid, message.uuid.split(".")[0]),
        ).fetchone()
    }


def _store(connection: sqlite3.Connection, session: str, message: Message) -> tuple[int, int]:
    """Return a message's number, and 1 where it was not there before."""
    cursor = connection.execute(
        """
        INSERT INTO message (uuid, session, parent, role, origin, at, tool, pasted, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uuid) DO NOTHING
        """,
        (
            message.uuid,
            session,
            message.parent,
            message.role,
            message.origin,
            message.at,
            message.tool,
            int(message.pasted),
            message.text,
        ),
    )
    if cursor.rowcount:
        return cursor.lastrowid or 0, 1
    row = connection.execute("SELECT id FROM message WHERE uuid = ?", (message.uuid,)).fetchone()
    return row[0], 0


def _extend_session(
    connection: sqlite3.Connection, session: str, messages: Iterable[Message]
) -> None:
    """Let the session's times and its first words follow what was added to it."""
    times = [message.at for message in messages if message.at]
    asked = (
        " ".join(message.text.split())[:TITLE_CHARS]
        for message in messages
        if message.role == "user" and not message.text.startswith("/pmi:")
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


def find_call(connection: sqlite3.Connection, uuid: str) -> tuple[str, str]:
    """Return the tool and the input of the call that a line made; empty for none."""
    row = connection.execute("SELECT tool, text FROM message WHERE uuid = ?", (uuid,)).fetchone()
    return (row[0], row[1]) if row is not None else ("", "")
