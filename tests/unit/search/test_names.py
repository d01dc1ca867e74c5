"""Sessions are found by the names that were given to them."""

from __future__ import annotations

from typing import Any

import pytest

from pmi import Memory
from pmi.store import archiving
from tests.unit.search.conftest import Say


def name(memory: Memory, session: str, title: str, rank: int = 3) -> None:
    with memory.store.writing("transcripts") as connection:
        assert archiving.set_title(connection, session, title, rank)


def found(memory: Memory, query: str, **conditions: Any) -> list[str]:
    answer = memory.search(query, scopes=("sessions",), **conditions)
    return [hit.reference for hit in answer.hits]


@pytest.fixture(autouse=True)
def two_sessions(memory: Memory, say: Say) -> None:
    say("the numbers are wrong again", session="s1", project="path:/a")
    say("the invoices are late again", session="s2", project="path:/b")


@pytest.mark.parametrize(
    ("title", "query"),
    [
        ("Billing refactor", "billing"),
        ("Billing refactor", "where did we refactor the billing?"),
        ("账单系统重构", "账单"),
        ("帳單系統重構", "账单系统"),
        ("billing 重构", "重构billing"),
    ],
)
def test_a_word_that_only_stands_in_the_name_finds_the_session(
    memory: Memory, title: str, query: str
) -> None:
    name(memory, "s1", title)
    assert found(memory, query) == ["cc://s1"]
    [hit] = memory.search(query, scopes=("sessions",)).hits
    assert hit.title == title
    assert "«" in hit.snippet


def test_the_name_counts_more_than_one_mention(memory: Memory, say: Say) -> None:
    name(memory, "s1", "Invoices")
    assert found(memory, "invoices") == ["cc://s1", "cc://s2"]


def test_conditions_hold_for_names_too(memory: Memory) -> None:
    name(memory, "s1", "Billing refactor")
    assert found(memory, "billing", project="path:/b") == []
    assert found(memory, "billing", project="path:/a") == ["cc://s1"]
    assert found(memory, "billing", since="2026-02-01") == []
    assert found(memory, "billing", until="2026-01-01") == []
    assert found(memory, "billing", role="user") == []
