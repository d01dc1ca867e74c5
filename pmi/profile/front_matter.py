"""Reads the YAML between two ``---`` at the top of a Markdown file."""

from __future__ import annotations

import re
from typing import Any

FRONT_MATTER_CHARS = 20_000
"""Longer front matter is text."""

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)


def read_front_matter(text: str) -> tuple[dict[str, Any], int]:
    r"""Return a file's front matter, and where what follows it begins.

    >>> read_front_matter("---\ntitle: A\n---\nHello")
    ({'title': 'A'}, 16)

    Returns:
        An empty mapping where there is none, or none that can be understood.
    """
    found = _FRONT_MATTER.match(text[:FRONT_MATTER_CHARS])
    if found is None:
        return {}, 0
    import yaml

    try:
        values = yaml.safe_load(found[1])
    except (yaml.YAMLError, ValueError, RecursionError):
        values = None
    return (values if isinstance(values, dict) else {}), found.end()
