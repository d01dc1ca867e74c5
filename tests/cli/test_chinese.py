"""What went wrong is said in Chinese in a Chinese home, whoever noticed it: we, click or SQLite."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pmi.base.home import Home
from tests.cli.conftest import Pmi

FAILURES = [
    ["show", "999"],
    ["show", "cc://no-such-session"],
    ["show", "cc://bad reference"],
    ["why", "x"],
    ["undo"],
    ["undo", "--entry", "77"],
    ["forget", "--yes", "nothing"],
    ["confirm", "9"],
    ["review", "show", "zzzzzz"],
    ["review", "approve", "zzzzzz"],
    ["learnings", "reject", "9"],
    ["remember", " "],
    ["remember"],
    ["remember", "--kind", "foo", "x"],
    ["search", "x", "--limit", "0"],
    ["search", "x", "--limit", "many"],
    ["search", "x", "--limit"],
    ["search", "x", "--since", "someday"],
    ["list", "everything"],
    ["show", "--nothing", "1"],
    ["show", "999", "cc://no-such-session"],
    ["search", ""],
    ["archive", "nothing"],
    ["restore-memory", "nothing"],
    ["propose", "no-such-file.json"],
    ["entity", "show", "nobody"],
    ["entity", "set", "nobody", "--kind", "person"],
    ["entity", "set", "nobody"],
    ["list", "sources", "--entity", "x"],
    ["list", "slots", "--status", "pending"],
    ["list", "memories", "--source", "x"],
    ["no-such-command"],
    ["sql"],
    ["sql", "SELEC 1"],
    ["sql", "SELECT * FROM nothing"],
    ["sql", "SELECT nothing"],
    ["sql", "DELETE FROM memory"],
    ["uninstall", "--delete-memory"],
]

QUOTED = re.compile(r"'[^']*'|“[^”]*”|（[^）]*）|`[^`]*`|\S*/\S*|[\w.]+://\S+")
COMMAND = re.compile(r"(?:pmi|SELECT|YYYY-MM-DD)(?: [\w\"….-]+)*")


def speak_chinese(home: Home) -> None:
    Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")


@pytest.mark.parametrize("command", FAILURES, ids=" ".join)
def test_a_failure_is_said_in_chinese(pmi: Pmi, home: Home, command: list[str]) -> None:
    speak_chinese(home)
    pmi("list")
    result = pmi(*command)
    assert result.exit_code not in {0, 70}
    said, *hint = result.stderr.splitlines()
    assert said.startswith("错误：")
    assert hint[0].startswith("怎么办：")
    rest = COMMAND.sub("", QUOTED.sub("", result.stderr))
    assert not re.search(r"[A-Za-z]{3,} [A-Za-z]{2,}", rest), rest


def test_programs_get_english_whatever_the_language(pmi: Pmi, home: Home) -> None:
    speak_chinese(home)
    error = json.loads(pmi("undo", "--entry", "77", "--json").stdout)["error"]
    assert error["message"] == "There is no entry 77."


def test_an_agent_is_told_in_chinese_what_the_user_types(pmi: Pmi, home: Home) -> None:
    speak_chinese(home)
    said = pmi("remember", "我们周二部署", CLAUDECODE="1").stdout
    assert "没有原文依据" in said
    assert "由用户输入：pmi review approve" in said
    assert "没有原文依据" in pmi("list", "proposals").stdout


def test_a_mistake_in_the_settings_is_said_in_the_language_of_the_locale(
    pmi: Pmi, home: Home
) -> None:
    Path(home.config_file).write_text('[general]\nlanguage = "fr"\n', encoding="utf-8")
    said = pmi("remember", "x", CLAUDECODE="1", LC_ALL="zh_CN.UTF-8").stderr
    assert "[general] 中的 language 不能设为“fr”" in said


def test_what_doctor_finds_is_said_in_chinese(pmi: Pmi, home: Home) -> None:
    speak_chinese(home)
    said = pmi("doctor", HOME=str(Path(home.root).parent)).stdout
    assert "0 条记忆" in said
    assert "没有在 Claude Code 中注册任何内容" in said


def test_lists_and_answers_are_written_with_chinese_marks_and_words(pmi: Pmi, home: Home) -> None:
    speak_chinese(home)
    note = ["note", "发票由李雪负责。", "--trust", "owner", "--origin-key", "wiki:发票"]
    pmi(*note)
    pmi("remember", "我们只在星期二部署")
    claims: list[dict[str, object]] = [
        {
            "content": "发票由李雪负责。",
            "kind": "decision",
            "slug": "发票",
            "valid_from": "2025-01-06",
            "evidence": [{"source": "wiki:发票", "quote": "发票由李雪负责"}],
        },
        {"content": "谁来核对发票？", "stance": "question", "kind": "project", "slug": "核对"},
    ]
    operations = json.dumps([{"op": "create", **claim} for claim in claims])
    pmi("propose", "-", "--as-agent", "reader", text=operations)
    for command in (
        ["map"],
        ["list"],
        ["show", "发票"],
        ["show", "1"],
        ["context", "谁负责发票？"],
        ["review", "list"],
        ["review", "show", "2"],
        ["log"],
        ["why", "发票"],
    ):
        said = pmi(*command).stdout
        assert not re.search(r"[\u4e00-\u9fff]\s*[,;:()]|[,;()]\s*[\u4e00-\u9fff]", said), said
        assert not re.search(r"agent:|\buser\b|preference|decision|T\d\d:\d\d", said), said
    assert "有效期：2025-01-06 至今" in pmi("show", "发票").stdout
    assert "（决定，" in pmi("context", "谁负责发票？").stdout


def test_a_group_without_a_command_names_its_commands(pmi: Pmi, home: Home) -> None:
    speak_chinese(home)
    said = pmi("learnings")
    assert said.exit_code == 2
    assert (
        said.stderr == "错误：还缺一个子命令。\n怎么办：可以是：confirm、edit、list、reject、show\n"
    )
    assert pmi("--json").exit_code == 2


def test_what_was_forgotten_is_no_empty_learning(pmi: Pmi, home: Home) -> None:
    speak_chinese(home)
    pmi("remember", "我们只在星期二部署")
    pmi("remember", "停车费二十元")
    pmi("forget", "2", "--yes")
    said = pmi("learnings", "list", "--all").stdout
    assert said.splitlines()[0].startswith("1 ")
    assert len(said.splitlines()) == 1
