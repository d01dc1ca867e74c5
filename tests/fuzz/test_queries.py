"""No question breaks anything, however wild it is; ten thousand are asked by the script."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pmi import Memory
from pmi.base import lookup
from pmi.search import query
from tests.fuzz import queries


@pytest.fixture
def asked() -> Iterator[Memory]:
    with queries.small_memory() as memory:
        yield memory


@pytest.mark.proves("S1", "S2", "S3")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_string_is_a_safe_question(asked: Memory, seed: int) -> None:
    tally = queries.run(asked, 100, random.Random(seed))
    assert tally.failures == []
    assert tally.asked["planted"] > 10


def test_the_fuzzer_sees_what_goes_wrong(asked: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query, "terms_of", str.split)  # the user's text becomes syntax
    tally = queries.run(asked, 60, random.Random(1))
    assert tally.failures


def test_the_fuzzer_sees_what_the_hook_swallows(
    asked: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "CANDIDATES", "many")
    tally = queries.run(asked, 60, random.Random(1))
    assert any("log says" in wrong for _, wrong in tally.failures)
