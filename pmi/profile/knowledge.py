"""Opens the Markdown that the user keeps in the home: profile and domains, by their place.

A place is a path in the home, with or without lines: ``profile/preferences.md:12``,
``domains/Product/CLAUDE.md:3-9``. Nothing outside of these folders is ever read.
"""

from __future__ import annotations

import os
import re

from pmi.base.home import Home, read_file
from pmi.base.redact import clean

FOLDERS = ("profile", "domains")

_PLACE = re.compile(r"(?P<path>.+?\.md)(?::(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?)?")


def parse_place(text: str) -> tuple[str, int, int]:
    """Return the path, the first and the last line that a place names; 0 where it names none.

    >>> parse_place("profile/preferences.md:12"), parse_place("profile/lessons.md:3-9")
    (('profile/preferences.md', 12, 0), ('profile/lessons.md', 3, 9))
    >>> parse_place("something else")
    ('', 0, 0)
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        return "", 0, 0
    return found["path"], int(found["first"] or 0), int(found["last"] or 0)


def read_knowledge(home: Home, path: str) -> str | None:
    """Return the text of a page of the user's, redacted, or None where there is none.

    Args:
        path: Below the home, with ``/`` between its parts.
    """
    parts = path.split("/")
    if parts[0] not in FOLDERS or len(parts) < 2 or {"", ".", ".."} & set(parts):
        return None
    root = os.path.realpath(home.path(parts[0]))
    place = os.path.realpath(home.path(*parts))
    if not place.startswith(root + os.sep) or not os.path.isfile(place):
        return None
    text = read_file(place)
    return clean(text) if text is not None else None
