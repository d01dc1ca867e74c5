"""What names an entity, and which of several statements about one counts (pure functions)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

NAME_MAX_CHARS = 80
SUMMARY_MAX_CHARS = 300


@dataclass(frozen=True, slots=True)
class Statement:
    """What somebody said about one field of an entity; ``order`` grows with time."""

    order: int
    field: str
    value: str
    by_user: bool


def name_key(name: str) -> str:
    """Return what spellings of one name have in common: case, width and space aside.

    >>> name_key("Ａnna  LEE") == name_key("anna lee"), name_key("C++") == name_key("C")
    (True, False)
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


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
