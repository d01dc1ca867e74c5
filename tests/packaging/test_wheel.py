"""The wheel holds the whole tree below one name, and runs with what it declares."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.isolation import environment
from tests.support.repository import ROOMS, ROOT, tracked_files

BUILD = "import sys, os; os.chdir(sys.argv[1]); from hatchling.build import {kind} as build; "
BUILD += "print(build(sys.argv[2]))"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout as git has it: no links, nothing ignored."""
    folder = tmp_path_factory.mktemp("clone")
    for name in tracked_files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
        target.chmod((ROOT / name).stat().st_mode & 0o777)
    return folder


def build(source: Path, target: Path, kind: str) -> Path:
    """Return the archive that the build backend makes of a tree."""
    command = [sys.executable, "-c", BUILD.format(kind=kind), str(source), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return target / done.stdout.strip().splitlines()[-1]


def expected() -> set[str]:
    """Return the modules and data of the tree by their names in the wheel."""
    names = set()
    for name in tracked_files():
        top = name.split("/")[0]
        if top == "pmi":
            names.add(name)
        elif top in ROOMS:
            names.add(f"pmi/{name}")
    return names


def held(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def wheel(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(clone, tmp_path_factory.mktemp("wheel"), "build_wheel")


def test_the_wheel_holds_exactly_the_tree(wheel: Path) -> None:
    assert held(wheel) == expected()


def test_the_wheel_has_one_name_at_its_top(wheel: Path) -> None:
    assert {name.split("/")[0] for name in held(wheel)} == {"pmi"}


def test_a_wheel_from_a_tree_with_the_links_is_the_same(tmp_path: Path) -> None:
    assert held(build(ROOT, tmp_path, "build_wheel")) == expected()


def test_a_wheel_from_the_source_archive_is_the_same(clone: Path, tmp_path: Path) -> None:
    archive = build(clone, tmp_path, "build_sdist")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (source,) = (tmp_path / "unpacked").iterdir()
    assert held(build(source, tmp_path, "build_wheel")) == expected()


@pytest.mark.proves("I3")
def test_the_installed_wheel_runs_with_only_the_declared_dependencies(
    wheel: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    locked = ["--require-hashes", "-r", str(ROOT / "requirements" / "run.txt")]
    subprocess.run([*pip, *locked], check=True, capture_output=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True, capture_output=True)
    checks = subprocess.run(
        [str(python), "-m", "pip", "check"], capture_output=True, text=True, check=False
    )
    assert checks.returncode == 0, checks.stdout
    own = tmp_path / "project"
    (own / "hooks").mkdir(parents=True)
    (own / "hooks" / "__init__.py").write_text("raise SystemExit('not yours')", encoding="utf-8")
    (own / "installer.py").write_text("raise SystemExit('not yours')", encoding="utf-8")
    env = environment(tmp_path / "place", PYTHONPATH=".")
    for command in (["--help"], ["doctor", "--json"], ["remember", "we deploy only on Tuesdays"]):
        run = [str(folder / "bin" / "pmi"), *command]
        done = subprocess.run(run, cwd=own, env=env, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr
        assert "not yours" not in done.stderr
    done = subprocess.run(
        [str(folder / "bin" / "pmi"), "install", "--yes", "--name", "Ana"],
        cwd=own,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "error" not in {word for line in done.stdout.splitlines() for word in line.split(" ")}
