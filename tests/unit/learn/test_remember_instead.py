"""Words under the slug of another memory take its place; the old ones become history."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from pmi import Memory
from pmi.base.errors import Conflict, NotFound
from pmi.base.home import Home
from pmi.learn.remember import split_slug
from pmi.model.memory import Remembered
from pmi.model.operation import Operation, Outcome

HERE = "git:code.example/team/here"
PAIRS = [
    ("we deploy only on Tuesdays", "we deploy only on Wednesdays"),
    ("只在周二部署", "只在周三部署"),
]


def remembered(done: Remembered | Outcome) -> Remembered:
    assert isinstance(done, Remembered)
    return done


@pytest.fixture(params=PAIRS, ids=["en", "zh"])
def old(request: pytest.FixtureRequest, memory: Memory) -> tuple[Remembered, str]:
    before, after = request.param
    return remembered(memory.remember(before, kind="procedure", project=HERE)), after


def test_it_takes_the_place_the_kind_and_the_project_and_is_a_lesson(
    memory: Memory, old: tuple[Remembered, str]
) -> None:
    first, text = old
    done = remembered(memory.remember(text, slug=first.memory.slug))
    assert (done.memory.content, done.memory.status) == (text, "active")
    assert (done.memory.kind, done.memory.project) == ("procedure", HERE)
    assert done.memory.verification == "user_confirmed"
    assert [item.quote for item in done.memory.evidence] == [text]
    assert (done.number, done.already_known) == (2, False)
    assert done.replaced is not None
    assert (done.replaced.id, done.replaced.status) == (first.memory.id, "superseded")
    assert [item.content for item in memory.list_memories()] == [text]
    assert [item.content for item in memory.history(done.memory.id)] == [
        first.memory.content,
        text,
    ]
    assert memory.rebuild().changed == 0


def test_undo_brings_the_old_words_back(memory: Memory, old: tuple[Remembered, str]) -> None:
    first, text = old
    memory.remember(text, slug=first.memory.slug)
    assert memory.undo().texts == (text,)
    [back] = memory.list_memories()
    assert (back.id, back.number, back.slot) == (first.memory.id, 1, "")
    assert memory.rebuild().changed == 0


def test_the_slug_goes_on_to_name_what_stands_there_now(
    memory: Memory, old: tuple[Remembered, str]
) -> None:
    first, text = old
    memory.remember(text, slug=first.memory.slug)
    third = remembered(memory.remember("whenever it is green", slug=first.memory.slug))
    assert third.replaced is not None
    assert third.replaced.content == text
    assert [item.content for item in memory.list_memories()] == ["whenever it is green"]


def test_the_same_words_strengthen_and_replace_nothing(
    memory: Memory, old: tuple[Remembered, str]
) -> None:
    first, _ = old
    done = remembered(memory.remember(first.memory.content, slug=first.memory.slug))
    assert done.already_known
    assert done.replaced is None
    assert (done.memory.id, len(done.memory.evidence)) == (first.memory.id, 2)


def test_what_was_history_can_be_said_again(memory: Memory, old: tuple[Remembered, str]) -> None:
    first, text = old
    memory.remember(text, slug=first.memory.slug)
    memory.remember(first.memory.content, slug=first.memory.slug)
    assert [item.content for item in memory.list_memories()] == [first.memory.content]
    assert memory.rebuild().changed == 0


def test_the_same_cause_replaces_once_and_answers_alike(
    memory: Memory, old: tuple[Remembered, str]
) -> None:
    first, text = old
    done = memory.remember(text, slug=first.memory.slug, cause="typed:s:p")
    assert memory.remember(text, slug=first.memory.slug, cause="typed:s:p") == done
    assert memory.counts()["entries"] == 2


def test_what_is_not_there_or_put_away_is_not_replaced(memory: Memory) -> None:
    with pytest.raises(NotFound):
        memory.remember("anything", slug="no-such-memory")
    first = remembered(memory.remember("we deploy only on Tuesdays"))
    memory.reject([first.memory.id])
    with pytest.raises(Conflict):
        memory.remember("we deploy on Wednesdays", slug=first.memory.slug)
    assert memory.list_memories() == []


def test_what_holds_only_later_is_not_replaced(memory: Memory) -> None:
    later = Operation("create", "Deploys move to Fridays", slug="deploys", valid_from="2031-01-01")
    memory.propose([later])
    entries = memory.counts()["entries"]
    with pytest.raises(Conflict):
        memory.remember("deploys are on Mondays", slug="deploys")
    assert memory.counts()["entries"] == entries


def test_an_agent_only_proposes_it(memory: Memory, home: Home) -> None:
    first = remembered(memory.remember("we deploy only on Tuesdays"))
    with Memory.open(home, actor="agent:x") as agent:
        asked = cast("Outcome", agent.remember("we never deploy", slug=first.memory.slug))
    assert asked.verdict == "review"
    assert [item.content for item in memory.list_memories()] == ["we deploy only on Tuesdays"]


SPLITS: list[tuple[str, Callable[[str], tuple[str, str]]]] = [
    ("{slug}: new words", lambda slug: (slug, "new words")),
    ("{slug}：新的话", lambda slug: (slug, "新的话")),
    ("  {slug}:  two\nlines", lambda slug: (slug, "two\nlines")),
    ("{slug}:glued", lambda slug: ("", f"{slug}:glued")),
    ("{slug}", lambda slug: ("", slug)),
    ("{slug}: ", lambda slug: ("", f"{slug}: ")),
    ("note: {slug}: x", lambda slug: ("", f"note: {slug}: x")),
    ("unknown-slug: x", lambda _: ("", "unknown-slug: x")),
    ("http://{slug}: x", lambda slug: ("", f"http://{slug}: x")),
    ("we {slug}: x", lambda slug: ("", f"we {slug}: x")),
]


@pytest.mark.parametrize(("text", "expected"), SPLITS, ids=[text for text, _ in SPLITS])
def test_only_the_slug_of_a_current_memory_and_a_colon_name_one(
    memory: Memory,
    old: tuple[Remembered, str],
    text: str,
    expected: Callable[[str], tuple[str, str]],
) -> None:
    slug = old[0].memory.slug
    assert split_slug(memory.store, text.format(slug=slug)) == expected(slug)
    memory.undo()
    assert split_slug(memory.store, f"{slug}: x") == ("", f"{slug}: x")


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("we deploy only on Tuesdays", "we-deploy-only-on-tuesdays"),
        ("the docs are built for the release in CI", "the-docs-are-built-for-the-release-in-ci"),
        ("部署 只在 周二 的 上午", "部署-只在-周二-的-上午"),
    ],
)
def test_a_slug_written_with_all_words_of_the_memory_names_it(
    memory: Memory, said: str, named: str
) -> None:
    first = remembered(memory.remember(said))
    assert split_slug(memory.store, f"{named}: other words") == (first.memory.slug, "other words")
    assert split_slug(memory.store, f"un-{named}: x") == ("", f"un-{named}: x")
