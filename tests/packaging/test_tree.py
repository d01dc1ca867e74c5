"""Every file is small, says nothing of the machine it was written on, and is checked for real."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repository import ROOMS, ROOT, tracked_files

LINES = 400
FUNCTION_LINES = 60
PYTHON = [name for name in tracked_files() if name.endswith(".py")]


def test_no_file_is_longer_than_400_lines() -> None:
    sizes = {name: (ROOT / name).read_text(encoding="utf-8").count("\n") for name in PYTHON}
    assert {name: size for name, size in sizes.items() if size > LINES} == {}


def test_no_function_is_longer_than_60_lines() -> None:
    long = {}
    for name in PYTHON:
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                size = (node.end_lineno or node.lineno) - node.lineno + 1
                if size > FUNCTION_LINES:
                    long[f"{name}:{node.name}"] = size
    assert long == {}


def test_the_links_of_an_editable_install_are_not_tracked() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--", *(f"pmi/{room}" for room in ROOMS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout == ""


PERSONAL = {
    "a path of somebody's machine": r"(?<![\w.~$}])/(?:root|work|Users/\w+|tmp/w)/[\w.]",
    "a package registry's address": r"\b(?:pypi\.org|registry\.npmjs\.org|files\.pythonhosted)",
    "an address of a package index": r"--(?:extra-)?index-url[ =]|--find-links[ =]|file:///opt",
}


@pytest.mark.parametrize("what", PERSONAL)
def test_nothing_personal_is_tracked(what: str) -> None:
    found = []
    for name in tracked_files():
        if name == Path(__file__).relative_to(ROOT).as_posix():
            continue
        text = (ROOT / name).read_bytes().decode("utf-8", "replace")
        found += [f"{name}: {match[0]}" for match in re.finditer(PERSONAL[what], text)]
    assert found == []


def test_the_lock_files_name_no_place_and_every_package_has_hashes() -> None:
    for name in ("run.txt", "dev.txt", "model.txt"):
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        assert "://" not in text
        blocks = re.findall(r"^[a-z][^\n]*==(?:[^\n]*\\\n)+[^\n]*", text, re.MULTILINE)
        assert len(blocks) == len(re.findall(r"^[a-z].*==", text, re.MULTILINE))
        assert all("--hash=sha256:" in block for block in blocks)


def test_the_lock_files_hold_what_the_project_declares() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    declared = {
        "run": project["project"]["dependencies"],
        "dev": project["project"]["dependencies"] + project["dependency-groups"]["dev"],
        "model": project["dependency-groups"]["model"],
    }
    for name, wanted in declared.items():
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
        locked = set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
        names = {re.split(r"[<>=\[]", line)[0].strip().lower() for line in wanted}
        assert names <= locked


PLANTED = "def wrong() -> int:\n    return 'no number'\n"


@pytest.fixture
def planted(tmp_path: Path) -> set[str]:
    """Make a copy of the layout with a wrong line in every package; return their files."""
    kept = [name for name in tracked_files() if name.endswith(("__init__.py", "py.typed"))]
    for name in (*kept, "pyproject.toml"):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    for room in ROOMS:
        (tmp_path / "pmi" / room).symlink_to(Path("..") / room, target_is_directory=True)
    files = {f"{folder}/planted.py" for folder in (*ROOMS[:-1], "pmi", "pmi/base")}
    for name in files:
        (tmp_path / name).write_text(PLANTED, encoding="utf-8")
    return files


def test_mypy_finds_an_error_planted_in_any_package(planted: set[str], tmp_path: Path) -> None:
    mypy = [sys.executable, "-m", "mypy", "--no-incremental"]
    done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = set(
        re.findall(r"^(\S+planted\.py):2: error:.*\[return-value\]", done.stdout, re.MULTILINE)
    )
    assert {name.removeprefix("pmi/") for name in found} == {
        name.removeprefix("pmi/") for name in planted
    }, done.stdout + done.stderr


def test_pyright_finds_each_planted_error_once(planted: set[str], tmp_path: Path) -> None:
    cache = {"PYRIGHT_PYTHON_CACHE_DIR": str(ROOT / ".tools" / "pyright")}
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson"],
        cwd=tmp_path,
        env={**os.environ, **cache, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    found = [
        Path(one["file"]).relative_to(tmp_path).as_posix()
        for one in json.loads(done.stdout)["generalDiagnostics"]
        if one.get("rule") == "reportReturnType"
    ]
    assert sorted(found) == sorted(planted)


def test_what_pyright_reads_is_every_room_once() -> None:
    import tomllib

    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pyright = config["tool"]["pyright"]
    code = set(ROOMS) - {"templates"}
    assert {*code, "pmi", "tests"} == set(pyright["include"])
    assert {f"pmi/{room}" for room in ROOMS} <= set(pyright["exclude"])
