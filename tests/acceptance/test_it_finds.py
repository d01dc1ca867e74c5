"""A conversation of last month, which Claude Code has deleted, is found and opened to its lines.

Asked in English and in Chinese, by a person at a terminal and by an agent over MCP.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.acceptance.agent import Agent, told
from tests.mcp.conftest import text_of
from tests.support.shell import Shell
from tests.support.transcripts import append, path_of, turn

OLD = "0a1b2c3d-1111-4222-8333-444444444444"
QUESTIONS = {
    "en": ("where did we put the nightly backup schedule?", "ops/cron.yaml, at 03:15"),
    "zh": ("订单表的查询为什么变慢？", "缺少复合索引"),
}
asked = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.fixture
def shell(isolated: Path, language: str) -> Shell:
    """Return a terminal whose user talked last month and today; the old transcript is gone."""
    opened = Shell(isolated / "person", language)
    config = Path(opened.variables["CLAUDE_CONFIG_DIR"])
    said = [
        *turn(1, "set the nightly backup up", "Shall it run at night?"),
        *turn(2, "yes, where did we put the schedule of the backup?",
              "The nightly backup schedule is in ops/cron.yaml, at 03:15.", parentUuid="a-1"),
        *turn(3, "为什么订单表的查询变慢？", "因为缺少复合索引，我加上了。", parentUuid="a-2"),
    ]  # fmt: skip
    old = append(path_of(config, OLD), [each | {"sessionId": OLD} for each in said])
    for number in range(4, 12):
        session = f"{number:08d}-9999-4222-8333-444444444444"
        talk = turn(number, f"write test {number} of the parser", "Done. 写好了。")
        lines = [
            each | {"sessionId": session, "uuid": f"{number}-{each['uuid']}", "parentUuid": None}
            for each in talk
        ]
        append(path_of(config, session), lines)
    opened.says("sync")
    old.unlink()
    opened.says("sync")
    return opened


@asked
def test_a_person_finds_it_in_three_steps(shell: Shell, language: str) -> None:
    question, answer = QUESTIONS[language]
    found = shell.says("sessions", question)
    assert re.findall(r"^1\. cc://(\S+)", found, re.MULTILINE) == [OLD]
    glance = shell.says("sessions", "show", OLD[:8])
    assert {"en": "Claude Code deleted it", "zh": "Claude Code 已删除"}[language] in glance
    assert "[3] " in glance
    [place] = [
        message["position"]
        for message in shell.answers("show", f"cc://{OLD}")["messages"]
        if answer in message["text"]
    ]
    lines = shell.says("show", f"cc://{OLD[:8]}:{place - 1}-{place}")
    assert answer in lines
    assert len(re.findall(r"^\[\d+\] ", lines, re.MULTILINE)) == 2
    code, error = shell.fails("sessions", "resume", OLD)
    assert (code, error["code"]) == (4, "not_found")


@asked
def test_a_person_finds_it_by_a_search(shell: Shell, language: str) -> None:
    question, answer = QUESTIONS[language]
    hits = shell.answers("search", question, "--until", "2026-01")["hits"]
    assert hits[0]["reference"].startswith(f"cc://{OLD}#")
    assert "gone" in hits[0]["marks"]
    opened = shell.says("show", hits[0]["reference"])
    around = re.findall(r"pmi show (cc://\S+)", opened)[0]
    assert answer in shell.says("show", around)


@asked
def test_an_agent_finds_it_in_three_steps(shell: Shell, language: str) -> None:
    question, answer = QUESTIONS[language]

    async def story(agent: Agent) -> None:
        call = agent.client
        found = await text_of(call, "memory_search", query=question, scope="sessions")
        [first] = re.findall(r"^1\. (cc://\S+)", found, re.MULTILINE)
        assert first == f"cc://{OLD}"
        within = await text_of(call, "memory_search", query=question, within=first)
        passages = re.findall(r"^\d+\. (cc://\S+)", within, re.MULTILINE)
        opened = [await agent.get(passage) for passage in passages[:3]]
        around = re.findall(r"memory_get (cc://\S+)", opened[0])[0]
        assert answer in await agent.get(around)
        answered = await agent.ask(question)
        assert answer in answered

    told(shell, story)
