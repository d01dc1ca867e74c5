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
from pmi.rules.trust import standing, strengthened, verification_of

PlacedStatus = Literal["active", "superseded", "disputed", "archived", "merged"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What is known about one claim, apart from the user's later decisions.

    Attributes:
        content_key: Equal keys say the same.
        holds_from: Day from which it holds, or was said to; empty when undated.
        said_at: When the words were said; decides between claims of one day.
        by_user: Whether the user made it, which confirms it.
        ends: Day on which it stopped holding, where the claim itself says so.
        origins: The sources that it quotes.
    """

    id: str
    content_key: str
    holds_from: str
    said_at: str
    trust: Trust
    by_user: bool
    evidence: int
    slotted: bool
    ends: str = ""
    origins: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Word:
    """A decision about one claim; ``order`` grows with time, ``day`` is when it was made."""

    order: int
    subject: str
    verdict: Literal["confirm", "archive", "restore", "reject"]
    day: str = ""


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
    """Claims that say the same and are neighbours in time: one memory.

    Attributes:
        vouched: Those among them that are the user's own, or that the user confirmed.
        confirmed_on: Day of the user's word about the first of these.
    """

    members: tuple[Claim, ...]
    confirmed: bool
    archived: bool
    rejected: bool
    confirmed_on: str = ""
    vouched: frozenset[str] = frozenset()

    @property
    def head(self) -> Claim:
        """The claim as which it is shown: what the user never saw is not shown as confirmed."""
        return next((item for item in self.members if item.id in self.vouched), self.members[0])

    @property
    def trust(self) -> Trust:
        return strengthened((claim.trust, claim.origins) for claim in self.members)

    @property
    def standing(self) -> int:
        return standing(self.trust, confirmed=self.confirmed)

    @property
    def away(self) -> tuple[bool, bool]:
        return self.archived, self.rejected

    @property
    def starts(self) -> str:
        """The day from which it stands on the line; what names none, from the user's word on."""
        return self.head.holds_from or self.confirmed_on

    def joins(self, other: _Run) -> bool:
        return self.head.content_key == other.head.content_key and self.away == other.away

    def with_(self, other: _Run) -> _Run:
        return replace(
            self,
            members=self.members + other.members,
            confirmed=self.confirmed or other.confirmed,
            confirmed_on=self.confirmed_on if self.vouched else other.confirmed_on,
            vouched=self.vouched | other.vouched,
        )


def resolve(claims: Iterable[Claim], decisions: Sequence[Word]) -> list[Place]:
    """Return the place of every claim of one slot, or of one content without a slot.

    - The newest dated claim is active; the one before it is superseded by it and held until
      the day on which it began.
    - Equal content merges with its neighbour in time: A, B, A again is three memories. It is
      shown as the user said or confirmed it first, else as it was first said.
    - A claim that stands lower than the one it would replace (less trusted, or against a
      confirmed one) is disputed, whichever came first.
    - Of claims without a day the best founded, then the first said, opens the slot; one that
      says what a dated one says is a further source of it; others are disputed. What the user
      confirmed holds from the day of the user's word.
    - What was put away keeps its place in time and is not active; what was rejected counts
      as never said.

    Returns:
        Places in the order of the claims' ids. At most one is active.
    """
    found = list(claims)
    words: dict[str, list[Word]] = {}
    for word in sorted(decisions, key=lambda word: word.order):
        words.setdefault(word.subject, []).append(word)
    runs = [_alone(claim, words.get(claim.id, ())) for claim in found]
    if not any(claim.slotted for claim in found):
        return _without_slot(runs)
    rejected = [run for run in runs if run.rejected]
    kept = [run for run in runs if not run.rejected]
    dated = sorted((run for run in kept if run.starts), key=_in_time)
    undated = sorted((run for run in kept if not run.starts), key=_best_first)
    dated, others = _strengthen(dated, undated)
    opening, unplaced = _open_slot(others)
    line, disputed = _line_of_time(opening + dated)
    places: list[Place] = []
    for index, run in enumerate(line):
        after = line[index + 1] if index + 1 < len(line) else None
        places.extend(_places(run, _status(run, after), after))
    for run in disputed + unplaced:
        places.extend(_places(run, "archived" if run.archived else "disputed", None))
    for run in rejected:
        places.extend(_places(run, "archived", None))
    return sorted(places, key=lambda place: place.id)


def _in_time(run: _Run) -> tuple[str, str, str, str]:
    return run.starts, run.head.said_at, run.head.content_key, run.head.id


def _best_first(run: _Run) -> tuple[int, str, str]:
    return -run.standing, run.head.said_at, run.head.id


def _without_slot(runs: Iterable[_Run]) -> list[Place]:
    """Merge claims that say the same, into the user's first, else into the first one known."""
    together: dict[tuple[bool, bool], _Run] = {}
    for run in sorted(runs, key=lambda run: run.head.id):
        known = together.get(run.away)
        together[run.away] = known.with_(run) if known else run
    places: list[Place] = []
    for run in together.values():
        away = run.archived or run.rejected
        places.extend(_places(run, "archived" if away else "active", None))
    return sorted(places, key=lambda place: place.id)


def _alone(claim: Claim, words: Iterable[Word]) -> _Run:
    own = frozenset({claim.id})
    run = _Run(
        (claim,),
        claim.by_user,
        archived=False,
        rejected=False,
        vouched=own if claim.by_user else frozenset(),
    )
    for word in words:
        if word.verdict == "confirm":
            run = replace(
                run,
                confirmed=True,
                archived=False,
                rejected=False,
                confirmed_on=word.day,
                vouched=own,
            )
        elif word.verdict == "restore":
            run = replace(run, archived=False, rejected=False)
        elif word.verdict == "archive":
            run = replace(run, archived=True)
        else:
            run = replace(run, confirmed=False, rejected=True, confirmed_on="", vouched=frozenset())
    return run


def _strengthen(dated: list[_Run], undated: Sequence[_Run]) -> tuple[list[_Run], list[_Run]]:
    """Give undated claims to the last dated one that says the same; return what is left too."""
    last = {(run.head.content_key, run.away): index for index, run in enumerate(dated)}
    made, others = list(dated), []
    for run in undated:
        index = last.get((run.head.content_key, run.away))
        if index is None:
            others.append(run)
        else:
            made[index] = made[index].with_(run)
    return made, others


def _open_slot(undated: Sequence[_Run]) -> tuple[list[_Run], list[_Run]]:
    """Return the undated run that opens the slot, if any, and those that do not get in."""
    together: dict[tuple[str, tuple[bool, bool]], _Run] = {}
    for run in undated:
        key = run.head.content_key, run.away
        together[key] = together[key].with_(run) if key in together else run
    runs = list(together.values())
    first = next((run for run in runs if not run.archived), None)
    if first is None:
        return [], runs
    return [first], [run for run in runs if run is not first]


def _line_of_time(runs: Sequence[_Run]) -> tuple[list[_Run], list[_Run]]:
    """Return the runs that follow each other, and those that do not get past one of them.

    One that did not get past, but whose words stand next on the line, is a source of those.
    """
    line: list[_Run] = []
    disputed: list[_Run] = []
    waiting: list[_Run] = []
    for run in runs:
        if line and line[-1].joins(run):
            line[-1] = line[-1].with_(run)
        elif line and not line[-1].archived and run.standing < line[-1].standing:
            _wait(waiting, run)
        else:
            mine = [other for other in waiting if run.joins(other)]
            disputed += [other for other in waiting if not run.joins(other)]
            waiting = []
            for other in mine:
                run = replace(run, members=run.members + other.members)  # noqa: PLW2901
            line.append(run)
    return line, disputed + waiting


def _wait(waiting: list[_Run], run: _Run) -> None:
    """Add a run to those that did not get past the same one; who say the same wait as one."""
    for index, other in enumerate(waiting):
        if other.joins(run):
            waiting[index] = other.with_(run)
            return
    waiting.append(run)


def _status(run: _Run, after: _Run | None) -> PlacedStatus:
    if run.archived:
        return "archived"
    return "superseded" if after is not None else "active"


def _places(run: _Run, status: PlacedStatus, after: _Run | None) -> list[Place]:
    head = run.head
    others = [claim for claim in run.members if claim is not head]
    verification = verification_of(
        confirmed=run.confirmed, evidence=sum(claim.evidence for claim in run.members)
    )
    days = [day for day in (head.ends, after.starts if after is not None else "") if day]
    first = Place(
        head.id,
        status,
        verification,
        run.trust,
        valid_to=min(days, default=""),
        successor=after.head.id if after is not None else "",
    )
    return [
        first,
        *(
            Place(claim.id, "merged", verification, run.trust, merged_into=head.id)
            for claim in others
        ),
    ]
