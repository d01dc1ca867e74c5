"""Says a finished English message, hint or finding in Chinese.

Errors are raised in English, with their values filled in, where no language is known. Here the
sentence that a text was made from is found again and said with the same values in the home's
language. A text that no sentence fits stays as it is.

Example: ``translate("There is no entry 77.", "zh")`` is ``没有编号为 77 的日志记录。``
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from string import Formatter
from typing import Final, NamedTuple

from pmi.recall.error_words import HINTS, MESSAGES
from pmi.recall.finding_words import FINDINGS, OUTCOMES, REPORTS
from pmi.recall.learning_words import ERRORS as LEARNING_ERRORS
from pmi.recall.operation_words import OPERATION_HINTS, OPERATION_MESSAGES, OPERATION_OUTCOMES

OPERATIONS: Final = OPERATION_OUTCOMES | OPERATION_HINTS | OPERATION_MESSAGES | LEARNING_ERRORS
CATALOGUE: Final[dict[str, str]] = REPORTS | FINDINGS | OUTCOMES | HINTS | MESSAGES | OPERATIONS
"""All English sentences with their Chinese ones; values stand in braces."""

NESTED: Final = frozenset({"cause", "part", "problem"})
"""Values that are sentences or words themselves; all others are shown as they are."""

_LISTS: Final = frozenset({"names", "choices", "later"})
"""Values that name several things, with a comma between them."""

_DEEPEST = 5
"""Sentences in sentences that are looked into: an operation, its file, the cause, its place."""


class Template(NamedTuple):
    """A sentence taken apart: literals around the values, one more than there are names."""

    literals: tuple[str, ...]
    names: tuple[str, ...]
    chinese: str

    @property
    def size(self) -> int:
        """Return how many characters are fixed."""
        return sum(map(len, self.literals))

    @property
    def is_frame(self) -> bool:
        """Tell whether it has no words of its own, only what stands between two values."""
        return not any(letter.isalpha() for literal in self.literals for letter in literal)

    def match(self, text: str) -> dict[str, str] | None:
        """Return the values of a text that was made from this sentence, else None.

        Each value ends where the next literal first occurs: one pass, whatever the text.
        """
        first, *middle, last = self.literals
        end = len(text) - len(last)
        if not (text.startswith(first) and text.endswith(last) and len(first) <= end):
            return None
        values, start = [], len(first)
        for literal in middle:
            found = text.find(literal, start, end)
            if found < 0:
                return None
            values.append(text[start:found])
            start = found + len(literal)
        values.append(text[start:end])
        return dict(zip(self.names, values, strict=True))


def translate(text: str, language: str) -> str:
    """Return a finished English text in a language; unchanged where nothing fits."""
    return _in_chinese(text, _DEEPEST) if language == "zh" else text


def take_apart(english: str, chinese: str = "") -> Template:
    """Return a sentence of the catalogue as literals and names.

    >>> take_apart("There is no entry {number}.").literals
    ('There is no entry ', '.')
    """
    literals, names = [""], []
    for literal, name, _, _ in Formatter().parse(english):
        literals[-1] += literal
        if name is not None:
            names.append(name)
            literals.append("")
    return Template(tuple(literals), tuple(names), chinese)


def _in_chinese(text: str, depth: int) -> str:
    """Return a text in Chinese, the sentences in it down to a depth."""
    plain, templates = _prepared()
    if text in plain or not depth:
        return plain.get(text, text)
    for template in templates:
        values = template.match(text)
        if values is None:
            continue
        said = {
            name: _in_chinese(value, depth - 1) if name in NESTED else value
            for name, value in values.items()
        }
        if not template.is_frame or said != values:
            return _fill(template.chinese, said)
    return text


def _fill(chinese: str, values: Mapping[str, str]) -> str:
    """Return a sentence with its values, quoted and listed with the marks that Chinese has."""
    shown = {}
    for name, value in values.items():
        shown[name] = value
        if name in _LISTS:
            quoted = value[:1] == value[-1:] == "'" and "', '" in value
            plain = value[1:-1].replace("', '", ", ") if quoted else value
            shown[name] = plain.replace(", ", "、")
        elif len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
            shown[name] = f"“{value[1:-1]}”"
            chinese = re.sub(rf" ?(\{{{name}\}}) ?", r"\1", chinese)  # these marks bring their room
    return chinese.format(**shown)


@functools.cache
def _prepared() -> tuple[dict[str, str], tuple[Template, ...]]:
    """Return the sentences without values, and the others, the most telling ones first.

    One that begins with a value fits too much: those that begin with words come before.
    """
    templates = [take_apart(*pair) for pair in CATALOGUE.items()]
    plain = {one.literals[0]: one.chinese.format() for one in templates if not one.names}
    valued = [one for one in templates if one.names]
    return plain, tuple(sorted(valued, key=lambda one: (not one.literals[0], -one.size)))
