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
            UNION SELECT memory FROM memory_fact WHERE entry = :entry
            UNION SELECT memory FROM link WHERE entry = :entry
            UNION SELECT target FROM link WHERE entry = :entry
            UNION SELECT subject FROM decision WHERE entry = :entry)
        """,
        {"entry": entry},
    ).fetchall()
    return {_group(row) for row in rows}


def list_claims(connection: sqlite3.Connection, group: Group) -> list[sqlite3.Row]:
    """Return the rows of a group's claims with their number of quotes, in the order of ids."""
    if group.slot:
        where = "project = ? AND slot = ? AND slot <> '' AND stance = 'claim'"
        values: tuple[str, ...] = (group.project, group.slot)
    else:
        where = (
            "project = ? AND content_key = ? AND stance = ? AND (slot = '' OR stance <> 'claim')"
        )
        values = (group.project, group.content_key, group.stance)
    return connection.execute(
        "SELECT memory.*, "
        "(SELECT count(*) FROM evidence WHERE evidence.memory = memory.id) AS quotes, "
        "(SELECT group_concat(DISTINCT source) FROM evidence JOIN source_version "
        "ON source_version.id = evidence.version WHERE evidence.memory = memory.id) AS origins "
        f"FROM memory WHERE {where} ORDER BY id",
        values,
    ).fetchall()


