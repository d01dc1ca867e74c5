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
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)
    return re.sub(r"\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b", "DAY", text)


def test_the_two_commands_at_the_top_name_files_that_are_there() -> None:
    install, test = blocks("sh")
    assert shlex.split(install)[0] == "./install.sh"
    assert shlex.split(test) == ["bash", "tests/run"]
    assert (ROOT / "install.sh").stat().st_mode & 0o111
    assert "tests/run" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_each_command_prints_what_the_readme_shows(isolated: Path) -> None:
    env = environment(isolated, LANG="C.UTF-8")
    run = [sys.executable, "-m", "pmi.cli.main"]
    setup = [*run, "install", "--yes", "--language", "en", "--no-mcp", "--no-index"]
    subprocess.run(setup, env=env, check=True, capture_output=True)
    (block,) = blocks("console")
    for command, expected in steps(block):
        words = shlex.split(command)
        assert words[0] == "pmi"
        done = subprocess.run(
            [*run, *words[1:]], env=env, capture_output=True, text=True, check=False
        )
        assert done.stderr == "", command
        assert settled(done.stdout) == settled(expected), command


@pytest.mark.parametrize("name", ["README.md", "INSTALL.md", "CONTRIBUTING.md", "GLOSSARY.md"])
def test_each_link_leads_to_a_file(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    assert [target for target in targets if not (ROOT / target).exists()] == []
