"""The trained model: which kind of signal a sentence is, and how sure that is.

A linear model over the features of `features.py`, made by `benchmarks/train_signals.py` and kept
as lines of text: a feature and one small whole number per kind. Read once, when first needed.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from functools import cache
from operator import add
from typing import NamedTuple

from pmi.model.learning import SIGNAL_KINDS, SignalKind

CLASSES = ("", *SIGNAL_KINDS)
"""What a sentence may be, in the order of the numbers; the first is no signal."""


class Model(NamedTuple):
    """The weights of one language.

    Attributes:
        scale: What a whole number is worth.
        threshold: From this probability of any kind on a sentence is a signal.
        weights: One number per class and feature.
    """

    scale: float
    threshold: float
    weights: dict[str, tuple[int, ...]]

    def judge(self, features: Iterable[str]) -> tuple[float, SignalKind]:
        """Return how probable it is that a sentence is a signal, and the likeliest kind."""
        sums = [0] * len(CLASSES)
        for row in map(self.weights.get, features):
            if row is not None:
                sums = list(map(add, sums, row))
        highest = max(sums)
        shares = [math.exp((one - highest) * self.scale) for one in sums]
        best = max(range(1, len(CLASSES)), key=sums.__getitem__)
        return 1 - shares[0] / sum(shares), SIGNAL_KINDS[best - 1]


@cache
def load(language: str) -> Model:
    """Return the model of a language; what is shipped with the program, read once."""
    path = os.path.join(os.path.dirname(__file__), f"model-{language}.txt")
    with open(path, encoding="utf-8") as lines:
        _, scale, threshold = next(lines).rstrip("\n").split("\t")
        weights = {}
        for line in lines:
            name, numbers = line.rstrip("\n").split("\t")
            weights[name] = tuple(map(int, numbers.split(" ")))
    return Model(float(scale), float(threshold), weights)
