"""Which of several statements about an entity counts, and what may lie above what."""

from __future__ import annotations

from collections.abc import Iterable

from pmi.model.entity import Statement

NAME_MAX_CHARS = 80
SUMMARY_MAX_CHARS = 300


def decide_field(statements: Iterable[Statement], field: str) -> str:
    """Return the value of a field: the user's last word about it, else anybody's last."""
    said = sorted((item for item in statements if item.field == field), key=lambda item: item.order)
    by_user = [item for item in said if item.by_user]
    chosen = by_user or said
    return chosen[-1].value if chosen else ""


def is_users(statements: Iterable[Statement], field: str) -> bool:
    """Tell whether the user said something about a field, which protects it."""
    return any(item.field == field and item.by_user for item in statements)


def makes_cycle(start: str, end: str, above: Iterable[tuple[str, str]]) -> bool:
    """Tell whether a relation from ``start`` to ``end`` would lead back to its start.

    >>> makes_cycle("a", "c", [("c", "b"), ("b", "a")]), makes_cycle("a", "c", [("a", "b")])
    (True, False)
    """
    leads: dict[str, list[str]] = {}
    for lower, upper in above:
        leads.setdefault(lower, []).append(upper)
    seen, waiting = set[str](), [end]
    while waiting:
        place = waiting.pop()
        if place == start:
            return True
        if place not in seen:
            seen.add(place)
            waiting.extend(leads.get(place, ()))
    return False
