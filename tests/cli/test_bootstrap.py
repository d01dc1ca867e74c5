"""``pmi bootstrap``: a first screen to keep or drop, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import UsageError
from pmi.base.home import Home
from pmi.cli import bootstrap
from pmi.cli.bootstrap import parse_choice
from pmi.learn.lessons import list_lessons
from tests.cli.conftest import Answers, Pmi
from tests.support.transcripts import append, path_of, turn

SAID = ("Never push to main without asking me.", "以后提交信息一律用中文写。", "fix the test")


@pytest.fixture
def past(home: Home, isolated: Path) -> Home:
    """Leave a transcript that was never archived."""
    lines = [line for n, text in enumerate(SAID) for line in turn(n, text, "Done.")]
    append(path_of(isolated / "user" / ".claude"), lines)
    return home


def test_the_first_screen_has_quotes_dates_and_what_to_type(past: Home, pmi: Pmi) -> None:
    shown = pmi("bootstrap").stdout
    assert "3 messages in 1 conversations" in shown
    assert "Never push to main without asking me." in shown
    assert "以后提交信息一律用中文写。" in shown
    assert "fix the test" not in shown
    assert "pmi learnings confirm 1" in shown
    assert "Nothing of this is in force before you say so." in shown


def test_in_a_chinese_home_all_of_it_is_chinese(past: Home, pmi: Pmi) -> None:
    Path(past.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")
    shown = pmi("bootstrap").stdout
    for words in ("1 个会话中的 3 条消息", "你看起来希望：", "在你确认之前，这些都不会生效。"):
        assert words in shown
    assert pmi("bootstrap").stdout.count("已在等你确认") == 1


def test_at_a_terminal_the_user_keeps_and_drops(
    past: Home, pmi: Pmi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "_can_ask", lambda _door: True)
    result = pmi("bootstrap", text="7\n1\nall\n")
    assert result.exit_code == 0, result.output
    assert "7 is none of the numbers above." in result.output
    with Memory.open(past) as memory:
        assert [item.number for item in memory.learnings("confirmed")] == [1]
        assert [item.number for item in memory.learnings("rejected")] == [2]
        assert [lesson.number for lesson in list_lessons(memory.store)] == [1]


def test_an_agent_may_look_and_is_never_asked(past: Home, answers: Answers, pmi: Pmi) -> None:
    found = answers("bootstrap", CLAUDECODE="1")
    assert [item["status"] for item in found["learnings"]] == ["pending", "pending"]
    assert answers("bootstrap")["waiting"] == [1, 2]
    assert pmi("learnings", "confirm", "1", CLAUDECODE="1").exit_code != 0


@pytest.mark.parametrize(
    ("language", "flag", "named", "heard"),
    [
        ("en", "", "pmi bootstrap gets to know you", False),
        ("zh", "--bootstrap", "你看起来希望：", True),
        ("en", "--no-bootstrap", "", False),
    ],
)
def test_the_wizard_does_it_when_told_to_and_names_it_when_nobody_said(
    past: Home, pmi: Pmi, language: str, flag: str, *, named: str, heard: bool
) -> None:
    quick = ["install", "--yes", "--no-index", "--no-mcp", "--language", language]
    shown = pmi(*quick, *([flag] if flag else [])).stdout
    assert named in shown
    assert (SAID[1] in shown) is heard
    assert ("pmi bootstrap" in shown) is (flag == "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  ", []),
        ("41", [41]),
        ("41, 43 44", [41, 43, 44]),
        ("41、43，44", [41, 43, 44]),
        ("41-43", [41, 42, 43]),
        ("1-99", [41, 42, 43, 44]),
        ("all", [41, 42, 43, 44]),
        ("全部", [41, 42, 43, 44]),
        ("都对", [41, 42, 43, 44]),
        ("４１，４３。", [41, 43]),
        ("41和43", [41, 43]),
        ("４２～４４", [42, 43, 44]),
        ("41到42", [41, 42]),
        ("没有", []),
        ("none", []),
        ("41 41", [41]),
    ],
)
def test_an_answer_names_numbers(text: str, expected: list[int]) -> None:
    assert parse_choice(text, [41, 42, 43, 44]) == expected


@pytest.mark.parametrize("text", ["45", "x", "41 x", "4-1", "-41", "99999999999", "都不对"])
def test_an_answer_that_names_something_else_is_asked_again(text: str) -> None:
    with pytest.raises(UsageError):
        parse_choice(text, [41, 42])
