"""Time-ordered identifiers: ``mem_01kbah…`` sorts by when it was made.

An id is a kind, an underscore and 26 characters of Crockford's base 32 in lower case:
10 for the millisecond, 16 random. Its last six characters are what people read and type.
"""

from __future__ import annotations

import os
import time

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
KINDS = (
    "jrn", "src", "ver", "mem", "evi", "ent", "men", "prp", "dec", "fct", "lnk", "sgt", "edt",
    "lme", "spl",
)  # fmt: skip
"""Prefixes in use: journal entry, source, source version, memory, evidence, entity, mention
of one, proposal, decision, fact (about a memory or an entity), link, sighting of a learning,
edit of one, what it became, spool line."""

_last: tuple[int, int] = (0, 0)


def new_id(kind: str) -> str:
    """Return a new id of a kind; ids made in one process never sort out of order."""
    global _last  # noqa: PLW0603 - the order within one millisecond is process state
    millisecond, noise = time.time_ns() // 1_000_000, int.from_bytes(os.urandom(10), "big")
    if millisecond <= _last[0]:
        millisecond, noise = _last[0], (_last[1] + 1 + (noise & 0xFFFFFFFF)) % (1 << 80)
    _last = (millisecond, noise)
    return f"{kind}_{_base32(millisecond, 10)}{_base32(noise, 16)}"


def short_id(full: str) -> str:
    """Return the last six characters of an id, as shown to people."""
    return full[-6:]


def is_ending(text: str) -> bool:
    """Tell whether a text may be the end of an id, as people type it: 6 to 26 of its characters.

    >>> is_ending("3f9a1c"), is_ending("3f9a1"), is_ending("3f9a1u"), is_ending("3F9A1C")
    (True, False, False, False)
    """
    return 6 <= len(text) <= 26 and all(sign in ALPHABET for sign in text)


def _base32(number: int, width: int) -> str:
    digits = []
    for _ in range(width):
        number, digit = divmod(number, 32)
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))
