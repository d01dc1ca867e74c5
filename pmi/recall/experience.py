"""Says which lessons are in force: how many where, and in words those that no rules file holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pmi.learn.lessons import Lesson, get_lessons
from pmi.learn.rules_file import list_beyond
from pmi.recall.map import page_name
from pmi.recall.render import shown_line
from pmi.recall.wording import say, say_day

if TYPE_CHECKING:
    from pmi.store.database import Store

WORDS_CHARS = 160


class Experience(NamedTuple):
    """The lessons in force.

    Attributes:
        beyond: Those that the rules file has no room for, by use.
    """

    lessons: Sequence[Lesson]
    beyond: Sequence[Lesson]


def gather_experience(store: Store) -> Experience:
    """Return the lessons in force, as the databases are now."""
    lessons = get_lessons(store)
    return Experience(lessons, list_beyond(store, lessons) if lessons else ())


def experience_lines(
    experience: Experience, project: str, language: str, today: str, names: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return lines of a brief: how many lessons each domain or project has, then words.

    A rules file speaks for itself; what it has no room for is quoted here, the most used first.

    Args:
        project: Key of the project in which the session starts.
        names: Names of projects by key.
    """
    counts = Counter(_place(lesson, language, names) for lesson in experience.lessons)
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    lines: list[dict[str, Any]] = [
        {"text": say(_count_key(count), language, name=name, count=count)} for name, count in ranked
    ]
    for lesson in experience.beyond:
        if lesson.memory.project in {"", project}:
            text = say(
                "experience_words",
                language,
                number=lesson.number,
                text=shown_line(lesson.memory.content, WORDS_CHARS),
                day=say_day(lesson.memory.recorded_at, language, today),
            )
            lines.append({"id": lesson.memory.id, "text": text})
    return lines


def _count_key(count: int) -> str:
    return "experience_line_one" if count == 1 else "experience_line"


def _place(lesson: Lesson, language: str, names: Mapping[str, str]) -> str:
    name = lesson.domain or page_name(lesson.memory.project, names)
    return shown_line(name, 60) if name else say("everywhere", language)
