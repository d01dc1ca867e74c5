"""Whatever we name in front of a model or a person exists: tools, commands, typed commands."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

import anyio
import click
import pytest

from pmi.base import channel, phrases
from pmi.cli.main import cli
from pmi.cli.sessions import ListingGroup
from pmi.memory_server.server import build
from pmi.recall import wording
from tests.support.repository import ROOT

TOOLS = {tool.name for tool in anyio.run(build().list_tools)}

_TOOL = re.compile(r"\bmemory_(?!server\b|db\b)[a-z_]+\b")
_TYPED = re.compile(r"/pmi:([a-z]+)")
_COMMAND = re.compile(r"(?<![\w/.:-])pmi ((?:[a-z]+(?:-[a-z]+)*)(?: [a-z]+)?)")
PROSE = {"has", "is", "can", "in", "from", "may", "on", "and", "acts", "inside", "answers"}


def texts() -> Iterator[tuple[str, str]]:
    """Yield every text that reaches a model or a screen, with a name."""
    for folder in ("templates", "memory_server"):
        for path in sorted((ROOT / folder).rglob("*.md")):
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for table in (phrases.PHRASES, wording.TEXTS):
        for key, forms in table.items():
            for language, text in forms.items():
                yield f"{key}.{language}", text
    for path in sorted((ROOT / "pmi").rglob("*.py")):
        hints = re.findall(r'"((?:pmi|/pmi:)[^"\n]*)"', path.read_text(encoding="utf-8"))
        yield str(path.relative_to(ROOT)), "\n".join(hints)
    for page in ("README.md", "INSTALL.md"):
        if (ROOT / page).exists():
            yield page, (ROOT / page).read_text(encoding="utf-8")


TEXTS = list(texts())


def command_exists(words: str) -> bool:
    first, _, second = words.partition(" ")
    root = click.Context(cli)
    found = cli.get_command(root, first)
    if isinstance(found, ListingGroup):  # any word may be looked for
        return True
    if isinstance(found, click.Group) and second:
        return second in found.commands
    return found is not None


@pytest.mark.proves("H10")
@pytest.mark.parametrize(("name", "text"), TEXTS, ids=[name for name, _ in TEXTS])
def test_what_is_named_exists(name: str, text: str) -> None:
    typed = {found for found in _TYPED.findall(text) if found not in channel.COMMANDS}
    tools = set(_TOOL.findall(text)) - TOOLS if name.endswith(".md") else set()
    commands = {
        words
        for words in _COMMAND.findall(text)
        if words.partition(" ")[0] not in PROSE and not command_exists(words)
    }
    assert (typed, tools, commands) == (set(), set(), set())


def test_the_check_would_see_what_does_not_exist() -> None:
    with pytest.raises(AssertionError):
        test_what_is_named_exists("x.md", "call memory_divine")
    with pytest.raises(AssertionError):
        test_what_is_named_exists("x.md", "type /pmi:levitate")
    with pytest.raises(AssertionError):
        test_what_is_named_exists("x.md", "run `pmi levitate now`")


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
