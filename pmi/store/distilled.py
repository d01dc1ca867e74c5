"""Reads how far conversations and documents were distilled, and what there is besides."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from pmi.model.distilling import Unread
from pmi.store.projects import list_same_project, present_keys

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

_UNREAD = """
    SELECT session.id, session.title, session.project, session.ended_at,
        ifnull(mark.value, 0) AS upto,
        (SELECT ifnull(max(position), 0) FROM session_message
            WHERE session_message.session = session.id) AS messages,
        ifnull((SELECT said.position FROM session_message AS said
            JOIN message ON message.id = said.message AND message.session = session.id
            WHERE said.session = session.id AND said.position > ifnull(mark.value, 0)
            ORDER BY said.position LIMIT 1), 0) AS first,
        (SELECT count(*) FROM (SELECT 1 FROM session_message AS said
            JOIN message ON message.id = said.message AND message.session = session.id
            WHERE said.session = session.id AND said.position > ifnull(mark.value, 0)
                AND message.role = 'user' AND message.origin IN ('prompt', 'queued')
            ORDER BY said.position LIMIT :most)) AS prompts
    FROM session LEFT JOIN json_each(:marks) AS mark ON mark.key = session.id
    WHERE session.parent = '' AND session.ended_at >= :since
        AND session.entrypoint NOT LIKE 'sdk%'
        AND (:session = '' OR session.id = :session)
        AND (:keys IS NULL OR session.project IN (SELECT value FROM json_each(:keys)))
    ORDER BY session.ended_at DESC, session.id DESC
"""


class UnreadText(NamedTuple):
    """The newest version of a document that nobody quoted and nobody marked."""

    source: str
    version: str
    title: str
    at: str
    chars: int


def list_marks(connection: sqlite3.Connection) -> dict[str, int]:
    """Return up to which message each session, or 1 for each version, was distilled."""
    rows = connection.execute("SELECT subject, max(upto) FROM distilled GROUP BY subject")
    return {row[0]: int(row[1]) for row in rows}


def find_mark(connection: sqlite3.Connection, subject: str) -> int:
    """Return up to which message a session was distilled, 1 for a version; 0 for not at all."""
    row = connection.execute(
        "SELECT ifnull(max(upto), 0) FROM distilled WHERE subject = ?", (subject,)
    ).fetchone()
    return int(row[0])


def list_unread(
    store: Store,
    marks: dict[str, int],
    since: str,
    project: str | None = None,
    *,
    session: str = "",
    most: int = -1,
) -> list[Unread]:
    """Return main sessions with how much more was said than was distilled, the newest first.

    What a fork copied from another session counts there and not here; sessions that a program
    ran are left out.

    Args:
        marks: As ``list_marks`` returns them.
        since: Stored time: only sessions that lasted until then at least.
        project: Only sessions of this project, under any key it ever had.
        session: Only this one.
        most: Count so many prompts at most; -1 for all.
    """
    connection = store.reading("transcripts")
    keys = list_same_project(connection, project) if project is not None else None
    rows = connection.execute(
        _UNREAD,
        {
            "marks": json.dumps(marks),
            "since": since,
            "most": most,
            "session": session,
            "keys": None if keys is None else json.dumps(list(keys)),
        },
    ).fetchall()
    present = present_keys(connection)
    return [
        Unread(
            session=row["id"],
            title=row["title"],
            project=present.get(row["project"], row["project"]),
            ended_at=row["ended_at"],
            upto=row["upto"],
            first=row["first"],
            messages=row["messages"],
            prompts=row["prompts"],
        )
        for row in rows
    ]


def list_unread_texts(connection: sqlite3.Connection) -> list[UnreadText]:
    """Return documents whose newest version nobody quoted or marked, the newest first."""
    rows = connection.execute(
        """
        SELECT source.id, newest.id, source.title, newest.at, newest.chars
        FROM source JOIN source_version AS newest ON newest.id = (
            SELECT max(id) FROM source_version WHERE source = source.id)
        WHERE source.kind <> 'conversation'
            AND NOT EXISTS (SELECT 1 FROM evidence WHERE version = newest.id)
            AND NOT EXISTS (SELECT 1 FROM distilled WHERE subject = newest.id)
        ORDER BY newest.at DESC, newest.id DESC
        """
    ).fetchall()
    return [UnreadText(*row) for row in rows]
