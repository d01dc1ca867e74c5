"""Removes memories for good: afterwards their words are in no file of ours but backups.

The one exception to the append-only journal: entries stay, their words go, a tombstone says
that something was forgotten, when, and why.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmi.model.conversation import Reference
from pmi.model.memory import JournalEntry, Memory
from pmi.store import (
    archiving,
    conversations,
    forgetting,
    journal,
    learnings,
    memories,
    originals,
    placing,
)
from pmi.store.database import Store
from pmi.store.entities import list_ids
from pmi.store.rows import Effect
from pmi.upkeep.cleaning import begin_cleaning, finish_cleaning
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING, place_entity, place_groups

if TYPE_CHECKING:
    import sqlite3

TYPED = "typed:"
"""Begins the cause of what a typed command did: its session and its message follow."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed, and where it may still be.

    Attributes:
        memories: Ids that are now tombstones; of learnings that were no memory ``learning:41``.
        messages: In how many places archived messages were overwritten.
        backups: Files in ``backups/`` that may hold the words; the user removes them.
    """

    memories: tuple[str, ...]
    messages: int = 0
    backups: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Doomed:
    """Everything that goes: rows by id, words wherever they stand, passages of messages."""

    memories: set[str]
    versions: set[str]
    sources: set[str]
    words: set[str]
    passages: set[tuple[str, int, int]]
    overwrite: forgetting.Overwriter
    learnings: set[int]
    lone: set[int]
    """Learnings that were asked for, and are no memory."""

    @property
    def subjects(self) -> set[str]:
        """Return what decisions about them name."""
        return self.memories | {f"{LEARNING}{number}" for number in self.learnings}

    def is_reason_for(self, entry: JournalEntry) -> bool:
        """Tell whether an entry says why the user decided something about them."""
        named = entry.payload.get("subjects", ())
        return bool(entry.payload.get("reason")) and not self.subjects.isdisjoint(named)


def forget(store: Store, references: Sequence[str], *, actor: str) -> Forgotten:
    """Forget memories with all they rest on, in every file of the home but backups.

    A learning's number names the memory that it became, or else the learning itself.

    Raises:
        NotFound: One of them is not there; nothing was removed.
    """
    with store.writing("memory") as connection:
        entries = list(journal.iterate(connection))
        doomed = _choose(store, connection, references, entries)
        groups = placing.groups_of(connection, doomed.memories)
        groups |= placing.questions_of(connection, groups, doomed.memories)
        draft = Draft(connection, store.clock(), actor, "forget")
        lone = forgetting.list_lone_hashes(connection, doomed.versions)
        holders = _holders(connection, entries)
        for entry in entries:
            _rewrite(connection, entry, doomed, holders)
        forgetting.remove_learnings(connection, doomed.learnings)
        forgetting.remove_reasons(connection, doomed.subjects)
        forgetting.remove(connection, doomed.memories, doomed.versions, doomed.sources)
        changed = forgetting.overwrite_rows(connection, doomed.overwrite)
        for entity in list_ids(connection):
            place_entity(connection, entity)
        groups |= placing.groups_of(connection, changed)
        groups |= placing.questions_of(connection, groups, changed)
        ids = [*sorted(doomed.memories), *(f"{LEARNING}{one}" for one in sorted(doomed.lone))]
        draft.apply([_tombstone(subject, draft.at) for subject in ids])
        draft.touched |= {*doomed.memories, *changed, *place_groups(connection, groups)}
        draft.close({"subjects": ids}, [{"memory": memory} for memory in ids])
        # Trigger: killed here, or the disk is full. Why: who asks again must find the words that
        # are still to go. Outcome: memory.db forgets last; what is made from it is made again.
        messages = _overwrite_messages(store, doomed)
        for content_hash in lone:
            originals.remove(store.home, content_hash)
        originals.overwrite(store.home, doomed.overwrite)
        begin_cleaning(store, doomed.overwrite)
    finish_cleaning(store, doomed.overwrite)
    return Forgotten(tuple(ids), messages, tuple(list_backups(store)))


def _overwrite_messages(store: Store, doomed: _Doomed) -> int:
    with store.writing("transcripts") as connection:
        messages = sum(
            forgetting.overwrite_passage(connection, *passage) for passage in doomed.passages
        )
        messages += forgetting.overwrite_messages(connection, doomed.words, doomed.overwrite)
        archiving.retitle(connection, forgetting.blocks("."))
    return messages


def list_named(store: Store, references: Sequence[str]) -> list[tuple[str, str]]:
    """Return what these references name, each as ``forget`` takes it, with its sentence.

    Raises:
        NotFound: One of them is not there.
    """
    connection = store.reading("memory")
    found = []
    for reference in references:
        number = _find_lone(connection, reference)
        learning = learnings.find_learning(connection, number) if number else None
        if learning is not None:
            found.append((str(number), learning.text))
        else:
            memory = memories.get_memory(connection, reference)
            found.append((memory.id, memory.content))
    return found


def list_backups(store: Store) -> list[str]:
    """Return the copies of our databases that lie in the home."""
    folder = store.home.path("backups")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.endswith(".db")]


def _choose(
    store: Store,
    connection: sqlite3.Connection,
    references: Sequence[str],
    entries: Sequence[JournalEntry],
) -> _Doomed:
    named = {reference: _find_lone(connection, reference) for reference in references}
    lone = {number for number in named.values() if number}
    chosen = [
        memories.get_memory(connection, reference)
        for reference, number in named.items()
        if not number
    ]
    ids = _members(connection, chosen)
    numbers = lone | forgetting.list_learnings_of(connection, ids)
    # The words that a lesson had before its edits go with it: the number stands for all of them.
    known = {item.id for item in chosen}
    earlier = forgetting.list_memories_of(connection, numbers) - known
    chosen += [memories.get_memory(connection, memory) for memory in sorted(earlier)]
    ids |= _members(connection, chosen)
    versions, sources = forgetting.find_orphans(connection, ids)
    words = _said(chosen) | set(forgetting.list_version_texts(connection, versions))
    for memory in ids:
        words |= set(forgetting.list_own_texts(connection, memory))
    told, names = _told(entries, ids)
    told |= set(forgetting.list_learning_words(connection, numbers))
    words = {word for word in words | told if word.strip()}
    overwrite = forgetting.Overwriter(words, names)
    passages = _passages(chosen) | _passages_of_learnings(store, connection, numbers)
    doomed = _Doomed(ids, versions, sources, words, passages, overwrite, numbers, lone)
    passages |= _passages_of_reasons(store, entries, doomed)
    return doomed


def _members(connection: sqlite3.Connection, chosen: Iterable[Memory]) -> set[str]:
    return {member for item in chosen for member, _ in placing.members_of(connection, item.id)}


def _find_lone(connection: sqlite3.Connection, reference: str) -> int:
    """Return the number of a learning that is no memory; 0 for anything else."""
    typed = reference.strip()
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 6):
        return 0
    found = learnings.find_learning(connection, int(typed))
    alone = found is not None and bool(found.text) and not found.memory
    return int(typed) if alone else 0


def _passages_of_learnings(
    store: Store, connection: sqlite3.Connection, numbers: Iterable[int]
) -> set[tuple[str, int, int]]:
    """Return where in archived messages the quotes of learnings stand."""
    said: set[tuple[str, str]] = set()
    for learning in learnings.list_learnings(connection, numbers=list(numbers)):
        said.add((learning.reference, learning.quote))
        again = learnings.list_sightings(connection, learning.number)
        said |= {(one.reference, one.quote) for one in again}
    found = set()
    for reference, quote in said:
        if quote and reference.startswith("cc://"):
            message = conversations.find_message(store, Reference.parse(reference).message)
            start = message.text.find(quote) if message is not None else -1
            if message is not None and start >= 0:
                found.add((message.uuid, start, start + len(quote)))
    return found


def _passages_of_reasons(
    store: Store, entries: Sequence[JournalEntry], doomed: _Doomed
) -> set[tuple[str, int, int]]:
    """Return where in archived messages stands why the user turned something down."""
    found = set()
    for entry in entries:
        if doomed.is_reason_for(entry) and entry.cause.startswith(TYPED):
            message = conversations.find_message(store, entry.cause.rpartition(":")[2])
            if message is not None:
                start = len(message.text.partition(" ")[0])
                found.add((message.uuid, start, len(message.text)))
    return found


def _told(entries: Sequence[JournalEntry], ids: set[str]) -> tuple[set[str], set[str]]:
    """Return all words and slugs that memories ever had, what was undone or replaced included."""
    words, names = set[str](), set[str]()
    for entry in entries:
        for effect in entry.outcome.get("effects", ()):
            if effect["row"] == "memory" and effect["id"] in ids:
                words |= {effect["content"], effect["detail"]}
                names.add(effect["slug"])
            elif effect["row"] == "evidence" and effect["memory"] in ids:
                words.add(effect["quote"])
            elif effect["row"] == "memory_fact" and effect["memory"] in ids:
                if effect["field"] == "detail":
                    words.add(effect["value"])
                elif effect["field"] == "slug":
                    names.add(effect["value"])
    return words, names


def _passages(chosen: Sequence[Memory]) -> set[tuple[str, int, int]]:
    """Return where in archived messages the quotes stand: message, start and end."""
    found = set()
    for item in chosen:
        for evidence in item.evidence:
            if evidence.reference.startswith("cc://"):
                message = Reference.parse(evidence.reference).message
                found.add((message, evidence.start, evidence.end))
    return found


def _said(chosen: Sequence[Memory]) -> set[str]:
    texts: set[str] = set()
    for item in chosen:
        texts |= {item.content.removesuffix("…"), item.detail}
        texts |= {evidence.quote for evidence in item.evidence}
    return texts


def _holders(
    connection: sqlite3.Connection, entries: Sequence[JournalEntry]
) -> dict[str, tuple[int, Effect]]:
    """Return the rows that outlived the undo of their entry: the entry that holds each now.

    It has to make them itself from now on: a rebuild could not tell any more that they were
    needed when they were undone, where what needed them then is forgotten.
    """
    held = forgetting.list_held(connection)
    return {
        effect["id"]: (held[effect["id"]], effect)
        for entry in entries
        for effect in entry.outcome.get("effects", ())
        if held.get(effect.get("id", ""), entry.seq) != entry.seq
    }


def _rewrite(
    connection: sqlite3.Connection,
    entry: JournalEntry,
    doomed: _Doomed,
    holders: dict[str, tuple[int, Effect]],
) -> None:
    """Take what goes out of one entry, rows and words, and add what it holds for others."""
    effects = [effect for holder, effect in holders.values() if holder == entry.seq]
    effects += [
        effect for effect in entry.outcome.get("effects", ()) if effect.get("id") not in holders
    ]
    outcome = {
        **entry.outcome,
        "results": doomed.overwrite.values(entry.outcome.get("results", [])),
        "effects": [_cleaned(effect, doomed) for effect in effects if not _goes(effect, doomed)],
    }
    made = {effect["row"] for effect in entry.outcome.get("effects", ())}
    if "memory" in made and all(effect["row"] != "memory" for effect in outcome["effects"]):
        outcome["forgotten"] = True
    payload = doomed.overwrite.values(entry.payload)
    if doomed.is_reason_for(entry):
        payload["reason"] = ""
    changed = entry._replace(payload=payload, outcome=outcome)
    if changed != entry:
        journal.rewrite(connection, changed)


def _goes(effect: Effect, doomed: _Doomed) -> bool:
    match effect["row"]:
        case "memory":
            return effect["id"] in doomed.memories
        case "evidence":  # also one that was undone, whose row is gone already
            return effect["memory"] in doomed.memories or effect["version"] in doomed.versions
        case "memory_fact" | "memory_entity":
            return effect["memory"] in doomed.memories
        case "link":
            return bool({effect["memory"], effect["target"]} & doomed.memories)
        case "decision":
            return effect["subject"] in doomed.memories
        case "sighting" | "learning_edit":
            return effect["number"] in doomed.learnings
        case "learning_memory":
            return effect["number"] in doomed.learnings or effect["memory"] in doomed.memories
        case "source_version":
            return effect["id"] in doomed.versions
        case "source":
            return effect["id"] in doomed.sources
    return False


def _cleaned(effect: Effect, doomed: _Doomed) -> Effect:
    if effect["row"] == "learning" and effect["number"] in doomed.learnings:
        effect = {**effect, **forgetting.BLANK_LEARNING, "memory": ""}
    elif effect["row"] == "learning" and effect["memory"] in doomed.memories:
        effect = {**effect, "memory": ""}
    elif effect["row"] == "decision" and effect["subject"] in doomed.subjects:
        effect = {**effect, "reason": ""}
    if effect["row"] == "review" and effect["subject"] in doomed.memories:
        effect = {**effect, "subject": ""}
    return forgetting.overwrite_row(effect["row"], effect, doomed.overwrite)


def _tombstone(memory: str, at: str) -> Effect:
    return {"row": "tombstone", "id": memory, "at": at, "reason": "forgotten"}
