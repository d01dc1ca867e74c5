"""JSON as text with positions: insert into it or cut from it, and every other byte stays.

Parsing, changing and serialising would lose indentation, duplicate keys, escapes and number
formats of a file that belongs to somebody else. Here a scanner remembers where each value
stands, and an edit replaces just those characters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import Any, Literal

Kind = Literal["object", "array", "scalar"]
Path = tuple[str | int, ...]

_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?", re.ASCII)
_WORDS = {"true": True, "false": False, "null": None}
_DEEPEST = 200
"""Nesting that no settings file has; below Python's own limit."""


class NotJsonError(ValueError):
    """The text is not JSON; ``line`` and ``column`` (1-based) say where it stops being so."""

    def __init__(self, text: str, position: int, why: str) -> None:
        self.line = text.count("\n", 0, position) + 1
        self.column = position - text.rfind("\n", 0, position)
        self.why = why
        super().__init__(f"line {self.line}, column {self.column}: {why}")


@dataclass(slots=True)
class Node:
    """One value and where it stands.

    Attributes:
        start: Offset of the value's first character.
        end: Offset behind its last one.
        value: Of a scalar, as ``json`` reads it.
        keys: Of an object, in order, duplicates included.
        begins: Where each member (its key) or element starts.
        items: The values of members or elements, in order.
    """

    kind: Kind
    start: int
    end: int
    value: Any = None
    keys: list[str] = field(default_factory=list)
    begins: list[int] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)

    def member(self, key: str) -> Node | None:
        """Return the value of a key, of duplicates the last one, as JavaScript does."""
        for name, item in zip(reversed(self.keys), reversed(self.items), strict=True):
            if name == key:
                return item
        return None

    def plain(self) -> Any:
        """Return the value as ``json.loads`` does."""
        if self.kind == "object":
            return {key: item.plain() for key, item in zip(self.keys, self.items, strict=True)}
        if self.kind == "array":
            return [item.plain() for item in self.items]
        return self.value

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """Yield every value below with its path of positions, outermost first."""
        yield path, self
        for position, item in enumerate(self.items):
            yield from item.walk((*path, position))


def parse(text: str) -> Node:
    """Return the root of a JSON text; a byte order mark before it is allowed.

    Raises:
        NotJsonError: As strict as Claude Code: no comments, no trailing commas, no NaN.
    """
    start = _blank(text, 1 if text.startswith("\ufeff") else 0)
    node = _value(text, start, 0)
    end = _blank(text, node.end)
    if end != len(text):
        raise NotJsonError(text, end, "something follows the end of the value")
    return node


def at(root: Node, path: Path) -> Node:
    """Return the value at a path of positions, as ``walk`` gives them."""
    for step in path:
        root = root.items[int(step)]
    return root


def cut_item(text: str, container: Node, position: int) -> str:
    """Return the text without one member or element and the comma that belonged to it."""
    begins, items = container.begins, container.items
    if position > 0:
        return text[: items[position - 1].end] + text[items[position].end :]
    if len(items) > 1:
        return text[: begins[0]] + text[begins[1] :]
    return text[: container.start + 1] + text[container.end - 1 :]


def set_inner(text: str, container: Node, inner: str) -> str:
    """Return the text with other characters between a container's brackets."""
    return text[: container.start + 1] + inner + text[container.end - 1 :]


def inner(text: str, container: Node) -> str:
    """Return the characters between a container's brackets."""
    return text[container.start + 1 : container.end - 1]


def append_item(text: str, root: Node, container: Node, value: Any, key: str | None = None) -> str:
    """Return the text with one more member (with a key) or element at a container's end.

    The new text follows the file's own line ends, indentation and whether this container
    is written on one line. ``cut_item`` takes back exactly what this adds to a container
    that was not empty.
    """
    style = Style.of(text, root)
    own = style.indent_of(text, container)
    several = style.several_lines(text, container)
    step = style.child_indent(text, container, own)
    body = style.write(value, step) if several else _one_line(value)
    item = body if key is None else f"{_one_line(key)}: {body}"
    lead = style.newline + step if several else ""
    if container.items:
        place = container.items[-1].end
        return text[:place] + "," + (lead or " ") + item + text[place:]
    tail = style.newline + own if several else ""
    return set_inner(text, container, lead + item + tail)


