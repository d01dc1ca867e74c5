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
from typing import TypeVar

Key = TypeVar("Key")

LONE_SCALE = 3.0
"""The spread that scores of words have at least, where a few hits tell nothing about it."""


def fuse(words: Mapping[Key, float], near: Mapping[Key, float], weight: float) -> dict[Key, float]:
    """Return one score for each key that either part has; higher is better.

    A key that one part lacks counts there as that part's worst. Where one part is empty the
    order is that of the other.

    Args:
        words: Scores by words; 0 is no match at all.
        near: Scores by meaning, in any measure.
        weight: How much meaning counts, from 0 to 1.
    """
    if not near:
        return dict(words)
    scale = max(_spread(words), LONE_SCALE)
    lowest, spread = min(near.values()), _spread(near) or 1.0
    fused = {}
    for key in {**words, **near}:
        by_words = words.get(key, 0.0)
        by_meaning = (near.get(key, lowest) - lowest) / spread * scale
        fused[key] = (1 - weight) * by_words + weight * by_meaning
    return fused


def _spread(scores: Mapping[Key, float]) -> float:
    """Return the standard deviation; 0 for fewer than two scores."""
    if len(scores) < 2:
        return 0.0
    mean = math.fsum(scores.values()) / len(scores)
    return math.sqrt(math.fsum((score - mean) ** 2 for score in scores.values()) / len(scores))
