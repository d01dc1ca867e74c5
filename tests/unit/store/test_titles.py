"""The title that a session has by itself: the beginning of what was asked first."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.model.conversation import Message, Session
from pmi.store import archiving
from pmi.store.conversations import list_sessions

AT = "2026-01-05T10:00:00.000Z"


def title_of(memory: Memory, said: str, given: str = "") -> str:
    with memory.store.writing("transcripts") as connection:
        place = Session("s1", "", "", "", "", "", AT, AT, 0, True)
        archiving.ensure_session(connection, place)
        archiving.add_messages(
            connection, "s1", [Message("m-1", "s1", 0, "", "user", "prompt", AT, said)]
        )
        if given:
            archiving.set_title(connection, "s1", given)
    [session] = list_sessions(memory.store)
    return session.title


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("short enough", "short enough"),
        ("a" * 80, "a" * 80),
        ("a" * 81, "a" * 79 + "…"),
        ("看" * 81, "看" * 79 + "…"),
        ("word " * 30, "word " * 15 + "word…"),
        ("words " * 30, "words " * 12 + "words…"),
        ("see com.shop.order " + "x" * 100, "see com.shop.order " + "x" * 60 + "…"),
    ],
)
def test_a_long_one_is_cut_where_a_word_ends_and_says_so(
    memory: Memory, said: str, title: str
) -> None:
    assert title_of(memory, said) == title


def test_a_given_one_is_cut_in_the_same_way(memory: Memory) -> None:
    assert title_of(memory, "hello", "账单" * 60) == "账单" * 39 + "账…"
