r"""What of a Markdown page was filled in, and where it stands (pure functions).

>>> filled_lines("# About me\n- Name: Ada\n- Work:\n")
['- Name: Ada']
"""

from __future__ import annotations

import re
from typing import NamedTuple

_LESSONS = re.compile(r"<!--[ \t]*pmi:lessons\b.*?<!--[ \t]*/pmi:lessons[ \t]*-->", re.DOTALL)
"""The lines that PMI keeps in a page: they are memories, and found as such."""

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\s*(?:\n|\Z)", re.DOTALL)
_EMPTY = re.compile(
    r"""(?:
        \#{1,6}(?:\s.*)?               # a heading
      | (?:[-*+]|\d+[.)])\s*           # a bullet with nothing behind it
      | (?:[-*+]|\d+[.)])?\s*[^:：]{1,60}[:：]\s*   # a key without a value
      | [-=*_|\s]+                     # a rule or the frame of a table
      | \{[a-z_]+\}                    # a placeholder of the template
    )?""",
    re.VERBOSE,
)
_PLACEHOLDER = re.compile(r"\{[a-z_]+\}")
_HEADING = re.compile(r"#{1,6}\s+(.*)")


class Passage(NamedTuple):
    """Some lines of a page under one heading; what was not filled in between them is blank.

    Attributes:
        line: Number of the first line, from 1.
        heading: The nearest heading above; empty for none.
    """

    line: int
    heading: str
    text: str


def filled_lines(text: str) -> list[str]:
    r"""Return the lines of Markdown that were filled in.

    Headings, comments, front matter, empty bullets and keys without a value are no content;
    a key whose value follows in an indented list is kept with it.

    >>> filled_lines("- 工具：\n- 绝不：删库\n<!-- 说明 -->")
    ['- 绝不：删库']
    """
    lines = _lines(text)
    return [line for number, line in enumerate(lines) if _is_filled(lines, number)]


def cut_passages(text: str, target: int) -> list[Passage]:
    r"""Return what was filled in, in passages that end before the next heading.

    >>> [(one.line, one.heading) for one in cut_passages("# A\n\nfirst\n\n# B\nsecond\n", 100)]
    [(3, 'A'), (6, 'B')]

    Args:
        target: A passage that has so many characters ends with its line.
    """
    found: list[Passage] = []
    lines = _lines(text)
    kept: list[str] = []
    heading, first, size = "", 0, 0

    def close() -> None:
        if kept:
            found.append(Passage(first + 1, heading, "\n".join(kept).rstrip("\n")))
            kept.clear()

    for number, line in enumerate(lines):
        title = _HEADING.fullmatch(line)
        if title is not None:
            close()
            heading = title[1].rstrip().rstrip("#").rstrip()
        elif kept or _is_filled(lines, number):
            first, size = (first, size) if kept else (number, 0)
            kept.append(line if _is_filled(lines, number) else "")
            size += 1 + len(kept[-1])
            if size >= target:
                close()
    close()
    return found


def _lines(text: str) -> list[str]:
    """Return a page's lines, those of comments, front matter and lessons blank."""
    plain = text.replace("\r\n", "\n")
    for pattern in (_FRONT_MATTER, _LESSONS, _COMMENT):
        plain = pattern.sub(lambda found: "\n" * found.group().count("\n"), plain)
    return [line.rstrip() for line in plain.split("\n")]


def _is_filled(lines: list[str], number: int) -> bool:
    line = _PLACEHOLDER.sub("", lines[number])
    return not _is_empty(line) or _leads_on(lines, number)


def _is_empty(line: str) -> bool:
    return _EMPTY.fullmatch(line.strip()) is not None


def _leads_on(lines: list[str], index: int) -> bool:
    """Tell whether a line is a key whose value is the filled, indented lines below it."""
    line = lines[index]
    if not line.endswith((":", "：")) or index + 1 >= len(lines):
        return False
    below = lines[index + 1]
    deeper = len(below) - len(below.lstrip()) > len(line) - len(line.lstrip())
    return deeper and not _is_empty(below)