@dataclass(frozen=True, slots=True)
class Style:
    """How a file is written: its line ends, one step of indentation, one line or several."""

    newline: str
    step: str
    lines: bool

    @classmethod
    def of(cls, text: str, root: Node) -> Style:
        """Return the style of a text from its first member."""
        newline = "\r\n" if "\r\n" in text else "\n"
        if not root.begins:
            return cls(newline, "  ", lines=True)
        lead = text[root.start + 1 : root.begins[0]]
        if "\n" not in lead:
            return cls(newline, "  ", lines=False)
        outer = _line_indent(text, root.start)
        mine = lead.rpartition("\n")[2]
        return cls(newline, mine.removeprefix(outer) or "  ", lines=True)

    def indent_of(self, text: str, container: Node) -> str:
        """Return the indentation of the line on which a container begins."""
        return _line_indent(text, container.start)

    def several_lines(self, text: str, container: Node) -> bool:
        """Tell whether a container's items stand on lines of their own."""
        if not container.begins:
            return self.lines
        return "\n" in text[container.start + 1 : container.begins[0]]

    def child_indent(self, text: str, container: Node, own: str) -> str:
        """Return the indentation of a container's items."""
        if container.begins and self.several_lines(text, container):
            return text[container.start + 1 : container.begins[0]].rpartition("\n")[2]
        return own + self.step

    def write(self, value: Any, indent: str) -> str:
        """Return a value over several lines, all but the first indented."""
        written = _dump(value, indent=self.step)
        return written.replace("\n", self.newline + indent)


def _one_line(value: Any) -> str:
    return _dump(value, indent=None)


def _dump(value: Any, indent: str | None) -> str:
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        written.encode()
    except UnicodeEncodeError:  # a path with bytes that are no UTF-8
        return json.dumps(value, indent=indent)
    return written


def _line_indent(text: str, position: int) -> str:
    begin = text.rfind("\n", 0, position) + 1
    found = re.compile(r"[ \t]*").match(text, begin, position)
    return found[0] if found else ""


def _blank(text: str, position: int) -> int:
    found = _BLANK.match(text, position)
    return found.end() if found else position


def _value(text: str, start: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise NotJsonError(text, start, "nested too deeply")
    first = text[start : start + 1]
    if first == "{":
        return _object(text, start, depth)
    if first == "[":
        return _array(text, start, depth)
    if first == '"':
        value, end = _string(text, start)
        return Node("scalar", start, end, value)
    for word, meaning in _WORDS.items():
        if text.startswith(word, start):
            return Node("scalar", start, start + len(word), meaning)
    number = _NUMBER.match(text, start)
    if number:
        return Node("scalar", start, number.end(), json.loads(number[0]))
    raise NotJsonError(text, start, "the text ends here" if not first else f"unexpected {first!r}")


def _string(text: str, start: int) -> tuple[str, int]:
    try:
        value, end = scanstring(text, start + 1, True)
    except JSONDecodeError as error:
        raise NotJsonError(text, error.pos, error.msg[:1].lower() + error.msg[1:]) from None
    return str(value), int(end)


def _object(text: str, start: int, depth: int) -> Node:
    node = Node("object", start, start)
    position = _blank(text, start + 1)
    if text[position : position + 1] == "}":
        node.end = position + 1
        return node
    while True:
        if text[position : position + 1] != '"':
            raise NotJsonError(text, position, "a key in double quotes is expected")
        key, end = _string(text, position)
        colon = _blank(text, end)
        if text[colon : colon + 1] != ":":
            raise NotJsonError(text, colon, "a colon is expected")
        item = _value(text, _blank(text, colon + 1), depth + 1)
        node.keys.append(key)
        node.begins.append(position)
        node.items.append(item)
        position = _blank(text, item.end)
        sign = text[position : position + 1]
        if sign == "}":
            node.end = position + 1
            return node
        if sign != ",":
            raise NotJsonError(text, position, "a comma or } is expected")
        position = _blank(text, position + 1)


def _array(text: str, start: int, depth: int) -> Node:
    node = Node("array", start, start)
    position = _blank(text, start + 1)
    if text[position : position + 1] == "]":
        node.end = position + 1
        return node
    while True:
        item = _value(text, position, depth + 1)
        node.begins.append(item.start)
        node.items.append(item)
        position = _blank(text, item.end)
        sign = text[position : position + 1]
        if sign == "]":
            node.end = position + 1
            return node
        if sign != ",":
            raise NotJsonError(text, position, "a comma or ] is expected")
        position = _blank(text, position + 1)
