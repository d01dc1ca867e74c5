"""Reads what waits for the user: proposals that policy held back, and disputed memories."""

from __future__ import annotations

import sqlite3

from pmi.base.errors import NotFound
from pmi.model.memory import Memory
from pmi.model.operation import Proposal, Review
from pmi.store import memories, proposals

_STATUS_OF_WORD = {"confirm": "approved", "reject": "rejected", "archive": "rejected"}


def next_number(connection: sqlite3.Connection) -> int:
    """Return the next number of the one sequence for learnings and reviews."""
    row = connection.execute(
        "SELECT max((SELECT ifnull(max(number), 0) FROM learning), "
        "(SELECT ifnull(max(number), 0) FROM review)) + 1"
    ).fetchone()
    return int(row[0])


def find_number(connection: sqlite3.Connection, subject: str) -> int:
    """Return the number under which a proposal or memory was put up for review; 0 for none."""
    row = connection.execute(
        "SELECT max(number) FROM review WHERE subject = ?", (subject,)
    ).fetchone()
    return int(row[0] or 0)


def find_subject(connection: sqlite3.Connection, number: int) -> str:
    """Return what a review's number is about; empty where there is none (any more)."""
    row = connection.execute("SELECT subject FROM review WHERE number = ?", (number,)).fetchone()
    return str(row[0]) if row is not None else ""


def list_reviews(connection: sqlite3.Connection, status: str | None = "pending") -> list[Review]:
    """Return reviews of a status, or all, by number; proposals without one come first."""
    wanted = "pending" if status == "pending" else None
    proposed = {item.id: item for item in proposals.list_proposals(connection, wanted)}
    numbered = connection.execute(
        "SELECT * FROM review WHERE subject <> '' ORDER BY number"
    ).fetchall()
    subjects = [row["subject"] for row in numbered if row["subject"].startswith("mem_")]
    stored = {item.id: item for item in memories.find_many(connection, subjects)}
    known = {row["subject"] for row in numbered}
    found = [
        _of_proposal(connection, item, 0) for item in proposed.values() if item.id not in known
    ]
    for row in numbered:
        if row["subject"] in proposed:
            found.append(_of_proposal(connection, proposed[row["subject"]], row["number"]))
        elif row["subject"].startswith("mem_"):
            found.append(_of_memory(connection, row, stored.get(row["subject"])))
    return [item for item in found if status is None or item.status == status]


def get_review(connection: sqlite3.Connection, reference: str) -> Review:
    """Return a review by its number, or by the id (or ending) of what it is about.

    Raises:
        NotFound: There is none.
    """
    wanted = reference.strip()
    if wanted.isdecimal() and len(wanted) < 6:
        subject = find_subject(connection, int(wanted))
    else:
        subject = _find_ending(connection, wanted)
    row = connection.execute(
        "SELECT * FROM review WHERE subject = ? AND subject <> '' ORDER BY number DESC LIMIT 1",
        (subject,),
    ).fetchone()
    proposal = proposals.find_proposal(connection, subject) if subject else None
    if proposal is not None:
        return _of_proposal(connection, proposal, row["number"] if row is not None else 0)
    if row is None or not subject.startswith("mem_"):
        raise NotFound(f"There is no review {reference!r}.", "pmi review list --all")
    memory = next(iter(memories.find_many(connection, [subject])), None)
    return _of_memory(connection, row, memory)


def _find_ending(connection: sqlite3.Connection, reference: str) -> str:
    """Return what is under review and ends so: a proposal, else a memory; empty for neither."""
    ending = reference.removeprefix("prp_").removeprefix("mem_").lower()
    if len(ending) < 6:
        return ""
    proposal = proposals.find_proposal(connection, ending)
    if proposal is not None and not reference.startswith("mem_"):
        return proposal.id
    rows = connection.execute(
        "SELECT DISTINCT subject FROM review WHERE substr(subject, ?) = ?", (-len(ending), ending)
    ).fetchall()
    return str(rows[0][0]) if len(rows) == 1 else ""


def find_against(connection: sqlite3.Connection, memory: Memory) -> Memory | None:
    """Return what a disputed memory is against: what its slot holds instead."""
    return _find_current(connection, memory.project, memory.slot, but=memory.id)


def _find_current(
    connection: sqlite3.Connection, project: str, slot: str, *, but: str = ""
) -> Memory | None:
    """Return the active claim of a slot, or None; another than one of them."""
    row = connection.execute(
        "SELECT id FROM memory WHERE project = ? AND slot = ? AND slot <> '' AND stance = 'claim' "
        "AND status = 'active' AND id <> ?",
        (project, slot, but),
    ).fetchone()
    return memories.find_memory(connection, row[0]) if row is not None else None


def _of_proposal(connection: sqlite3.Connection, item: Proposal, number: int) -> Review:
    against = None
    if item.operation.target:
        against = memories.find_memory(connection, item.operation.target)
    elif item.operation.slot:
        against = _find_current(connection, item.operation.project, item.operation.slot)
    return Review(
        number=number,
        subject=item.id,
        at=item.at,
        actor=item.actor,
        reason=item.reason,
        status=item.status,
        proposal=item,
        against=against,
    )


def _of_memory(connection: sqlite3.Connection, row: sqlite3.Row, memory: Memory | None) -> Review:
    disputed = memory is not None and memory.status == "disputed"
    word = connection.execute(
        "SELECT verdict FROM decision WHERE subject = ? ORDER BY entry DESC, id DESC LIMIT 1",
        (row["subject"],),
    ).fetchone()
    decided = _STATUS_OF_WORD.get(word[0], "settled") if word is not None else "settled"
    return Review(
        number=row["number"],
        subject=row["subject"],
        at=row["at"],
        actor=row["actor"],
        reason=row["reason"],
        status="pending" if disputed else decided,  # type: ignore[arg-type] # from the table above
        memory=memory,
        against=find_against(connection, memory) if memory is not None and disputed else None,
    )
