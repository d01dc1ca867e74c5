"""Mixes what words found with what meaning found (pure functions).

Both kinds of score are brought to one measure, the spread of each part, and added by weight.
The outcome lies on the scale of the words, so that it can be compared with hits of parts of
memory that have words only.

>>> mixed = fuse({"a": 9.0, "b": 3.0}, {"b": 0.9, "c": 0.8}, 0.5)
>>> sorted(mixed, key=lambda key: -mixed[key])
['a', 'b', 'c']
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

Key = TypeVar("Key")

LONE_SCALE = 3.0
"""The spread of the words' scores where no word found anything."""

BEST_OVER_SPREAD = 6.0
"""About how many times the spread of many scores the best of them is: the measure of a few."""


class Measure(NamedTuple):
    """What scores by meaning are measured by: one that counts nothing, and the unit."""

    lowest: float
    unit: float


def fuse(
    words: Mapping[Key, float],
    near: Mapping[Key, float],
    weight: float,
    measure: Measure | None = None,
) -> dict[Key, float]:
    """Return one score for each key that either part has; higher is better.

    A key that one part lacks counts there as that part's worst. Where one part is empty the
    order is that of the other.

    Args:
        words: Scores by words; 0 is no match at all.
        near: Scores by meaning, in any measure.
        weight: How much meaning counts, from 0 to 1.
        measure: Of the scores by meaning, where they are too few to have their own: the worst
            of them and their standard deviation.
    """
    if not near:
        return dict(words)
    measure = measure or Measure(min(near.values()), _spread(near))
    best = max(words.values(), default=LONE_SCALE * BEST_OVER_SPREAD)
    scale = max(_spread(words), best / BEST_OVER_SPREAD) / (measure.unit or 1.0)
    fused = {}
    for key in {**words, **near}:
        above = max(0.0, near.get(key, measure.lowest) - measure.lowest)
        fused[key] = (1 - weight) * words.get(key, 0.0) + weight * above * scale
    return fused


def _spread(scores: Mapping[Key, float]) -> float:
    """Return the standard deviation; 0 for fewer than two scores."""
    if len(scores) < 2:
        return 0.0
    mean = math.fsum(scores.values()) / len(scores)
    return math.sqrt(math.fsum((score - mean) ** 2 for score in scores.values()) / len(scores))
