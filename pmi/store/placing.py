"""Reads the claims that are placed together, and writes where they were placed.

A *group* is what `pmi.rules.resolve` looks at as a whole: the claims of one slot, or those
without a slot that say the same.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """What is placed together; either slot or content_key is empty."""

    project: str
    slot: str
    content_key: str
    stance: str


def groups_of(connection: sqlite3.Connection, memories: Iterable[str]) -> set[Group]:
    """Return the groups in which these memories stand, as far as they are there."""
    found = set()
    for memory in memories:
        row = connection.execute(
            "SELECT project, slot, content_key, stance FROM memory WHERE id = ?", (memory,)
        ).fetchone()
        if row is not None:
            found.add(_group(row))
    return found


def groups_made_by(connection: sqlite3.Connection, entry: int) -> set[Group]:
    """Return the groups that hold anything which an entry made."""
    rows = connection.execute(
        """
        SELECT project, slot, content_key, stance FROM memory WHERE id IN (
            SELECT id FROM memory WHERE entry = :entry
            UNION SELECT memory FROM evidence WHERE entry = :entry
            UNION SELECT subject FROM decision WHERE entry = :entry)
        """,
        {"entry": entry},
    ).fetchall()
    return {_group(row) for row in rows}


def list_claims(connection: sqlite3.Connection, group: Group) -> list[sqlite3.Row]:
    """Return the rows of a group's claims with their number of quotes, in the order of ids."""
    if group.slot:
        where = "project = ? AND slot = ? AND stance = 'claim'"
        values: tuple[str, ...] = (group.project, group.slot)
    else:
        where = (
            "project = ? AND content_key = ? AND stance = ? AND (slot = '' OR stance <> 'claim')"
        )
        values = (group.project, group.content_key, group.stance)
    return connection.execute(
        "SELECT memory.*, "
        "(SELECT count(*) FROM evidence WHERE evidence.memory = memory.id) AS quotes "
        f"FROM memory WHERE {where} ORDER BY id",
        values,
    ).fetchall()


def list_decisions(connection: sqlite3.Connection, subjects: Iterable[str]) -> list[sqlite3.Row]:
    """Return the decisions about these subjects in the order in which they were made."""
    return connection.execute(
        "SELECT entry, id, subject, verdict, actor FROM decision "
        "WHERE subject IN (SELECT value FROM json_each(?)) ORDER BY entry, id",
        (json.dumps(list(subjects)),),
    ).fetchall()


def write_place(
    connection: sqlite3.Connection,
    memory: str,
    values: tuple[str, str, str, str, str, str],
) -> None:
    """Write status, verification, trust, valid_to, successor and merged_into of a memory."""
    connection.execute(
        "UPDATE memory SET status = ?, verification = ?, trust = ?, valid_to = ?, "
        "successor = ?, merged_into = ? WHERE id = ?",
        (*values, memory),
    )


def place_proposal(connection: sqlite3.Connection, proposal: str) -> None:
    """Set a proposal's status to the user's last word about it."""
    connection.execute(
        """
        UPDATE proposal SET status = ifnull((
            SELECT CASE verdict WHEN 'approve' THEN 'approved' ELSE 'rejected' END
            FROM decision WHERE subject = proposal.id AND verdict IN ('approve', 'reject')
            ORDER BY entry DESC, id DESC LIMIT 1), 'pending')
        WHERE id = ?
        """,
        (proposal,),
    )


def place_learning(connection: sqlite3.Connection, number: int) -> None:
    """Set a learning's status to the user's last word; one that was undone stays undone."""
    connection.execute(
        """
        UPDATE learning SET status = ifnull((
            SELECT CASE verdict WHEN 'confirm' THEN 'confirmed' ELSE 'rejected' END
            FROM decision WHERE subject = 'learning:' || learning.number
            AND verdict IN ('confirm', 'reject')
            ORDER BY entry DESC, id DESC LIMIT 1), 'pending')
        WHERE number = ? AND status <> 'undone'
        """,
        (number,),
    )


def members_of(connection: sqlite3.Connection, memory: str) -> list[tuple[str, str]]:
    """Return id and content key of a memory and of every claim that merged into it."""
    rows = connection.execute(
        "SELECT id, content_key FROM memory WHERE id = ?1 OR merged_into = ?1 ORDER BY id",
        (memory,),
    ).fetchall()
    return [(row["id"], row["content_key"]) for row in rows]


def is_slug_taken(connection: sqlite3.Connection, slug: str) -> bool:
    """Tell whether a memory has this slug."""
    row = connection.execute("SELECT 1 FROM memory WHERE slug = ?", (slug,)).fetchone()
    return row is not None


def find_active_in_slot(connection: sqlite3.Connection, project: str, slot: str) -> str:
    """Return the id of a slot's active memory; empty for none."""
    row = connection.execute(
        "SELECT id FROM memory WHERE project = ? AND slot = ? AND status = 'active' "
        "AND stance = 'claim'",
        (project, slot),
    ).fetchone()
    return str(row[0]) if row is not None else ""


def was_put_away_by_user(connection: sqlite3.Connection, project: str, content_key: str) -> bool:
    """Tell whether the user archived or rejected this content and nothing brought it back."""
    row = connection.execute(
        """
        SELECT 1 FROM memory JOIN decision ON decision.subject = memory.id
        WHERE memory.content_key = ?2 AND memory.project = ?1 AND memory.status = 'archived'
            AND decision.actor = 'user' AND decision.verdict IN ('archive', 'reject')
            AND NOT EXISTS (SELECT 1 FROM memory AS again WHERE again.content_key = ?2
                AND again.project = ?1 AND again.status = 'active')
        LIMIT 1
        """,
        (project, content_key),
    ).fetchone()
    return row is not None


def _group(row: sqlite3.Row) -> Group:
    if row["slot"] and row["stance"] == "claim":
        return Group(row["project"], row["slot"], "", "claim")
    return Group(row["project"], "", row["content_key"], row["stance"])
