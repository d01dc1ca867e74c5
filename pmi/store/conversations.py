"""Reads archived conversations: sessions, messages, and the passage that a quote is from.

A reference stays valid after Claude Code has deleted the transcript, and positions never
move: a conversation only grows at its end.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pmi.base.errors import NotFound
from pmi.model.conversation import Message, Node, Reference, Session, TouchedFile
from pmi.store.projects import list_same_project, present_keys
from pmi.store.references import complete

if TYPE_CHECKING:
    from pmi.store.database import Store

_SESSION = """
    SELECT session.*,
        (SELECT count(*) FROM session_message WHERE session_message.session = session.id)
            AS messages,
        EXISTS (SELECT 1 FROM transcript_file
                WHERE transcript_file.session = session.id AND gone = 0) AS original
    FROM session
"""
_MESSAGE = """
    SELECT message.*, session_message.position, session_message.session AS shown_in
    FROM session_message JOIN message ON message.id = session_message.message
"""


def find_session(store: Store, session: str) -> Session | None:
    """Return a session by its id or the beginning of it, or None; several are none."""
    connection = store.reading("transcripts")
    row = connection.execute(f"{_SESSION} WHERE id = ?", (session,)).fetchone()
    if row is None and len(session) >= 6:
        pattern = session.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        rows = connection.execute(
            f"{_SESSION} WHERE id LIKE ? ESCAPE '\\' AND parent = '' LIMIT 2", (pattern,)
        ).fetchall()
        row = rows[0] if len(rows) == 1 else None
    return _session(row, present_keys(connection)) if row is not None else None


def list_sessions(
    store: Store,
    *,
    project: str | None = None,
    limit: int = 20,
    ids: Sequence[str] | None = None,
    parent: str = "",
    since: str = "",
    until: str = "",
    attended: bool = False,
) -> list[Session]:
    """Return sessions that hold messages, the newest first.

    Args:
        project: Only sessions of this project, under any key it ever had.
        ids: Only these sessions, in this order.
        parent: The sub-agents of this session instead of main sessions.
        since, until: Stored times: it lasted until the one at least, and began before the other.
        attended: Only sessions that were no program's.
    """
    connection = store.reading("transcripts")
    if ids is not None:
        found = [find_session(store, session) for session in ids[:limit]]
        return [session for session in found if session is not None]
    keys = list_same_project(connection, project) if project is not None else []
    chosen = f"AND project IN ({','.join('?' * len(keys))})" if project is not None else ""
    rows = connection.execute(
        f"""{_SESSION} WHERE parent = ? {chosen}
            AND EXISTS (SELECT 1 FROM session_message WHERE session = session.id)
            AND ended_at >= ? AND (? = '' OR started_at < ?)
            AND NOT (? AND entrypoint LIKE 'sdk%')
            ORDER BY ended_at DESC, id DESC LIMIT ?""",
        (parent, *keys, since, until, until, attended, limit),
    )
    present = present_keys(connection)
    return [_session(row, present) for row in rows]


def read_messages(store: Store, reference: Reference, limit: int = 0) -> list[Message]:
    """Return the messages that a reference names, in the order of the conversation.

    Beginnings of its ids will do.

    Args:
        limit: At most so many, from the first one on; 0 for all.

    Raises:
        NotFound: There is no such session, message or range.
        UsageError: Several begin so.
    """
    reference = complete(store, reference)
    connection = store.reading("transcripts")
    where, values = "session_message.session = ?", [reference.session]
    bounds: list[int] = []
    if reference.message:
        where += " AND message.uuid = ?"
        values.append(reference.message)
    if reference.first:
        where += " AND position BETWEEN ? AND ?"
        bounds = [reference.first, reference.last]
    rows = connection.execute(
        f"{_MESSAGE} WHERE {where} ORDER BY position LIMIT ?",
        (*values, *bounds, limit or -1),
    ).fetchall()
    if not rows:
        raise NotFound(f"Nothing is stored at {reference}.", f"pmi show cc://{reference.session}")
    return [_message(row) for row in rows]


def find_message(store: Store, uuid: str) -> Message | None:
    """Return a message by its uuid, as it stands in the session that first held it."""
    row = (
        store.reading("transcripts")
        .execute(
            f"""{_MESSAGE} WHERE message.uuid = ?
                ORDER BY session_message.session <> message.session LIMIT 1""",
            (uuid,),
        )
        .fetchone()
    )
    return _message(row) if row is not None else None


def list_messages_by_number(store: Store, numbers: Sequence[int]) -> dict[int, Message]:
    """Return messages by their row numbers, as the search index names them."""
    rows = store.reading("transcripts").execute(
        f"""{_MESSAGE} WHERE message.id IN (SELECT value FROM json_each(?))
            AND session_message.session = message.session""",
        (json.dumps(list(numbers)),),
    )
    return {row["id"]: _message(row) for row in rows}


def list_numbers(store: Store, reference: Reference) -> list[int]:
    """Return the row numbers of the messages in a session, its sub-agents' among them.

    A range names only what stands in it; a message only the conversation that it stands in.

    Raises:
        NotFound: There is no such session, message or range.
        UsageError: Several begin so.
    """
    reference = complete(store, reference)
    connection = store.reading("transcripts")
    if reference.message:
        read_messages(store, reference._replace(first=0, last=0), 1)
    rows = connection.execute(
        """
        SELECT message FROM session_message WHERE session = ?1 AND position BETWEEN ?2 AND ?3
        UNION SELECT message FROM session_message
            WHERE session IN (SELECT id FROM session WHERE parent = ?1) AND ?2 = 0
        """,
        (reference.session, reference.first, reference.last or 2**62),
    ).fetchall()
    if not rows and reference.first:
        raise NotFound(f"Nothing is stored at {reference}.", f"pmi show cc://{reference.session}")
    return [row[0] for row in rows]


def list_given_names(
    store: Store, projects: Sequence[str] = (), since: str = "", until: str = ""
) -> list[tuple[str, str]]:
    """Return main sessions that were given a name, by the user or Claude Code, with it.

    Args:
        projects: Keys of one project; empty for all.
        since, until: Stored times: it lasted until the one at least, and began before the other.
    """
    rows = store.reading("transcripts").execute(
        """SELECT id, title FROM session WHERE title_rank > 0 AND parent = ''
            AND (?1 = '[]' OR project IN (SELECT value FROM json_each(?1)))
            AND ended_at >= ?2 AND (?3 = '' OR started_at < ?3)""",
        (json.dumps(list(projects)), since, until),
    )
    return [(row[0], row[1]) for row in rows]


def list_touched_files(store: Store, sessions: Sequence[str]) -> dict[str, list[TouchedFile]]:
    """Return the files that each of some sessions read or wrote, the first touched first."""
    found: dict[str, list[TouchedFile]] = {session: [] for session in sessions}
    rows = store.reading("transcripts").execute(
        """
        SELECT session, path, max(changed) AS changed, min(at) AS first_at, max(at) AS last_at
        FROM tool_call WHERE session IN (SELECT value FROM json_each(?)) AND path <> ''
        GROUP BY session, path ORDER BY session, first_at, path
        """,
        (json.dumps(list(sessions)),),
    )
    for row in rows:
        found[row["session"]].append(
            TouchedFile(row["path"], bool(row["changed"]), row["first_at"], row["last_at"])
        )
    return found


def count_tools(store: Store, session: str) -> dict[str, int]:
    """Return how often a session used each tool, the most used first."""
    rows = store.reading("transcripts").execute(
        """SELECT tool, count(*) FROM tool_call WHERE session = ? AND tool <> ''
            GROUP BY tool ORDER BY count(*) DESC, tool""",
        (session,),
    )
    return {row[0]: row[1] for row in rows}


def list_nodes(store: Store, session: str) -> list[Node]:
    """Return a session's messages as the tree that they stand in, in their order.

    A typed command stands in no tree and is left out.
    """
    rows = store.reading("transcripts").execute(
        """
        SELECT uuid, parent, role, origin FROM session_message
        JOIN message ON message.id = session_message.message
        WHERE session_message.session = ? AND origin <> 'typed_command' ORDER BY position
        """,
        (session,),
    )
    return [
        Node(uuid, parent, role == "user" and origin == "prompt", origin == "reply")
        for uuid, parent, role, origin in rows
    ]


def _session(row: sqlite3.Row, present: Mapping[str, str]) -> Session:
    return Session(
        id=row["id"],
        parent=row["parent"],
        project=present.get(row["project"], row["project"]),
        cwd=row["cwd"],
        branch=row["branch"],
        title=row["title"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        messages=row["messages"],
        original=bool(row["original"]),
    )


def _message(row: sqlite3.Row) -> Message:
    return Message(
        uuid=row["uuid"],
        session=row["shown_in"],
        position=row["position"],
        parent=row["parent"],
        role=row["role"],
        origin=row["origin"],
        at=row["at"],
        text=row["text"],
        tool=row["tool"],
        pasted=bool(row["pasted"]),
    )
