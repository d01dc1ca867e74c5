"""Cuts long texts into chunks that end where a paragraph or a sentence ends (pure functions).

>>> cut("One two. Three four.", target=10)
[(0, 9), (9, 20)]
"""

from __future__ import annotations

import re

CHUNK_CHARS = 800
"""About how long a chunk is, in code points; a text without any ends is cut in the middle."""

_ENDS = (
    re.compile(r"\n[ \t]*\n\s*"),
    re.compile(r"\n|[.!?…][)\"'\u201d\u2019]*\s+|[。！？；…]+[」』”’）]*\s*"),
    re.compile(r"\s+|[，、,;：:]\s*"),
)
"""Where a text may be cut, the best places first."""


def cut(
    text: str, start: int = 0, most: int = 0, target: int = CHUNK_CHARS
) -> list[tuple[int, int]]:
    """Return half-open spans (code points) that follow each other without gaps.

    Args:
        start: Where to begin.
        most: At most so many spans; 0 for all to the end of the text.
        target: Length aimed at; a chunk is half to one and a half times as long.
    """
    spans: list[tuple[int, int]] = []
    while start < len(text) and not (most and len(spans) >= most):
        end = _end_of(text, start, target)
        spans.append((start, end))
        start = end
    return spans


def _end_of(text: str, start: int, target: int) -> int:
    """Return the end nearest to the aimed one: of a paragraph, else a sentence, else a word."""
    first, aim, last = start + target // 2, start + target, start + target + target // 2
    if last >= len(text):
        return len(text)
    for pattern in _ENDS:
        ends = [found.end() for found in pattern.finditer(text, first, last)]
        if ends:
            return min(ends, key=lambda end: (abs(end - aim), end))
    return min(aim, len(text))
