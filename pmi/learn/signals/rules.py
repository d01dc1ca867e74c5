"""What a rule and a mark are: patterns with a name, compiled when they are first used."""

from __future__ import annotations

import re
from typing import NamedTuple

from pmi.model.learning import SignalKind


class Rule(NamedTuple):
    """A pattern that speaks for one kind of signal.

    Attributes:
        weight: How far it goes alone.
    """

    name: str
    kind: SignalKind
    weight: float
    pattern: re.Pattern[str]


class Mark(NamedTuple):
    """A pattern that tells what a sentence is, whatever it is about: a question, a request, …."""

    name: str
    pattern: re.Pattern[str]


class Language(NamedTuple):
    """What sentences of a language are looked through for."""

    name: str
    rules: tuple[Rule, ...]
    marks: tuple[Mark, ...]
    classes: tuple[Mark, ...] = ()


def rules(*rows: tuple[str, SignalKind, float, str]) -> tuple[Rule, ...]:
    """Return rules of rows of name, kind, weight and pattern."""
    return tuple(Rule(name, kind, weight, _compiled(text)) for name, kind, weight, text in rows)


def marks(*rows: tuple[str, str]) -> tuple[Mark, ...]:
    """Return marks of rows of name and pattern."""
    return tuple(Mark(name, _compiled(text)) for name, text in rows)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
