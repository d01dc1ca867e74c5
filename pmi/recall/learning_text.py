"""Says what was learned: lists, one learning whole, and what the user's word made of it.

Example: ``learnings_text(memory.learnings(), "zh", today=now())``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pmi.base.ids import short_id
from pmi.base.project import short_name
from pmi.recall.memory_text import field_line
from pmi.recall.render import shown_line
from pmi.recall.wording import TEXTS, say, say_day, say_kind

if TYPE_CHECKING:
    from pmi.model.learning import Learning
    from pmi.model.memory import Memory
    from pmi.recall.learned import OpenedLearning
    from pmi.writing.learned import Edited

TEXT_CHARS = 300
QUOTE_CHARS = 200
TYPED = "/pmi:"
"""What stands before the commands that a text names: typed ones, unless a shell is asked."""

SHELL = "pmi learnings "


def said_times(count: int, language: str) -> str:
    """Return how often something was said, as in ``said three times``; empty for once.

    >>> said_times(3, "en"), said_times(1, "en"), said_times(12, "zh")
    ('said three times', '', '说过 12 次')
    """
    if count < 2:
        return ""
    key = f"said_{count}"
    return say(key, language) if key in TEXTS else say("said_many", language, count=count)


def where_text(learning: Learning, language: str, names: Mapping[str, str] | None = None) -> str:
    """Return where a learning holds, or would: everywhere, a domain or project, certain files."""
    where = say("force_everywhere", language)
    if learning.project:
        name = (names or {}).get(learning.project) or short_name(learning.project)
        where = say("force_project", language, name=shown_line(name, 80))
    if learning.domain:
        where = say("force_domain", language, where=where, name=shown_line(learning.domain, 80))
    if learning.paths:
        paths = shown_line(say("between", language).join(learning.paths), 200)
        where = say("force_paths", language, where=where, paths=paths)
    return where


def learnings_text(
    learnings: Sequence[Learning],
    language: str,
    *,
    today: str = "",
    names: Mapping[str, str] | None = None,
    waiting: bool = False,
    prefix: str = TYPED,
    limit: int = 0,
) -> str:
    """Return learnings with their numbers, and how to decide on those that wait.

    Args:
        names: What people call projects, by key.
        waiting: Whether only those were asked for that wait.
        prefix: What stands before the commands that are named: ``TYPED`` or ``SHELL``.
        limit: Show so many at most, and where the others are; 0 for all.
    """
    if not learnings:
        return say("no_learnings_waiting" if waiting else "no_learnings", language)
    shown = learnings[:limit] if limit else learnings
    lines = [say("learnings_waiting", language, count=len(learnings))] if waiting else []
    for item in shown:
        text = shown_line(item.text, TEXT_CHARS)
        about = about_text(item, language, today, names, status=not waiting)
        lines.append(say("learning_line", language, number=item.number, text=text, about=about))
    if len(shown) < len(learnings):
        command = "pmi learnings list" if waiting else "pmi learnings list --all"
        count = len(learnings) - len(shown)
        lines.append(say("learnings_more", language, count=count, command=command))
    first = next((item for item in shown if item.status == "pending"), None)
    if first is not None:
        lines.append(say("learnings_hint", language, prefix=prefix, name=first.number))
    return "\n".join(lines)


def learning_text(opened: OpenedLearning, language: str, *, today: str = "") -> str:
    """Return a learning whole: what it says, where it holds, who said it when, in which words."""
    item = opened.learning
    became = _became(opened.memory, language)
    lines = [say("learning_head", language, number=item.number, text=shown_line(item.text))]
    lines += [
        field_line(key, value, language)
        for key, value in (
            ("field_status", say(f"learning_{item.status}", language)),
            ("field_kind", say_kind(item.kind, language)),
            ("field_signal", say(f"signal_{item.signal}", language)),
            ("field_holds", where_text(item, language, {item.project: opened.place})),
            ("field_became", became),
            ("field_against", _against(opened.against, language)),
        )
        if value
    ]
    lines += _said(opened, language, today)
    lines += _before(opened, language, today)
    if item.status == "pending":
        lines.append(say("learnings_hint", language, prefix=SHELL, name=item.number))
    return "\n".join(lines)


def _became(memory: Memory | None, language: str) -> str:
    """Return which memory it is now, and that it is not in force where it is not."""
    if memory is None:
        return ""
    short = short_id(memory.id)
    if memory.status == "active":
        return short
    status = say(f"status_{memory.status}", language)
    return say("learning_became", language, id=short, status=status)


def confirmed_text(learning: Learning, memory: Memory | None, language: str, **options: str) -> str:
    """Return what is told of a confirmed learning: what was stored, and where it is in force.

    Args:
        options: ``undo``, the command that takes it back where this is shown; ``place``, the
            name of its project.
    """
    text = shown_line(memory.content if memory is not None else learning.text, 500)
    lines = [say("learned_confirmed", language, number=learning.number, text=text)]
    if memory is None:
        return lines[0]
    if memory.status != "active":
        status = say(f"status_{memory.status}", language)
        command = f"pmi show {learning.number}"
        short = short_id(memory.id)
        lines.append(say("learned_other", language, id=short, status=status, command=command))
        return "\n".join(lines)
    if memory.recorded_at < learning.at:
        lines.append(say("learned_before_too", language, count=len(memory.evidence)))
    where = where_text(learning, language, {learning.project: options.get("place", "")})
    command = options.get("undo") or "/pmi:undo"
    lines.append(say("learned_force", language, where=where, command=command))
    return "\n".join(lines)


def rejected_text(learning: Learning, language: str, *, undo: str = "/pmi:undo") -> str:
    """Return what is told of a rejected learning."""
    text = shown_line(learning.text, 500)
    return "\n".join(
        (
            say("learned_rejected", language, number=learning.number, text=text),
            say("learned_not_asked", language, command=undo),
        )
    )


def edited_text(done: Edited, language: str, *, prefix: str = TYPED) -> str:
    """Return what is told after an edit: the new words, the old ones, and what holds now."""
    item = done.learning
    text = shown_line(item.text, 500)
    if not done.changed:
        return say("learned_same", language, number=item.number, text=text)
    lines = [say("learned_edited", language, number=item.number, text=text)]
    lines.append(say("learned_before", language, text=shown_line(done.before, TEXT_CHARS)))
    if done.memory is None:
        command = f"{prefix}confirm {item.number}"
        lines.append(say("learned_waits", language, command=command))
    return "\n".join(lines)


def against_text(other: Learning, language: str) -> str:
    """Return what is told of a rule that a confirmed learning contradicts."""
    text, command = shown_line(other.text, TEXT_CHARS), f"/pmi:reject {other.number}"
    return say("learned_against", language, number=other.number, text=text, command=command)


def quote_line(item: Learning, language: str, today: str) -> str:
    """Return a learning as the model is told of it: the user's words, dated, marked as unsure."""
    quote = shown_line(item.quote or item.text, QUOTE_CHARS)
    about = [say_day(item.said_at or item.at, language, today), said_times(item.count, language)]
    told = say("comma", language).join(part for part in about if part)
    return say("learning_quote", language, number=item.number, quote=quote, about=told)


