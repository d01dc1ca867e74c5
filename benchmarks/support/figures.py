"""Figures that benchmarks print of what they measured."""

from __future__ import annotations

from collections.abc import Sequence


def at(values: Sequence[float], percent: int) -> float:
    """Return a percentile."""
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]
