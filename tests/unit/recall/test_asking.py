"""Yes or no, as people type it in either language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.recall.asking import confirmed, says_yes


def typing(*lines: str) -> tuple[Callable[[str], str], list[str]]:
    """Return what types lines one after the other, and the questions that it was asked."""
    asked: list[str] = []
    left = list(lines)

    def read(question: str) -> str:
        asked.append(question)
        return left.pop(0)

    return read, asked


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("y", True),
        ("YES", True),
        ("ｙ", True),
        ("是", True),
        ("是的。", True),
        ("好！", True),
        ("對", True),
        ("n", False),
        ("No.", False),
        ("否", False),
        ("不用，", False),
        ("算了", False),
        ("不是说好了吗", None),
        ("41", None),
        ("", None),
    ],
)
def test_yes_and_no_are_understood_in_either_language(typed: str, answer: bool | None) -> None:
    assert says_yes(typed) is answer


@pytest.mark.parametrize("otherwise", [True, False])
def test_an_empty_answer_means_what_was_said_before(otherwise: bool) -> None:
    read, asked = typing(" ")
    assert confirmed("继续吗？", "zh", read, otherwise=otherwise) is otherwise
    assert asked == [f"继续吗？ [{'Y/n' if otherwise else 'y/N'}]"]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Please answer yes or no."), ("zh", "请回答“是”或“否”。")]
)
def test_what_is_neither_is_asked_again_in_the_users_language(language: str, told: str) -> None:
    read, asked = typing("也许", "是")
    assert confirmed("Go on?", language, read) is True
    assert asked == ["Go on? [y/N]", f"{told} Go on? [y/N]"]


@given(st.text(max_size=20))
def test_any_answer_is_read_without_a_fault(typed: str) -> None:
    assert says_yes(typed) in (True, False, None)
