"""What the user changed by hand in a block of lessons, from its lines alone (pure).

Each line of ours is ``- sentence (number)``. A line whose words are neither what we wrote nor
what the lesson says is the user's edit; a number that is gone was taken out by the user; what
has no number of ours is the user's own text.

>>> read_edits(["- use pnpm (1)", "- new words (2)"], {1: "use pnpm", 2: "old words"}, {1, 2})
Edits(changed={2: 'new words'}, removed=[], own=[])
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

_NUMBER = re.compile(r"\s*[(（](\d{1,9})[)）]\s*")
_BULLET = re.compile(r"[-*+]\s+")
ALIKE = 0.6
"""A sentence without its number is taken for the missing lesson that it resembles so much."""

COMPARED_CHARS = 500
COMPARED_MOST = 8


class Edits(NamedTuple):
    """What became of the lines of a block.

    Attributes:
        changed: The new sentence of each lesson whose line was edited, by number.
        removed: Numbers of the lessons whose lines were taken out, or emptied.
        own: Lines that are none of ours, in their order.
    """

    changed: dict[int, str]
    removed: list[int]
    own: list[str]


def read_edits(
    lines: Sequence[str],
    said: Mapping[int, str],
    written: Collection[int],
    *,
    untouched: Collection[str] = (),
    retired: Mapping[int, str] | None = None,
) -> Edits:
    """Return what the user changed by hand.

    Args:
        lines: What stands in the block now.
        said: What each lesson in force says, as its line shows it, without its number.
        written: Numbers that our last writing put into this block.
        untouched: Lines exactly as our last writing had them: these nobody edited.
        retired: What lessons said that are no longer in force; empty words for a forgotten one.
    """
    loose: list[str] = []
    of_lesson: dict[int, list[tuple[str, str]]] = {}
    for line in lines:
        number, sentence = parse_line(line, said)
        if number:
            of_lesson.setdefault(number, []).append((line, sentence))
        elif (
            line.strip() and line.strip() not in untouched and not _is_retired(line, retired or {})
        ):
            loose.append(line)
    changed: dict[int, str] = {}
    for number, found in of_lesson.items():
        same = next((line for line, sentence in found if _same(sentence, said[number])), "")
        same = same or next((line for line, _ in found if line.strip() in untouched), "")
        edited = "" if same else next((line for line, sentence in found if sentence), "")
        if edited:
            changed[number] = dict(found)[edited]
        loose += [line for line, sentence in found if sentence and line not in {same, edited}]
    present = {number for number, found in of_lesson.items() if any(text for _, text in found)}
    missing = [number for number in written if number in said and number not in present]
    pairs = {number: _pairs(said[number]) for number in missing} if loose else {}
    own = [line for line in loose if not _claims(line, said, missing, changed, pairs)]
    return Edits(changed, sorted(missing), own)


def numbers_in(lines: Sequence[str]) -> set[int]:
    """Return all numbers in brackets, of lessons or not."""
    return {int(found[1]) for line in lines for found in _NUMBER.finditer(line)}


def parse_line(line: str, known: Collection[int]) -> tuple[int, str]:
    """Return the number of a line of ours and its sentence; 0 where it has no known number."""
    text = _BULLET.sub("", line.strip(), count=1)
    for found in reversed(list(_NUMBER.finditer(text))):
        if int(found[1]) in known:
            before, after = text[: found.start()].strip(), text[found.end() :].strip()
            return int(found[1]), f"{before} {after}".strip()
    return 0, text


def _claims(
    line: str,
    said: Mapping[int, str],
    missing: list[int],
    changed: dict[int, str],
    pairs: Mapping[int, frozenset[str]],
) -> bool:
    """Tell whether a line without a number is a missing lesson's, and take it off the missing.

    Only those are compared closely that share the most pairs of characters with it: of hundreds
    of lines whose numbers are gone each would else be compared with hundreds.
    """
    if not _BULLET.match(line):
        return False
    sentence = _BULLET.sub("", line.strip(), count=1)
    ours = _pairs(sentence)
    near = sorted(missing, key=lambda number: -len(ours & pairs[number]))[:COMPARED_MOST]
    same = [number for number in near if _same(sentence, said[number])]
    scored = [(_likeness(sentence, said[number]), number) for number in same[:1] or near]
    score, number = max(scored, default=(0.0, 0))
    if score < ALIKE:
        return False
    missing.remove(number)
    if not _same(sentence, said[number]):
        changed[number] = sentence
    return True


def _pairs(text: str) -> frozenset[str]:
    folded = "".join(text[:COMPARED_CHARS].split()).casefold()
    return frozenset(map("".join, pairwise(folded)))


def _likeness(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one[:COMPARED_CHARS], other[:COMPARED_CHARS], autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= ALIKE else 0.0


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()) == " ".join(other.split())


def _is_retired(line: str, retired: Mapping[int, str]) -> bool:
    """Tell whether a line is what we wrote about a lesson that is no longer in force."""
    number, sentence = parse_line(line, retired)
    return bool(number) and (not retired[number] or _same(sentence, retired[number]))
