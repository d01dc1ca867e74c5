"""What a rule and a mark are: patterns with a name, compiled when they are first used."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pmi.model.learning import SignalKind


class Rule(NamedTuple):
    """A pattern that speaks for one kind of signal.

    Attributes:
        weight: How far it goes alone.
        text: The pattern as it is written.
    """

    name: str
    kind: SignalKind
    weight: float
    text: str

    def search(self, sentence: str) -> re.Match[str] | None:
        """Return where it fits first; None where it does not."""
        return _compiled(self.text).search(sentence)


class Mark(NamedTuple):
    """A pattern that tells what a sentence is, whatever it is about: a question, a request, …."""

    name: str
    text: str

    def search(self, sentence: str) -> re.Match[str] | None:
        """Return where it fits first; None where it does not."""
        return _compiled(self.text).search(sentence)


class Language(NamedTuple):
    """What sentences of a language are looked through for."""

    name: str
    rules: tuple[Rule, ...]
    marks: tuple[Mark, ...]
    classes: tuple[Mark, ...] = ()


def rules(*rows: tuple[str, SignalKind, float, str]) -> tuple[Rule, ...]:
    """Return rules of rows of name, kind, weight and pattern."""
    return tuple(Rule(*row) for row in rows)


def marks(*rows: tuple[str, str]) -> tuple[Mark, ...]:
    """Return marks of rows of name and pattern."""
    return tuple(Mark(*row) for row in rows)


@cache
def _compiled(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
