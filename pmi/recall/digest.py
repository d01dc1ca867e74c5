"""Puts together what days came to, per project: asked, decided, changed, left open.

Days are the user's own; what is stored is UTC. Nothing is judged: each line is a session, a
memory, a file or a review that is stored.

Example:
    >>> get_digest(store, "2026-11-30", "2026-11-30").projects  # doctest: +SKIP
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pmi.base.clock import start_of_day
from pmi.base.project import short_name
from pmi.model.overview import Asked, Digest, ProjectDigest, Recorded
from pmi.recall.overview import joined, list_prompts
from pmi.search.live_branch import find_taken_back
from pmi.store import conversations, learnings, memories, periods, projects, reviews

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pmi.model.conversation import Prompt, Session, TouchedFile
    from pmi.model.learning import Learning
    from pmi.model.memory import Memory
    from pmi.model.operation import Review
    from pmi.store.database import Store

KIND_ORDER = (
    "decision", "preference", "procedure", "project", "person", "semantic", "episodic",
)  # fmt: skip

QUIET = timedelta(minutes=15)
"""A session whose last word is not older may still be answered."""

Period = tuple[str, str]


@dataclass
class _Gathered:
    """What was found of one project so far."""

    asked: list[Asked] = field(default_factory=list)
    recorded: list[Recorded] = field(default_factory=list)
    changed: list[Memory] = field(default_factory=list)
    files: list[TouchedFile] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    learnings: list[Learning] = field(default_factory=list)


def get_digest(store: Store, first: str, last: str, project: str | None = None) -> Digest:
    """Return what happened from a first to a last day (``YYYY-MM-DD``, both included).

    Args:
        project: Only of this project, under any key it ever had; None for all.
    """
    period = (start_of_day(first), start_of_day(last, 1))
    connection = store.reading("transcripts")
    present = projects.present_keys(connection)
    keys = None if project is None else projects.list_same_project(connection, project)
    found: defaultdict[str, _Gathered] = defaultdict(_Gathered)
    for session, asked, files in _conversations(store, period, keys):
        gathered = found[present.get(session.project, session.project)]
        gathered.asked += [asked] if asked.prompts or asked.open else []
        gathered.files += files
    _add_memories(store, period, found, present)
    _add_waiting(store, period, found, present)
    names = projects.list_project_names(store)
    wanted = [key for key in found if keys is None or key in keys]
    told = [_told(key, names.get(key) or short_name(key), found[key]) for key in wanted]
    full = [one for one in told if _is_full(one)]
    return Digest(
        first, last, tuple(sorted(full, key=lambda one: (not one.key, one.name, one.key)))
    )


def _told(key: str, name: str, gathered: _Gathered) -> ProjectDigest:
    order = {kind: place for place, kind in enumerate(KIND_ORDER)}
    here = {one.memory.id for one in gathered.recorded}
    decided = sorted(gathered.recorded, key=lambda one: order[one.memory.kind])
    return ProjectDigest(
        key=key,
        name=name,
        asked=tuple(gathered.asked),
        decided=tuple(
            one
            for one in decided
            if one.memory.stance == "claim" and one.memory.successor not in here
        ),
        changed=tuple(gathered.changed),
        files=tuple(file for file in joined(gathered.files) if file.changed),
        questions=tuple(
            one.memory
            for one in gathered.recorded
            if one.memory.stance == "question" and one.memory.status == "active"
        ),
        reviews=tuple(gathered.reviews),
        learnings=tuple(gathered.learnings),
    )


def _is_full(one: ProjectDigest) -> bool:
    parts = (one.asked, one.decided, one.changed, one.files)
    return any((*parts, one.questions, one.reviews, one.learnings))


def _conversations(
    store: Store, period: Period, keys: Sequence[str] | None
) -> list[tuple[Session, Asked, list[TouchedFile]]]:
    """Return the period's sessions, with the files that they and their sub-agents touched in it."""
    ids = periods.list_active_sessions(store, period, keys)
    found = []
    for session in conversations.list_sessions(store, ids=ids, limit=len(ids)):
        agents = conversations.list_sessions(store, parent=session.id, limit=1000)
        touching = [session.id, *(agent.id for agent in agents)]
        touched = conversations.list_touched_files(store, touching)
        files = [
            file
            for each in touched.values()
            for file in each
            if file.last_at >= period[0] and file.first_at < period[1]
        ]
        found.append((session, _asked(store, session, period), files))
    return found


def _asked(store: Store, session: Session, period: Period) -> Asked:
    prompts = [item for item in list_prompts(store, session.id, period) if not item.taken_back]
    first, last = periods.find_range(store, session.id, period)
    span = f"{first}-{last}" if last > first else f"{first}"
    return Asked(
        session=session,
        reference=f"cc://{session.id}:{span}",
        prompts=tuple(prompts),
        open=left_open(store, session, last, prompts),
    )


def left_open(
    store: Store, session: Session, last: int, prompts: Sequence[Prompt], *, ended: bool = False
) -> str:
    """Tell how a session ended, where its end is in the period and nobody answered.

    Args:
        last: The last place of the period.
        prompts: What was asked in the period, without what the conversation left.
        ended: Whether it is over for certain, however short ago.

    Returns:
        ``unanswered``, ``interrupted`` or nothing.
    """
    if not ended and session.ended_at > _quiet_since(store.clock()):
        return ""  # it may still go on
    left = find_taken_back(store, session.id)
    live = [item for item in periods.list_speakers(store, session.id) if item[1] not in left]
    if not live or live[0][0] > last:
        return ""
    role = live[0][2]
    if role == "user":
        return "unanswered" if prompts else ""
    return "interrupted" if role == "tool" else ""


def _quiet_since(now: str) -> str:
    """Return the moment since which a session must have been quiet for its end to be one."""
    moment = datetime.fromisoformat(now) - QUIET
    return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z"


def _add_memories(
    store: Store,
    period: Period,
    found: defaultdict[str, _Gathered],
    present: Mapping[str, str],
) -> None:
    """Add the memories that were recorded, and those of before that are otherwise now."""
    connection = store.reading("memory")
    recorded = periods.list_recorded(connection, period)
    touched = [one for one in periods.list_touched(connection, period) if one not in set(recorded)]
    before = periods.list_predecessors(connection, recorded)
    known = {one.id: one for one in memories.find_many(connection, [*recorded, *touched])}
    for name in recorded:
        memory = known.get(name)
        if memory is not None and memory.status in {"active", "superseded"}:
            gathered = found[present.get(memory.project, memory.project)]
            gathered.recorded.append(Recorded(memory, before.get(name, "")))
    for name in touched:
        memory = known.get(name)
        if memory is not None and not (memory.status == "superseded" and memory.successor in known):
            found[present.get(memory.project, memory.project)].changed.append(memory)


def _add_waiting(
    store: Store,
    period: Period,
    found: defaultdict[str, _Gathered],
    present: Mapping[str, str],
) -> None:
    """Add what came to wait for the user's word and still does."""
    connection = store.reading("memory")
    for review in reviews.list_reviews(connection):
        if period[0] <= review.at < period[1]:
            key = _project_of(review)
            found[present.get(key, key)].reviews.append(review)
    for learning in learnings.list_learnings(connection, "pending"):
        if period[0] <= learning.at < period[1]:
            found[present.get(learning.project, learning.project)].learnings.append(learning)


def _project_of(review: Review) -> str:
    if review.memory is not None:
        return review.memory.project
    if review.against is not None:
        return review.against.project
    return review.proposal.operation.project if review.proposal is not None else ""
