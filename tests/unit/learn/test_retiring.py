from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from pmi import Memory
from pmi.base.home import Home, write_file
from pmi.learn.lessons import list_lessons
from pmi.learn.retiring import WAITING_MAX, propose_retirements
from pmi.model.memory import Remembered
from pmi.recall.review_text import reviews_text
from pmi.store.uses import Use, add_uses

START = date(2026, 1, 1)


class Days:
    """A clock that stands at noon of a day that the test chooses."""

    def __init__(self) -> None:
        self.day = START

    def __call__(self) -> str:
        return f"{self.day}T12:00:00.000Z"

    def later(self, days: int) -> None:
        self.day += timedelta(days=days)


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def memory(home: Home, days: Days) -> Iterator[Memory]:
    with Memory.open(home, clock=days) as opened:
        yield opened


def sessions(memory: Memory, count: int, day: date) -> None:
    """Archive so many conversations of a day."""
    with memory.store.writing("transcripts") as connection:
        connection.executemany(
            "INSERT INTO session (id, started_at) VALUES (?, ?)",
            [(f"{day}-{number}", f"{day}T13:00:00.000Z") for number in range(count)],
        )


def matched(memory: Memory, number: int, day: date) -> None:
    with memory.store.writing("transcripts") as connection:
        add_uses(connection, [Use("matched", number, f"s{day}", f"{day}T12:00:00.000Z")])


def test_a_lesson_that_nothing_pointed_to_for_long_is_proposed_never_put_away(
    memory: Memory, days: Days
) -> None:
    """M3: it stays in force until the user says so."""
    memory.remember("use pnpm")
    memory.remember("只在周二部署")
    sessions(memory, 40, START + timedelta(days=50))
    days.later(100)
    matched(memory, 2, days.day)
    days.later(25)
    assert propose_retirements(memory.store) == [3]
    [review] = memory.list_reviews()
    assert (review.reason, review.actor) == ("unused", "hook")
    assert review.against is not None
    assert review.against.number == 1
    assert len(list_lessons(memory.store)) == 2
    memory.approve(["3"])
    assert [item.number for item in list_lessons(memory.store)] == [2]
    memory.undo()
    assert len(list_lessons(memory.store)) == 2


@pytest.mark.parametrize(
    ("text", "count", "config"),
    [
        ("use pnpm", 29, ""),
        ("in *.tsx files use function components", 40, ""),
        ("use pnpm", 40, "retire_after_days = 0"),
        ("use pnpm", 40, "retire_after_days = 200"),
    ],
    ids=["too few sessions", "a prompt does not show its use", "switched off", "too early"],
)
def test_what_may_still_be_of_use_is_not_proposed(
    memory: Memory, days: Days, text: str, count: int, config: str
) -> None:
    write_file(memory.home.config_file, f"[learning]\n{config}\n")
    memory.remember(text)
    days.later(150)
    sessions(memory, count, START + timedelta(days=50))
    assert propose_retirements(memory.store) == []


@pytest.mark.parametrize("decide", ["nothing", "reject"])
def test_it_is_proposed_once_and_a_no_holds(memory: Memory, days: Days, decide: str) -> None:
    memory.remember("use pnpm")
    sessions(memory, 40, START + timedelta(days=50))
    days.later(150)
    assert propose_retirements(memory.store) == [2]
    if decide == "reject":
        memory.reject(["2"])
    for _ in range(3):
        days.later(150)
        sessions(memory, 40, days.day - timedelta(days=1))
        assert propose_retirements(memory.store) == []
    assert len(list_lessons(memory.store)) == 1


def test_no_more_are_proposed_at_a_time_than_people_read(memory: Memory, days: Days) -> None:
    for number in range(WAITING_MAX + 3):
        memory.remember(f"rule of the kind {number}")
    sessions(memory, 40, START + timedelta(days=50))
    days.later(150)
    assert len(propose_retirements(memory.store)) == WAITING_MAX
    memory.reject([str(memory.list_reviews()[0].number)])
    assert propose_retirements(memory.store) == [], "it looks once a day"
    days.later(1)
    assert len(propose_retirements(memory.store)) == 1


@pytest.mark.parametrize(
    ("language", "old", "new", "why"),
    [
        ("en", "always use tabs", "never use tabs", "a newer lesson says the opposite"),
        ("zh", "提交信息用英文写", "提交信息用中文写", "与较新的经验相反"),
    ],
)
def test_what_a_newer_lesson_contradicts_is_proposed_with_the_reason(
    memory: Memory, language: str, old: str, new: str, why: str
) -> None:
    memory.remember(old)
    memory.remember(new)
    assert propose_retirements(memory.store) == [3]
    [review] = memory.list_reviews()
    assert review.reason == "contradicted"
    assert why in reviews_text([review], language, today=memory.store.clock())
    memory.approve(["3"])
    assert [item.content for item in list_lessons(memory.store)] == [new]


@pytest.mark.parametrize(
    "words",
    [
        ("always use tabs", "never use tabs", "use tabs in Makefiles"),
        ("提交信息用英文写", "提交信息用中文写", "提交信息写一行"),
    ],
)
@pytest.mark.parametrize("settled", ["reject", "edit", "edit the newer"])
def test_a_proposal_whose_reason_is_gone_is_withdrawn_and_comes_back_with_it(
    memory: Memory, days: Days, settled: str, words: tuple[str, str, str]
) -> None:
    old, new, other = words
    memory.remember(old)
    memory.remember(new)
    assert propose_retirements(memory.store) == [3]
    days.later(1)
    if settled == "reject":
        memory.reject(["2"])
    else:
        memory.edit_learning(1 if settled == "edit" else 2, other)
    assert propose_retirements(memory.store) == []
    assert memory.list_reviews() == []
    assert any(item.number == 1 for item in list_lessons(memory.store)), "it is still in force"
    memory.undo()
    assert propose_retirements(memory.store) == [4]
    assert propose_retirements(memory.store) == []
    assert memory.rebuild().changed == 0


def test_an_entry_of_the_worker_is_not_what_undo_takes_back(memory: Memory) -> None:
    memory.remember("always use tabs")
    done = memory.remember("never use tabs")
    assert isinstance(done, Remembered)
    propose_retirements(memory.store)
    assert memory.undo().numbers == (done.number,)


def test_a_rebuild_makes_the_same_reviews_again(memory: Memory) -> None:
    memory.remember("always use tabs")
    memory.remember("never use tabs")
    propose_retirements(memory.store)
    assert memory.rebuild().changed == 0
    assert len(memory.list_reviews()) == 1
