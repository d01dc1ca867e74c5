"""Reads the YAML between two ``---`` at the top of a Markdown file.

Some of these files are not ours: every value is the text that stands there, so that no tag and no
number means more than it says, and what refers to other parts of itself is not understood.
"""

from __future__ import annotations

import re
from typing import Any

FRONT_MATTER_CHARS = 20_000
"""Longer front matter is text."""

BRACKETS_MOST = 400
"""With more of them nobody means anything: reading brackets in brackets takes seconds."""

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)


def read_front_matter(text: str) -> tuple[dict[str, Any], int]:
    r"""Return a file's front matter, and where what follows it begins.

    >>> read_front_matter("---\ntitle: A\n---\nHello")
    ({'title': 'A'}, 16)

    Returns:
        Texts, lists and mappings; an empty mapping where there is none, or none that can be
        understood.
    """
    found = _FRONT_MATTER.match(text[:FRONT_MATTER_CHARS])
    if found is None:
        return {}, 0
    import yaml

    try:
        # This loader makes texts, lists and mappings, nothing else.
        values = None if _is_bomb(found[1]) else yaml.load(found[1], yaml.BaseLoader)  # noqa: S506
    except (yaml.YAMLError, ValueError, RecursionError):
        values = None
    return (values if isinstance(values, dict) else {}), found.end()


def _is_bomb(front: str) -> bool:
    """Tell whether a few lines would be gigabytes, once somebody makes a text of their values."""
    import yaml

    if front.count("[") + front.count("{") > BRACKETS_MOST:
        return True
    return "*" in front and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(front))
