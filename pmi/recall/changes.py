"""What changed in memory since a moment: what came to stand, what gave way, what was put away.

For the start of a session. Only what may stand there counts: the user's own words and what the
user confirmed; what it replaced is named beside it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmi.model.memory import Memory
from pmi.recall.map import is_standing
from pmi.store import journal, memories

if TYPE_CHECKING:
    import sqlite3

ENTRIES = 100
"""Of more changes only the newest entries are looked at."""


@dataclass(frozen=True, slots=True)
class Changed:
    """One memory that is otherwise now.

    Attributes:
        before: Content of what gave way to it; empty for none.
    """

    memory: Memory
    before: str = ""


def list_changes(
    connection: sqlite3.Connection, since: str, projects: Collection[str], limit: int
) -> list[Changed]:
    """Return what changed after a moment under a project's keys and everywhere, newest first.

    A memory that is active now, or one that was put away since; what was superseded stands
    beside its successor.
    """
    if not since:
        return []
    ids: dict[str, None] = {}
    for entry in journal.list_entries(connection, limit=ENTRIES):
        if entry.at <= since:
            break
        ids.update(dict.fromkeys(entry.outcome.get("touched", ())))
    touched = {memory.id: memory for memory in memories.find_many(connection, ids)}
    gave_way = {
        memory.successor: memory.content
        for memory in touched.values()
        if memory.status == "superseded" and memory.stance == "claim"
    }
    found = [
        Changed(touched[memory], gave_way.get(memory, ""))
        for memory in ids
        if memory in touched and _tells(touched[memory], projects, since)
    ]
    return found[:limit]


def _tells(memory: Memory, projects: Collection[str], since: str) -> bool:
    if (memory.project and memory.project not in projects) or not is_standing(memory):
        return False
    if memory.status == "archived":
        return memory.recorded_at <= since
    return memory.status == "active"
