"""Cuts the telling part out of a stored text and marks what matched (pure functions)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

SNIPPET_CHARS = 240
BEFORE_CHARS = 60
OPEN, CLOSE = "«", "»"


def snippet(text: str, words: Sequence[str], width: int = SNIPPET_CHARS) -> str:
    """Return one line around the first matches, each between « and ».

    Args:
        words: Tokens that matched, the weightiest first; a stemmed one marks the whole word.
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


def _spans(line: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return merged half-open spans of the words, in the order of the text."""
    folded = _fold(line)
    found: list[tuple[int, int]] = []
    for word in words:
        position = folded.find(word)
        while position >= 0 and len(found) < 200:
            end = position + len(word)
            if not (word[0].isascii() and word[0].isalnum() and _inside_word(folded, position)):
                found.append((position, _word_end(folded, end) if word.isascii() else end))
            position = folded.find(word, end)
    merged: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged


def _best_start(spans: Sequence[tuple[int, int]], width: int) -> int:
    """Return the start of the span from which the most matched text fits the width."""
    best, most = spans[0][0], 0
    for index, (first, _) in enumerate(spans):
        inside = sum(b - a for a, b in spans[index : index + 20] if b <= first + width)
        if inside > most:
            best, most = first, inside
    return best


def _fold(line: str) -> str:
    """Return the text folded, one character for one, so that offsets stay."""
    if line.isascii():
        return line.lower()
    whole = unicodedata.normalize("NFKC", line).lower()
    if len(whole) == len(line):
        return whole
    return "".join(_fold_one(character) for character in line)


def _fold_one(character: str) -> str:
    folded = unicodedata.normalize("NFKC", character).lower()
    return folded if len(folded) == 1 else character


def _inside_word(folded: str, position: int) -> bool:
    before = folded[position - 1 : position]
    return before.isascii() and before.isalnum()


def _word_end(folded: str, end: int) -> int:
    """Extend over the rest of a word, for tokens that are stems."""
    while end < len(folded) and folded[end].isascii() and folded[end].isalnum():
        end += 1
    return end
