r"""The managed block: the marked part of a page of the user's that PMI may rewrite (pure).

Everything outside of the two marks is the user's and stays as it is, byte for byte. A page
whose marks are damaged is refused: who can not tell what is ours writes nothing.

>>> text = put_block("# Lessons\n", ["- use tabs (1)"], "kept by PMI")
>>> text.splitlines()[2:]
['<!-- pmi:lessons: kept by PMI -->', '- use tabs (1)', '<!-- /pmi:lessons -->']
>>> find_block(text).lines
['- use tabs (1)']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Damage = Literal["end_missing", "begin_missing", "doubled", "nested"]

_BREAK = re.compile(r"\r\n|\n|\r")
_BEGIN = re.compile(r"[ \t]*<!--[ \t]*pmi:lessons\b[^<>]*-->[ \t]*")
_END = re.compile(r"[ \t]*<!--[ \t]*/pmi:lessons[ \t]*-->[ \t]*")
_END_MARK = "<!-- /pmi:lessons -->"


class Block(NamedTuple):
    """Where the block of a page lies, and what is in it.

    Attributes:
        start: Offset of the first mark.
        end: Offset just behind the line break of the last mark.
        lines: The lines between them, without their breaks.
    """

    start: int
    end: int
    lines: list[str]


class DamagedMarksError(Exception):
    """The marks of a page do not enclose one block."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(damage)
        self.damage = damage


def find_block(text: str) -> Block | None:
    """Return the block of a page; None where there is none.

    Raises:
        DamagedMarksError: There is one mark without the other, or more than two.
    """
    begin = end = None
    for start, stop, line in _lines(text):
        if _BEGIN.fullmatch(line):
            if begin is not None:
                raise DamagedMarksError("nested" if end is None else "doubled")
            begin = (start, stop)
        elif _END.fullmatch(line):
            if begin is None:
                raise DamagedMarksError("begin_missing")
            if end is not None:
                raise DamagedMarksError("doubled")
            end = (start, stop)
    if begin is None:
        return None
    if end is None:
        raise DamagedMarksError("end_missing")
    inside = [line for _, _, line in _lines(text[begin[1] : end[0]])]
    return Block(begin[0], end[1], inside)


def put_block(text: str, lines: Sequence[str], note: str, below: Sequence[str] = ()) -> str:
    """Return a page with these lines in its block, which is made at the end where there is none.

    Args:
        note: What the first mark says to the reader; it holds no ``<``, ``>`` or line break.
        below: Lines that stood in the block and are the user's: they go right behind it.

    Raises:
        DamagedMarksError: The page's marks are damaged.
    """
    block = find_block(text)
    newline = line_end(text)
    ours = [f"<!-- pmi:lessons: {note} -->", *lines, _END_MARK]
    written = newline.join(ours) + newline
    if below:
        written += newline.join(["", *below]) + newline
    if block is not None:
        return text[: block.start] + written + text[block.end :]
    if text and text[-1] not in "\r\n":
        text += newline
    return text + (newline if text.strip("\ufeff\r\n") else "") + written


def line_end(text: str) -> str:
    """Return the line break that a page uses: that of its first line.

    A lone carriage return is none to write: before the user's newline it would be part of that.
    """
    found = _BREAK.search(text)
    return found[0] if found and found[0] != "\r" else "\n"


def _lines(text: str) -> list[tuple[int, int, str]]:
    """Return start, end with its break, and text of each line."""
    found, start = [], 0
    for match in _BREAK.finditer(text):
        found.append((start, match.end(), text[start : match.start()]))
        start = match.end()
    if start < len(text):
        found.append((start, len(text), text[start:]))
    return [(a, b, line.removeprefix("\ufeff") if a == 0 else line) for a, b, line in found]
