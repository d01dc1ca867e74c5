"""Lists the lessons in force: what the user confirmed, with what is known of its use.

Everything that shows lessons (rules files, the user's pages, figures) begins here, so that all
of them agree on which there are and which come first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pmi.model.learning import Learning
from pmi.model.memory import Link, Memory
from pmi.profile.domains import domains_of, list_domains
from pmi.rules.contradiction import find_contradictions
from pmi.rules.lesson_paths import paths_of
from pmi.store import learnings, memories, uses
from pmi.store.database import Store
from pmi.store.projects import as_joined


class Lesson(NamedTuple):
    """A lesson in force.

    Attributes:
        memory: What it says now, under its number.
        learning: What it was learned from.
        domain: The domain whose page holds it; empty for ``profile/lessons.md``.
        paths: Globs of the files it is about; empty for all.
        uses: In how many sessions it matched, was shown, was corrected again.
        against: Number of a newer lesson that says the opposite; 0 for none.
    """

    memory: Memory
    learning: Learning
    domain: str = ""
    paths: tuple[str, ...] = ()
    uses: uses.Uses = uses.Uses()
    against: int = 0

    @property
    def number(self) -> int:
        """Return its number for life."""
        return self.memory.number


def list_lessons(store: Store) -> list[Memory]:
    """Return the confirmed lessons that hold now, by their numbers.

    A lesson that the user replaced goes on under its number in the words that replaced it.
    """
    return [memory for memory, _ in _in_force(store)]


def get_lessons(store: Store) -> list[Lesson]:
    """Return the confirmed lessons that hold now with all that is known of them, by number."""
    found = _in_force(store)
    present = as_joined(store, [memory for memory, _ in found])
    learned = [learning for _, learning in found]
    domains = _domains(store, present, learned)
    used = uses.count_uses(store.reading("transcripts"), [item.number for item in learned])
    against = _contradicted(present, learned)
    return [
        Lesson(
            memory=memory,
            learning=learning,
            domain=domains[place],
            paths=paths_of(memory.content),
            uses=used.get(memory.number, uses.Uses()),
            against=against.get(memory.number, 0),
        )
        for place, (memory, learning) in enumerate(zip(present, learned, strict=True))
    ]


def by_use(lessons: Iterable[Lesson]) -> list[Lesson]:
    """Return lessons by how much they were used, then the newest; contradicted ones come last."""
    return sorted(lessons, key=lambda item: (item.against > 0, -item.uses.matched, -item.number))


def _in_force(store: Store) -> list[tuple[Memory, Learning]]:
    connection = store.reading("memory")
    learned: dict[str, Learning] = {}
    for item in learnings.list_learnings(connection, "confirmed"):
        if item.memory:
            learned[memories.find_latest(connection, item.memory)] = item
    today = store.clock()[:10]
    found = [
        (item._replace(number=learned[item.id].number), learned[item.id])
        for item in memories.list_memories(connection, ids=learned)
        if item.verification == "user_confirmed" and not (item.valid_to and item.valid_to <= today)
    ]
    return sorted(found, key=lambda pair: pair[0].number)


def _domains(store: Store, present: list[Memory], learned: list[Learning]) -> list[str]:
    """Return the domain of each lesson: the one that claims its project, else the recorded one."""
    claimed = domains_of(store.home, list({item.project for item in present}))
    recorded = {item.domain for item in learned} - {""}
    there = set(list_domains(store.home)) if recorded else set[str]()
    return [
        claimed.get(memory.project) or (learning.domain if learning.domain in there else "")
        for memory, learning in zip(present, learned, strict=True)
    ]


def _contradicted(lessons: list[Memory], learned: list[Learning]) -> dict[int, int]:
    """Return the lessons that a newer one contradicts, and the number of that one.

    By their words, by a link, or because the newer one was learned as what says otherwise.
    """
    found: dict[int, int] = {}
    for older, newer in find_contradictions([(item.project, item.content) for item in lessons]):
        found[lessons[older].number] = lessons[newer].number
    numbers = {item.id: item.number for item in lessons}
    said = [(link.other, item.number) for item in lessons for link in _contradictions(item)]
    pairs = [(numbers.get(other, 0), number) for other, number in said]
    pairs += [(item.contradicts, item.number) for item in learned]
    known = set(numbers.values())
    for one, other in pairs:
        older, newer = sorted((one, other))
        if older in known and older != newer:
            found[older] = max(newer, found.get(older, 0))
    return found


def _contradictions(memory: Memory) -> list[Link]:
    return [link for link in memory.links if link.type == "contradicts"]
