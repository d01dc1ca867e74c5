from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base import clock
from pmi.rules.distilling import later
from tests.cli.conftest import Answers, Pmi
from tests.support.conversations import archive, talk

SAID = talk("We deploy on Tuesdays.", "周五绝不部署。", "The staging host is heron.")


@pytest.fixture
def session(memory: Memory) -> str:
    archive(memory, "s-one", SAID, started=later(clock.now(), -25_000))
    return "cc://s-one:1-6"


def test_what_waits_is_listed_and_marked_and_the_mark_taken_back(
    session: str, pmi: Pmi, answers: Answers
) -> None:
    assert session in pmi("distill", "list").output
    [item] = answers("distill", "list")["undistilled"]
    assert (item["reference"], item["prompts"], item["size"]) == (session, 3, 6)
    assert answers("distill", "done", "cc://s-one")["distilled"] == 1
    assert answers("distill", "list")["undistilled"] == []
    assert answers("distill", "done", session)["distilled"] == 0
    assert "distilled" in pmi("log").output
    assert "cc://s-one" in pmi("log").output
    assert "cc://s-one" in pmi("undo").output
    assert session in pmi("distill", "list").output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["distill", "list"], "用户 3 条"),
        (["distill", "done", "cc://s-one"], "不再等待提炼"),
        (["distill", "done", "cc://s-one:4-6"], "没有提炼"),
        (["distill", "done", "cc://s-one#s-one-1"], "一条消息"),
    ],
    ids=str,
)
def test_it_speaks_chinese(
    session: str, memory: Memory, pmi: Pmi, arguments: list[str], said: str
) -> None:
    with open(memory.home.config_file, "w", encoding="utf-8") as file:
        file.write('[general]\nlanguage = "zh"\n')
    result = pmi(*arguments)
    assert said in result.output + result.stderr


def test_an_agent_marks_in_its_own_name(session: str, memory: Memory, pmi: Pmi) -> None:
    assert pmi("distill", "done", session, CLAUDECODE="1").exit_code == 0
    assert memory.log()[0].actor.startswith("agent")
