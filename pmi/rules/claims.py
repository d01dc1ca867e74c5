"""What may be a claim at all: one line of text, a real day, a slot that can be typed.

These are checks of form, before policy; they are the same for everybody.
"""

from __future__ import annotations

import re
from datetime import date

from pmi.base.errors import UsageError
from pmi.base.redact import clean
from pmi.base.text import normal, one_line, strip_control

CONTENT_MAX_CHARS = 500
"""A memory is one line; what is longer belongs into its detail."""

TEXT_MAX_CHARS = 20_000
"""The longest text that can be remembered as one memory, detail included."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SLOT = re.compile(r"[\w][\w ./:@+-]{0,79}")

_BLOTTED = re.compile(r"\[redacted:[a-z_]+\]|\[private\]")

_MODEL_ERROR = re.compile(
    r"""\s*(?:
        API\ Error(?::|\s*\().*
      | (?:Claude\ (?:AI|Code)\ )?usage\ limit\ reached.*
      | You(?:'|\u2019)ve\ (?:hit|reached)\ your\ .{0,40}\blimit\b.*
      | You(?:'|\u2019)re\ out\ of\ .{0,20}usage.*
      | .{0,20}\blimit\ reached\b[ .:|\u2219\u00b7].{0,20}\bresets?\b.*
      | Credit\ balance\ is\ too\ low.*
      | Prompt\ is\ too\ long\.?
      | Request\ timed\ out\.?.*
      | Invalid\ API\ key.*
      | (?:OAuth|Authentication)\ (?:token|error)\b.*
      | Please\ run\ /login.*
      | \[Request\ interrupted\ by\ user.*
      | (?:overloaded|rate_limit|internal_server|authentication)_error\b.*
      | \{\s*"type"\s*:\s*"error".*
    )\s*""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


def is_model_error(text: str) -> bool:
    """Tell whether a whole text is what a model's service says instead of an answer.

    >>> is_model_error("API Error: 529 overloaded"), is_model_error("An API error costs 3 s")
    (True, False)
    """
    return _MODEL_ERROR.fullmatch(text[:4000]) is not None


def check_day(text: str) -> str:
    """Return a day as given, ``YYYY-MM-DD``; empty stays empty.

    Raises:
        UsageError: It is no day of the calendar.
    """
    if not text:
        return ""
    try:
        if _DAY.fullmatch(text):
            date.fromisoformat(text)
            return text
    except ValueError:
        pass
    raise UsageError(f"{text!r} is no day.", "write YYYY-MM-DD, as in 2026-11-30")


def check_slot(text: str) -> str:
    """Return a slot in its one spelling: case, width and space folded; empty stays empty.

    Raises:
        UsageError: It has characters that can not be in a slot, or over 80 of them.
    """
    slot = " ".join(normal(text).casefold().split())
    if slot and not _SLOT.fullmatch(slot):
        raise UsageError(
            f"{text[:100]!r} is no slot.", "use words, digits and . / : - as in deploy/day"
        )
    return slot


def _says_something(text: str) -> bool:
    """Tell whether a text has a letter or digit of its own, in any script."""
    return any(sign.isalnum() for sign in _BLOTTED.sub("", text))


def check_content(text: str) -> str:
    """Return a claim's line with its outer space removed.

    Raises:
        UsageError: It has no word, or is longer than 500 characters.
    """
    content = text.strip()
    if not _says_something(content):
        raise UsageError("A memory without words can not be stored.", "give its content")
    if len(content) > CONTENT_MAX_CHARS:
        raise UsageError(
            f"The content has {len(content)} characters, the most is {CONTENT_MAX_CHARS}.",
            "say it in one line and put the rest into detail",
        )
    return content


def clean_text(text: str) -> str:
    """Return words as they may be stored: what nobody sees in them hides no credential.

    >>> clean_text("ghp_" + "a1B2c3D4e5" + chr(0x200B) + "F6g7H8i9J0k1L2m3N4o5P6q7R8")
    '[redacted:github_token]'
    """
    return clean(strip_control(text)).strip()


def clean_line(text: str) -> str:
    """Return words as they may be stored, on one line."""
    return one_line(clean_text(text))
