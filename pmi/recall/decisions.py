"""Reads back what a decision was about: the words, and the memory that it left behind.

Example: ``decided_text(read_back(store, ["12"], "en"), "approve", "en")``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pmi.base.errors import NotFound, UsageError
from pmi.base.ids import short_id
from pmi.model.memory import Memory
from pmi.recall.learned import find_contradicted, find_number
from pmi.recall.review_text import Decided, name_of, words_of
from pmi.store import learnings, memories, reviews
from pmi.store.projects import list_project_names

if TYPE_CHECKING:
    from pmi.model.operation import Review
    from pmi.store.database import Store

REFERENCE_DIGITS = 6
"""From so many characters on it is the end of an id, and no number."""

EVERYTHING = frozenset(("all", "*", "everything", "全部", "所有", "都"))
"""What people type for all of them; each is decided about by its number."""

_REFERENCE = re.compile(r"(?:mem|prp)_[0-9a-z]+|#?\d{1,5}")
_EDIT = re.compile(r"\s*#?(\d{1,5})(?:[\s:：,，、]+|(?=[\u3400-\u9fff]))(.+)", re.DOTALL)
_BETWEEN = re.compile(r"[,，、;；。]|(?<=\d)[.．]?\Z|(?<=\d)[和与與及](?=#?\d)")
"""What stands between references, or behind the last; `和` only from number to number."""


def split_references(words: str) -> tuple[list[str], str]:
    """Return the references that a typed command begins with, and the words behind them.

    The first word is a reference, whatever it is; so are the numbers and ids that follow. A
    number may be typed in wide digits.

    >>> split_references("12, 13 it is out of date")
    (['12', '13'], 'it is out of date')
    >>> split_references("１２，１３、#14 已过时")
    (['12', '13', '14'], '已过时')
    >>> split_references("3f9a1c")
    (['3f9a1c'], '')
    """
    found: list[str] = []
    rest = words.strip()
    while rest:
        first, *behind = rest.split(maxsplit=1)
        parts = [unicodedata.normalize("NFKC", part) for part in _BETWEEN.split(first) if part]
        if found and not all(_REFERENCE.fullmatch(part) for part in parts):
            break
        found += [part.removeprefix("#") for part in parts]
        rest = behind[0] if behind else ""
    return found, rest


def split_edit(words: str) -> tuple[int, str]:
    """Return the number that a typed edit begins with, and the new words; 0 where it names none.

    >>> split_edit("41 use pnpm"), split_edit("４１：用 pnpm"), split_edit("use pnpm")
    ((41, 'use pnpm'), (41, '用 pnpm'), (0, ''))
    """
    found = _EDIT.fullmatch(words)
    text = found[2].strip() if found is not None else ""
    return (int(found[1]), text) if found is not None and text else (0, "")


def named_references(words: Sequence[str]) -> list[str]:
    """Return what some words name to be decided about, each once.

    Raises:
        UsageError: They name everything at once.
        NotFound: They name nothing.
    """
    parts = [part for word in words for part in _BETWEEN.split(word)]
    found = [unicodedata.normalize("NFKC", part).strip().removeprefix("#") for part in parts]
    found = list(dict.fromkeys(part for part in found if part))
    hint = "name each by its number: /pmi:learnings or pmi learnings list"
    every = next((part for part in found if part.lower() in EVERYTHING), "")
    if every:
        raise UsageError(f"{every!r} is no number.", hint)
    if not found:
        raise NotFound("Nothing is named.", hint)
    return found


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
    names = list_project_names(store)
    made = iter(left)
    found = []
    for reference in references:
        review = _find(known, reference)
        if review is not None:
            found.append(_of_review(review, made, language))
            continue
        memory = next(made, None) or memories.find_memory(connection, reference)
        learning = learnings.find_learning(connection, find_number(reference))
        text = learning.text if learning is not None else memory.content if memory else ""
        name = reference if learning is not None or memory is None else short_id(memory.id)
        decided = Decided(name, text, memory, learning=learning)
        if learning is not None:
            place, against = names.get(learning.project, ""), find_contradicted(store, learning)
            decided = decided._replace(place=place, against=against)
        found.append(decided)
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
    number = find_number(wanted)
    if number:
        return next((item for item in known if item.number == number), None)
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
