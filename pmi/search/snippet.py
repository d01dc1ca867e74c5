"""Cuts the telling part out of a stored text and marks what matched (pure functions).

What is marked is found as the index finds it, token by token, so that a word is marked however
it was written: `Cafés` for cafe, `資料庫` for 资料库.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from pmi.base.text import PART, UNIT, comparable, is_wide, unit_tokens

SNIPPET_CHARS = 240
BEFORE_CHARS = 60
OPEN, CLOSE = "«", "»"

MOST_SPANS = 200
BLOCK_CHARS = 2000

_NOT_ASCII = r"[\x00-\x7f]?[^\x00-\x7f]+"
"""A mark may be written onto the last character before."""

_MARKS_MOST = 8

_BEGINNING = 2
"""So many characters of a plain word are kept by every rule that makes tokens of it."""

_AROUND_WORDS = ".,;:!?\"'()[]{}*`"


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
    if not words:
        return merged
    for start, end in _places(line, frozenset(words)):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif len(merged) < MOST_SPANS:
            merged.append((start, end))
        else:
            break
    return merged


def _places(line: str, wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    for offset, block in _blocks(line):
        plain, starts, ends = _aligned(block)
        for first, last in _matches(plain, wanted):
            yield offset + starts[first], offset + ends[last - 1]


def _blocks(line: str) -> Iterator[tuple[int, str]]:
    """Yield parts of a line that are long enough to be read at once, with where they begin."""
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
    beginnings = {re.escape(word[:_BEGINNING]) for word in wanted}
    may_have = re.compile("|".join(beginnings), re.IGNORECASE).search
    position = 0
    for chunk in plain.split(" "):
        bare = chunk.strip(_AROUND_WORDS)
        if not (bare.isascii() and bare.isalnum()) or may_have(bare):
            for match in UNIT.finditer(chunk):
                unit = match.group()
                if unit not in known:
                    known[unit] = list(_matches_in_unit(unit, wanted))
                start = position + match.start()
                yield from ((start + first, start + last) for first, last in known[unit])
        position += len(chunk) + 1


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
    parts = {
        match.span(): hits.intersection(unit_tokens(match.group())) for match in PART.finditer(unit)
    }
    if hits.difference(*parts.values()):
        yield 0, len(unit)
    else:
        yield from (span for span, own in parts.items() if own)


class _Alignment:
    """A line as words are taken from it, and what each of its characters was made of.

    Attributes:
        starts: For each character, where that begins in the line; `ends` where it ends.
    """

    def __init__(self) -> None:
        self.plain: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self._wide = False

    def add(self, text: str, starts: Sequence[int], ends: Sequence[int], *, wide: bool) -> None:
        """Add some characters, with a space where CJK begins or ends."""
        if wide != self._wide:
            self._wide = wide
            self.plain.append(" ")
            self.starts.append(starts[0])
            self.ends.append(starts[0])
        self.plain.append(text)
        self.starts += starts
        self.ends += ends


def _aligned(line: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """Return the line as words are taken from it, CJK between spaces.

    Besides, for each of its characters, where what it was made of begins and ends in the line.
    """
    if line.isascii():
        return line, range(len(line)), range(1, len(line) + 1)
    made = _Alignment()
    position = 0
    for stretch in re.finditer(_NOT_ASCII, line):
        first, last = stretch.span()
        _add_ascii(made, line, position, first)
        for start, end in _clusters(line, first, last):
            for sign in _comparable(line[start:end]):
                made.add(sign, (start,), (end,), wide=is_wide(sign))
        position = last
    _add_ascii(made, line, position, len(line))
    return "".join(made.plain), made.starts, made.ends


def _add_ascii(made: _Alignment, line: str, first: int, last: int) -> None:
    if first < last:
        made.add(line[first:last], range(first, last), range(first + 1, last + 1), wide=False)


def _clusters(line: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield spans of characters with the marks that are written onto them."""
    if not any(map(_is_mark, set(line[first:last]))):
        yield from zip(range(first, last), range(first + 1, last + 1), strict=True)
        return
    for i in range(first + 1, last):
        if i - first > _MARKS_MOST or not _is_mark(line[i]):
            yield first, i
            first = i
    yield first, last


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
