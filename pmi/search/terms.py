"""Chooses which words of a question are looked up, and weighs them (pure but for counts).

The cost of a question is the sum of its words' posting lists: the rarest words are taken
first, under a budget, at least two. The user's text never becomes FTS5 syntax: a term is
letters, digits and underscores only.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from pmi.base.text import MAX_TOKEN, UNIT, WORD_PATTERN, comparable, fts_term, normal, unit_tokens
from pmi.base.words import stem

INDEXED_CHARS = 50_000
"""Of one longer message only the beginning is searchable."""

CACHED_WORDS = 60_000
"""So many different words are kept with their terms while indexing, about 12 MB."""

CACHED_CHARS = 40
"""A longer unit is hardly ever met again."""


_BORDER = "\x01"

MIN_TERMS = 2
MAX_TERMS = 32


class Term(NamedTuple):
    """One word of a question.

    Attributes:
        word: The token, as it is shown to people.
        indexed: The same as the index keeps it.
        documents: In how many documents it occurs.
        weight: How much a match counts: rare words count more.
    """

    word: str
    indexed: str
    documents: int
    weight: float


def choose_terms(
    counted: Iterable[tuple[str, str, int]], documents: int, budget: int
) -> list[Term]:
    """Return the terms to look up, the rarest first; words that occur nowhere are left out.

    Args:
        counted: Word, its indexed form, and in how many documents it occurs.
        documents: How many documents there are.
        budget: Sum of posting lists that may be read.
    """
    known = sorted((count, word, indexed) for word, indexed, count in counted if count > 0)
    chosen: list[Term] = []
    spent = 0
    for count, word, indexed in known[:MAX_TERMS]:
        if len(chosen) >= MIN_TERMS and spent + count > budget:
            break
        spent += count
        chosen.append(Term(word, indexed, count, inverse_frequency(count, documents)))
    return chosen


def inverse_frequency(count: int, documents: int) -> float:
    """Return the weight of a word; above 0 however common it is.

    >>> inverse_frequency(1, 1000) > inverse_frequency(500, 1000) > 0
    True
    """
    return math.log(1 + (max(documents, count) - count + 0.5) / (count + 0.5))


def index_terms(text: str) -> str:
    """Return a text as the index holds it: its tokens, as the FTS table keeps them whole.

    They are those of ``map(fts_term, tokens(text))``, between spaces, in another order, and come
    some ten times faster: no step here is taken for each character or word in Python.
    """
    plain = normal(text[:INDEXED_CHARS])
    if plain.isascii():
        return " ".join(map(_known.__getitem__, _ascii_pattern().findall(plain)))
    others_and_runs = _wide_pattern().split(plain)
    others = " ".join(others_and_runs[::2])
    words = " ".join(map(_known.__getitem__, UNIT.findall(others)))
    runs = others_and_runs[1::2]
    return f"{words} {_cut_runs(runs)}" if runs else words


class _KnownWords(dict[str, str]):
    """The terms of each unit of text but CJK, made when first asked for."""

    def __missing__(self, unit: str) -> str:
        if unit.isascii() and unit.isalpha() and unit[1:].islower() and len(unit) <= MAX_TOKEN:
            terms = stem(unit.lower())  # the same, without looking for parts that it has not
        else:
            terms = " ".join(map(fts_term, unit_tokens(unit)))
        if len(unit) <= CACHED_CHARS:
            if len(self) >= CACHED_WORDS:
                self.clear()
            self[unit] = terms
        return terms


_known = _KnownWords()


def _cut_runs(runs: list[str]) -> str:
    """Return each character and each pair of neighbours of CJK runs, between spaces.

    All runs are cut at once, as an array of characters: each with its neighbour, a space, itself,
    a space. What so stands around a border of two runs is taken out again.
    """
    text = f"{_BORDER.join(runs)}{_BORDER}"
    if _traditional_pattern().search(text):
        text = comparable(text)
    signs = array("I", text.encode("utf-32")[4:])
    cut = array("I", " ".encode("utf-32")[4:]) * (5 * len(signs))
    cut[0::5] = cut[3::5] = signs
    cut[1:-5:5] = signs[1:]
    return re.sub(f"{_BORDER} . {_BORDER}. {_BORDER} ", " ", cut.tobytes().decode("utf-32"))


# Hooks do not load this module: compiling takes 6 ms, so `pmi.base.text` goes a slower way.


@cache
def _ascii_pattern() -> re.Pattern[str]:
    return re.compile(WORD_PATTERN, re.ASCII)


@cache
def _wide_pattern() -> re.Pattern[str]:
    """Return what finds a run of CJK; with a mark of punctuation, which is then not looked at."""
    return re.compile(r"([^\W\x00-\u2e7f]+)[\u2018-\u201d\u3000-\u303f]?")


@cache
def _traditional_pattern() -> re.Pattern[str]:
    from pmi.base.han import TRADITIONAL

    return re.compile(f"[{TRADITIONAL}]")


def token_of(indexed: str) -> str:
    """Return the token that the index keeps so.

    >>> token_of(fts_term("src/auth_flow.rs"))
    'src/auth_flow.rs'
    """
    return re.sub("_([0-9a-f]+)_", lambda match: chr(int(match.group(1), 16)), indexed)


def match_any(terms: Iterable[Term]) -> str:
    """Return the FTS5 expression that any of the terms satisfies."""
    return " OR ".join(f'"{term.indexed}"' for term in terms)
