from __future__ import annotations

import pytest

from pmi import Memory
from pmi.model.operation import Operation
from pmi.model.stats import LessonStats, Stats
from pmi.recall.stats_text import LESSONS_SHOWN, stats_text
from pmi.store.uses import Use, add_uses

NOW = "2026-11-30T12:00:00.000Z"


def used(memory: Memory, *uses: Use) -> None:
    with memory.store.writing("transcripts") as connection:
        add_uses(connection, uses)


def of(stats: Stats, number: int) -> LessonStats:
    return next(item for item in stats.lessons if item.number == number)


def test_an_empty_home_has_figures_too(memory: Memory) -> None:
    assert memory.stats() == Stats({}, {}, (), 0, 0)
    for language in ("en", "zh"):
        assert stats_text(memory.stats(), language)


def test_memories_count_by_kind_and_status_and_learnings_by_status(memory: Memory) -> None:
    memory.remember("use pnpm")
    memory.remember("只在周二部署", kind="procedure")
    memory.remember("never push to main")
    memory.reject(["3"])
    stats = memory.stats()
    assert stats.memories == {
        "preference": {"active": 1, "archived": 1},
        "procedure": {"active": 1},
    }
    assert stats.learnings == {"confirmed": 2, "rejected": 1}
    assert [item.number for item in stats.lessons] == [2, 1]


def test_a_lesson_tells_its_matches_and_the_corrections_since(memory: Memory) -> None:
    memory.remember("use pnpm")
    memory.remember("只在周二部署")
    used(
        memory,
        Use("matched", 1, "s1", "2026-11-01T10:00:00.000Z"),
        Use("matched", 1, "s2", "2026-11-03T10:00:00.000Z"),
        Use("corrected", 1, "s2", "2026-11-03T10:00:00.000Z"),
        Use("shown", 2, "s2", "2026-11-03T10:00:00.000Z"),
    )
    stats = memory.stats()
    first, second = of(stats, 1), of(stats, 2)
    assert (first.matched, first.after, first.last_matched[:10]) == (2, 1, "2026-11-03")
    assert not first.unused
    assert second.unused, "being shown is no use"
    assert stats.lessons[0] == first


def test_a_lesson_in_new_words_keeps_its_figures(memory: Memory) -> None:
    memory.remember("use pnpm")
    used(memory, Use("matched", 1, "s1", "2026-11-01T10:00:00.000Z"))
    before = of(memory.stats(), 1)
    memory.propose([Operation("supersede", target="1", content="use pnpm 8")])
    assert of(memory.stats(), 1) == before._replace(text="use pnpm 8")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["matched in 2 sessions, last on 3 Nov", "corrections: 3 before, 1 after"]),
        ("zh", ["在 2 个会话里用到，最近一次是 11月3日", "更正：生效前 3 次，生效后 1 次"]),
    ],
)
def test_the_text_says_it_in_both_languages(language: str, expected: list[str]) -> None:
    lesson = LessonStats(
        41, "use pnpm", "", "2026-10-01", 2, "2026-11-03T10:00:00.000Z", 3, 1, 57, "x"
    )
    text = stats_text(
        Stats({"preference": {"active": 1}}, {"pending": 2}, (lesson,), 3, 9), language, today=NOW
    )
    for words in (*expected, "41 use pnpm", "57"):
        assert words in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_long_list_is_cut_and_says_so(language: str) -> None:
    lessons = tuple(
        LessonStats(number, f"rule {number}", "", "2026-10-01", 0, "", 0, 0, 0, "x")
        for number in range(1, LESSONS_SHOWN + 6)
    )
    stats = Stats({}, {}, lessons, 0, 0)
    assert "pmi stats --all" in stats_text(stats, language, today=NOW)
    whole = stats_text(stats, language, today=NOW, whole=True)
    assert "pmi stats --all" not in whole
    assert f"rule {LESSONS_SHOWN + 5}" in whole
