"""What a text becomes that comes in: whose word it is, what it is known by, old or new.

Nothing here depends on what a text says.

Example:
    >>> decide_intake("h2", "external", newest=Newest("h1", "owner"))
    'version'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from pmi.base.errors import PolicyDenied, UsageError
from pmi.base.redact import PRIVATE
from pmi.model.memory import Trust
from pmi.rules.claims import check_day
from pmi.rules.trust import rank

SOURCE_MAX_BYTES = 64 * 1024 * 1024
"""The longest text that is taken, in bytes of UTF-8."""

TITLE_MAX_CHARS = 200
KEY_MAX_CHARS = 1000

OURS = ("cc://", "src_", "ver_", "text:", "url:", "said:")
"""Beginnings of the identities that we give ourselves; nobody else may."""

_URL = re.compile(r"https?://[^\s/?#]+[^\s]*", re.IGNORECASE)
_MARKS = re.compile(rf"{re.escape(PRIVATE)}|\[redacted:[a-z_]+\]")

Result = Literal["new", "version", "known"]


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest version of a source: what it says and how far it is trusted."""

    content_hash: str
    trust: Trust


def decide_trust(given: Trust | Literal[""], actor: str, newest: Trust | None = None) -> Trust:
    """Return how far a text is trusted.

    What an agent brings is never more than an agent's, and never more than what the source was
    before; what the user brings is as the user says, else as it was before.

    >>> decide_trust("", "user", "owner"), decide_trust("", "agent:a", "owner")
    ('owner', 'agent')
    >>> decide_trust("agent", "agent:a", "external"), decide_trust("external", "user", "owner")
    ('external', 'external')

    Args:
        given: Empty where nothing was said about it.
        newest: Trust of the source's newest version; None for a new source.

    Raises:
        PolicyDenied: An agent said that the text is the owner's.
    """
    if actor == "user":
        return given or newest or "external"
    if given == "owner":
        raise PolicyDenied(
            f"{actor} may not vouch for a text as its owner.",
            "the user types: pmi note TEXT --trust owner",
        )
    known: tuple[Trust, ...] = (newest,) if newest else ()
    return min(given or newest or "external", "agent", *known, key=rank)


def decide_intake(
    content_hash: str,
    trust: Trust,
    *,
    newest: Newest | None = None,
    elsewhere: Newest | None = None,
) -> Result:
    """Return what becomes of a text: a new source, a new version of a known one, or nothing new.

    The same words are a further version only where they are now trusted more.

    >>> decide_intake("h1", "external"), decide_intake("h1", "owner", newest=Newest("h1", "owner"))
    ('new', 'known')

    Args:
        newest: Of the source with the same identity; None where there is none.
        elsewhere: Of a source with another identity that has this content now; None for none.
    """
    known = newest or elsewhere
    if known is None:
        return "new"
    if newest is not None and newest.content_hash != content_hash:
        return "version"
    return "version" if rank(trust) > rank(known.trust) else "known"


def identity_of(origin_key: str, url: str, content_hash: str) -> str:
    """Return what a text is known by: the key that it was given, else its URL, else its words.

    >>> identity_of("", "https://a.example/x", "h1"), identity_of("", "", "h1")
    ('url:https://a.example/x', 'text:h1')
    """
    return origin_key or (f"url:{url}" if url else f"text:{content_hash}")


def check_origin_key(text: str) -> str:
    """Return an origin key as given, without outer space; empty stays empty.

    Raises:
        UsageError: It is too long, or looks like an identity that only PMI gives.
    """
    key = text.strip()
    if len(key) > KEY_MAX_CHARS:
        raise UsageError(f"The origin key has {len(key)} characters.", f"at most {KEY_MAX_CHARS}")
    if key.casefold().startswith(OURS) or key.casefold() == "conversation":
        raise UsageError(
            f"{key[:80]!r} can be no origin key.", "choose one of your own, as in wiki:deploy"
        )
    return key


def check_url(text: str) -> str:
    """Return a URL as given, without outer space; empty stays empty.

    Raises:
        UsageError: It is no web address.
    """
    url = text.strip()
    if url and (len(url) > KEY_MAX_CHARS or not _URL.fullmatch(url)):
        raise UsageError(f"{url[:80]!r} is no URL.", "write it whole, as in https://example.com/x")
    return url


def check_source_time(text: str) -> str:
    """Return a day as given, or a time in the stored form (UTC); empty stays empty.

    A time that names no zone is by the clock on the user's wall.

    >>> check_source_time("2026-09-12"), check_source_time("2026-09-12T10:00:00+02:00")
    ('2026-09-12', '2026-09-12T08:00:00.000Z')

    Raises:
        UsageError: It is neither.
    """
    given = text.strip()
    if len(given) <= 10:
        return check_day(given)
    try:
        moment = datetime.fromisoformat(given).astimezone(UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(
            f"{given[:60]!r} is no time.", "write 2026-11-30 or 2026-11-30T09:00:00Z"
        ) from error
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def check_text(text: str) -> str:
    """Return a text that has words of its own, after what is private was taken out.

    Raises:
        UsageError: Nothing is left of it.
    """
    if not _MARKS.sub("", text[:10_000]).strip() and not _MARKS.sub("", text).strip():
        raise UsageError("There is no text to keep.", "private and secret parts are never kept")
    return text


def check_size(size_bytes: int) -> None:
    """Raise ``UsageError`` where a text is too long to be taken."""
    if size_bytes > SOURCE_MAX_BYTES:
        raise UsageError(
            f"The text has {size_bytes} bytes, the most is {SOURCE_MAX_BYTES}.",
            "split it into several texts",
        )


def title_of(title: str, text: str) -> str:
    r"""Return a title of one line; where none is given, the beginning of the text.

    >>> title_of("", "\n# How we deploy\n\nOnly on Tuesdays.")
    'How we deploy'
    """
    line = " ".join(title.split())
    if not line:
        line = next((each.strip() for each in text[:4000].splitlines() if each.strip("# \t")), "")
        line = " ".join(line.lstrip("#").split())
        return line if len(line) <= 80 else line[:79].rstrip() + "…"
    return line if len(line) <= TITLE_MAX_CHARS else line[: TITLE_MAX_CHARS - 1].rstrip() + "…"