def list_decisions(connection: sqlite3.Connection, subjects: Iterable[str]) -> list[sqlite3.Row]:
    """Return the decisions about these subjects in the order in which they were made."""
    return connection.execute(
        "SELECT entry, id, at, subject, verdict, actor FROM decision "
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
    """Set a learning's status to the last word about it, and what memory it became.

    One that was undone stays undone.
    """
    connection.execute(
        """
        UPDATE learning SET status = ifnull((
            SELECT CASE verdict WHEN 'confirm' THEN 'confirmed' WHEN 'cancel' THEN 'cancelled'
                ELSE 'rejected' END
            FROM decision WHERE subject = 'learning:' || learning.number
            AND verdict IN ('confirm', 'reject', 'cancel')
            ORDER BY entry DESC, id DESC LIMIT 1), 'pending'),
        memory = ifnull((
            SELECT memory FROM learning_memory WHERE learning_memory.number = learning.number
            ORDER BY entry DESC, id DESC LIMIT 1), given_memory)
        WHERE number = ? AND status <> 'undone'
        """,
        (number,),
    )


def members_of(connection: sqlite3.Connection, memory: str) -> list[tuple[str, str]]:
    """Return id and content key of a memory and of every claim that merged into it."""
    rows = connection.execute(
        "SELECT id, content_key FROM memory WHERE id = ?1 "
        "OR (merged_into = ?1 AND merged_into <> '') ORDER BY id",
        (memory,),
    ).fetchall()
    return [(row["id"], row["content_key"]) for row in rows]


def says(connection: sqlite3.Connection, slug: str, project: str, content_key: str) -> bool:
    """Tell whether the memory with a slug says this, for this project."""
    row = connection.execute(
        "SELECT 1 FROM memory WHERE slug = ? AND project = ? AND content_key = ?",
        (slug, project, content_key),
    ).fetchone()
    return row is not None


def find_slot_of_content(connection: sqlite3.Connection, project: str, content_key: str) -> str:
    """Return the slot in which the same was said before; empty for none."""
    row = connection.execute(
        "SELECT slot FROM memory WHERE content_key = ? AND project = ? AND slot <> '' "
        "AND stance = 'claim' ORDER BY id LIMIT 1",
        (content_key, project),
    ).fetchone()
    return str(row[0]) if row is not None else ""


def find_active(connection: sqlite3.Connection, project: str, content_key: str) -> str:
    """Return the active claim that says the same; empty for none."""
    row = connection.execute(
        "SELECT id FROM memory WHERE content_key = ? AND project = ? AND status = 'active' "
        "AND stance = 'claim' ORDER BY id LIMIT 1",
        (content_key, project),
    ).fetchone()
    return str(row[0]) if row is not None else ""


def is_slot_used(connection: sqlite3.Connection, project: str, slot: str) -> bool:
    """Tell whether any memory of a project has this slot."""
    row = connection.execute(
        "SELECT 1 FROM memory WHERE project = ? AND slot = ? AND slot <> '' LIMIT 1",
        (project, slot),
    ).fetchone()
    return row is not None


def find_answer(
    connection: sqlite3.Connection, question: str, project: str, slot: str, asked_at: str
) -> tuple[str, str]:
    """Return id and first day of the memory that answers a question; empty for none.

    A claim in its slot that was said since it was asked does, and one that links to it.
    """
    row = connection.execute(
        """
        SELECT head.id, head.holds_from FROM link
        JOIN memory AS claim ON claim.id = link.memory
        JOIN memory AS head ON head.id = ifnull(nullif(claim.merged_into, ''), claim.id)
        WHERE link.type = 'answers' AND head.status = 'active' AND head.stance = 'claim'
            AND link.target IN (SELECT id FROM memory WHERE id = ?1
                OR (merged_into = ?1 AND merged_into <> ''))
        UNION ALL
        SELECT id, holds_from FROM memory
        WHERE slot <> '' AND project = ?2 AND slot = ?3 AND stance = 'claim'
            AND status = 'active' AND said_at >= ?4
        ORDER BY 1 LIMIT 1
        """,
        (question, project, slot, asked_at),
    ).fetchone()
    return (str(row[0]), str(row[1])) if row is not None else ("", "")


def list_open_questions(
    connection: sqlite3.Connection, project: str, slot: str, said_at: str
) -> list[str]:
    """Return the questions that a claim in this slot, said at that time, would close."""
    rows = connection.execute(
        "SELECT id FROM memory WHERE project = ? AND slot = ? AND slot <> '' "
        "AND stance = 'question' AND status = 'active' AND said_at <= ?",
        (project, slot, said_at),
    ).fetchall()
    return [row[0] for row in rows]


def questions_of(
    connection: sqlite3.Connection, groups: Iterable[Group], memories: Iterable[str]
) -> set[Group]:
    """Return the groups of questions that these groups or memories may answer."""
    found = set()
    for group in groups:
        if group.slot:
            rows = connection.execute(
                "SELECT project, slot, content_key, stance FROM memory "
                "WHERE project = ? AND slot = ? AND slot <> '' AND stance = 'question'",
                (group.project, group.slot),
            ).fetchall()
            found |= {_group(row) for row in rows}
    rows = connection.execute(
        """
        SELECT project, slot, content_key, stance FROM memory
        WHERE stance = 'question' AND id IN (
            SELECT target FROM link WHERE type = 'answers'
                AND memory IN (SELECT value FROM json_each(?)))
        """,
        (json.dumps(sorted(memories)),),
    ).fetchall()
    return found | {_group(row) for row in rows}


def place_facts(connection: sqlite3.Connection, memory: str) -> None:
    """Write slug, kind, detail, slot and end of a memory from what was first given and changed.

    A slug that another memory has taken meanwhile gets the end of the id. What moves into
    another slot is active there only when it was placed again.
    """
    row = connection.execute("SELECT given FROM memory WHERE id = ?", (memory,)).fetchone()
    values = json.loads(row["given"])
    for fact in connection.execute(
        "SELECT field, value FROM memory_fact WHERE memory = ? ORDER BY entry, id", (memory,)
    ).fetchall():
        values[fact["field"]] = fact["value"]
    taken = connection.execute(
        "SELECT 1 FROM memory WHERE slug = ? AND id <> ?", (values["slug"], memory)
    ).fetchone()
    if taken is not None:
        values["slug"] = f"{values['slug'][:57]}-{memory[-6:]}"
    connection.execute(
        "UPDATE memory SET status = CASE WHEN status = 'active' AND slot <> :slot "
        "THEN 'disputed' ELSE status END, slug = :slug, kind = :kind, detail = :detail, "
        "slot = :slot, ends = :ends WHERE id = :id",
        {**values, "id": memory},
    )


def list_changed_by(connection: sqlite3.Connection, entry: int) -> list[str]:
    """Return the memories whose fields an entry changed."""
    rows = connection.execute(
        "SELECT DISTINCT memory FROM memory_fact WHERE entry = ?", (entry,)
    ).fetchall()
    return [row[0] for row in rows]


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


def is_put_away_by_user(connection: sqlite3.Connection, memory: str) -> bool:
    """Tell whether the user's is the last word that archived or rejected a memory."""
    row = connection.execute(
        "SELECT actor, verdict FROM decision WHERE subject = ? AND verdict <> 'approve' "
        "ORDER BY entry DESC, id DESC LIMIT 1",
        (memory,),
    ).fetchone()
    return row is not None and row["actor"] == "user" and row["verdict"] in {"archive", "reject"}


def _group(row: sqlite3.Row) -> Group:
    if row["slot"] and row["stance"] == "claim":
        return Group(row["project"], row["slot"], "", "claim")
    return Group(row["project"], "", row["content_key"], row["stance"])
