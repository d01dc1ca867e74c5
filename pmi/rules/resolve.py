"""Places all claims about one thing: a pure function of claims and decisions.

Dates decide, not arrival: the same claims and decisions in any order give the same places.
Claims of one slot stand on one line of time; a claim without a slot is alone with those that
say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pmi.model.memory import Trust, Verification
from pmi.rules.trust import highest, standing, verification_of

PlacedStatus = Literal["active", "superseded", "disputed", "archived", "merged"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What is known about one claim, apart from the user's later decisions.

    Attributes:
        content_key: Equal keys say the same.
        holds_from: Day from which it holds, or was said to; empty when undated.
        said_at: When the words were said; decides between claims of one day.
        by_user: Whether the user made it, which confirms it.
    """

    id: str
    content_key: str
    holds_from: str
    said_at: str
    trust: Trust
    by_user: bool
    evidence: int
    slotted: bool


@dataclass(frozen=True, slots=True)
class Word:
    """A decision about one claim; ``order`` grows with time."""

    order: int
    subject: str
    verdict: Literal["confirm", "archive", "restore", "reject"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim stands."""

    id: str
    status: PlacedStatus
    verification: Verification
    trust: Trust
    valid_to: str = ""
    successor: str = ""
    merged_into: str = ""


@dataclass(frozen=True, slots=True)
class _Run:
    """Claims that say the same and are neighbours in time: one memory."""

    members: tuple[Claim, ...]
    confirmed: bool
    archived: bool
    rejected: bool

    @property
    def trust(self) -> Trust:
        return highest(claim.trust for claim in self.members)

    @property
    def standing(self) -> int:
        return standing(self.trust, confirmed=self.confirmed)

    def joins(self, other: _Run) -> bool:
        return (
            self.members[0].content_key == other.members[0].content_key
            and self.archived == other.archived
            and self.rejected == other.rejected
        )

    def with_(self, other: _Run) -> _Run:
        return replace(
            self,
            members=self.members + other.members,
            confirmed=self.confirmed or other.confirmed,
        )


def resolve(claims: Iterable[Claim], decisions: Sequence[Word]) -> list[Place]:
    """Return the place of every claim of one slot, or of one content without a slot.

    - The newest dated claim is active; the one before it is superseded by it and held until
      the day on which it began.
    - Equal content merges with its neighbour in time: A, B, A again is three memories.
    - A claim that stands lower than the one it would replace (less trusted, or against a
      confirmed one) is disputed, whichever came first.
    - What was put away keeps its place in time and is not active; what was rejected counts
      as never said.

    Returns:
        Places in the order of the claims' ids. At most one is active.
    """
    found = list(claims)
    if not any(claim.slotted for claim in found):
        return _without_slot(found, decisions)
    runs = [_alone(claim, decisions) for claim in sorted(found, key=_in_time)]
    line, disputed = _line_of_time([run for run in runs if not run.rejected])
    places: list[Place] = []
    for index, run in enumerate(line):
        after = line[index + 1] if index + 1 < len(line) else None
        places.extend(_places(run, _status(run, after), after))
    for run in disputed:
        places.extend(_places(run, "archived" if run.archived else "disputed", None))
    for run in runs:
        if run.rejected:
            places.extend(_places(run, "archived", None))
    return sorted(places, key=lambda place: place.id)


def _in_time(claim: Claim) -> tuple[str, str, str, str]:
    return claim.holds_from, claim.said_at, claim.content_key, claim.id


def _without_slot(claims: Sequence[Claim], decisions: Sequence[Word]) -> list[Place]:
    """Merge claims that say the same; the first one known keeps its id for good."""
    together: dict[tuple[bool, bool], _Run] = {}
    for claim in sorted(claims, key=lambda claim: claim.id):
        run = _alone(claim, decisions)
        known = together.get((run.archived, run.rejected))
        together[run.archived, run.rejected] = known.with_(run) if known else run
    places: list[Place] = []
    for run in together.values():
        away = run.archived or run.rejected
        places.extend(_places(run, "archived" if away else "active", None))
    return sorted(places, key=lambda place: place.id)


def _alone(claim: Claim, decisions: Sequence[Word]) -> _Run:
    confirmed, archived, rejected = claim.by_user, False, False
    words = [word for word in decisions if word.subject == claim.id]
    for word in sorted(words, key=lambda word: word.order):
        if word.verdict == "confirm":
            confirmed, archived, rejected = True, False, False
        elif word.verdict == "restore":
            archived, rejected = False, False
        elif word.verdict == "archive":
            archived = True
        else:
            confirmed, rejected = False, True
    return _Run((claim,), confirmed, archived, rejected)


def _line_of_time(runs: Sequence[_Run]) -> tuple[list[_Run], list[_Run]]:
    """Return the runs that follow each other, and those that do not get past one of them."""
    line: list[_Run] = []
    disputed: list[_Run] = []
    for run in runs:
        if line and line[-1].joins(run):
            line[-1] = line[-1].with_(run)
        elif line and not line[-1].archived and run.standing < line[-1].standing:
            disputed.append(run)
        else:
            line.append(run)
    return line, disputed


def _status(run: _Run, after: _Run | None) -> PlacedStatus:
    if run.archived:
        return "archived"
    return "superseded" if after is not None else "active"


def _places(run: _Run, status: PlacedStatus, after: _Run | None) -> list[Place]:
    head, *others = run.members
    verification = verification_of(
        confirmed=run.confirmed, evidence=sum(claim.evidence for claim in run.members)
    )
    ended = after.members[0] if after is not None else None
    first = Place(
        head.id,
        status,
        verification,
        run.trust,
        valid_to=ended.holds_from if ended is not None else "",
        successor=ended.id if ended is not None else "",
    )
    return [
        first,
        *(
            Place(claim.id, "merged", verification, run.trust, merged_into=head.id)
            for claim in others
        ),
    ]
