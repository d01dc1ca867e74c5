"""Cuts the telling part out of a stored text and marks what matched (pure functions).

What is marked is found as the index finds it, token by token, so that a word is marked however
it was written: `Cafés` for cafe, `資料庫` for 资料库.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from pmi.base.text import UNIT, comparable, fts_term, is_wide, unit_tokens
from pmi.search.terms import index_terms

SNIPPET_CHARS = 240
BEFORE_CHARS = 60
OPEN, CLOSE = "«", "»"

MOST_SPANS = 200
BLOCK_CHARS = 2000

_PART = r"[^-./\\@:+&=~_]+"
_MARKS_MOST = 8


def snippet(text: str, words: Sequence[str], width: int = SNIPPET_CHARS) -> str:
    """Return one line around the first matches, each between « and ».

    Args:
        words: Tokens that matched; one of a word or of a part of it marks it whole.
    """
    line = " ".join(text.split())
    spans = _spans(line, words)
    start, end = _window(line, spans, width)
    parts: list[str] = ["…"] if start else []
    position = start
    for first, last in spans:
        if first < position or last > end:
            continue
        parts += [line[position:first], OPEN, line[first:last], CLOSE]
        position = last
    parts.append(line[position:end])
    if end < len(line):
        parts.append("…")
    return "".join(parts)


def excerpt(text: str, words: Sequence[str], width: int = SNIPPET_CHARS) -> str:
    """Return one line around the matches as `snippet` does, with no marks in it."""
    line = " ".join(text.split())
    start, end = _window(line, _spans(line, words), width)
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def _window(line: str, spans: Sequence[tuple[int, int]], width: int) -> tuple[int, int]:
    start = 0
    if spans and spans[0][1] > width - BEFORE_CHARS // 2:
        start = max(0, _best_start(spans, width) - BEFORE_CHARS)
    return start, min(len(line), start + width)


def _spans(line: str, words: Collection[str]) -> list[tuple[int, int]]:
    """Return merged half-open spans of the words, in the order of the text."""
    merged: list[tuple[int, int]] = []
    for start, end in _places(line, frozenset(words)):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif len(merged) < MOST_SPANS:
            merged.append((start, end))
        else:
            break
    return merged


def _places(line: str, wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans of wanted words; of a long text only where the index would have them."""
    indexed = {fts_term(word) for word in wanted}
    for offset, block in _blocks(line):
        if len(line) > BLOCK_CHARS and indexed.isdisjoint(index_terms(block).split(" ")):
            continue
        plain, starts, ends = _aligned(block)
        for first, last in _matches(plain, wanted):
            yield offset + starts[first], offset + ends[last - 1]


def _blocks(line: str) -> Iterator[tuple[int, str]]:
    start = 0
    while start < len(line):
        end = start + BLOCK_CHARS
        space = line.find(" ", end, end + BLOCK_CHARS // 2)
        end = space if space >= 0 else end
        yield start, line[start:end]
        start = end


def _matches(plain: str, wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield spans of units, or of parts of them, that have a wanted token."""
    known: dict[str, list[tuple[int, int]]] = {}
    for match in UNIT.finditer(plain):
        unit = match.group()
        if unit not in known:
            known[unit] = list(_matches_in_unit(unit, wanted))
        for first, last in known[unit]:
            yield match.start() + first, match.start() + last


def _matches_in_unit(unit: str, wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    if is_wide(unit[0]):
        for i, sign in enumerate(unit):
            if unit[i : i + 2] in wanted:
                yield i, min(i + 2, len(unit))
            elif sign in wanted:
                yield i, i + 1
        return
    hits = wanted.intersection(unit_tokens(unit))
    if not hits:
        return
    parts = {match.span(): hits.intersection(unit_tokens(match.group())) for match in _parts(unit)}
    if hits.difference(*parts.values()):
        yield 0, len(unit)
    else:
        yield from (span for span, own in parts.items() if own)


def _parts(unit: str) -> Iterator[re.Match[str]]:
    return re.finditer(_PART, unit)


def _aligned(line: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """Return the line as words are taken from it, CJK between spaces.

    Besides, for each of its characters, where what it was made of begins and ends in the line.
    """
    if line.isascii():
        return line, range(len(line)), range(1, len(line) + 1)
    plain: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    inside = False
    for first, last in _clusters(line):
        for sign in _comparable(line[first:last]):
            if is_wide(sign) != inside:
                inside = not inside
                plain.append(" ")
                starts.append(first)
                ends.append(first)
            plain.append(sign)
            starts.append(first)
            ends.append(last)
    return "".join(plain), starts, ends


def _clusters(line: str) -> Iterator[tuple[int, int]]:
    """Yield spans of characters with the marks that are written onto them."""
    first = 0
    for i in range(1, len(line)):
        if i - first > _MARKS_MOST or not _is_mark(line[i]):
            yield first, i
            first = i
    if line:
        yield first, len(line)


@lru_cache(4096)
def _is_mark(sign: str) -> bool:
    """Tell whether a character joins the one before: accents, parts of a hangul syllable."""
    return (
        unicodedata.combining(sign) != 0
        or "\u1160" <= sign <= "\u11ff"
        or "\uff9e" <= sign <= "\uff9f"
    )


@lru_cache(4096)
def _comparable(cluster: str) -> str:
    return comparable(cluster)


def _best_start(spans: Sequence[tuple[int, int]], width: int) -> int:
    """Return the start of the span from which the most matched text fits the width."""
    best, most = spans[0][0], 0
    for index, (first, _) in enumerate(spans):
        inside = sum(b - a for a, b in spans[index : index + 20] if b <= first + width)
        if inside > most:
            best, most = first, inside
    return best
