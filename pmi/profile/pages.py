r"""Reads the Markdown pages that the user owns; never writes them.

Example:
    >>> filled_lines("# About me\n- Name: Ada\n- Work:\n")
    ['- Name: Ada']
"""

from __future__ import annotations

import re

from pmi.base.home import Home, read_file
from pmi.base.redact import clean

PAGES = (
    "profile",
    "writing-style",
    "preferences",
    "lessons",
    "workflows",
    "response-format",
)
"""Names of the pages, as files ``profile/<name>.md``."""

PAGE_MAX_CHARS = 200_000
"""Of a longer page only the beginning is read."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\s*(?:\n|\Z)", re.DOTALL)
_EMPTY = re.compile(
    r"""\s*(?:
        \#{1,6}(?:\s.*)?               # a heading
      | (?:[-*+]|\d+[.)])\s*           # a bullet with nothing behind it
      | (?:[-*+]|\d+[.)])?\s*[^:：]{1,60}[:：]\s*   # a key without a value
      | [-=*_|\s]+                     # a rule or the frame of a table
      | \{[a-z_]+\}                    # a placeholder of the template
    )?\s*""",
    re.VERBOSE,
)
_PLACEHOLDER = re.compile(r"\{[a-z_]+\}")


def read_page(home: Home, name: str) -> list[str]:
    """Return the lines of a page that say something, redacted; none for an untouched page."""
    text = read_file(home.path("profile", f"{name}.md"))
    return filled_lines(clean(text[:PAGE_MAX_CHARS])) if text else []


def filled_lines(text: str) -> list[str]:
    r"""Return the lines of Markdown that were filled in.

    Headings, comments, front matter, empty bullets and keys without a value are no content;
    a key whose value follows in an indented list is kept with it.

    >>> filled_lines("- 工具：\n- 绝不：删库\n<!-- 说明 -->")
    ['- 绝不：删库']
    """
    plain = _COMMENT.sub("", _FRONT_MATTER.sub("", text.replace("\r\n", "\n")))
    lines = [line.rstrip() for line in plain.split("\n")]
    kept: list[str] = []
    for index, line in enumerate(lines):
        if _EMPTY.fullmatch(_PLACEHOLDER.sub("", line)) and not _leads_on(lines, index):
            continue
        kept.append(line)
    return kept


def _leads_on(lines: list[str], index: int) -> bool:
    """Tell whether a line is a key whose value is the filled, indented lines below it."""
    line = lines[index]
    if not line.endswith((":", "：")) or index + 1 >= len(lines):
        return False
    below = lines[index + 1]
    deeper = len(below) - len(below.lstrip()) > len(line) - len(line.lstrip())
    return deeper and not _EMPTY.fullmatch(below)
