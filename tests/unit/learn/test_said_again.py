"""What is said again is counted, what is taken back is cancelled, and a session brings so many."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pmi import Memory
from pmi.base.home import Home, write_file
from pmi.learn.staging import stage
from pmi.model.memory import Remembered
from pmi.model.operation import Citation, Operation
from pmi.store import learnings, scanning, uses
from tests.support.chats import PROJECT, Chat, everything, told


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("Use pnpm, not npm", "I said use PNPM not npm!"),
        ("不要在週五部署", "请记住：不要在周五部署。"),
        ("never push to main, always open a PR", "I told you: never push to main!"),
        ("不要直接推送到 main，先开 PR", "我说过了，不要直接推送到 main"),
    ],
)
def test_what_is_said_again_is_counted(chat: Chat, memory: Memory, first: str, again: str) -> None:
    chat.user(f"correction: {first}")
    chat.user(f"correction: {again}")
    Chat(memory, session="s-2").user(f"preference: {again}")
    assert stage(memory.store) == [1]
    assert told(memory) == [(first, "pending", 3)]
    sightings = learnings.list_sightings(memory.store.reading("memory"), 1)
    assert [item.session for item in sightings] == ["s-1", "s-2"]


def test_what_was_rejected_is_counted_and_never_asked_again(chat: Chat, memory: Memory) -> None:
    chat.user("correction: use pnpm")
    stage(memory.store)
    memory.reject(["1"])
    chat.user("correction: use pnpm!")
    assert stage(memory.store) == []
    assert told(memory) == [("use pnpm", "rejected", 2)]


def test_a_lesson_that_had_to_be_said_again_counts_as_corrected(chat: Chat, memory: Memory) -> None:
    chat.user("correction: use pnpm")
    stage(memory.store)
    memory.confirm(["1"])
    Chat(memory, session="s-2").user("correction: I told you, use pnpm")
    assert stage(memory.store) == []
    count = uses.count_uses(memory.store.reading("transcripts"))
    assert count[1].corrected == 1
    with memory.store.writing("transcripts") as connection:
        connection.execute("DELETE FROM lesson_use")
        scanning.begin_at(connection, "signals", "2026-01-01T00:00:00.000Z")
    stage(memory.store)
    assert uses.count_uses(memory.store.reading("transcripts")) == count


def test_what_was_said_before_the_word_of_the_user_is_no_correction_of_a_lesson(
    chat: Chat, memory: Memory
) -> None:
    chat.user("correction: use pnpm")
    stage(memory.store)
    memory.confirm(["1"])
    early = Chat(memory, session="s-2")
    early.user("correction: use pnpm", at="2026-11-30T00:00:00.000Z")
    with memory.store.writing("transcripts") as connection:
        connection.execute("UPDATE scan SET since = '2026-01-01T00:00:00.000Z'")
    stage(memory.store)
    assert told(memory) == [("use pnpm", "confirmed", 2)]
    assert uses.count_uses(memory.store.reading("transcripts")) == {}


def test_what_waits_and_is_told_to_remember_is_confirmed_under_its_number(
    chat: Chat, memory: Memory
) -> None:
    chat.user("correction: use pnpm")
    stage(memory.store)
    done = memory.remember("Use pnpm, please", project=PROJECT)
    assert isinstance(done, Remembered)
    assert (done.number, done.memory.content) == (1, "Use pnpm, please")
    assert told(memory) == [("use pnpm", "confirmed", 1)]
    memory.undo()
    assert told(memory) == [("use pnpm", "pending", 1)]
    assert memory.rebuild().changed == 0


def test_what_memory_knows_already_is_no_news(chat: Chat, memory: Memory) -> None:
    memory.propose([Operation("create", content="We deploy on Tuesdays", project=PROJECT)])
    memory.remember("use pnpm")
    memory.refresh()
    chat.user("constraint: we deploy on tuesdays\ncorrection: use pnpm")
    assert stage(memory.store) == []
    assert told(memory) == [("use pnpm", "confirmed", 2)]


def test_what_only_an_agent_wrote_down_still_waits_for_the_user(chat: Chat, memory: Memory) -> None:
    uuid = chat.user("correction: we deploy on Tuesdays")
    cited = Citation(f"cc://s-1#{uuid}", "we deploy on Tuesdays")
    asked = Operation("create", content="We deploy on Tuesdays", project=PROJECT, evidence=(cited,))
    [done] = Memory(memory.store, "agent:a").propose([asked])
    assert done.memory is not None
    memory.refresh()
    assert stage(memory.store) == [1]


@pytest.mark.parametrize(
    ("first", "later", "left"),
    [
        ("correction: use pnpm", "no, npm after all\ncorrection: use npm", ["use npm"]),
        ("correction: use pnpm, not npm", "no, npm after all", []),
        ("correction: use pnpm", "scratch that", []),
        ("correction: 用 pnpm，不要用 npm", "算了，还是用 npm 吧", []),
        ("correction: 用制表符", "当我没说", []),
        ("correction: use tabs", "correction: never use tabs", ["never use tabs"]),
        ("correction: use tabs", "never mind, thanks", ["use tabs"]),
        ("correction: 用制表符", "没关系", ["用制表符"]),
    ],
)
@pytest.mark.proves("M2")
def test_a_later_correction_in_the_session_cancels_the_candidate(
    chat: Chat, memory: Memory, first: str, later: str, left: Sequence[str]
) -> None:
    chat.user(first)
    stage(memory.store)
    chat.user(later)
    stage(memory.store)
    assert [text for text, status, _ in told(memory) if status == "pending"] == list(left)
    assert {status for _, status, _ in told(memory)} <= {"pending", "cancelled"}
    assert memory.rebuild().changed == 0


def test_another_session_cancels_nothing_but_the_contradiction_is_noted(
    chat: Chat, memory: Memory
) -> None:
    chat.user("correction: use tabs")
    Chat(memory, session="s-2").user("correction: never use tabs")
    assert stage(memory.store) == [1, 2]
    assert [item.contradicts for item in everything(memory)] == [0, 1]


def test_a_session_brings_so_many_and_the_most_telling_stay(
    chat: Chat, memory: Memory, home: Home
) -> None:
    write_file(home.config_file, "[learning]\nper_session = 3\n")
    words = ["alpha", "bravo", "charlie", "delta"]
    for word in words:
        chat.user(f"insight: {word} needs a lock")
    chat.user("correction: echo goes first")
    stage(memory.store)
    pending = [text for text, status, _ in told(memory) if status == "pending"]
    assert pending == ["alpha needs a lock", "bravo needs a lock", "echo goes first"]
    assert "delta needs a lock" not in [text for text, _, _ in told(memory)]


def test_what_was_shown_does_not_give_way(chat: Chat, memory: Memory, home: Home) -> None:
    write_file(home.config_file, "[learning]\nper_session = 1\n")
    chat.user("insight: alpha needs a lock")
    stage(memory.store)
    with memory.store.writing("transcripts") as connection:
        uses.add_uses(connection, [uses.Use("shown", 1, "s-9", "2027-01-05T11:00:00.000Z")])
    chat.user("correction: echo goes first")
    assert stage(memory.store) == []


@pytest.mark.proves("M2")
@pytest.mark.parametrize(
    "line",
    [
        "1 {}",
        "- {} (1)",
        "- 3f9a1c {} (1; 2026-11-30)",
        "- 3f9a1c ? {}（1；2026-11-30）",
        "1 {} — 30 Nov",
    ],
)
@pytest.mark.parametrize("words", ["use pnpm, never npm", "用 pnpm，不要用 npm"])
def test_what_we_showed_and_the_user_pastes_makes_nothing_and_counts_nothing(
    chat: Chat, memory: Memory, line: str, words: str
) -> None:
    chat.user(f"correction: {words}")
    assert stage(memory.store) == [1]
    chat.user(f"correction: {line.format(words)}")
    assert stage(memory.store) == []
    assert told(memory) == [(words, "pending", 1)]


def test_a_number_that_is_the_user_s_own_makes_a_learning(chat: Chat, memory: Memory) -> None:
    chat.user("correction: use pnpm")
    chat.user("correction: 1 space behind a full stop")
    chat.user("correction: lines are short (80)")
    assert stage(memory.store) == [1, 2, 3]
