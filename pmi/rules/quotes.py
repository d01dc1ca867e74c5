r"""Finds a quote in a text: verbatim, but for line endings, composition and what nobody sees.

Offsets are code points of the text as it is stored, half-open.

Example:
    >>> find_quote("first\r\nsecond line", "first\nsecond")
    (0, 13)
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable

from pmi.base.text import UNSEEN

QUOTE_MIN_CHARS = 4
"""A quote that is shorter proves nothing: it occurs everywhere."""

_NEAR_CHARS = 160
_NEAR_SHARE = 0.4
_LONG_CHARS = 200_000
"""Of a text longer than this only the lines around pieces of a quote are compared with it."""
_UNSEEN = re.compile(UNSEEN)
"""Who quotes was shown the text without these."""

_LINE_END = re.compile(r"\r\n?|\n")
_CLUSTER_CHARS = 32  # composing a long run of marks takes quadratic time


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Return the span of the first place where a quote stands in a text, or None.

    Space around the quote is not part of it. A quote under four characters is never found.

    >>> find_quote("我们只在周二部署。", "只在周二")
    (2, 6)
    >>> find_quote("yes and no", "yes") is None
    True
    >>> find_quote("only on" + chr(0x200B) + " Tuesdays", "on Tuesdays")
    (5, 17)
    """
    wanted = quote.strip()
    if len(wanted) < QUOTE_MIN_CHARS:
        return None
    start = text.find(wanted)
    if start >= 0:
        return start, start + len(wanted)
    folded_quote = _folded(wanted)
    if len(folded_quote) < QUOTE_MIN_CHARS:
        return None
    offset, passage = _passage(text, folded_quote)
    folded, spans = _fold(passage)
    start = folded.find(folded_quote)
    if start < 0:
        return None
    return offset + spans[start][0], offset + spans[start + len(folded_quote) - 1][1]


def find_missing(text: str, quotes: Iterable[str]) -> list[str]:
    r"""Return those of some quotes that do not stand in a text, each once, in their order.

    >>> find_missing("We deploy\r\nonly on Tuesdays", ["deploy\nonly", "on Fridays"])
    ['on Fridays']
    """
    missing, folded = [], ""
    for quote in dict.fromkeys(quotes):
        wanted = quote.strip()
        if wanted in text and len(wanted) >= QUOTE_MIN_CHARS:
            continue
        folded = folded or _folded(text)
        if _folded(wanted) not in folded or find_quote(text, quote) is None:
            missing.append(quote)
    return missing


def find_nearest_line(text: str, quote: str) -> str:
    """Return the line of a text that shares most with a quote that is not there; or empty.

    For the person or agent who mistyped: at most 160 characters, decided by how many of the
    quote's pairs of characters it has; of equals the shorter line.
    """
    wanted = _pairs(quote)
    if len(text) > _LONG_CHARS:
        text = _lines_around(text, quote)
    best, best_share = "", 0.0
    for line in text.splitlines():
        pairs = _pairs(line[:2000])
        shared = len(pairs & wanted)
        share = shared / len(wanted) + 0.1 * shared / len(wanted | pairs) if shared else 0.0
        if share > best_share:
            best, best_share = line.strip(), share
    return best[:_NEAR_CHARS] if best_share >= _NEAR_SHARE else ""


def _folded(text: str) -> str:
    """Return a text as `_fold` does, without the places, at the speed of a search."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    return unicodedata.normalize("NFC", _UNSEEN.sub("", plain))


def _passage(text: str, folded_quote: str) -> tuple[int, str]:
    """Return the lines of a long text in which a folded quote stands, and where they begin.

    Folding a text with the place of every character takes a second for a million of them.
    """
    if len(text) <= _LONG_CHARS:
        return 0, text
    folded = _folded(text)
    start = folded.find(folded_quote)
    if start < 0:
        return 0, ""
    before, lines = folded.count("\n", 0, start), folded_quote.count("\n")
    ends = [match.end() for match in itertools.islice(_LINE_END.finditer(text), before + lines + 1)]
    first = ends[before - 1] if before else 0
    last = ends[before + lines] if len(ends) > before + lines else len(text)
    return first, text[first:last]


def _lines_around(text: str, quote: str) -> str:
    """Return the lines of a long text that hold a piece of a quote, at most a few hundred."""
    words = sorted(set(quote.split()), key=len, reverse=True)[:6]
    pieces = [word for word in words if len(word) >= QUOTE_MIN_CHARS] or [quote.strip()[:4]]
    pieces += [quote[at : at + 6] for at in range(0, min(len(quote), 60), 10)]
    found: dict[tuple[int, int], None] = {}
    for piece in filter(str.strip, pieces):
        at = text.find(piece)
        for _ in range(40):
            if at < 0:
                break
            start = max(text.rfind("\n", 0, at) + 1, at - 1000)
            end = text.find("\n", at, at + 1000)
            found[start, end if end >= 0 else at + 1000] = None
            at = text.find(piece, at + 1000)
    return "\n".join(text[start:end] for start, end in sorted(found))


def _fold(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return what is seen of a text, composed, with newlines only, and each character's span."""
    folded: list[str] = []
    spans: list[tuple[int, int]] = []
    start, length = 0, len(text)
    unseen = {found.start() for found in _UNSEEN.finditer(text)}
    while start < length:
        end = start + 1
        if text[start] == "\r":
            end += text[end : end + 1] == "\n"
            cluster = "\n"
        elif start in unseen:
            start = end
            continue
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
