"""Keeps what is private out of every file: credentials and `<private>` parts of a text.

Everything that PMI writes passes `clean` first, and once more on the way out. It may take too
much, never too little: an unclosed `<private>` is private to the end. Patterns are compiled only
where a text holds their marks, so that a hook pays for none of them.
"""

from __future__ import annotations

import re

from pmi.base import shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

PRIVATE = "[private]"
PRIVATE_PART, HEADER_PART, NAME_PART = "<private>", "header", "name"
"""Parts of the work beside the groups of `shapes.SHAPES`."""

_PRIVATE_TAG = (
    r"[<\uff1c]\s{0,16}(?P<close>/|\uff0f)?\s{0,16}"
    r"[pｐ][rｒ][iｉ][vｖ][aａ][tｔ][eｅ](?![\w-])"
    r"[^<>\uff1c\uff1e]*[>\uff1e]?"
)

ROUNDS = 4
"""How often a text is looked at again when something was taken out: what stood glued to it."""

BATCH_BYTES = 1 << 18
"""About so many bytes are searched at once: few enough for the processor's cache."""


def clean(text: str) -> str:
    """Return the text as it may be stored: private parts and credentials are gone."""
    return redact(strip_private(text))[0] if text else text


def clean_many(texts: Sequence[str]) -> list[str]:
    """Return exactly what `clean` makes of each text, much faster for many.

    Most texts hold nothing like a credential: all are searched together for hints of one, and
    a text with a hint is cleaned of what is hinted at.
    """
    cleaned = list(texts)
    batch: list[bytes] = []
    first = held = 0
    for number, text in enumerate(texts):
        batch.append(text.encode("utf-8", "surrogatepass"))
        held += len(batch[-1])
        if held >= BATCH_BYTES or number == len(cleaned) - 1:
            for found, parts in _hinted(batch).items():
                one = cleaned[first + found]
                whole = PRIVATE_PART in parts
                cleaned[first + found] = clean(one) if whole else redact(one, parts)[0]
            batch, first, held = [], number + 1, 0
    return cleaned


def _hinted(batch: list[bytes]) -> dict[int, set[str]]:
    """Return the texts that hold a hint, by number, each with the parts of the work to do."""
    from bisect import bisect
    from itertools import accumulate

    from pmi.base import hints

    starts = [0, *accumulate(len(data) + 1 for data in batch)]
    joined = b"\n".join(batch)
    found: dict[int, set[str]] = {}
    wide = () if joined.isascii() else hints.WIDE_HINTS
    for known, searched in (
        (hints.HINTS, joined),
        (wide, joined),
        (hints.LOWER_HINTS, joined.lower()),
    ):
        for parts, start, rest in known:
            if start not in searched:
                continue
            search = re.compile(re.escape(start) + rest).search
            hit = search(searched)
            while hit is not None:
                number = bisect(starts, hit.start()) - 1
                found.setdefault(number, set()).update(parts)
                hit = search(searched, starts[number + 1])
    return found


def strip_private(text: str) -> str:
    """Return the text with every `<private>…</private>` replaced by `[private]`.

    Any case, width, attributes and nesting; a part that is never closed goes to the end.
    """
    if "<" not in text and "\uff1c" not in text:
        return text
    kept: list[str] = []
    depth, position = 0, 0
    for tag in re.finditer(_PRIVATE_TAG, text, re.IGNORECASE):
        if tag["close"] is None:
            if depth == 0:
                kept.extend((text[position : tag.start()], PRIVATE))
            depth += 1
        elif depth > 0:
            depth -= 1
            position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return "".join(kept)


def leaves_private_open(text: str) -> bool:
    """Tell whether what follows a text belongs to a `<private>` part that began in it."""
    if "<" not in text and "\uff1c" not in text:
        return False
    return not strip_private(text + "\0").endswith("\0")


def redact(text: str, parts: Container[str] | None = None) -> tuple[str, list[str]]:
    """Return the text with credentials replaced by `[redacted:<kind>]`, and the kinds found.

    Args:
        parts: The parts of the work to do, where it is known that the others find nothing.
    """
    kinds: dict[str, None] = {}
    for _ in range(ROUNDS):
        before, text = text, _redact(text, parts, kinds)
        if text == before:
            break
        parts = None
    return text, list(kinds)


def _redact(text: str, parts: Container[str] | None, kinds: dict[str, None]) -> str:
    for sign, known in shapes.SHAPES.items():
        if sign in (text if parts is None else parts):
            for kind, marks, pattern in known:
                if _any_in(marks, text):
                    text = _take(pattern, kind, text, kinds)
    if parts is None:
        lowered = text.lower()
        headers = _any_in(shapes.HEADER_MARKS, lowered)
        names = _any_in(shapes.NAME_MARKS, lowered)
    else:
        headers, names = HEADER_PART in parts, NAME_PART in parts
    if headers:
        text = _take(shapes.HEADER, "auth_header", text, kinds)
    if names:
        from pmi.base.assigned import redact_assigned

        text, found = redact_assigned(text)
        if found:
            kinds["password"] = None
    return text


def _take(pattern: str, kind: str, text: str, kinds: dict[str, None]) -> str:
    kept = r"\g<keep>" if "(?P<keep>" in pattern else ""
    text, count = re.subn(pattern, f"{kept}[redacted:{kind}]", text, flags=re.ASCII)
    if count:
        kinds[kind] = None
    return text


def _any_in(marks: tuple[str, ...], text: str) -> bool:
    for mark in marks:  # noqa: SIM110 - a plain loop: this runs for every text that is kept
        if mark in text:
            return True
    return False
