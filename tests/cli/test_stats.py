"""``pmi stats``: figures for people and programs, in both languages."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.home import Home, write_file
from pmi.store.uses import Use, add_uses
from tests.cli.conftest import Answers, Pmi


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Lessons in force: 2, 1 of them unused", "matched in 1 session, on 3 Nov"]),
        ("zh", ["生效的经验：2 条，其中 1 条还没有用到", "在 1 个会话里用到（11月3日）"]),
    ],
)
def test_figures_are_told_in_both_languages(
    home: Home, memory: Memory, pmi: Pmi, language: str, words: list[str]
) -> None:
    write_file(home.config_file, f'[general]\nlanguage = "{language}"\n')
    memory.remember("use pnpm")
    memory.remember("只在周二部署")
    with memory.store.writing("transcripts") as connection:
        add_uses(connection, [Use("matched", 2, "s1", f"{memory.store.clock()[:4]}-11-03T12:00")])
    result = pmi("stats")
    assert result.exit_code == 0
    for text in words:
        assert text in result.output


def test_programs_get_the_same_figures(home: Home, memory: Memory, answers: Answers) -> None:
    memory.remember("use pnpm")
    stats = answers("stats")["stats"]
    assert stats["learnings"] == {"confirmed": 1}
    assert [(one["number"], one["text"], one["matched"]) for one in stats["lessons"]] == [
        (1, "use pnpm", 0)
    ]


def test_an_agent_may_look_at_figures(home: Home, memory: Memory, pmi: Pmi) -> None:
    assert pmi("stats", CLAUDECODE="1").exit_code == 0
