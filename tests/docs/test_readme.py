"""README keeps its word: its commands are there, and print what it says that they print."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.isolation import environment
from tests.support.repository import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")

PMI = [sys.executable, "-m", "pmi.cli.main"]


def blocks(kind: str) -> list[str]:
    """Return the fenced blocks of one kind, in their order."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def steps(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the output below it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def settled(text: str) -> str:
    """Return a text with what differs from run to run replaced: ids, days and times."""
    text = re.sub(r"\b(mem|src)_[0-9a-z]{26}\b", r"\1_…", text)
    text = re.sub(r"^- [0-9a-z]{6,} ", "- … ", text, flags=re.MULTILINE)
    text = re.sub(r"\b(pmi show) [0-9a-z]{6}$", r"\1 …", text, flags=re.MULTILINE)
    text = re.sub(r"\) [0-9a-z]{6}$", ") …", text, flags=re.MULTILINE)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?", "TIME", text)
    text = re.sub(r"\b\d\d:\d\d\b", "HH:MM", text)
    return re.sub(r"\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b", "DAY", text)


def test_the_two_commands_at_the_top_name_files_that_are_there() -> None:
    install, test, *_ = blocks("sh")
    assert shlex.split(install)[0] == "./install.sh"
    assert shlex.split(test) == ["bash", "tests/run"]
    assert (ROOT / "install.sh").stat().st_mode & 0o111
    assert "tests/run" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def run(command: str, env: dict[str, str]) -> str:
    """Run a command of the README at the top of the checkout and return what it prints."""
    words = shlex.split(command)
    assert words[0] == "pmi"
    done = subprocess.run(
        [*PMI, *words[1:]], env=env, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == "", command
    return done.stdout


def test_each_command_prints_what_the_readme_shows(isolated: Path) -> None:
    env = environment(isolated, LANG="C.UTF-8")
    setup = [*PMI, "install", "--yes", "--language", "en", "--no-mcp", "--no-index"]
    subprocess.run(setup, env=env, check=True, capture_output=True)
    telling, *_ = blocks("console")
    for command, expected in steps(telling):
        assert settled(run(command, env)) == settled(expected), command


def load_sample(env: dict[str, str]) -> None:
    """Do what the README says before it asks the sample."""
    _, _, load, _ = blocks("sh")
    first, *commands = load.splitlines()
    assert first == "export PMI_HOME=$(mktemp -d)"
    Path(env["PMI_HOME"]).mkdir(mode=0o700)
    for command in commands:
        run(command, env)


@pytest.fixture
def read(isolated: Path) -> dict[str, str]:
    """Load the sample and read its conversations, as the README says; return the environment."""
    env = environment(isolated, LANG="C.UTF-8", TZ="UTC")
    load_sample(env)
    *_, reading = blocks("sh")
    export, sync = reading.splitlines()
    name, _, folder = export.removeprefix("export ").partition("=")
    env[name] = folder.replace("$PWD", str(ROOT))
    run(sync, env)
    return env


def test_what_was_said_is_found_as_the_readme_shows(read: dict[str, str]) -> None:
    *_, finding, _ = blocks("console")
    for command, expected in steps(finding):
        assert run(command, read) == expected, command


def test_what_was_said_is_learned_as_the_readme_shows(read: dict[str, str]) -> None:
    *_, learning = blocks("console")
    for command, expected in steps(learning):
        assert run(command, read) == expected, command


def test_the_sample_answers_what_the_readme_shows(isolated: Path) -> None:
    env = environment(isolated, LANG="C.UTF-8")
    load_sample(env)
    _, asking, *_ = blocks("console")
    shown = steps(asking)
    assert len(shown) == 3
    assert [command for command, _ in shown if "--as-of" in command]
    for command, expected in shown:
        assert settled(run(command, env)) == settled(expected), command
    [example] = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", example],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("current A ticket can be given back")


@pytest.mark.parametrize("name", ["README.md", "INSTALL.md", "CONTRIBUTING.md", "GLOSSARY.md"])
def test_each_link_leads_to_a_file(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    assert [target for target in targets if not (ROOT / target).exists()] == []
