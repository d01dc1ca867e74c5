"""What is said of learnings, in both languages; how numbers and edits are read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.errors import NotFound, UsageError
from pmi.model.learning import LEARNING_STATUSES, SIGNAL_KINDS, Learning
from pmi.recall.decisions import named_references, split_edit, split_references
from pmi.recall.learned import OpenedLearning, find_number
from pmi.recall.learning_text import (
    SHELL,
    TYPED,
    learning_text,
    learnings_text,
    quote_line,
    said_times,
    where_text,
)

TODAY = "2026-11-30T10:00:00.000Z"
ONE = Learning(
    number=41,
    text="never push to main",
    kind="preference",
    quote="no, never push to main",
    signal="correction",
    said_at="2026-11-28T12:00:00.000Z",
)


@pytest.mark.parametrize(
    ("count", "en", "zh"),
    [
        (0, "", ""),
        (1, "", ""),
        (2, "said twice", "说过两次"),
        (3, "said three times", "说过三次"),
        (5, "said five times", "说过五次"),
        (6, "said 6 times", "说过 6 次"),
        (100, "said 100 times", "说过 100 次"),
    ],
)
def test_how_often_it_was_said(count: int, en: str, zh: str) -> None:
    assert (said_times(count, "en"), said_times(count, "zh")) == (en, zh)


@pytest.mark.parametrize(
    ("values", "en", "zh"),
    [
        ({}, "every project", "所有项目"),
        ({"project": "git:code.example/team/shop"}, "project Shop", "项目 Shop"),
        ({"project": "path:work/bank"}, "project bank", "项目 bank"),
        (
            {"project": "path:work/bank", "domain": "Money/Banks"},
            "project bank, domain Money/Banks",
            "项目 bank，领域 Money/Banks",
        ),
        (
            {"paths": ("src/**/*.py", "*.sql")},
            "every project, files src/**/*.py, *.sql",
            "所有项目，文件 src/**/*.py、*.sql",
        ),
    ],
)
def test_where_it_holds(values: dict[str, object], en: str, zh: str) -> None:
    item = replace(ONE, **values)  # type: ignore[arg-type]  # a table of fields
    names = {"git:code.example/team/shop": "Shop"}
    assert (where_text(item, "en", names), where_text(item, "zh", names)) == (en, zh)


@pytest.mark.parametrize(
    ("prefix", "hint"),
    [
        (TYPED, "/pmi:confirm 41 · /pmi:edit 41 … · /pmi:reject 41"),
        (SHELL, "pmi learnings confirm 41 · pmi learnings edit 41 … · pmi learnings reject 41"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_list_ends_with_how_to_decide(language: str, prefix: str, hint: str) -> None:
    text = learnings_text([ONE], language, today=TODAY, waiting=True, prefix=prefix)
    assert text.splitlines()[-1].endswith(hint)
    decided = replace(ONE, status="confirmed")
    text = learnings_text([decided], language, today=TODAY, prefix=prefix)
    assert hint not in text


@pytest.mark.parametrize("status", LEARNING_STATUSES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_status_is_said(language: str, status: str) -> None:
    item = replace(ONE, status=status)  # type: ignore[arg-type]  # one of them
    assert learnings_text([item], language, today=TODAY)
    assert learning_text(OpenedLearning(item), language, today=TODAY)


@pytest.mark.parametrize("signal", [*SIGNAL_KINDS, ""])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_signal_is_said(language: str, signal: str) -> None:
    item = replace(ONE, signal=signal)  # type: ignore[arg-type]  # one of them
    said = learning_text(OpenedLearning(item), language, today=TODAY)
    assert {"en": "learned from: ", "zh": "来自："}[language] in said


def test_a_long_list_is_cut_and_says_where_the_rest_is() -> None:
    many = [replace(ONE, number=number) for number in range(1, 41)]
    lines = learnings_text(many, "en", today=TODAY, waiting=True, limit=30).splitlines()
    assert lines[0] == "40 learnings wait for your word:"
    assert lines[31] == "… 10 more: pmi learnings list"
    assert len(lines) == 33


@pytest.mark.proves("M2")
@pytest.mark.parametrize(
    ("values", "en", "zh"),
    [
        (
            {},
            "- ? 41 the user said: “no, never push to main” (28 Nov)",
            "- ? 41 用户说：“no, never push to main”（11月28日）",
        ),
        (
            {"count": 3},
            "- ? 41 the user said: “no, never push to main” (28 Nov, said three times)",
            "- ? 41 用户说：“no, never push to main”（11月28日，说过三次）",
        ),
        (
            {"quote": "", "text": "two\nlines"},
            "- ? 41 the user said: “two lines” (28 Nov)",
            "- ? 41 用户说：“two lines”（11月28日）",
        ),
    ],
)
def test_the_model_is_told_a_dated_quote(values: dict[str, object], en: str, zh: str) -> None:
    item = replace(ONE, **values)  # type: ignore[arg-type]  # a table of fields
    assert (quote_line(item, "en", TODAY), quote_line(item, "zh", TODAY)) == (en, zh)


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        (["41"], ["41"]),
        (["41", "42"], ["41", "42"]),
        (["41,42"], ["41", "42"]),
        (["４１，４２、#43"], ["41", "42", "43"]),
        (["41,", "41"], ["41"]),
        (["41。"], ["41"]),
        (["41."], ["41"]),
        (["41和42"], ["41", "42"]),
        (["４１、４２和４３。"], ["41", "42", "43"]),
        (["3f9a1c", "41"], ["3f9a1c", "41"]),
    ],
)
def test_numbers_are_read(typed: list[str], numbers: list[str]) -> None:
    assert named_references(typed) == numbers


@pytest.mark.parametrize("typed", ["all", "ALL", "*", "全部", "所有", "41 all"])
def test_all_at_once_is_not_taken(typed: str) -> None:
    with pytest.raises(UsageError):
        named_references(typed.split())


@pytest.mark.parametrize("typed", ["", " ", ",", "，、"])
def test_nothing_is_not_taken(typed: str) -> None:
    with pytest.raises(NotFound):
        named_references([typed])


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("41 use pnpm", (41, "use pnpm")),
        ("#41 use pnpm", (41, "use pnpm")),
        ("41: use pnpm", (41, "use pnpm")),
        ("41：用 pnpm", (41, "用 pnpm")),
        ("４１ 用 pnpm", (41, "用 pnpm")),
        ("41，用 pnpm", (41, "用 pnpm")),
        ("41用 pnpm", (41, "用 pnpm")),
        ("41 42 use pnpm", (41, "42 use pnpm")),
        ("41st street", (0, "")),
        ("use pnpm", (0, "")),
        ("41", (0, "")),
        ("41   ", (0, "")),
        ("123456 use pnpm", (0, "")),
        ("", (0, "")),
    ],
)
def test_an_edit_is_read(typed: str, read: tuple[int, str]) -> None:
    assert split_edit(typed) == read


@given(st.text(max_size=60))
def test_any_words_are_read_without_a_fault(typed: str) -> None:
    number, words = split_edit(typed)
    assert (number, words) == (0, "") or words.strip()
    references, rest = split_references(typed)
    assert all(references)
    assert len(rest) <= len(typed)
    assert 0 <= find_number(typed) < 100_000
