"""``./install.sh`` from a fresh clone into a home of any name, twice, and out again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.isolation import environment
from tests.support.repository import ROOT, tracked_files

HOME_NAME = "us er's (x) 家"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return the checkout as git has it, in a folder with a blank in its name."""
    folder = tmp_path / "fresh clone"
    for name in tracked_files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return folder


def run(command: list[str], env: dict[str, str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=290,
        check=False,
    )


@pytest.mark.timeout(600)
@pytest.mark.proves("H8", "I2")
def test_install_from_a_fresh_clone_again_and_out_again(clone: Path, tmp_path: Path) -> None:
    env = environment(tmp_path / HOME_NAME, LC_ALL="C.UTF-8")
    for name in ("PMI_HOME", "CLAUDE_CONFIG_DIR"):
        del env[name]
    user = Path(env["HOME"])
    (user / ".claude" / "settings.json").write_text('{"theme":"dark"}', encoding="utf-8")
    first = run(["./install.sh", "--name", "Ana", "--yes"], env, clone)
    assert first.returncode == 0, first.stdout + first.stderr
    assert f"{user}/.local/bin is not on your PATH" in first.stdout
    command = user / ".local" / "bin" / "pmi"
    assert command.is_symlink()
    assert not (clone / ".venv").exists()
    again = run(["./install.sh", "--yes"], env, clone)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "making an environment" not in again.stdout
    shutil.rmtree(clone / "pmi")  # not editable: the clone may go
    elsewhere = tmp_path / "else"
    for name in ("hooks", "installer", "indexer", "templates"):
        (elsewhere / name).mkdir(parents=True)
        (elsewhere / name / "__init__.py").write_text("raise SystemExit(9)", encoding="utf-8")
    env["PATH"] = f"{command.parent}{os.pathsep}{env['PATH']}"
    env["PYTHONPATH"] = "."
    assert run(["pmi", "doctor"], env, elsewhere).returncode == 0
    said = run(["pmi", "remember", "we deploy only on Tuesdays"], env, elsewhere)
    assert said.returncode == 0, said.stderr
    found = run(["pmi", "search", "deploy", "--json"], env, elsewhere)
    assert "Tuesdays" in json.loads(found.stdout)["hits"][0]["snippet"]
    settings = json.loads((user / ".claude" / "settings.json").read_text(encoding="utf-8"))
    hook = settings["hooks"]["Stop"][0]["hooks"][0]
    assert hook["command"].startswith(str(user / ".local" / "share" / "pmi" / "env"))
    assert Path(hook["args"][2]).is_file()
    gone = run(["pmi", "uninstall", "--yes"], env, elsewhere)
    assert gone.returncode == 0
    assert f"rm -r {user / '.local' / 'share' / 'pmi' / 'env'}" in gone.stdout
    assert (user / ".claude" / "settings.json").read_text(encoding="utf-8") == '{"theme":"dark"}'
    assert run(["pmi", "search", "deploy"], env, elsewhere).returncode == 0


def test_a_real_file_in_the_way_of_the_command_stays(clone: Path, tmp_path: Path) -> None:
    """Only the part of the script that links: its own functions, with a made environment."""
    script = (clone / "install.sh").read_text(encoding="utf-8").split("\npython=$(find_python)")[0]
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "pmi").write_text("mine", encoding="utf-8")
    part = clone / "part.sh"
    part.write_text(script + "\nlink_command\n", encoding="utf-8")
    env = environment(tmp_path / "m", PMI_BIN_DIR=str(bin_folder))
    done = run(["sh", str(part)], env, clone)
    assert done.returncode == 0, done.stderr
    assert "is a file of yours and stays" in done.stdout
    assert (bin_folder / "pmi").read_text(encoding="utf-8") == "mine"


def test_the_launcher_works_through_links_and_says_what_to_do(tmp_path: Path) -> None:
    link = tmp_path / "a" / "pmi"
    link.parent.mkdir()
    link.symlink_to(ROOT / "bin" / "pmi")
    (tmp_path / "again").symlink_to(Path("a") / "pmi")
    import sys

    env = environment(tmp_path / "m", PMI_PYTHON=sys.executable)
    done = run([str(tmp_path / "again"), "--help"], env, tmp_path)
    assert done.returncode == 0
    assert "remember" in done.stdout
    empty = tmp_path / "copy" / "bin"
    empty.mkdir(parents=True)
    shutil.copy2(ROOT / "bin" / "pmi", empty / "pmi")
    bare = environment(tmp_path / "m", PATH="/usr/bin:/bin")
    done = run(["/bin/sh", str(empty / "pmi"), "--help"], bare, tmp_path)
    if done.returncode != 0:  # a system Python that happens to have PMI would answer
        assert done.returncode == 127
        assert "install.sh" in done.stderr


@pytest.mark.parametrize("name", ['a"b', "a$b", "a`b", "a\\b"])
def test_a_path_that_the_launcher_can_not_hold_is_refused_before_anything_is_made(
    clone: Path, tmp_path: Path, name: str
) -> None:
    target = tmp_path / name / "env"
    env = environment(tmp_path / "isolated", PMI_ENV=str(target), PMI_BIN_DIR=str(tmp_path / "bin"))
    done = run(["./install.sh", "--yes"], env, clone)
    assert done.returncode == 1
    assert "PMI_ENV" in done.stderr
    assert str(target) in done.stderr
    assert not target.parent.exists()
    assert not (tmp_path / "bin").exists()
