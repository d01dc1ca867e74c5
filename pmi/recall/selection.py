"""Decides what of the found answers a question, and how well (pure functions).

A question is a set of words and of runs of Chinese, Japanese or Korean. Something *covers* the
share of the question's weight that its own words make up; rare words weigh more. What covers
enough is strong, the rest is listed as weak or not at all.

Example: ``coverage(take_apart("when do we deploy?"), {"deploy": 5.0}, {"deploy"})`` is 1.0.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from math import log, sqrt
from typing import NamedTuple

from pmi.base.text import comparable, is_cjk, normal, query_terms
from pmi.base.words import STOP_CJK

STRONG_SHARE = 0.35
"""What covers at least so much of a question's weight counts as evidence.

Measured on the questions of ``tests/support/questions.py``, alone and among 20,000 memories: of
52 that are answered 50 and 48 are found, of 44 that are not 41 and 39 get nothing.
"""

WEAK_SHARE = 0.12
"""What covers less is not even listed."""

FEWEST_DOCUMENTS = 1_000
"""A small memory is weighed as if it held so many: there, every word would be a common one."""

WHOLE_WORDS = 8
"""A longer question is covered by what covers so many of its words: the rest tells its story."""

FOLLOWED_SHARE = 0.3
"""How much of a question's match counts for the answer that was given to it."""

LAST_CHARS = 60
"""In so much of a message's end its last clause is looked for."""

_CLOSING = " 。.!！~～…"
_CLAUSE_ENDS = "[，,。；;！!？?\n]"
_ASKED_AT_END = "(?:吗|呢|什么|怎么)$"
_ASKING = (
    "怎么|怎样|如何|为什么|为何|什么|多少|多久|多大|多长|几点|几号|哪|谁"
    "|是否|是不是|能不能|可不可以|要不要|有没有|会不会|该不该"
)
_INDEFINITE = "都|也|无论|不管|不论|任何|哪怕|没什么|就|由|了$"
"""What stands with such a word where it asks nothing: *whatever*, *who … decides*."""


class Run(NamedTuple):
    """What of a question is written without spaces, as pairs of characters.

    Attributes:
        stop: For each character, whether it belongs to a stop word.
    """

    pairs: tuple[str, ...]
    stop: tuple[bool, ...]


class Asked(NamedTuple):
    """A question taken apart.

    Attributes:
        words: Its telling words, as they are looked up, each once.
        runs: What of it is Chinese, Japanese or Korean, run by run.
    """

    words: tuple[str, ...]
    runs: tuple[Run, ...] = ()


def take_apart(question: str) -> Asked:
    """Return the words and runs of a question.

    >>> take_apart("什么时候 deploy 部署?").words
    ('deploy',)
    >>> [run.pairs for run in take_apart("什么时候 deploy 部署?").runs]
    [('什么', '么时', '时候'), ('部署',)]
    """
    words = tuple(term for term in query_terms(question) if not is_cjk(term[0]))
    runs: list[str] = []
    inside = False
    for sign in comparable(question):
        if is_cjk(sign):
            runs[-1:] = [runs[-1] + sign] if inside else [*runs[-1:], sign]
        inside = is_cjk(sign)
    return Asked(words, tuple(_run(run) for run in dict.fromkeys(runs)))


def _run(run: str) -> Run:
    pairs = tuple(run[i : i + 2] for i in range(len(run) - 1)) or (run,)
    stop = [sign in STOP_CJK for sign in run]
    for index, pair in enumerate(pairs):
        if pair in STOP_CJK:
            stop[index : index + len(pair)] = [True] * len(pair)
    return Run(pairs, tuple(stop))


def weigh(counts: Mapping[str, int], documents: int) -> dict[str, float]:
    """Return the weight of each word: rare ones weigh more.

    One that occurs nowhere says that something else is asked, or nothing: it weighs as the
    others do on average.

    Args:
        counts: In how many documents each word occurs.
        documents: How many documents there are.
    """
    size = max(documents, FEWEST_DOCUMENTS)
    known = {word: sqrt(log(1 + size / (count + 0.5))) for word, count in counts.items() if count}
    mean = sum(known.values()) / len(known) if known else 1.0
    return {word: known.get(word, mean) for word in counts}


