"""Applies journal entries to rows: the one code path, live and in a rebuild.

An entry's outcome lists the rows that it makes; where claims stand afterwards is computed by
`pmi.rules.resolve` from all claims and decisions of each group that was touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pmi.model.memory import JournalEntry
from pmi.rules.resolve import Claim, Place, Word, resolve
from pmi.store import placing, rows
from pmi.store.placing import Group
from pmi.store.rows import Effect

if TYPE_CHECKING:
    import sqlite3

LEARNING = "learning:"
"""How a decision names a learning; memories and proposals go by their ids."""


def apply_entry(connection: sqlite3.Connection, entry: JournalEntry) -> list[str]:
    """Make what an entry says true in the rows; return the ids of memories it touched."""
    if entry.op == "undo":
        return unapply(connection, int(entry.payload["entry"]))
    return apply_effects(connection, entry.outcome.get("effects", ()), entry.seq)


def apply_effects(connection: sqlite3.Connection, effects: Iterable[Effect], seq: int) -> list[str]:
    """Write the rows of some effects and place what they touch; return memory ids."""
    memories: set[str] = set()
    subjects: set[str] = set()
    for effect in effects:
        if effect["row"] == "tombstone":
            rows.bury(connection, effect["id"], effect["at"], effect["reason"])
            continue
        rows.insert(connection, effect, seq)
        if effect["row"] == "memory":
            memories.add(effect["id"])
        elif effect["row"] == "evidence":
            memories.add(effect["memory"])
        elif effect["row"] == "decision":
            subjects.add(effect["subject"])
    memories |= {subject for subject in subjects if subject.startswith("mem_")}
    groups = placing.groups_of(connection, memories)
    touched = memories | place_groups(connection, groups)
    _place_subjects(connection, subjects)
    return sorted(touched)


def unapply(connection: sqlite3.Connection, seq: int) -> list[str]:
    """Take out what an entry made and place what remains; return memory ids."""
    groups = placing.groups_made_by(connection, seq)
    subjects = rows.list_subjects(connection, seq)
    before = {row["id"] for group in groups for row in placing.list_claims(connection, group)}
    rows.remove_made_by(connection, seq)
    place_groups(connection, groups)
    _place_subjects(connection, subjects)
    return sorted(before)


def _place_subjects(connection: sqlite3.Connection, subjects: Iterable[str]) -> None:
    for subject in subjects:
        if subject.startswith(LEARNING):
            placing.place_learning(connection, int(subject.removeprefix(LEARNING)))
        elif subject.startswith("prp_"):
            placing.place_proposal(connection, subject)


def place_groups(connection: sqlite3.Connection, groups: Iterable[Group]) -> set[str]:
    """Write where the claims of each group stand; return the ids whose place changed."""
    changed: set[str] = set()
    for group in sorted(groups):
        claims = placing.list_claims(connection, group)
        decisions = placing.list_decisions(connection, [row["id"] for row in claims])
        places = resolve(
            [_claim(row, slotted=bool(group.slot)) for row in claims],
            [
                Word(order, row["subject"], row["verdict"])
                for order, row in enumerate(decisions)
                if row["verdict"] != "approve"
            ],
        )
        stored = {row["id"]: _stored(row) for row in claims}
        moved = [place for place in places if _values(place) != stored[place.id]]
        # The one that stops being active first: the slot has room for one at any moment.
        for place in sorted(moved, key=lambda place: place.status == "active"):
            placing.write_place(connection, place.id, _values(place))
        changed |= {place.id for place in moved}
    return changed


def _claim(row: sqlite3.Row, *, slotted: bool) -> Claim:
    return Claim(
        id=row["id"],
        content_key=row["content_key"],
        holds_from=row["holds_from"],
        said_at=row["said_at"],
        trust=row["claim_trust"],
        by_user=bool(row["by_user"]),
        evidence=row["quotes"],
        slotted=slotted,
    )


def _stored(row: sqlite3.Row) -> tuple[str, str, str, str, str, str]:
    return (
        row["status"],
        row["verification"],
        row["trust"],
        row["valid_to"],
        row["successor"],
        row["merged_into"],
    )


def _values(place: Place) -> tuple[str, str, str, str, str, str]:
    return (
        place.status,
        place.verification,
        place.trust,
        place.valid_to,
        place.successor,
        place.merged_into,
    )
