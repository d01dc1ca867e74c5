"""What was learned, decided about in a shell: lists, whole learnings, the user's word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.model.operation import Operation
from tests.cli.conftest import Answers, Pmi
from tests.support.learning import learn, say_again

EN, ZH = "never push to main without asking", "提交信息一律用中文写"
SHOP = "git:code.example/team/shop"


@pytest.fixture
def learned(memory: Memory) -> Memory:
    """Return a memory with two learnings that wait; the first was said twice."""
    first = learn(memory.store, EN, said=f"no, {EN}", quote=f"no, {EN}", project=SHOP)
    say_again(memory.store, first, EN)
    learn(memory.store, ZH, signal="preference", project=SHOP)
    return memory


def speak_chinese(home: Home) -> None:
    Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")


def plain(text: str) -> str:
    """Return a text with its days and messages put aside."""
    text = re.sub(r"cc://s-\d#[0-9a-f-]{36}", "cc://…", text)
    return re.sub(r"\d{1,2} Nov( \d{4})?|(\d{4}年)?11月\d{1,2}日", "DAY", text)


def test_the_list_says_what_waits_and_how_to_decide(learned: Memory, pmi: Pmi) -> None:
    assert plain(pmi("learnings", "list").stdout).splitlines() == [
        "2 learnings wait for your word:",
        f"1 {EN} — DAY, said twice, project shop",
        f"2 {ZH} — DAY, project shop",
        "Decide: pmi learnings confirm 1 · pmi learnings edit 1 … · pmi learnings reject 1",
    ]
    speak_chinese(learned.store.home)
    assert plain(pmi("learnings", "list").stdout).splitlines() == [
        "2 条经验待确认：",
        f"1 {EN} — DAY，说过两次，项目 shop",
        f"2 {ZH} — DAY，项目 shop",
        "决定：pmi learnings confirm 1 · pmi learnings edit 1 … · pmi learnings reject 1",
    ]


def test_a_learning_is_shown_whole(learned: Memory, pmi: Pmi) -> None:
    learned.edit_learning(1, "ask before you push to main")
    assert plain(pmi("learnings", "show", "1").stdout).splitlines() == [
        "1 ask before you push to main",
        "  status: waits",
        "  kind: preference",
        "  learned from: correction",
        "  holds in: project shop",
        "  words: said twice",
        f"    “no, {EN}” — DAY, cc://…",
        f"    “{EN}” — DAY, cc://…",
        "  before:",
        f"    “{EN}” — until DAY",
        "Decide: pmi learnings confirm 1 · pmi learnings edit 1 … · pmi learnings reject 1",
    ]
    assert pmi("show", "1").stdout == pmi("learnings", "show", "1").stdout
    speak_chinese(learned.store.home)
    said = plain(pmi("learnings", "show", "1", "2").stdout)
    assert "来自：纠正" in said
    assert "来自：偏好" in said
    assert f"“{EN}” — 至DAY" in said


def test_a_lesson_whose_line_was_archived_says_so(learned: Memory, pmi: Pmi) -> None:
    [confirmed] = learned.confirm(["2"])
    assert f"  memory: {confirmed.id[-6:]}\n" in pmi("learnings", "show", "2").stdout
    learned.propose([Operation("archive", target=confirmed.id)])
    assert f"  memory: {confirmed.id[-6:]} (now archived)" in pmi("learnings", "show", "2").stdout
    speak_chinese(learned.store.home)
    assert f"  记忆：{confirmed.id[-6:]}（现在已归档）" in pmi("learnings", "show", "2").stdout


def test_decisions_are_read_back(learned: Memory, pmi: Pmi, answers: Answers) -> None:
    assert plain(pmi("learnings", "confirm", "1,2").stdout).splitlines() == [
        f"PMI: confirmed 1: {EN}",
        "  It is a rule from the next session on: project shop. Take it back: pmi undo",
        f"PMI: confirmed 2: {ZH}",
        "  It is a rule from the next session on: project shop. Take it back: pmi undo",
    ]
    assert plain(
        pmi("learnings", "edit", "2", "提交信息用中文", "（一律）").stdout
    ).splitlines() == [
        "PMI: changed 2: 提交信息用中文 （一律）",
        f"  before: {ZH}",
    ]
    assert plain(pmi("learnings", "reject", "1", "--reason", "old").stdout).splitlines() == [
        f"PMI: rejected 1: {EN}",
        "  It is no rule, and is not asked about again. Take it back: pmi undo",
    ]
    taken_back = pmi("undo").stdout
    assert taken_back.count(EN) == 1, taken_back
    assert pmi("learnings", "reject", "1", "--reason", "old").exit_code == 0
    assert answers("learnings", "list")["learnings"] == []
    found = answers("learnings", "list", "--all")["learnings"]
    assert [(each["number"], each["status"]) for each in found] == [
        (1, "rejected"),
        (2, "confirmed"),
    ]
    assert [each["number"] for each in answers("learnings", "list", "--status", "rejected")[
        "learnings"
    ]] == [1]  # fmt: skip
    why = plain(pmi("why", "2").stdout)
    assert "提交信息用中文 （一律）" in why
    assert f"  before: {ZH}" in why


def test_an_edit_of_what_waits_says_that_it_is_no_rule_yet(learned: Memory, pmi: Pmi) -> None:
    said = pmi("learnings", "edit", "1", "ask before you push").stdout
    assert said.splitlines() == [
        "PMI: changed 1: ask before you push",
        f"  before: {EN}",
        "  It is no rule yet. Put it in force: pmi learnings confirm 1",
    ]
    assert "says that already" in pmi("learnings", "edit", "1", "ask before you push").stdout


def test_json_has_a_learning_whole(learned: Memory, answers: Answers) -> None:
    learned.edit_learning(1, "ask before you push")
    found = answers("learnings", "show", "1")
    assert (found["learning"]["text"], found["first_text"]) == ("ask before you push", EN)
    assert [each["quote"] for each in found["said_again"]] == [EN]
    assert [each["text"] for each in found["edits"]] == ["ask before you push"]
    assert answers("show", "1")["learning"]["number"] == 1
    done = answers("learnings", "edit", "2", "用英文写")
    assert (done["before"], done["changed"], done["memory"]) == (ZH, True, None)
    done = answers("learnings", "confirm", "2")
    assert done["ids"] == ["2"]
    assert done["decided"][0]["learning"]["status"] == "confirmed"
    assert done["decided"][0]["memory"]["content"] == "用英文写"


@pytest.mark.parametrize(
    "command",
    [
        ["learnings", "confirm", "1"],
        ["learnings", "reject", "1"],
        ["learnings", "edit", "1", "always push"],
        ["confirm", "1"],
        ["review", "approve", "1"],
        ["review", "reject", "1"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("mark", ["CLAUDECODE", "PMI_INSIDE"])
def test_an_agent_s_shell_decides_nothing(
    learned: Memory, pmi: Pmi, command: list[str], mark: str
) -> None:
    done = pmi(*command, **{mark: "1"})
    assert done.exit_code == 6
    assert f"pmi {' '.join(command[:2])}" in done.stderr
    assert [(item.status, item.text) for item in learned.learnings(None)] == [
        ("pending", EN),
        ("pending", ZH),
    ]
    assert pmi("learnings", "list", **{mark: "1"}).exit_code == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["learnings", "confirm", "all"], "usage"),
        (["learnings", "confirm", "1", "77"], "not_found"),
        (["learnings", "reject", "全部"], "usage"),
        (["learnings", "edit", "77", "tea"], "not_found"),
        (["learnings", "edit", "tea", "tea"], "usage"),
        (["learnings", "edit", "1", " "], "usage"),
        (["learnings", "show", "77"], "not_found"),
        (["learnings", "show", "tea"], "usage"),
        (["learnings", "list", "--status", "lost"], "usage"),
    ],
)
def test_what_can_not_be_is_told(learned: Memory, pmi: Pmi, command: list[str], code: str) -> None:
    done = pmi(*command, "--json")
    assert f'"code": "{code}"' in done.stdout, done.output
    assert [item.status for item in learned.learnings(None)] == ["pending", "pending"]


@pytest.mark.parametrize("words", [["list", "learnings"], ["learnings", "list", "--all"]])
def test_an_empty_list_says_so(home: Home, pmi: Pmi, words: list[str]) -> None:
    assert pmi(*words).stdout == "Nothing learned so far.\n"
    speak_chinese(home)
    assert pmi(*words).stdout == "还没有学到经验。\n"
    assert pmi("learnings", "list").stdout == "没有待确认的经验。\n"
