"""Collects one journal entry while its rows are written: both, or neither.

Example:
    >>> with store.writing("memory") as connection:  # doctest: +SKIP
    ...     draft = Draft(connection, store.clock(), "user", "remember")
    ...     draft.apply([effect])
    ...     draft.close({"text": "…"}, [{"memory": "mem_…"}])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pmi.base.ids import new_id
from pmi.model.memory import JournalEntry
from pmi.store import journal
from pmi.store.rows import Effect
from pmi.writing import folding

if TYPE_CHECKING:
    import sqlite3


class Draft:
    """One change on its way: its number, its effects so far, what they touched.

    Args:
        connection: Inside the write transaction that the entry belongs to.
        at: When it happens.
        cause: What brought it about, where that has an identity of its own.
    """

    def __init__(
        self, connection: sqlite3.Connection, at: str, actor: str, op: str, cause: str = ""
    ) -> None:
        self.connection = connection
        self.at = at
        self.actor = actor
        self.op = op
        self.cause = cause
        self.seq = journal.head(connection) + 1
        self.effects: list[Effect] = []
        self.touched: set[str] = set()
        self.unplaced = folding.Unplaced()

    def write(self, effects: Sequence[Effect]) -> None:
        """Write these rows now; where they stand is decided by the next ``settle``."""
        folding.write_effects(self.connection, effects, self.seq, self.unplaced)
        self.effects.extend(effects)

    def settle(self) -> None:
        """Place what was written, so that what comes next in the same entry sees it."""
        if self.unplaced or self.unplaced.seen:
            self.touched |= folding.settle(self.connection, self.unplaced)

    def apply(self, effects: Sequence[Effect]) -> None:
        """Write these rows and place them at once."""
        self.write(effects)
        self.settle()

    def subjects(self) -> list[str]:
        """Return what the decisions so far are about, each once."""
        found = [effect["subject"] for effect in self.effects if effect["row"] == "decision"]
        return list(dict.fromkeys(found))

    def close(
        self,
        payload: Mapping[str, Any],
        results: Sequence[Mapping[str, Any]],
        *,
        settings: Mapping[str, Any] | None = None,
    ) -> JournalEntry:
        """Append the entry and return it.

        Args:
            payload: What was submitted.
            results: What became of each part, for a receipt that is asked for again.
            settings: Settings that verdicts depended on.
        """
        self.settle()
        outcome: dict[str, Any] = {
            "touched": sorted(self.touched),
            "results": [dict(result) for result in results],
            "effects": self.effects,
        }
        if settings:
            outcome["settings"] = dict(settings)
        entry = JournalEntry(
            seq=self.seq,
            id=new_id("jrn"),
            at=self.at,
            actor=self.actor,
            op=self.op,
            payload=dict(payload),
            outcome=outcome,
            cause=self.cause,
        )
        journal.append(self.connection, entry)
        return entry
