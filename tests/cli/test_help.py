from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from pmi.cli.catalogue import COMMANDS
from pmi.cli.main import cli
from tests.cli.conftest import Pmi

HEAVY = (
    "asyncio",
    "jieba",
    "mcp",
    "pydantic",
    "sqlite3",
    "sqlite_utils",
    "tomllib",
    "yaml",
    "pmi.api",
    "pmi.indexer",
    "pmi.installer",
    "pmi.recall",
    "pmi.store",
)


def every_command() -> Iterator[tuple[str, click.Command]]:
    root = click.Context(cli, info_name="pmi")
    for name in cli.list_commands(root):
        command = cli.get_command(root, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            for child, found in command.commands.items():
                yield f"{name} {child}", found


EVERY_COMMAND = list(every_command())
COMMAND_NAMES = [name for name, _ in EVERY_COMMAND]


@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_help_has_an_example_that_names_the_command(pmi: Pmi, name: str) -> None:
    shown = pmi(*name.split(), "--help")
    assert shown.exit_code == 0
    example = shown.stdout.partition("Example:")[2]
    assert f"pmi {name}" in example


@pytest.mark.parametrize(("name", "command"), EVERY_COMMAND, ids=COMMAND_NAMES)
def test_every_command_takes_json_and_home(name: str, command: click.Command) -> None:
    if not isinstance(command, click.Group):
        options = {option for given in command.params for option in given.opts}
        assert {"--json", "--home"} <= options


@pytest.mark.parametrize("name", list(COMMANDS))
def test_the_catalogue_says_what_the_command_says(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.short_help == COMMANDS[name].help


def test_help_lists_every_command_with_its_sentence(pmi: Pmi) -> None:
    shown = pmi("--help").stdout
    for name, entry in COMMANDS.items():
        assert name in shown
        assert entry.help in shown


def test_version_is_the_package_s(pmi: Pmi) -> None:
    import pmi as package

    assert package.__version__ in pmi("--version").stdout


@pytest.mark.parametrize("argument", ["--help", "-h", "--version"])
def test_help_loads_nothing_but_click(argument: str) -> None:
    code = (
        "import sys\n"
        "from pmi.cli.main import cli\n"
        "try:\n"
        f"    cli.main([{argument!r}])\n"
        "except SystemExit:\n"
        "    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.strip() == "[]"
