"""Applies journal entries to rows: the one code path, live and in a rebuild.

An entry's outcome lists the rows that it makes; where claims stand afterwards is computed by
`pmi.rules.resolve` from all claims and decisions of each group that was touched. Writing and
placing are two steps, so that a batch places each group once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pmi.base.clock import day_of
from pmi.model.memory import JournalEntry
from pmi.rules.entities import decide_field
from pmi.rules.resolve import Claim, Place, Word, resolve
from pmi.store import entities, placing, rows
from pmi.store.placing import Group
from pmi.store.rows import Effect

if TYPE_CHECKING:
    import sqlite3

LEARNING = "learning:"
"""How a decision names a learning; memories and proposals go by their ids."""


@dataclass(slots=True)
class Unplaced:
    """What was written and is not placed yet: memories, whole groups, subjects, entities."""

    memories: set[str] = field(default_factory=set)
    groups: set[Group] = field(default_factory=set)
    subjects: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        """Tell whether anything waits to be placed."""
        return bool(self.memories or self.groups or self.subjects or self.entities)


def apply_entry(connection: sqlite3.Connection, entry: JournalEntry) -> list[str]:
    """Make what an entry says true in the rows; return the ids of memories it touched."""
    if entry.op == "undo":
        return unapply(connection, int(entry.payload["entry"]))
    return apply_effects(connection, entry.outcome.get("effects", ()), entry.seq)


def apply_effects(connection: sqlite3.Connection, effects: Iterable[Effect], seq: int) -> list[str]:
    """Write the rows of some effects and place what they touch; return memory ids."""
    unplaced = Unplaced()
    write_effects(connection, effects, seq, unplaced)
    return sorted(settle(connection, unplaced))


def write_effects(
    connection: sqlite3.Connection, effects: Iterable[Effect], seq: int, unplaced: Unplaced
) -> None:
    """Write the rows of some effects and note what has to be placed because of them."""
    for effect in effects:
        if effect["row"] == "tombstone":
            rows.bury(connection, effect["id"], effect["at"], effect["reason"])
            continue
        if effect["row"] == "memory_fact":
            unplaced.groups |= placing.groups_of(connection, [effect["memory"]])
        rows.insert(connection, effect, seq)
        match effect["row"]:
            case "memory":
                unplaced.memories.add(effect["id"])
            case "evidence":
                unplaced.memories.add(effect["memory"])
            case "memory_entity":
                unplaced.seen.add(effect["memory"])
            case "memory_fact":
                placing.place_facts(connection, effect["memory"])
                unplaced.memories.add(effect["memory"])
            case "link":
                unplaced.memories |= {effect["memory"], effect["target"]}
            case "entity":
                unplaced.entities.add(effect["id"])
            case "entity_fact":
                unplaced.entities.add(effect["entity"])
            case "decision":
                unplaced.subjects.add(effect["subject"])
            case "learning_memory":
                unplaced.subjects.add(f"{LEARNING}{effect['number']}")


def settle(connection: sqlite3.Connection, unplaced: Unplaced) -> set[str]:
    """Place everything that waits for it, and forget that it waited; return memory ids."""
    memories = unplaced.memories | {
        subject for subject in unplaced.subjects if subject.startswith("mem_")
    }
    groups = unplaced.groups | placing.groups_of(connection, memories)
    touched = memories | unplaced.seen | place_groups(connection, groups)
    touched |= place_groups(connection, placing.questions_of(connection, groups, touched))
    _place_subjects(connection, unplaced.subjects)
    for entity in sorted(unplaced.entities):
        place_entity(connection, entity)
    if unplaced.entities:
        touched |= entities.list_memories_of(connection, unplaced.entities)
    for waiting in (unplaced.memories, unplaced.groups, unplaced.subjects, unplaced.entities):
        waiting.clear()
    unplaced.seen.clear()
    return touched


def unapply(connection: sqlite3.Connection, seq: int) -> list[str]:
    """Take out what an entry made and place what remains; return memory ids."""
    unplaced = Unplaced(
        groups=placing.groups_made_by(connection, seq),
        subjects=set(rows.list_subjects(connection, seq)),
        entities=entities.list_touched(connection, seq),
    )
    before = {
        row["id"] for group in unplaced.groups for row in placing.list_claims(connection, group)
    }
    questions = placing.questions_of(connection, unplaced.groups, before)
    before |= entities.list_memories_of(connection, unplaced.entities)
    before |= set(rows.list_naming(connection, seq))
    changed = placing.list_changed_by(connection, seq)
    rows.remove_made_by(connection, seq)
    for memory in changed:
        if rows.is_there(connection, "memory", memory):
            placing.place_facts(connection, memory)
            unplaced.memories.add(memory)
    unplaced.groups |= questions
    unplaced.subjects = {item for item in unplaced.subjects if not item.startswith("mem_")}
    unplaced.entities = {
        entity for entity in unplaced.entities if rows.is_there(connection, "entity", entity)
    }
    return sorted(before | settle(connection, unplaced))


def _place_subjects(connection: sqlite3.Connection, subjects: Iterable[str]) -> None:
    for subject in subjects:
        if subject.startswith(LEARNING):
            placing.place_learning(connection, int(subject.removeprefix(LEARNING)))
        elif subject.startswith("prp_"):
            placing.place_proposal(connection, subject)


def place_entity(connection: sqlite3.Connection, entity: str) -> None:
    """Write what counts about an entity, from all that was said about it."""
    said = entities.list_statements(connection, entity)
    values = (
        decide_field(said, "kind") or "thing",
        decide_field(said, "summary"),
        decide_field(said, "parent"),
        decide_field(said, "merged_into"),
    )
    entities.write_place(connection, entity, values)


def place_groups(connection: sqlite3.Connection, groups: Iterable[Group]) -> set[str]:
    """Write where the claims of each group stand; return the ids whose place changed.

    Questions come last: what answers them must stand already.
    """
    changed: set[str] = set()
    for group in sorted(groups, key=lambda group: (group.stance == "question", group)):
        claims = placing.list_claims(connection, group)
        decisions = placing.list_decisions(connection, [row["id"] for row in claims])
        places = resolve(
            [_claim(row, slotted=bool(group.slot)) for row in claims],
            [
                Word(order, row["subject"], row["verdict"], day_of(row["at"]))
                for order, row in enumerate(decisions)
                if row["verdict"] != "approve"
            ],
        )
        stored = {row["id"]: row for row in claims}
        if group.stance == "question":
            places = [_answered(connection, place, stored[place.id]) for place in places]
        moved = [place for place in places if _values(place) != _stored(stored[place.id])]
        # The one that stops being active first: the slot has room for one at any moment.
        for place in sorted(moved, key=lambda place: place.status == "active"):
            placing.write_place(connection, place.id, _values(place))
        changed |= {place.id for place in moved}
    return changed


def _answered(connection: sqlite3.Connection, place: Place, row: sqlite3.Row) -> Place:
    """Return the place of a question: what answers it is its successor."""
    if place.status != "active":
        return place
    answer, day = placing.find_answer(
        connection, place.id, row["project"], row["slot"], row["said_at"]
    )
    if not answer:
        return place
    return replace(place, status="superseded", successor=answer, valid_to=day)


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
        ends=row["ends"],
        origins=frozenset((row["origins"] or "").split(",")) - {""},
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
