"""Assembles the answer to a question from memories, sources and conversations.

Nothing is made up: the answer quotes what is stored and says where it is, what it is worth,
and whether it is enough. Which of it counts is decided in `pmi.recall.selection`.

Example: ``get_context(store, "when do we deploy?", as_of="2026-02-01").items``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple, Self

from pmi.base.clock import local, start_of_day
from pmi.base.config import load
from pmi.base.errors import UsageError
from pmi.base.phrases import say as say_note
from pmi.base.text import estimate_tokens
from pmi.model.context import Context, ContextItem, Explanation, Section
from pmi.recall.context_memories import (
    Inquiry,
    find_items,
    name_entities,
    names_of_participants,
    words_of,
)
from pmi.recall.context_passages import find_conversation_items, find_source_items, shown_in
from pmi.recall.context_text import (
    ORDER,
    TEXT_CHARS,
    closing_lines,
    head_line,
    item_cost,
    section_line,
    weak_line,
)
from pmi.recall.days import first_day, last_day
from pmi.recall.lost import Lost, find_lost
from pmi.recall.naming import unknown_names, unknown_project
from pmi.recall.selection import STRONG_SHARE, take_apart, weigh
from pmi.recall.wording import say
from pmi.search.candidates import Question, read_question, with_index
from pmi.search.scoring import Filter
from pmi.store import asking
from pmi.store.projects import list_same_project

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

DEFAULT_TOKENS, FEWEST_TOKENS = 2_000, 100

_COUNTED: frozenset[Section] = frozenset({"current", "source", "conversation"})
"""What answers a question; a conflict, an open question or the past alone does not."""


class _Days(NamedTuple):
    """The days that an answer is limited to; empty for no limit."""

    as_of: str
    since: str
    until: str

    @classmethod
    def read(cls, as_of: str, since: str, until: str, today: str) -> Self:
        """Return them as days, from what people type.

        Raises:
            UsageError: One is no day, or the later one is given first.
        """
        days = cls(last_day(as_of, today), first_day(since, today), last_day(until, today))
        if days.since and days.until and days.since > days.until:
            raise UsageError(f"{days.until} is before {days.since}.", "give the earlier day first")
        return days

    def held(self, projects: tuple[str, ...]) -> Filter:
        """Return the filter for memories, in days."""
        after = _next_day(self.until) if self.until else ""
        return Filter(projects, since=self.since, until=after, held=True, day=self.as_of)

    def said(self, projects: tuple[str, ...]) -> Filter:
        """Return the filter for passages, in stored times: nothing that was said later."""
        last = min((day for day in (self.as_of, self.until) if day), default="")
        return Filter(
            projects,
            since=start_of_day(self.since) if self.since else "",
            until=start_of_day(last, 1) if last else "",
        )


def get_context(
    store: Store,
    question: str,
    *,
    project: str | None = None,
    participants: Sequence[str] = (),
    as_of: str = "",
    since: str = "",
    until: str = "",
    history: bool = False,
    max_tokens: int = DEFAULT_TOKENS,
    wait_s: float | None = None,
) -> Context:
    """Return the answer to a question; any string but an empty one is a safe question.

    Args:
        project: Only this project's and what holds everywhere; None for all.
        participants: Names or aliases: only what is about one of them.
        as_of: Day whose state is wanted; empty for now. Days as people type them.
        since: Day: only what was said or held from then on.
        until: Day: only what was said or held up to then.
        history: All that held before, not only the last of each.
        max_tokens: About how long the answer may be as text; whole items only.
        wait_s: First index what is new, for about so long; None to take the index as it is.

    Raises:
        UsageError: There is no question, a day is no day, or there is room for nothing.
    """
    asked = question.strip()
    if not asked:
        raise UsageError("There is no question.", 'pmi context "when do we deploy?"')
    if max_tokens < FEWEST_TOKENS:
        raise UsageError(f"{max_tokens} tokens are too few.", f"at least {FEWEST_TOKENS}")
    today = local(store.clock())[:10]
    days = _Days.read(as_of, since, until, today)
    settings = load(store.home)
    language = str(settings["general"]["language"])
    projects: tuple[str, ...] = ()
    if project is not None:
        projects = tuple(list_same_project(store.reading("transcripts"), project))

    def gather(search: sqlite3.Connection) -> list[ContextItem]:
        found = read_question(search, asked)
        inquiry = _inquiry(store, found, projects, participants, days, history=history)
        return _gather(store, search, inquiry)

    items, keys = with_index(store, wait_s, gather)
    unknown = unknown_names(store.reading("memory"), participants)
    unknown += unknown_project(store, project) if project else []
    notes = (
        *(say("unknown_name", language, name=name, names=near) for name, near in unknown),
        *(say_note(key, language) for key in keys),
    )
    empty = _judged(asked, items)._replace(notes=notes, as_of=days.as_of)
    return _cut(empty, items, max_tokens, language, store.clock())


def _inquiry(
    store: Store,
    question: Question,
    projects: tuple[str, ...],
    participants: Sequence[str],
    days: _Days,
    *,
    history: bool,
) -> Inquiry:
    connection = store.reading("memory")
    named = name_entities(connection, question.text)
    names = words_of(asking.names_of(connection, named)) if named else frozenset()
    return Inquiry(
        question=question,
        asked=take_apart(question.text),
        weights=weigh({word: question.count(word) for word in question.words}, question.documents),
        covered={},
        today=local(store.clock())[:10],
        as_of=days.as_of,
        history=history,
        participants=names_of_participants(connection, participants),
        names=names,
        named=tuple(named),
        held=days.held(projects),
        said=days.said(projects),
    )


def _gather(store: Store, search: sqlite3.Connection, inquiry: Inquiry) -> list[ContextItem]:
    connection = store.reading("memory")
    found = find_items(search, connection, inquiry)
    shown = shown_in(asking.list_quoted(connection, {item.reference for item in found}))
    lost = find_lost(store, {item.reference for item in found})
    return [
        *(_marked(item, lost) for item in found),
        *find_source_items(store, search, inquiry, shown),
        *find_conversation_items(store, search, inquiry, shown),
    ]


def _marked(item: ContextItem, lost: Lost) -> ContextItem:
    """Return an item with the quotes marked that the newest text does not have."""
    if not any((quote.reference, quote.quote) in lost for quote in item.quotes):
        return item
    quotes = (each._replace(lost=(each.reference, each.quote) in lost) for each in item.quotes)
    return item._replace(quotes=tuple(quotes))


def _judged(question: str, items: Sequence[ContextItem]) -> Context:
    """Return the verdict on what was found, without the items."""
    counted = [item for item in items if item.section in _COUNTED]
    strong = [item for item in counted if not item.weak]
    best = max((item.score for item in strong or counted), default=0.0)
    explanation: Explanation = "enough"
    if not items:
        explanation = "nothing"
    elif not strong and any(not item.weak for item in items):
        explanation = "not_settled"
    elif not strong:
        explanation = "too_little" if best < STRONG_SHARE else "only_named"
    return Context(
        question=question,
        insufficient_evidence=not strong,
        explanation=explanation,
        covered_percent=round(best * 100),
        needed_percent=round(STRONG_SHARE * 100),
    )


def _cut(
    empty: Context, items: Sequence[ContextItem], max_tokens: int, language: str, today: str
) -> Context:
    """Return the answer with as many whole items as there is room for."""
    ranked = sorted(items, key=_priority)
    frame = [head_line(empty.question, empty.as_of, language, today)]
    frame += closing_lines(empty._replace(left_out=99, items=tuple(ranked[:1])), language, _OPENER)
    room = max_tokens - estimate_tokens("\n".join(frame)) - 1
    kept: list[ContextItem] = []
    told: set[str] = set()
    opened: set[str] = set()
    crowded = False
    for item in ranked:
        if item.weak and crowded:  # what is no evidence never takes the room of what is
            break
        part = "weak" if item.weak else item.section
        heading = "" if part in opened else _heading(item, empty.as_of, language, today)
        left = room - estimate_tokens(heading) - 1
        orphan = item.section == "history" and item.about and item.about not in told
        fitting, cost = (None, 0) if orphan else _fitting(item, left, language, today)
        if fitting is None:
            crowded = crowded or not (orphan or item.weak)
            continue
        room = left - cost
        kept.append(fitting)
        opened.add(part)
        told.add(item.reference)
    kept.sort(key=lambda item: (item.weak, ORDER.index(item.section)))
    left_out = len(items) - len(kept)
    return empty._replace(items=tuple(kept), left_out=left_out, tokens=max_tokens - room)


_OPENER = "pmi show {reference}"


def _priority(item: ContextItem) -> tuple[bool, int]:
    return item.weak, ORDER.index(item.section)


def _heading(item: ContextItem, as_of: str, language: str, today: str) -> str:
    if item.section == "history" and item.about:
        return ""
    if item.weak:
        return weak_line(language)
    return section_line(item.section, as_of, language, today)


def _fitting(
    item: ContextItem, room: int, language: str, today: str
) -> tuple[ContextItem | None, int]:
    """Return an item as far as it has room, whole, else without detail and further quotes.

    Beside it stands what it costs; None where it has no room at all.
    """
    if room < estimate_tokens(item.text[:TEXT_CHARS]):
        return None, 0
    shorter = item._replace(detail="", quotes=item.quotes[:1])
    for form in (item, shorter, shorter._replace(quotes=())):
        cost = item_cost(form, language, today)
        if cost <= room:
            return form, cost
    return None, 0


def _next_day(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