def coverage(asked: Asked, weights: Mapping[str, float], matched: Collection[str]) -> float:
    """Return which share of a question's weight these words make up, from 0 to 1.

    Of a run, every pair of characters is a term, also those across the border of two words:
    such a pair is not missed where its characters belong to matched pairs or to stop words.
    """
    total = [weights[word] for word in asked.words if word in weights]
    got = [weights[word] for word in asked.words if word in matched and word in weights]
    for run in asked.runs:
        for pair, is_missed in zip(run.pairs, _missed(run, matched), strict=True):
            if pair not in weights:
                continue
            if pair in matched:
                got.append(weights[pair])
            if pair in matched or is_missed:
                total.append(weights[pair])
    if not total:
        return 0.0
    whole = sum(total) * min(1.0, WHOLE_WORDS / len(total))
    return min(1.0, sum(got) / whole)


def _missed(run: Run, matched: Collection[str]) -> list[bool]:
    """Tell for each pair of a run whether it says something that is not matched."""
    known = [False] * len(run.stop)
    for index, pair in enumerate(run.pairs):
        if pair in matched:
            known[index : index + len(pair)] = [True] * len(pair)
    if len(run.stop) == 1:
        return [not (run.stop[0] or known[0])]
    return [
        not (run.stop[index] or run.stop[index + 1] or (known[index] and known[index + 1]))
        for index in range(len(run.pairs))
    ]


def is_strong(share: float, own: Collection[str], names: Collection[str], asked: Asked) -> bool:
    """Tell whether something is evidence, and not only about somebody whom the question names.

    Args:
        share: What it covers of the question.
        own: Words of the question that stand in its own text.
        names: Words of the question that name an entity.
    """
    if share < STRONG_SHARE or not own:
        return False
    others = any(word not in names for word in asked.words) or any(
        any(_missed(run, names)) for run in asked.runs
    )
    return not others or any(word not in names for word in own)


def is_question(text: str) -> bool:
    """Tell whether a message asks something rather than says it.

    In Chinese the mark is often left out: there the last clause asks by its words.

    >>> is_question("When do we deploy? "), is_question("只在周二部署。"), is_question("为什么？")
    (True, False, True)
    >>> is_question("那周二发布可以吗"), is_question("报表怎么导出"), is_question("不管怎么改都慢")
    (True, True, False)
    """
    said = text.rstrip().rstrip("\"'”’)）")
    if said.endswith(("?", "？")):
        return True
    last = comparable(re.split(_CLAUSE_ENDS, said[-LAST_CHARS:].rstrip(_CLOSING))[-1])
    if re.search(_ASKED_AT_END, last):
        return True
    return bool(re.search(_ASKING, last)) and not re.search(_INDEFINITE, last)


def spells(question: str, most_words: int = 5, most_signs: int = 8) -> list[str]:
    """Return what of a question may be a name: runs of a few words, or of a few CJK characters.

    >>> spells("ask Ana Lee", most_words=2)
    ['ask', 'ask Ana', 'Ana', 'Ana Lee', 'Lee']
    """
    found: dict[str, None] = {}
    pieces = [piece.strip(_AROUND) for piece in normal(question).split()]
    pieces = [piece.removesuffix("'s").removesuffix("’s") for piece in pieces if piece]
    for start in range(len(pieces)):
        for end in range(start + 1, min(start + most_words, len(pieces)) + 1):
            found[" ".join(pieces[start:end])] = None
    for piece in pieces:
        if not piece.isascii():
            found.update(_runs_of(piece, most_signs))
    return list(found)


_AROUND = "\"'`“”‘’«»()[]{}<>《》「」『』（）【】.,;:!?…。，、；：！？"


def _runs_of(piece: str, most_signs: int) -> dict[str, None]:
    """Return the runs in a piece that is glued to Chinese, Japanese or Korean."""
    borders = [
        index
        for index in range(len(piece) + 1)
        if index in {0, len(piece)} or is_cjk(piece[index - 1]) or is_cjk(piece[index])
    ]
    found: dict[str, None] = {}
    for place, start in enumerate(borders):
        for end in borders[place + 1 : place + 1 + most_signs]:
            found[piece[start:end].strip(_AROUND)] = None
    found.pop("", None)
    return found