def about_text(
    item: Learning,
    language: str,
    today: str,
    names: Mapping[str, str] | None,
    *,
    status: bool,
) -> str:
    """Return what stands behind a learning in a list: its day, how often it was said, where."""
    told = [
        say(f"learning_{item.status}", language) if status else "",
        say_day(item.said_at or item.at, language, today),
        said_times(item.count, language),
        say("says_otherwise", language, number=item.contradicts) if item.contradicts else "",
        where_text(item, language, names) if item.project or item.paths else "",
    ]
    return say("comma", language).join(part for part in told if part)


def _against(other: Learning | None, language: str) -> str:
    if other is None:
        return ""
    text = shown_line(other.text, TEXT_CHARS)
    return say("learning_head", language, number=other.number, text=text)


def _said(opened: OpenedLearning, language: str, today: str) -> list[str]:
    """Return each time that it was said, with the words and where they stand."""
    item = opened.learning
    said = [(item.quote or opened.first or item.text, item.said_at or item.at, item.reference)]
    said += [(one.quote, one.said_at, one.reference) for one in opened.sightings]
    lines = [field_line("field_said", said_times(item.count, language), language)]
    for quote, at, reference in said:
        day = say_day(at, language, today)
        text = shown_line(quote, QUOTE_CHARS * 2)
        lines.append(say("learning_said", language, quote=text, day=day, reference=reference))
    return [line.rstrip(" ,，") for line in lines]


def _before(opened: OpenedLearning, language: str, today: str) -> list[str]:
    """Return the words that it had before each edit of the user's."""
    if not opened.edits:
        return []
    texts = [opened.first, *(edit.text for edit in opened.edits[:-1])]
    lines = [field_line("field_before", "", language)]
    for text, edit in zip(texts, opened.edits, strict=True):
        day = say_day(edit.at, language, today)
        lines.append(say("learning_before", language, text=shown_line(text, TEXT_CHARS), day=day))
    return lines
