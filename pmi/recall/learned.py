"""Reads learnings with what surrounds them: how often shown, said again, worded, what they became.

Example: ``list_learned(store, "pending")``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.errors import NotFound
from pmi.model.learning import Learning, LearningEdit, Sighting
from pmi.model.memory import Memory
from pmi.store import learnings, memories
from pmi.store.projects import list_project_names
from pmi.store.uses import Uses, count_uses

if TYPE_CHECKING:
    from pmi.store.database import Store

NUMBER_DIGITS = 5
"""What has more digits is the end of an id, and no number."""


class OpenedLearning(NamedTuple):
    """A learning with what surrounds it.

    Attributes:
        sightings: The further times that it was said.
        edits: What the user made of its words, the oldest first.
        first: Its words before any of these.
        memory: What it became; None for nothing (yet).
        place: Name of its project; empty for everywhere.
        against: The rule that it contradicts; None for none.
    """

    learning: Learning
    sightings: Sequence[Sighting] = ()
    edits: Sequence[LearningEdit] = ()
    first: str = ""
    memory: Memory | None = None
    place: str = ""
    against: Learning | None = None


def list_learned(store: Store, status: str | None = None) -> list[Learning]:
    """Return learnings of a status, or all, by number, with the number of starts that showed each.

    Forgotten ones are left out.
    """
    found = learnings.list_learnings(store.reading("memory"), status)
    if not found:
        return []
    uses = count_uses(store.reading("transcripts"), [item.number for item in found])
    return [replace(item, shown=uses.get(item.number, Uses()).shown) for item in found]


def find_number(reference: str) -> int:
    """Return the number that people typed for a learning or review; 0 where it is none.

    >>> find_number("41"), find_number("#41"), find_number("123456"), find_number("tea")
    (41, 41, 0, 0)
    """
    wanted = reference.strip().removeprefix("#")
    return int(wanted) if wanted.isdecimal() and len(wanted) <= NUMBER_DIGITS else 0


def open_learning(store: Store, number: int) -> OpenedLearning:
    """Return a learning whole.

    Raises:
        NotFound: There is none, or its words were forgotten.
    """
    connection = store.reading("memory")
    found = learnings.find_learning(connection, number)
    if found is None or not found.text:
        raise NotFound(f"There is no learning {number}.", "pmi learnings list --all")
    uses = count_uses(store.reading("transcripts"), [number])
    return OpenedLearning(
        learning=replace(found, shown=uses.get(number, Uses()).shown),
        sightings=learnings.list_sightings(connection, number),
        edits=learnings.list_edits(connection, number),
        first=learnings.find_first_text(connection, number),
        memory=memories.find_memory(connection, found.memory) if found.memory else None,
        place=list_project_names(store).get(found.project, ""),
        against=find_contradicted(store, found),
    )


def find_contradicted(store: Store, learning: Learning) -> Learning | None:
    """Return the rule that a learning contradicts, where that is (still) one; else None."""
    other = learnings.find_learning(store.reading("memory"), learning.contradicts)
    return other if other is not None and other.status == "confirmed" else None


def learning_values(opened: OpenedLearning) -> dict[str, object]:
    """Return a learning whole as `--json` has it."""
    return {
        "learning": opened.learning,
        "said_again": opened.sightings,
        "edits": opened.edits,
        "first_text": opened.first,
        "memory": opened.memory,
        "against": opened.against,
    }
