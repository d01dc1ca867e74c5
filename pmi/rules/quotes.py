r"""Finds a quote in a text: verbatim, but for line endings and Unicode composition.

Offsets are code points of the text as it is stored, half-open.

Example:
    >>> find_quote("first\r\nsecond line", "first\nsecond")
    (0, 13)
"""

from __future__ import annotations

import unicodedata

QUOTE_MIN_CHARS = 4
"""A quote that is shorter proves nothing: it occurs everywhere."""

_NEAR_CHARS = 160
_CLUSTER_CHARS = 32  # composing a long run of marks takes quadratic time


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Return the span of the first place where a quote stands in a text, or None.

    Space around the quote is not part of it. A quote under four characters is never found.

    >>> find_quote("我们只在周二部署。", "只在周二")
    (2, 6)
    >>> find_quote("yes and no", "yes") is None
    True
    """
    wanted = quote.strip()
    if len(wanted) < QUOTE_MIN_CHARS:
        return None
    start = text.find(wanted)
    if start >= 0:
        return start, start + len(wanted)
    folded_quote, _ = _fold(wanted)
    if len(folded_quote) < QUOTE_MIN_CHARS:
        return None
    folded, spans = _fold(text)
    start = folded.find(folded_quote)
    if start < 0:
        return None
    return spans[start][0], spans[start + len(folded_quote) - 1][1]


def find_nearest_line(text: str, quote: str) -> str:
    """Return the line of a text that shares most with a quote that is not there; or empty.

    For the person or agent who mistyped: at most 160 characters, decided by shared pairs of
    characters.
    """
    wanted = _pairs(quote)
    best, best_share = "", 0.0
    for line in text.splitlines():
        pairs = _pairs(line[:2000])
        share = len(pairs & wanted) / len(wanted | pairs) if pairs and wanted else 0.0
        if share > best_share:
            best, best_share = line.strip(), share
    return best[:_NEAR_CHARS] if best_share >= 0.2 else ""


def _fold(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text composed and with newlines only, and each character's span in it."""
    folded: list[str] = []
    spans: list[tuple[int, int]] = []
    start, length = 0, len(text)
    while start < length:
        end = start + 1
        if text[start] == "\r":
            end += text[end : end + 1] == "\n"
            cluster = "\n"
        else:
            while end < length and end - start < _CLUSTER_CHARS and _joins(text[end]):
                end += 1
            cluster = unicodedata.normalize("NFC", text[start:end])
        folded.append(cluster)
        if cluster == text[start:end]:
            spans.extend((index, index + 1) for index in range(start, end))
        else:
            spans.extend([(start, end)] * len(cluster))
        start = end
    return "".join(folded), spans


def _joins(character: str) -> bool:
    # Vowels and finals of Hangul compose with what stands before them, without being marks.
    return unicodedata.combining(character) > 0 or "\u1160" <= character <= "\u11ff"


def _pairs(text: str) -> set[str]:
    plain = "".join(text.casefold().split())
    return {plain[index : index + 2] for index in range(len(plain) - 1)}
