"""The start tells which lessons are in force: counted, and quoted where no rules file has room."""

from __future__ import annotations

from pmi import Memory
from pmi.base.text import utf16_len
from pmi.learn.rules_file import RULES_MAX_COUNT
from pmi.recall.experience import experience_lines, gather_experience

HERE, THERE = "git:code.example/team/here", "git:code.example/team/there"
NOW = "2026-11-30T12:00:00.000Z"


def lines(memory: Memory, language: str = "en") -> list[str]:
    found = experience_lines(gather_experience(memory.store), HERE, language, NOW, {})
    return [line["text"] for line in found]


def test_lessons_are_counted_by_where_they_hold(memory: Memory) -> None:
    memory.remember("use pnpm", project=HERE)
    memory.remember("部署只在周二", project=THERE)
    memory.remember("answer in German")
    memory.remember("sign the tags", project=HERE)
    assert lines(memory) == ["here: 2 lessons", "everywhere: 1 lesson", "there: 1 lesson"]
    assert lines(memory, "zh") == ["here：2 条经验", "there：1 条经验", "通用：1 条经验"]


def test_without_lessons_nothing_is_said(memory: Memory) -> None:
    assert lines(memory) == []


def test_what_the_rules_file_has_no_room_for_is_quoted_but_not_from_other_projects(
    memory: Memory,
) -> None:
    for number in range(RULES_MAX_COUNT // 2):
        memory.remember(f"第 {number} 条：部署前先备份数据库 {number}", project=HERE)
        memory.remember(f"elsewhere number {number} is different {number}", project=THERE)
    memory.remember("the newest one has room", project=HERE)
    quoted = lines(memory)[2:]
    assert len(quoted) == 1
    assert quoted[0].startswith(("- 1 the user confirmed: “第 0 条", "- 2 the user"))
    assert all("elsewhere" not in line for line in quoted)
    assert lines(memory, "zh")[2].startswith("- 1 用户确认过：“第 0 条")
    assert all(utf16_len(line) < 300 for line in quoted)
