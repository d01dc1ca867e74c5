"""What words found and what meaning found become one order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.search.fusion import Measure, fuse

scores = st.dictionaries(
    st.integers(0, 30), st.floats(0.01, 60, allow_nan=False, allow_infinity=False), max_size=12
)
likeness = st.dictionaries(st.integers(0, 30), st.floats(-1, 1), max_size=12)
weights = st.floats(0.05, 0.95)


def order(found: dict[str, float]) -> str:
    return "".join(sorted(found, key=lambda key: (-found[key], key)))


@pytest.mark.parametrize(
    ("words", "near", "weight", "expected"),
    [
        ({}, {}, 0.3, ""),
        ({"a": 5.0}, {}, 0.3, "a"),
        ({}, {"a": 0.9}, 0.3, "a"),
        ({"a": 9.0, "b": 3.0, "c": 1.0}, {}, 0.5, "abc"),
        ({}, {"a": 0.9, "b": 0.8, "c": 0.1}, 0.5, "abc"),
        ({"a": 9.0, "b": 8.5}, {"b": 0.9, "a": 0.2}, 0.5, "ba"),  # nearly alike: meaning decides
        ({"a": 9.0, "b": 1.0}, {"b": 0.82, "a": 0.8}, 0.3, "ab"),  # far apart: words do
        ({"a": 9.0, "b": 9.0}, {"b": 0.9, "a": 0.2}, 0.3, "ba"),  # constant scores
        ({"a": 9.0, "b": 3.0}, {"a": 0.5, "b": 0.5}, 0.3, "ab"),
        ({"a": 9.0}, {"b": 0.9}, 0.3, "ab"),  # one hit each
        ({"a": 9.0}, {"b": 0.9, "c": 0.5, "d": 0.4}, 0.3, "abcd"),
        ({"a": 9.0, "b": 3.0}, {"b": 0.9, "c": 0.8}, 0.0, "abc"),
        ({"a": 9.0, "b": 3.0}, {"b": 0.9, "a": 0.8}, 1.0, "ba"),
    ],
)
def test_the_order_is_that_of_both_parts_together(
    words: dict[str, float], near: dict[str, float], weight: float, expected: str
) -> None:
    assert order(fuse(words, near, weight)) == expected


@pytest.mark.parametrize(
    ("words", "near", "expected"),
    [
        ({"a": 0.4}, {"b": 0.9}, "ab"),  # in a small memory scores are small: words stay first
        ({"a": 20.0}, {"b": 0.9}, "ab"),
        ({}, {"a": 0.9, "b": 0.1}, "ab"),
        ({"a": 9.0, "b": 8.5}, {"b": 0.9, "a": 0.1}, "ba"),
    ],
)
def test_a_few_scores_are_measured_by_what_strangers_are(
    words: dict[str, float], near: dict[str, float], expected: str
) -> None:
    assert order(fuse(words, near, 0.35, Measure(0.2, 0.15))) == expected


@given(words=scores, near=likeness, weight=weights)
def test_every_key_of_either_part_is_there_and_no_other(
    words: dict[int, float], near: dict[int, float], weight: float
) -> None:
    assert fuse(words, near, weight).keys() == words.keys() | near.keys()


@given(words=scores, weight=weights)
def test_without_meaning_the_scores_of_words_stay(words: dict[int, float], weight: float) -> None:
    assert fuse(words, {}, weight) == words


@given(near=likeness, weight=weights)
def test_without_words_the_order_is_that_of_meaning(near: dict[int, float], weight: float) -> None:
    fused = fuse({}, near, weight)
    ranked = sorted(near, key=lambda key: near[key])
    assert all(fused[a] <= fused[b] for a, b in pairwise(ranked))


@given(words=scores, near=likeness, weight=weights)
def test_what_is_better_in_both_parts_is_better(
    words: dict[int, float], near: dict[int, float], weight: float
) -> None:
    fused = fuse(words, near, weight)
    both = words.keys() & near.keys()
    for a in both:
        for b in both:
            if words[a] >= words[b] and near[a] >= near[b]:
                assert fused[a] >= fused[b] - 1e-9


@given(words=scores, near=likeness, weight=weights, shift=st.floats(-1, 1), scale=st.floats(0.1, 9))
def test_the_measure_of_meaning_does_not_count(
    words: dict[int, float], near: dict[int, float], weight: float, shift: float, scale: float
) -> None:
    moved = {key: value * scale + shift for key, value in near.items()}
    first, second = fuse(words, near, weight), fuse(words, moved, weight)
    spread = max(near.values(), default=0) - min(near.values(), default=0)
    if spread > 1e-3:  # below that the shift eats the digits
        assert first == pytest.approx(second, rel=1e-3, abs=1e-3)
