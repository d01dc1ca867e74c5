from __future__ import annotations

from typing import cast

import pytest

from pmi import Memory
from pmi.base.errors import NotFound, UsageError
from pmi.base.home import Home
from pmi.model.memory import Remembered
from pmi.model.operation import Outcome
from pmi.store import journal, rows
from pmi.store.migrating import list_steps

SENTENCES = ["we deploy only on Tuesdays", "只在周二部署", "用中文", "ok"]


def remembered(done: Remembered | Outcome) -> Remembered:
    assert isinstance(done, Remembered)
    return done


@pytest.mark.parametrize("text", SENTENCES)
def test_what_the_user_says_is_stored_with_its_words_confirmed(memory: Memory, text: str) -> None:
    done = remembered(memory.remember(text))
    stored = memory.get(done.memory.id)
    assert stored == done.memory
    assert (stored.content, stored.kind, stored.status) == (text, "preference", "active")
    assert (stored.verification, stored.trust) == ("user_confirmed", "owner")
    assert [item.quote for item in stored.evidence] == [text]
    assert (done.number, stored.number) == (1, 1)
    assert memory.learnings(None)[0].status == "confirmed"


@pytest.mark.proves("H12")
def test_the_receipt_is_what_another_connection_reads(memory: Memory, home: Home) -> None:
    done = remembered(memory.remember("we deploy only on Tuesdays"))
    with Memory.open(home) as other:
        assert other.get(done.memory.id) == done.memory


@pytest.mark.proves("H12")
def test_nothing_is_said_to_be_saved_when_it_was_not(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journal, "append", lost)
    with pytest.raises(Exception, match="No space left"):
        memory.remember("we deploy only on Tuesdays")
    monkeypatch.undo()
    assert memory.list_memories() == []
    assert memory.learnings(None) == []


def test_the_same_typed_command_stores_once_and_answers_alike(memory: Memory) -> None:
    first = memory.remember("we deploy only on Tuesdays", cause="typed:s:p")
    again = memory.remember("we deploy only on Tuesdays", cause="typed:s:p")
    assert first == again
    assert len(memory.list_memories()) == 1
    assert memory.counts()["entries"] == 1


def test_the_same_cause_after_an_undo_says_that_it_is_gone(memory: Memory) -> None:
    memory.remember("we deploy only on Tuesdays", cause="typed:s:p")
    memory.undo()
    with pytest.raises(NotFound):
        memory.remember("we deploy only on Tuesdays", cause="typed:s:p")


@pytest.mark.parametrize(
    "again",
    ["We deploy only on Tuesdays!", "we  deploy only on tuesdays", "ｗｅ deploy only on Tuesdays"],
)
@pytest.mark.proves("M2")
def test_saying_it_again_strengthens_and_keeps_the_number(memory: Memory, again: str) -> None:
    first = remembered(memory.remember("we deploy only on Tuesdays"))
    second = remembered(memory.remember(again))
    assert second.already_known
    assert (second.memory.id, second.number) == (first.memory.id, first.number)
    assert len(second.memory.evidence) == 2
    assert len(memory.learnings(None)) == 1


def test_what_an_agent_stored_becomes_a_lesson_when_the_user_says_it(
    memory: Memory, home: Home
) -> None:
    with Memory.open(home, actor="agent:x") as agent:
        asked = cast("Outcome", agent.remember("tests run in two shards"))
    approved = memory.confirm([asked.proposal])[0]
    done = remembered(memory.remember("Tests run in two shards."))
    assert not done.already_known
    assert (asked.number, done.number) == (1, 2), "reviews and learnings share their numbers"
    assert done.memory.id == approved.id


def test_numbers_are_never_used_again(memory: Memory) -> None:
    memory.remember("one thing")
    memory.undo()
    assert remembered(memory.remember("another thing")).number == 2


def test_long_and_many_lined_text_keeps_all_words_in_the_detail(memory: Memory) -> None:
    text = "first line\nsecond line"
    stored = remembered(memory.remember(text)).memory
    assert (stored.content, stored.detail) == ("first line second line", text)
    long = remembered(memory.remember("word " * 300)).memory
    assert len(long.content) <= 500
    assert long.detail == ("word " * 300).strip()
    assert long.evidence[0].quote == long.detail


@pytest.mark.parametrize(
    "text", ["", "  \n ", "\x1b[31m", "<private>all of it</private>", "x" * 20_001]
)
def test_what_is_no_text_is_refused_and_nothing_is_written(memory: Memory, text: str) -> None:
    with pytest.raises(UsageError):
        memory.remember(text)
    assert memory.counts()["entries"] == 0


@pytest.mark.proves("V2")
def test_what_is_private_or_secret_is_never_written(memory: Memory, home: Home) -> None:
    memory.remember("the key is AKIAIOSFODNN7EXAMPLE and <private>my salary</private> stays")
    memory.store.checkpoint("memory")
    memory.close()
    with open(home.memory_db, "rb") as file:
        data = file.read()
    assert b"stays" in data
    assert b"AKIAIOSFODNN7EXAMPLE" not in data
    assert b"salary" not in data


def test_an_agent_that_remembers_only_proposes(memory: Memory, home: Home) -> None:
    with Memory.open(home, actor="agent:x") as agent:
        outcome = agent.remember("the user likes tabs")
    assert isinstance(outcome, Outcome)
    assert (outcome.verdict, outcome.reason) == ("review", "no_evidence")
    assert memory.list_memories() == []
    assert len(memory.list_proposals()) == 1


def test_rows_name_all_their_columns(memory: Memory) -> None:
    assert list_steps("memory")
    connection = memory.store.reading("memory")
    placed = {
        "entry", "given", "kind", "memory", "merged_into", "parent", "status", "successor",
        "summary", "trust", "valid_to", "verification",
    }  # fmt: skip
    for table, columns in rows.COLUMNS.items():
        there = {row["name"] for row in connection.execute(f"PRAGMA table_info({table})")}
        assert there - set(columns) <= placed
