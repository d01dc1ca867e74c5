"""Short names of memories: lower-case letters, digits, CJK and hyphens, 1 to 64."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

SLUG_MAX_CHARS = 64
RESERVED = frozenset({"all", "everywhere", "help", "last", "list", "map", "me", "new", "none"})
"""Words that commands use themselves."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_SLUG = re.compile(f"[a-z0-9{_CJK}](?:[a-z0-9{_CJK}-]{{0,62}}[a-z0-9{_CJK}])?")
_WORD = re.compile(f"[a-z0-9]+|[{_CJK}]+")
_FILLERS = frozenset({"a", "an", "and", "for", "in", "is", "of", "on", "the", "to", "we", "with"})
_WORDS, _CJK_CHARS = 6, 16


def is_slug(text: str) -> bool:
    """Tell whether a text may be a slug.

    >>> is_slug("deploy-on-tuesdays"), is_slug("用-pnpm"), is_slug("-x"), is_slug("all")
    (True, True, False, False)
    """
    return _SLUG.fullmatch(text) is not None and text not in RESERVED


def make_slug(content: str, is_taken: Callable[[str], bool], ending: str) -> str:
    """Return a free slug made of a memory's first words.

    Args:
        content: The memory's line.
        is_taken: Tells whether another memory has a slug.
        ending: What makes it unique where it is taken; the end of the memory's id.

    >>> make_slug("We deploy only on Tuesdays", lambda _: False, "3f9a1c")
    'deploy-only-tuesdays'
    >>> make_slug("只在周二部署", lambda _: True, "3f9a1c")
    '只在周二部署-3f9a1c'
    """
    plain = unicodedata.normalize("NFKC", content[:400]).casefold()
    words = [word[:_CJK_CHARS] for word in _WORD.findall(plain)]
    telling = [word for word in words if word not in _FILLERS] or words
    slug = "-".join(telling[:_WORDS])[: SLUG_MAX_CHARS - len(ending) - 1].strip("-")
    if not is_slug(slug) or slug.isdecimal():
        slug = f"{slug}-{ending}".strip("-")
    return f"{slug}-{ending}" if is_taken(slug) and not slug.endswith(ending) else slug
