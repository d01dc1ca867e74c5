"""Every line of a finished section is proven somewhere, and every proof is of a known line."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conformance import FINISHED, SECTIONS, TITLES
from tests.support.repository import ROOT

MUST = [line for section in FINISHED for line in SECTIONS[section]]


def proofs(source: str) -> set[str]:
    """Return the ids that a module's markers and its ``PROVES`` name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "proves":
                found |= _words(node.args)
        elif isinstance(node, ast.Assign):
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
            if "PROVES" in names and isinstance(node.value, ast.Tuple | ast.List):
                found |= _words(node.value.elts)
    return found


def _words(nodes: list[ast.expr]) -> set[str]:
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def modules() -> list[Path]:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    return tests + list((ROOT / "benchmarks").glob("*.py"))


def everything_proven() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in modules():
        for line in proofs(path.read_text(encoding="utf-8")):
            found.setdefault(line, []).append(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.parametrize("line", MUST)
def test_a_line_of_a_finished_section_is_proven(line: str) -> None:
    assert line in everything_proven(), f"no test or benchmark proves {line}: {TITLES[line]}"


def test_every_proof_is_of_a_known_line() -> None:
    unknown = {line: where for line, where in everything_proven().items() if line not in TITLES}
    assert unknown == {}


def test_the_search_for_proofs_sees_markers_modules_and_benchmarks() -> None:
    source = """
PROVES = ("H4",)
pytestmark = [pytest.mark.proves("D2"), pytest.mark.slow]
@pytest.mark.proves("H1", "H2")
def test_x(): ...
CASES = [pytest.param(1, marks=mark.proves("V1"))]
"""
    assert proofs(source) == {"H4", "D2", "H1", "H2", "V1"}
