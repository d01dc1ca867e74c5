"""What a home holds, in figures: memories, learnings, lessons and their use, conversations."""

from __future__ import annotations

from typing import NamedTuple


class LessonStats(NamedTuple):
    """One lesson in force, and whether it changed anything.

    Attributes:
        text: What it says now.
        project: Key of its project; empty for everywhere.
        confirmed_at: Since when it is in force.
        matched: In how many sessions a prompt pointed to it.
        last_matched: When last; empty for never.
        before: How often the user had to say it before it was in force.
        after: In how many sessions the user had to say it again since.
        against: Number of a newer lesson that says the opposite; 0 for none.
        page: The page on which it stands, below the home.
    """

    number: int
    text: str
    project: str
    confirmed_at: str
    matched: int
    last_matched: str
    before: int
    after: int
    against: int
    page: str

    @property
    def unused(self) -> bool:
        """Tell whether nothing has pointed to it so far."""
        return not self.matched and not self.after


class Stats(NamedTuple):
    """The figures of one home.

    Attributes:
        memories: How many there are, by kind and then by status.
        learnings: How many there are, by status.
        lessons: Those in force, the most used first, contradicted ones last.
        sessions: Archived conversations, those of sub-agents left out.
    """

    memories: dict[str, dict[str, int]]
    learnings: dict[str, int]
    lessons: tuple[LessonStats, ...]
    sessions: int
    messages: int
