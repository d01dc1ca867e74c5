"""Finds in the sources what errors, outcomes and findings say, as templates.

A template is the text with ``HOLE`` where a value stands: an f-string, a concatenation, a
choice between texts and a variable that was given one before all come out as what they can say.
"""

from __future__ import annotations

import ast
import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pmi.base.errors import error_classes
from tests.support.repository import ROOT

HOLE = "\0"
FOLDERS = ("pmi", "hooks", "indexer", "installer", "memory_server")

ERRORS: dict[str, tuple[int | str, ...]] = {
    kind.__name__: (0, 1, "message", "hint") for kind in error_classes()
}
"""Where the classes of the tree take what they say: places and keywords."""

OTHERS: dict[str, tuple[int | str, ...]] = {
    "Finding": (1, 3, 4, "message", "fix"),
    "_error": (1, 2, 3),
    "_finding": (1, 2, 3),
    "Result": (1, 4, "reason", "hint"),
    "Outcome": (1, 4, "reason", "hint"),
    "Checked": (1, 2, "problem", "hint"),
    "Choice": ("problem", "hint"),
    "Decision": (1, "reason"),
    "NotJsonError": (2,),
    "TimeoutError": (0,),
    "problems.append": (0,),
}
"""The same of what is shown beside errors."""

NAMES = {"Claude Code", f"{HOLE}.db"}
"""What is the same in every language."""

_COMMAND = re.compile(
    rf"(?:pmi|claude)(?: (?:[a-z]+(?:-[a-z]+)*|--[a-z-]+|(?:cc://)?{HOLE}))+|/pmi:\w+|{HOLE} --help"
)

Function = ast.FunctionDef | ast.AsyncFunctionDef
Spoken = dict[str, list[str]]


@dataclass
class Said:
    """Templates, and words that stand in the place of a missing value, each with its places."""

    templates: Spoken = field(default_factory=dict)
    words: Spoken = field(default_factory=dict)


@functools.cache
def said_in_sources() -> Said:
    """Return everything that the sources can say, with where they say it."""
    said = Said()
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        place = path.relative_to(ROOT).as_posix()
        for node, scope in _with_scopes(tree):
            for expression in _spoken(node, scope):
                where = f"{place}:{expression.lineno}"
                for text in templates_of(expression, scope):
                    if needs_words(text):
                        said.templates.setdefault(text, []).append(where)
                for word in _words(expression, scope):
                    said.words.setdefault(word, []).append(where)
    return said


def sources() -> list[Path]:
    """Return all modules, those behind the links of an editable install once."""
    return [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not any(parent.is_symlink() for parent in path.parents)
    ]


def needs_words(text: str) -> bool:
    """Tell whether a template has words: a command alone, a name or a value has none."""
    return not (text in NAMES or not text.strip(HOLE) or _COMMAND.fullmatch(text))


def templates_of(node: ast.expr, scope: Function | None) -> set[str]:
    """Return what an expression can say."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.JoinedStr(values=parts):
            return {"".join(_part(part) for part in parts)}
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            pairs = itertools.product(templates_of(left, scope), templates_of(right, scope))
            return {first + second for first, second in pairs}
        case ast.IfExp(body=body, orelse=other):
            return templates_of(body, scope) | templates_of(other, scope)
        case ast.BoolOp(values=values):
            return set().union(*(templates_of(value, scope) for value in values))
        case ast.Name(id=name) if scope is not None:
            given = [value for target, value in _assignments(scope) if target == name]
            return set().union(*(templates_of(value, None) for value in given)) or {HOLE}
    return {HOLE}


def _part(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else HOLE


def _words(node: ast.expr, scope: Function | None) -> Iterator[str]:
    """Give the constants that an f-string takes where it has no value."""
    given = [node]
    if isinstance(node, ast.Name) and scope is not None:
        given = [value for target, value in _assignments(scope) if target == node.id]
    for found in (part for one in given for part in ast.walk(one)):
        if isinstance(found, ast.FormattedValue) and isinstance(
            found.value, ast.BoolOp | ast.IfExp
        ):
            yield from (text for text in templates_of(found.value, None) if text != HOLE)


def _assignments(scope: Function) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _with_scopes(
    node: ast.AST, scope: Function | None = None
) -> Iterator[tuple[ast.AST, Function | None]]:
    for child in ast.iter_child_nodes(node):
        yield child, scope
        inner = child if isinstance(child, Function) else scope
        yield from _with_scopes(child, inner)


def _spoken(node: ast.AST, scope: Function | None) -> Iterator[ast.expr]:
    """Give the expressions of a node that somebody reads."""
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func)
        places = ERRORS.get(name.rpartition(".")[2]) or OTHERS.get(name, ())
        yield from (arg for index, arg in enumerate(node.args) if index in places)
        yield from (word.value for word in node.keywords if word.arg in places)
    elif isinstance(node, ast.Return) and scope is not None and scope.name == "_fault":
        yield node.value or ast.Constant("")
