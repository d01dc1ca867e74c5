"""Says the figures of a home: what it holds, and which lessons are used and helped.

Example: ``stats_text(memory.stats(), "zh", today=now())``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pmi.model.stats import LessonStats, Stats
from pmi.recall.render import shown_line
from pmi.recall.wording import say, say_day, say_kind

LESSONS_SHOWN = 20
LESSON_CHARS = 160


def stats_text(stats: Stats, language: str, *, today: str = "", whole: bool = False) -> str:
    """Return the figures as lines.

    Args:
        today: The time now, for days without their year.
        whole: All lessons, not only the first twenty.
    """
    return "\n".join(_lines(stats, language, today, whole=whole))


def _lines(stats: Stats, language: str, today: str, *, whole: bool) -> Iterator[str]:
    yield say("stats_conversations", language, sessions=stats.sessions, messages=stats.messages)
    total = sum(count for by_status in stats.memories.values() for count in by_status.values())
    yield say("stats_memories", language, count=total)
    for kind, by_status in stats.memories.items():
        parts = _parts(by_status, "status_", language)
        yield f"  {say_kind(kind, language)}{'：' if language == 'zh' else ': '}{parts}"
    if stats.learnings:
        parts = _parts(stats.learnings, "learning_is_", language)
        yield say("stats_learnings", language, parts=parts)
    else:
        yield say("stats_learnings_none", language)
    unused = sum(1 for lesson in stats.lessons if lesson.unused)
    yield say("stats_lessons", language, count=len(stats.lessons), unused=unused)
    kept = stats.lessons if whole else stats.lessons[:LESSONS_SHOWN]
    for lesson in kept:
        yield f"{lesson.number} {shown_line(lesson.text, LESSON_CHARS)}"
        yield _use(lesson, language, today)
    if len(kept) < len(stats.lessons):
        yield say("stats_more", language, count=len(stats.lessons) - len(kept))


def _parts(counts: Mapping[str, int], prefix: str, language: str) -> str:
    return _between(language).join(
        say("stats_part", language, count=count, word=say(f"{prefix}{name}", language))
        for name, count in counts.items()
    )


def _use(lesson: LessonStats, language: str, today: str) -> str:
    """Return what became of a lesson: matches, corrections before and after, contradiction."""
    if lesson.matched:
        key = "stats_used" if lesson.matched > 1 else "stats_used_once"
        day = say_day(lesson.last_matched, language, today)
        said = [say(key, language, matched=lesson.matched, day=day)]
    elif lesson.unused:
        said = [say("stats_unused", language, day=say_day(lesson.confirmed_at, language, today))]
    else:
        said = [say("stats_not_matched", language)]
    if lesson.before or lesson.after:
        corrections = {"before": lesson.before, "after": lesson.after}
        said.append(say("stats_corrected", language, **corrections))
    if lesson.against:
        said.append(say("stats_against", language, number=lesson.against))
    return ("；" if language == "zh" else "; ").join(said)


def _between(language: str) -> str:
    return "，" if language == "zh" else ", "
