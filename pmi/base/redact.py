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

_PRIVATE_TAG = (
    r"[<\uff1c]\s{0,16}(?P<close>/|\uff0f)?\s{0,16}"
    r"[pｐ][rｒ][iｉ][vｖ][aａ][tｔ][eｅ](?![\w-])"
    r"[^<>\uff1c\uff1e]*[>\uff1e]?"
)

_PLAIN_VALUES = """
none null nil true false yes no string str int bool required optional undefined empty example
changeme placeholder redacted hidden unknown default test any object number boolean policy budget
invalid expired missing wrong incorrect correct valid set unset bytes text
"""
_REFERENCE = (
    r"[$%{<*\[]|(?:os|process|env|self|config|settings|secrets|args|ctx|this)\b[.\[(]"
    r"|\.{2,}|x{4,}|\*{3,}"
)
_STRONG = r"pass(?:word|wd|phrase)|pwd|secret|密码|口令|密钥|令牌|私钥|密碼|金鑰|api[_-]?key|apikey"


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
                whole = shapes.PRIVATE_PART in parts
                cleaned[first + found] = clean(one) if whole else redact(one, parts)[0]
            batch, first, held = [], number + 1, 0
    return cleaned


def _hinted(batch: list[bytes]) -> dict[int, set[str]]:
    """Return the texts that hold a hint, by number, each with the parts of the work to do."""
    from bisect import bisect
    from itertools import accumulate

    starts = [0, *accumulate(len(data) + 1 for data in batch)]
    joined = b"\n".join(batch)
    found: dict[int, set[str]] = {}
    wide = () if joined.isascii() else shapes.WIDE_HINTS
    for hints, searched in (
        (shapes.HINTS, joined),
        (wide, joined),
        (shapes.LOWER_HINTS, joined.lower()),
    ):
        for part, hint in hints:
            search = re.compile(hint).search
            hit = search(searched)
            while hit is not None:
                number = bisect(starts, hit.start()) - 1
                found.setdefault(number, set()).add(part)
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


def redact(text: str, parts: Container[str] | None = None) -> tuple[str, list[str]]:
    """Return the text with credentials replaced by `[redacted:<kind>]`, and the kinds found.

    Args:
        parts: The parts of the work to do, where it is known that the others find nothing.
    """
    kinds: dict[str, None] = {}
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
        headers, names = shapes.HEADER_PART in parts, shapes.NAME_PART in parts
    if headers:
        text = _take(shapes.HEADER, "auth_header", text, kinds)
    if names:
        text = _redact_assignments(text, kinds)
    return text, list(kinds)


def _take(pattern: str, kind: str, text: str, kinds: dict[str, None]) -> str:
    text, count = re.subn(pattern, f"[redacted:{kind}]", text, flags=re.ASCII)
    if count:
        kinds[kind] = None
    return text


def _any_in(marks: tuple[str, ...], text: str) -> bool:
    for mark in marks:  # noqa: SIM110 - a plain loop: this runs for every text that is kept
        if mark in text:
            return True
    return False


def _redact_assignments(text: str, kinds: dict[str, None]) -> str:
    def assigned(match: re.Match[str]) -> str:
        value = match["double"] or match["single"] or match["tick"] or match["bare"] or ""
        if not _looks_secret(match["name"], match["glue"], value, quoted=match["bare"] is None):
            return match.group()
        kinds["password"] = None
        quote = match["value"][0] if match["bare"] is None else ""
        return f"{match['name']}{match['glue']}{quote}[redacted:password]{quote}"

    def said(match: re.Match[str]) -> str:
        kinds["password"] = None
        start = match.start("said") - match.start()
        return match.group()[:start] + "[redacted:password]"

    parts: list[str] = []
    done = 0
    for start, end in _marked_lines(text):  # neither pattern crosses a line
        line = text[start:end]
        if _any_in(shapes.GLUE_SIGNS, line):
            line = re.sub(shapes.ASSIGNED, assigned, line)
        if " is " in line.lower():
            line = re.sub(shapes.SAID, said, line)
        parts += (text[done:start], line)
        done = end
    return "".join((*parts, text[done:]))


def _marked_lines(text: str) -> list[tuple[int, int]]:
    """Return where the lines with a name that may sound secret begin and end, in order."""
    lowered = text.replace("\u0130", "i").lower()  # the one letter that grows
    spans: dict[int, int] = {}
    for mark in shapes.NAME_MARKS:
        found = lowered.find(mark)
        while found >= 0:
            end = lowered.find("\n", found)
            end = len(lowered) if end < 0 else end
            spans[lowered.rfind("\n", 0, found) + 1] = end
            found = lowered.find(mark, end)
    return sorted(spans.items())


def _looks_secret(name: str, glue: str, value: str, *, quoted: bool) -> bool:
    """Tell whether what is assigned to a name that sounds secret is a secret itself.

    Trigger: code and prose assign harmless things to such names (`token: str`, `password =
    os.environ[…]`, "password: see the wiki"). Why: a text without them can not be read.
    Outcome: a strong name takes any value of 4 characters that is no reference; a weak one
    only what mixes letters and digits at length.
    """
    value = value.rstrip(".:)")
    if len(value) < 4 or value.startswith("[redacted:") or value == PRIVATE:
        return False
    if value.casefold() in _PLAIN_VALUES.split() or re.match(_REFERENCE, value):
        return False
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    if not re.search(_STRONG, name, re.IGNORECASE):
        return len(value) >= 16 and mixed and " " not in value
    chinese = not name.isascii()
    tight = "=" in glue or quoted or chinese or not glue.endswith((" ", "\t"))
    odd = mixed or any(not c.isalnum() and c not in " -_./" for c in value)
    if chinese:
        return value.isascii() and ("是" not in glue or odd or len(value) >= 6)
    if " " in value and not odd:
        return False
    return odd or tight
