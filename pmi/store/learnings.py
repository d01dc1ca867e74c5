"""Reads learnings as values: what they say now, how often they were said, how they were edited.

How often one was shown lies in the other database: `pmi.store.uses` knows it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

from pmi.model.learning import Learning, LearningEdit, Sighting

_LEARNING = """
    SELECT learning.*,
        ifnull((SELECT learning_edit.text FROM learning_edit
            WHERE learning_edit.number = learning.number
            ORDER BY learning_edit.entry DESC, learning_edit.id DESC LIMIT 1), learning.text)
            AS words,
        1 + (SELECT count(*) FROM sighting WHERE sighting.number = learning.number) AS count
    FROM learning
"""


def find_learning(connection: sqlite3.Connection, number: int) -> Learning | None:
    """Return a learning by its number, or None; a forgotten one has no words."""
    row = connection.execute(f"{_LEARNING} WHERE number = ?", (number,)).fetchone()
    return _learning(row) if row is not None else None


def list_learnings(
    connection: sqlite3.Connection,
    status: str | None = "",
    *,
    session: str = "",
    projects: Collection[str] | None = None,
    numbers: Collection[int] | None = None,
) -> list[Learning]:
    """Return learnings by their numbers; forgotten ones are left out.

    Args:
        status: Only of this status; empty or None for all.
        session: Only those that were said first in this session.
        projects: Only of projects with these keys, the empty one for what holds everywhere;
            None for all.
        numbers: Only these.
    """
    where, values = ["learning.text <> ''"], list[str]()
    if status:
        where.append("status = ?")
        values.append(status)
    if session:
        where.append("session = ? AND session <> ''")
        values.append(session)
    if projects is not None:
        where.append("project IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(list(projects)))
    if numbers is not None:
        where.append("number IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(list(numbers)))
    rows = connection.execute(
        f"{_LEARNING} WHERE {' AND '.join(where)} ORDER BY number", values
    ).fetchall()
    return [_learning(row) for row in rows]


def find_confirmed_at(connection: sqlite3.Connection, number: int) -> str:
    """Return when the user confirmed a learning last; empty for never."""
    row = connection.execute(
        "SELECT ifnull(max(at), '') FROM decision WHERE subject = 'learning:' || ? "
        "AND verdict = 'confirm'",
        (number,),
    ).fetchone()
    return str(row[0])


def list_sightings(connection: sqlite3.Connection, number: int) -> list[Sighting]:
    """Return the further times that a learning was said, in the order in which they came."""
    rows = connection.execute(
        "SELECT number, reference, quote, said_at, session FROM sighting WHERE number = ? "
        "ORDER BY entry, id",
        (number,),
    ).fetchall()
    return [Sighting(*row) for row in rows]


def list_said_again(connection: sqlite3.Connection, session: str) -> list[int]:
    """Return the numbers of the learnings that were said once more in a session."""
    rows = connection.execute(
        "SELECT DISTINCT number FROM sighting WHERE session = ? ORDER BY number", (session,)
    ).fetchall()
    return [row["number"] for row in rows]


def list_edits(connection: sqlite3.Connection, number: int) -> list[LearningEdit]:
    """Return the wordings that the user gave a learning, the last one counts."""
    rows = connection.execute(
        "SELECT number, text, at FROM learning_edit WHERE number = ? ORDER BY entry, id", (number,)
    ).fetchall()
    return [LearningEdit(*row) for row in rows]


def find_first_text(connection: sqlite3.Connection, number: int) -> str:
    """Return the words that a learning had before any edit; empty for none."""
    row = connection.execute("SELECT text FROM learning WHERE number = ?", (number,)).fetchone()
    return str(row["text"]) if row is not None else ""


def _learning(row: sqlite3.Row) -> Learning:
    return Learning(
        number=row["number"],
        text=row["words"] if row["text"] else "",
        kind=row["kind"],
        status=row["status"],
        quote=row["quote"],
        signal=row["signal"],
        project=row["project"],
        domain=row["domain"],
        paths=tuple(json.loads(row["paths"])),
        reference=row["reference"],
        said_at=row["said_at"] or row["at"],
        session=row["session"],
        contradicts=row["contradicts"],
        count=row["count"],
        memory=row["memory"],
        at=row["at"],
    )
