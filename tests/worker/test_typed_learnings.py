"""Typed words on what was learned: confirm, edit, reject and the list, through the worker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import spool
from pmi.base.home import Home
from pmi.indexer.worker import run
from pmi.model.operation import Citation, Operation
from pmi.model.source import SourceDraft
from tests.support.learning import learn
from tests.worker.conftest import Put
from tests.worker.test_commands import answer, use_language

WORDS = {"en": "we deploy only on Tuesdays", "zh": "我们只在周二部署"}
CONFIRMED = {"en": "confirmed 1: ", "zh": "已确认 1："}
CHANGED = {"en": "changed 1: ", "zh": "已修改 1："}
BEFORE = {"en": "before: ", "zh": "之前："}


@pytest.mark.proves("H12")
@pytest.mark.parametrize("language", WORDS)
def test_a_learning_is_confirmed_edited_and_rejected_and_read_back(
    home: Home, memory: Memory, put: Put, language: str
) -> None:
    use_language(home, language)
    number = learn(memory.store, WORDS[language])
    learn(memory.store, "tea at four")
    put("command", prompt_id="p-1", command="learnings", argument="")
    put("command", prompt_id="p-2", command="confirm", argument=f"{number}")
    put("command", prompt_id="p-3", command="edit", argument=f"{number} {WORDS[language]} now")
    put("command", prompt_id="p-4", command="reject", argument="2 只是那天")
    put("command", prompt_id="p-5", command="learnings", argument="all")
    put("command", prompt_id="p-6", command="learnings", argument="")
    run(home)
    listed, confirmed, edited, rejected, everything, waiting = (
        answer(home, f"p-{each}") for each in range(1, 7)
    )
    assert f"1 {WORDS[language]}" in listed
    assert "/pmi:confirm 1" in listed
    assert CONFIRMED[language] + WORDS[language] in confirmed
    assert {"en": "every project", "zh": "所有项目"}[language] in confirmed
    assert "/pmi:undo" in confirmed
    assert f"{CHANGED[language]}{WORDS[language]} now" in edited
    assert BEFORE[language] + WORDS[language] in edited
    assert "tea at four" in rejected
    assert {"en": "confirmed", "zh": "已确认"}[language] in everything
    assert {"en": "rejected", "zh": "已否决"}[language] in everything
    assert "tea" not in waiting
    assert [item.status for item in memory.learnings(None)] == ["confirmed", "rejected"]
    [stored] = memory.list_memories()
    assert stored.content == f"{WORDS[language]} now"
    [quote] = stored.evidence
    assert quote.reference == "cc://s-1#p-3"
    assert quote.quote == f"{WORDS[language]} now"


@pytest.mark.parametrize("typed", ["1 2", "1, 2", "１，２", "1、2", "#1 #2", "1;2", "2 1 2"])
def test_numbers_are_read_as_people_type_them(
    home: Home, memory: Memory, put: Put, typed: str
) -> None:
    for text in WORDS.values():
        learn(memory.store, text)
    put("command", prompt_id="p-1", command="confirm", argument=typed)
    run(home)
    assert [item.status for item in memory.learnings(None)] == ["confirmed"] * 2


@pytest.mark.parametrize(
    "typed",
    ["1 use pnpm", "1: use pnpm", "1：use pnpm", "１ use pnpm", "#1 use pnpm", "1, use\npnpm"],
)
def test_an_edit_is_read_as_people_type_it(
    home: Home, memory: Memory, put: Put, typed: str
) -> None:
    learn(memory.store, "use npm")
    put("command", prompt_id="p-1", command="edit", argument=typed)
    run(home)
    assert [item.text for item in memory.learnings()] == ["use pnpm"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("confirm all", ("'all' is no number", "“all”不是编号")),
        ("confirm 全部", ("'全部' is no number", "“全部”不是编号")),
        ("confirm 1 77", ("has the number 77", "没有编号为 77")),
        ("reject 77", ("has the number 77", "没有编号为 77")),
        ("edit 77 use pnpm", ("has the number 77", "没有编号为 77")),
        ("edit use pnpm", ("names a number", "请写上编号")),
        ("edit 1", ("names a number", "请写上编号")),
        ("edit 2 tea at five", ("waits for review", "待审核")),
    ],
)
@pytest.mark.parametrize("language", WORDS)
def test_what_can_not_be_decided_is_told_and_decides_nothing(
    memory: Memory, put: Put, language: str, typed: str, said: tuple[str, str]
) -> None:
    home = memory.store.home
    use_language(home, language)
    command, _, argument = typed.partition(" ")
    learn(memory.store, WORDS[language])
    with Memory.open(home, actor="agent:test") as agent:
        agent.propose([Operation("create", content="tea at four")])
    put("command", prompt_id="p-1", command=command, argument=argument)
    run(home)
    assert said[language == "zh"] in answer(home, "p-1")
    assert [item.status for item in memory.learnings(None)] == ["pending"]
    assert [item.status for item in memory.list_reviews()] == ["pending"]


def test_confirm_takes_reviews_ends_of_ids_and_learnings_together(
    home: Home, memory: Memory, put: Put
) -> None:
    with Memory.open(home, actor="agent:test") as agent:
        agent.propose([Operation("create", content="tea at four")])
        cited = Citation(memory.add_source(SourceDraft("the shop is red")).source.id, "shop is red")
        [done] = agent.propose([Operation("create", content="a red shop", evidence=(cited,))])
    assert done.memory is not None
    learn(memory.store, WORDS["en"])
    argument = f"1 {done.memory.id[-6:]} 2"
    put("command", prompt_id="p-1", command="confirm", argument=argument)
    run(home)
    said = answer(home, "p-1").split("\n")
    confirmed = [line for line in said if line.startswith("PMI: confirmed ")]
    assert [line.partition(": ")[2].partition(": ")[2] for line in confirmed] == [
        "tea at four",
        "a red shop",
        WORDS["en"],
    ]
    assert {item.verification for item in memory.list_memories()} == {"user_confirmed"}


@pytest.mark.parametrize(
    ("name", "argument"), [("confirm", "1"), ("reject", "1"), ("edit", "1 always push")]
)
def test_a_forged_word_on_a_learning_changes_nothing(
    home: Home, memory: Memory, put: Put, name: str, argument: str
) -> None:
    learn(memory.store, WORDS["en"])
    put("command", prompt_id="p-1", command=name, argument=argument)
    path, line = spool.take(home)[0]
    Path(path).write_text(json.dumps({**line, "mac": "0" * 64}))
    run(home)
    assert "the user types: pmi " in answer(home, "p-1")
    [item] = memory.learnings(None)
    assert (item.status, item.text) == ("pending", WORDS["en"])
    assert memory.list_memories() == []


@pytest.mark.parametrize("argument", ["-1", "the last one", "1, 2", "9" * 5000, "99"])
@pytest.mark.parametrize("language", WORDS)
def test_an_undo_that_names_no_entry_takes_nothing_back(
    home: Home, memory: Memory, put: Put, language: str, argument: str
) -> None:
    use_language(home, language)
    memory.remember(WORDS[language])
    put("command", prompt_id="p-1", command="undo", argument=argument)
    run(home)
    assert argument[:80] in answer(home, "p-1")
    assert [item.content for item in memory.list_memories()] == [WORDS[language]]
