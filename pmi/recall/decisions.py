"""Reads back what a decision was about: the words, and the memory that it left behind.

Example: ``decided_text(read_back(store, ["12"], "en"), "approve", "en")``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pmi.base.ids import short_id
from pmi.model.memory import Memory
from pmi.recall.review_text import Decided, name_of, words_of
from pmi.store import memories, reviews

if TYPE_CHECKING:
    from pmi.model.operation import Review
    from pmi.store.database import Store

REFERENCE_DIGITS = 6
"""From so many characters on it is the end of an id, and no number."""

_REFERENCE = re.compile(r"(?:mem|prp)_[0-9a-z]+|#?\d{1,5}")


def split_references(words: str) -> tuple[list[str], str]:
    """Return the references that a typed command begins with, and the words behind them.

    The first word is a reference, whatever it is; so are the numbers and ids that follow.

    >>> split_references("12, 13 it is out of date")
    (['12', '13'], 'it is out of date')
    >>> split_references("3f9a1c")
    (['3f9a1c'], '')
    """
    found: list[str] = []
    rest = words.strip()
    while rest:
        first, *behind = rest.split(maxsplit=1)
        parts = [part for part in re.split("[,，、]", first) if part]
        if found and not all(_REFERENCE.fullmatch(part) for part in parts):
            break
        found += [part.removeprefix("#") for part in parts]
        rest = behind[0] if behind else ""
    return found, rest


def read_back(
    store: Store, references: Sequence[str], language: str, *, left: Sequence[Memory] = ()
) -> list[Decided]:
    """Return what these references name, as it is after the decision.

    Args:
        left: The memories that the decision gave back, in the order of the references that
            have one.
    """
    connection = store.reading("memory")
    known = reviews.list_reviews(connection, None)
    made = iter(left)
    found = []
    for reference in references:
        review = _find(known, reference)
        if review is not None:
            found.append(_of_review(review, made, language))
            continue
        memory = next(made, None) or memories.find_memory(connection, reference)
        learning = None
        if reference.isdecimal() and len(reference) < REFERENCE_DIGITS:
            learning = memories.find_learning(connection, int(reference))
        text = learning.text if learning is not None else memory.content if memory else ""
        name = reference if learning is not None or memory is None else short_id(memory.id)
        found.append(Decided(name, text, memory))
    return _with_instead(store, found)


def _with_instead(store: Store, decided: Sequence[Decided]) -> list[Decided]:
    """Return what was decided with the words that gave way to it."""
    connection = store.reading("memory")
    ids = [item.memory.id for item in decided if item.memory is not None]
    before = {
        memory: standing.predecessor
        for memory, standing in memories.list_standings(connection, ids).items()
        if standing.predecessor
    }
    words = {item.id: item.content for item in memories.find_many(connection, before.values())}
    return [
        item._replace(instead=words.get(before.get(item.memory.id, ""), ""))
        if item.memory is not None
        else item
        for item in decided
    ]


def _find(known: Sequence[Review], reference: str) -> Review | None:
    wanted = reference.strip().lower()
    if wanted.isdecimal() and len(wanted) < REFERENCE_DIGITS:
        return next((item for item in known if item.number and item.number == int(wanted)), None)
    ending = wanted.removeprefix("prp_").removeprefix("mem_")
    if len(ending) < REFERENCE_DIGITS:
        return None
    return next((item for item in reversed(known) if item.subject.endswith(ending)), None)


def _of_review(review: Review, made: Iterator[Memory], language: str) -> Decided:
    name, text = name_of(review), words_of(review, language)
    if review.proposal is None:
        return Decided(name, text, next(made, None) or review.memory)
    operation = review.proposal.operation
    if operation.op in ("archive", "restore"):
        return Decided(name, text, review.against)
    if operation.op == "update" and not operation.target:
        return Decided(name, text)
    return Decided(name, text, next(made, None))
