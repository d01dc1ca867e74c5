"""Takes a change back: an entry of its own, whose target's rows are taken out again.

Numbers of learnings are not given back, and what later changes rest on stays until those are
undone first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pmi.base.errors import Conflict, NotFound, PolicyDenied, UsageError
from pmi.model.memory import JournalEntry, Undone
from pmi.rules.policy import Request, decide, hint_for
from pmi.store import journal, learnings, memories, proposals, rows
from pmi.store.database import Store
from pmi.writing import folding
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING

if TYPE_CHECKING:
    import sqlite3

_FIXED = ("undo", "forget")
_NOBODYS = ("signals",)
"""Nobody asked for these: they are not the last change that somebody means."""


def undo(store: Store, seq: int | None = None, *, actor: str, cause: str = "") -> Undone:
    """Take back an entry, or the last one that can be, and return what it was.

    Raises:
        NotFound: There is no such entry, or nothing is left to undo.
        Conflict: It was undone before, or later entries rest on it; the hint names them.
        PolicyDenied: An agent asked for another actor's entry.
    """
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        if known is not None:
            return describe(connection, _choose(connection, int(known.payload["entry"]), actor))
        target = _choose(connection, seq, actor)
        _check(connection, target, actor)
        draft = Draft(connection, store.clock(), actor, "undo", cause)
        draft.touched |= set(folding.unapply(connection, target.seq))
        draft.close({"entry": target.seq}, [{"op": target.op}])
    return describe(store.reading("memory"), target)


def describe(connection: sqlite3.Connection, entry: JournalEntry) -> Undone:
    """Return what an entry held: its texts, numbers of learnings, or what it was about.

    A text that somebody else said too is still there, so it is only what it was about.
    """
    texts: dict[str, None] = {}
    numbers = []
    for effect in entry.outcome.get("effects", ()):
        if effect["row"] == "memory":
            if not _is_still_said(connection, effect):
                texts[effect["content"]] = None
        elif effect["row"] == "source" and entry.op == "add_source":
            texts[effect["title"]] = None
        elif effect["row"] == "learning":
            numbers.append(int(effect["number"]))
            if not effect.get("memory"):
                texts[effect["text"]] = None
        elif effect["row"] in ("learning_edit", "learning_memory"):
            numbers.append(int(effect["number"]))
            if effect["row"] == "learning_edit":
                texts[effect["text"]] = None
    about = () if texts else _subjects(entry.payload)
    words = dict.fromkeys(_words_of(connection, subject) for subject in about)
    return Undone(entry.seq, entry.op, tuple(texts), tuple(dict.fromkeys(numbers)), tuple(words))


def _is_still_said(connection: sqlite3.Connection, row: dict[str, Any]) -> bool:
    """Tell whether another memory of the project says the same: the two are shown as one."""
    found = connection.execute(
        "SELECT 1 FROM memory WHERE content_key = ? AND project = ? AND id <> ?",
        (row["content_key"], row["project"], row["id"]),
    )
    return found.fetchone() is not None


def _subjects(payload: dict[str, Any]) -> list[str]:
    if "subjects" in payload:
        return [str(subject) for subject in payload["subjects"]]
    operations = payload.get("operations", ())
    return [str(item.get("content") or item.get("target", "")) for item in operations]


def _words_of(connection: sqlite3.Connection, subject: str) -> str:
    """Return what a memory, proposal or learning says; what is none is returned as it is."""
    if subject.startswith(LEARNING):
        number = int(subject.removeprefix(LEARNING))
        learning = learnings.find_learning(connection, number)
        return f"{number} {learning.text}" if learning is not None else str(number)
    try:
        memory = memories.find_memory(connection, subject)
    except UsageError:  # a short name that several have by now
        return subject
    if memory is not None:
        return memory.content
    proposal = proposals.find_proposal(connection, subject)
    return proposal.operation.content or subject if proposal is not None else subject


def _choose(connection: sqlite3.Connection, seq: int | None, actor: str) -> JournalEntry:
    if seq is not None:
        found = journal.find(connection, seq)
        if found is None:
            raise NotFound(f"There is no entry {seq}.", "pmi log")
        return found
    undone = journal.list_undone(connection)
    for entry in journal.iterate_back(connection):
        # What the worker learned by itself is no change that anybody made: only by its number.
        own = actor in {"user", entry.actor} and entry.actor != "hook"
        gone = entry.seq in undone or entry.outcome.get("forgotten")
        if entry.op not in (*_FIXED, *_NOBODYS) and own and not gone:
            return entry
    raise NotFound("There is nothing to undo.", "pmi log")


def _check(connection: sqlite3.Connection, target: JournalEntry, actor: str) -> None:
    if decide(Request(actor, "undo", foreign=target.actor != actor)).verdict == "refused":
        raise PolicyDenied(
            f"Entry {target.seq} is not {actor}'s own change.", hint_for("undo", str(target.seq))
        )
    if target.op in _FIXED:
        raise Conflict(f"Entry {target.seq} ({target.op}) can not be taken back.", "pmi log")
    if target.outcome.get("forgotten"):
        raise Conflict(f"What entry {target.seq} brought was forgotten.", "pmi log")
    if target.seq in journal.list_undone(connection):
        raise Conflict(f"Entry {target.seq} was taken back before.", "pmi log")
    later = rows.find_dependents(connection, target.seq)
    if later:
        raise Conflict(
            f"Later changes rest on entry {target.seq}: {', '.join(map(str, later))}.",
            f"pmi undo --entry {later[0]}",
        )
