"""Chooses which words of a question are looked up, and weighs them (pure but for counts).

The cost of a question is the sum of its words' posting lists: the rarest words are taken
first, under a budget, at least two. The user's text never becomes FTS5 syntax: a term is
letters, digits and underscores only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from pmi.base.text import fts_term, tokens

INDEXED_CHARS = 50_000
"""Of one longer message only the beginning is searchable."""

MIN_TERMS = 2
MAX_TERMS = 32


@dataclass(frozen=True, slots=True)
class Term:
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
    """Return a text as the index holds it: its tokens, as the FTS table keeps them whole."""
    return " ".join(fts_term(token) for token in tokens(text[:INDEXED_CHARS]))


def match_any(terms: Iterable[Term]) -> str:
    """Return the FTS5 expression that any of the terms satisfies."""
    return " OR ".join(f'"{term.indexed}"' for term in terms)
