"""Makes the figures of a home: above all whether lessons are used, and whether they helped."""

from __future__ import annotations

from pmi.learn.lesson_pages import page_of
from pmi.learn.lessons import Lesson, by_use, get_lessons
from pmi.model.stats import LessonStats, Stats
from pmi.store import counting, uses
from pmi.store.database import Store


def get_stats(store: Store) -> Stats:
    """Return the figures of a home as they are now."""
    connection = store.reading("memory")
    confirmed = counting.list_confirmations(connection)
    said = counting.list_times_said(connection)
    last = uses.last_matches(store.reading("transcripts"))
    sessions, messages = counting.count_conversations(store.reading("transcripts"))
    lessons = by_use(get_lessons(store))
    return Stats(
        memories=counting.count_memories(connection),
        learnings=counting.count_learnings(connection),
        lessons=tuple(
            _of_lesson(item, confirmed.get(item.number, ""), said.get(item.number, []), last)
            for item in lessons
        ),
        sessions=sessions,
        messages=messages,
    )


def _of_lesson(
    lesson: Lesson, confirmed_at: str, said: list[str], last: dict[int, str]
) -> LessonStats:
    """Return the figures of one lesson.

    What the user told us to remember was no correction when it was said first.
    """
    confirmed_at = confirmed_at or lesson.memory.recorded_at
    before = sum(1 for at in said if at <= confirmed_at) + bool(lesson.learning.signal)
    return LessonStats(
        number=lesson.number,
        text=lesson.memory.content,
        project=lesson.memory.project,
        confirmed_at=confirmed_at,
        matched=lesson.uses.matched,
        last_matched=last.get(lesson.number, ""),
        before=before,
        after=lesson.uses.corrected,
        against=lesson.against,
        page=page_of(lesson),
    )
