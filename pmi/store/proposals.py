"""Reads proposals: operations that wait for the user's word, or had it."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from pmi.base.ids import is_ending
from pmi.model.operation import Proposal
from pmi.model.parsing import operation_from


def find_proposal(connection: sqlite3.Connection, reference: str) -> Proposal | None:
    """Return a proposal by its id or the last six or more characters of it, or None."""
    if not is_ending(reference.removeprefix("prp_")):
        return None
    rows = connection.execute(
        "SELECT * FROM proposal WHERE id LIKE ? LIMIT 2", (f"%{reference}",)
    ).fetchall()
    return _proposal(rows[0]) if len(rows) == 1 else None


def find_proposal_evidence(connection: sqlite3.Connection, proposal: str) -> list[dict[str, Any]]:
    """Return the quotes that were found for a proposal, as they were recorded."""
    row = connection.execute("SELECT evidence FROM proposal WHERE id = ?", (proposal,)).fetchone()
    return list(json.loads(row[0])) if row is not None else []


def list_proposals(connection: sqlite3.Connection, status: str | None) -> list[Proposal]:
    """Return proposals of a status, or all, the oldest first."""
    rows = connection.execute(
        "SELECT * FROM proposal WHERE ?1 IS NULL OR status = ?1 ORDER BY id", (status,)
    ).fetchall()
    return [_proposal(row) for row in rows]


def find_pending(connection: sqlite3.Connection, operation: str) -> str:
    """Return the id of the proposal that waits with the same stored operation; or empty."""
    row = connection.execute(
        "SELECT id FROM proposal WHERE status = 'pending' AND operation = ? ORDER BY id LIMIT 1",
        (operation,),
    ).fetchone()
    return str(row[0]) if row is not None else ""


def _proposal(row: sqlite3.Row) -> Proposal:
    return Proposal(
        id=row["id"],
        at=row["at"],
        actor=row["actor"],
        status=row["status"],
        reason=row["reason"],
        operation=operation_from(json.loads(row["operation"])),
    )
