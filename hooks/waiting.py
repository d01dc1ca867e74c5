"""What waits for the user's word at a start: learnings and reviews, as lines of the screen.

The worker has prepared which ones; where the journal went on since, only those count that
still wait.
"""

from __future__ import annotations

from pmi.base import lookup
from pmi.base.phrases import say
from pmi.base.redact import clean
from pmi.base.text import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pmi.base.home import Home

LINES = 3
"""So many of them are named at a start; the others are counted."""

LINE_CHARS = 120


class Waiting:
    """What waits now: learnings to show, how many wait quietly, and reviews.

    Args:
        brief: The prepared brief, or an empty one.
        fresh: Whether nothing was written to memory since it was prepared.
    """

    def __init__(self, home: Home, brief: dict[str, Any], *, fresh: bool) -> None:
        self.learnings: list[dict[str, Any]] = list(brief.get("learnings", ()))
        self.reviews: list[str] = list(brief.get("waiting", ()))
        counts = brief.get("counts", {})
        self.quiet: int = counts.get("quiet", 0)
        self._more_reviews: int = counts.get("reviews", 0) - len(self.reviews)
        self._known: set[int] | None = None
        if not fresh:
            self._known = lookup.pending_learnings(home)
            self.learnings = [each for each in self.learnings if each["number"] in self._known]
            self.quiet = len(self._known) - len(self.learnings)

    @property
    def named(self) -> list[tuple[int, str]]:
        """Return what the screen names: number (0 for a review) and line, learnings first."""
        learned = [(each["number"], f"{each['number']} {each['text']}") for each in self.learnings]
        reviews = [(0, line) for line in self.reviews]
        kept = learned[: LINES - 1 if reviews else LINES]
        return kept + reviews[: LINES - len(kept)]

    @property
    def shown(self) -> list[int]:
        """Return the numbers of the learnings that the screen names."""
        return [number for number, _ in self.named if number]

    def still_waits(self, number: int) -> bool:
        """Tell whether a prepared line about a learning is still so."""
        return self._known is None or number in self._known

    def counted(self, language: str) -> list[str]:
        """Return the parts of the first line: how much waits for an answer, how much quietly."""
        count = len(self.learnings) + len(self.reviews) + max(0, self._more_reviews)
        parts = [say("waiting", language, count=count)] if count else []
        if self.quiet > 0:
            key = "more_waiting" if count else "quiet_waiting"
            parts.append(say(key, language, count=self.quiet))
        return parts

    def lines(self, language: str) -> list[str]:
        """Return what waits, a line each, and how to decide on the first of them."""
        lines = [one_line(clean(line))[:LINE_CHARS] for _, line in self.named]
        if lines:
            key = "how_to_learn" if self.learnings else "how_to_confirm"
            lines.append(say(key, language, name=lines[0].partition(" ")[0]))
        return lines
