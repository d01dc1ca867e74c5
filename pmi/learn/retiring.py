"""Proposes lessons for retirement, as reviews: nothing is put away without the user's word.

A lesson is proposed once for one reason; the user's no holds. A proposal whose reason is gone
is withdrawn, so that a late yes puts nothing away that nothing speaks against any more.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from datetime import date
from typing import Final, Literal

from pmi.base.config import load
from pmi.base.errors import Conflict
from pmi.base.home import read_file, write_file
from pmi.base.ids import new_id
from pmi.learn.lessons import Lesson, get_lessons
from pmi.model.operation import Operation, Proposal
from pmi.store import journal, proposals, reviews, uses
from pmi.store.database import Store
from pmi.writing.checking import as_payload
from pmi.writing.drafting import Draft
from pmi.writing.words import reject

Reason = Literal["unused", "contradicted", "line_removed"]

ACTOR: Final = "hook"
WAITING_MAX = 5
"""More proposals than this are not made at a time: a list that is too long is not read."""


def propose_retirements(store: Store) -> list[int]:
    """Put up for review what a newer lesson contradicts, and once a day what is long unused.

    Lessons about certain files are left out of the second: whether they were of use can not be
    seen at a prompt.

    Returns:
        The numbers of the new reviews.
    """
    lessons = get_lessons(store)
    _withdraw(store, lessons)
    contradicted = [item for item in lessons if item.against]
    found = propose_retirement(store, contradicted, "contradicted")
    mark, today = store.home.path("state", "lessons-looked-at"), store.clock()[:10]
    if (read_file(mark) or "").strip() != today:
        found += propose_retirement(store, _unused(store, lessons), "unused")
        write_file(mark, today + "\n")
    return found


def propose_retirement(store: Store, lessons: Sequence[Lesson], reason: Reason) -> list[int]:
    """Put lessons up for review and return the numbers of the reviews.

    What the user takes out of a page may be proposed again; all else once and no more.
    """
    room = len(lessons) if reason == "line_removed" else WAITING_MAX - len(_pending(store))
    done: list[int] = []
    for lesson in lessons:
        if len(done) >= room:
            break
        number = _propose(store, lesson, reason)
        if number:
            done.append(number)
    return done


def _withdraw(store: Store, lessons: Sequence[Lesson]) -> None:
    """Take back the proposals whose reason is gone: the lesson changed, or the other one did.

    Trigger: the user decides on one in the same moment. Why: their word counts. Outcome: it stays.
    """
    in_force = {item.memory.id: item for item in lessons}
    for proposal in _pending(store):
        lesson = in_force.get(proposal.operation.target)
        if lesson is None or (proposal.reason == "contradicted" and not lesson.against):
            with contextlib.suppress(Conflict):
                reject(store, [proposal.id], actor=ACTOR, cause=_withdrawal(proposal.id))


def _withdrawal(proposal: str) -> str:
    return f"withdraw:{proposal}"


def list_proposed(store: Store, reason: Reason) -> set[str]:
    """Return the memories whose retirement waits for the user's word for this reason."""
    return {item.operation.target for item in _pending(store) if item.reason == reason}


def _pending(store: Store) -> list[Proposal]:
    waiting = proposals.list_proposals(store.reading("memory"), "pending")
    return [item for item in waiting if item.actor == ACTOR and item.operation.op == "archive"]


def _unused(store: Store, lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return the lessons that nothing pointed to for long, the longest unused first."""
    settings = load(store.home)["learning"]
    days, sessions = int(settings["retire_after_days"]), int(settings["retire_after_sessions"])
    if not days:
        return []
    connection, now = store.reading("transcripts"), store.clock()
    last = uses.last_uses(connection)
    since = {
        item.number: max(item.memory.recorded_at, last.get(item.number, "")) for item in lessons
    }
    old = [
        item
        for item in lessons
        if not item.paths
        and _days(since[item.number], now) >= days
        and uses.count_sessions_since(connection, since[item.number]) >= sessions
    ]
    return sorted(old, key=lambda item: since[item.number])


def _propose(store: Store, lesson: Lesson, reason: Reason) -> int:
    """Write one proposal with its review; return 0 where it was made before."""
    memory = lesson.memory.id
    cause = f"retire:{reason}:{memory}:{lesson.against}" if reason != "line_removed" else ""
    stated = json.dumps(as_payload(Operation("archive", target=memory)), ensure_ascii=False)
    with store.writing("memory") as connection:
        while cause and (known := journal.find_by_cause(connection, cause)) is not None:
            proposed = str(known.outcome["results"][0]["proposal"])
            if journal.find_by_cause(connection, _withdrawal(proposed)) is None:
                return 0
            cause += "+"
        if proposals.find_pending(connection, stated):
            return 0
        draft = Draft(connection, store.clock(), ACTOR, "propose", cause)
        number, proposal = reviews.next_number(connection), new_id("prp")
        shared = {"at": draft.at, "actor": ACTOR, "reason": reason}
        made = {"row": "proposal", "id": proposal, "operation": stated, "evidence": "[]"}
        review = {"row": "review", "number": number, "subject": proposal}
        draft.write([{**made, **shared}, {**review, **shared}])
        operation = as_payload(Operation("archive", target=memory))
        result = {"verdict": "review", "reason": reason, "proposal": proposal, "number": number}
        draft.close({"operations": [operation]}, [result])
    return number


def _days(earlier: str, later: str) -> int:
    return (date.fromisoformat(later[:10]) - date.fromisoformat(earlier[:10])).days
