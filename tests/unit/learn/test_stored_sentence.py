"""The sentence that is stored says what was said: what turns its meaning is never cut off."""

from __future__ import annotations

import pytest

from pmi.learn.signals.own_words import own_sentences
from pmi.learn.signals.sentences import stored_sentence


def stored(said: str) -> str:
    return stored_sentence(said, own_sentences(said), 0)[1]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("stop rewriting whole files", "stop rewriting whole files"),
        ("no tables in the docs", "no tables in the docs"),
        ("no more emojis, ever", "no more emojis, ever"),
        (
            "wrong quotes are never to be fixed by hand",
            "wrong quotes are never to be fixed by hand",
        ),
        ("good names are nouns", "good names are nouns"),
        ("right angles are written as 90°", "right angles are written as 90°"),
        ("不要用表格", "不要用表格"),
        ("不 要用表格", "不 要用表格"),
        ("可以用 pnpm，不可以用 npm", "可以用 pnpm，不可以用 npm"),
        ("停用 npm，一律用 pnpm", "停用 npm，一律用 pnpm"),
        ("no, use pnpm", "use pnpm"),
        ("No! Never push to main.", "Never push to main."),
        ("no please use pnpm", "use pnpm"),
        ("well, and please always use pnpm", "always use pnpm"),
        ("stop — always ask first", "always ask first"),
        ("不，用 pnpm", "用 pnpm"),
        ("不对，一律用 pnpm", "一律用 pnpm"),
        ("好的 以后一律用 pnpm", "以后一律用 pnpm"),
    ],
)
def test_only_what_leads_to_a_wish_is_cut_off(said: str, expected: str) -> None:
    assert stored(said) == expected
