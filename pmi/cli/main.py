"""The command line: the group of lazily loaded commands.

Nothing but click is loaded before a command is chosen: ``pmi --help`` starts in a moment.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

import pmi
from pmi.base.errors import UsageError
from pmi.cli.boundary import Stopped, decoded, leave_with
from pmi.cli.catalogue import COMMANDS, FAMILIES
from pmi.cli.door import Door

EPILOG = """\b
Examples:
  pmi remember "we deploy only on Tuesdays"
  pmi search deploy
  pmi map
Every command has --help with an example, --json and --home.
"""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is run or asked for help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now, or None."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = importlib.import_module(f"pmi.cli.{entry.module}")
        command: click.Command = getattr(module, entry.attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by family, from the catalogue."""
        width = max(map(len, COMMANDS))
        for family, commands in FAMILIES.items():
            with formatter.section(family):
                formatter.write_dl(
                    [(name.ljust(width), entry.help) for name, entry in commands.items()]
                )

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> NoReturn:
        """Run the command line; every failure leaves as message, hint and exit code."""
        given = list(sys.argv[1:] if args is None else args)
        door = options.pop("obj", None) or Door(as_json="--json" in given)
        options["standalone_mode"] = False
        run = super().main

        def work() -> Any:
            try:
                return run([decoded(word) for word in given], *rest, obj=door, **options)
            except click.exceptions.NoArgsIsHelpError as error:
                raise UsageError("Missing command.", _choices(error.ctx)) from error
            except click.ClickException as error:
                context = getattr(error, "ctx", None)
                hint = f"{context.command_path} --help" if context else "pmi --help"
                raise UsageError(error.format_message(), hint) from error
            except click.Abort as error:
                raise Stopped from error

        leave_with(door, work)


def _choices(context: click.Context | None) -> str:
    """Return as a hint which commands a group has; for those of `pmi` itself where to look."""
    group = context.command if context else None
    if context is None or context.parent is None or not isinstance(group, click.Group):
        return "pmi --help"
    return f"one of {', '.join(group.list_commands(context))}"


@click.group(cls=LazyGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(pmi.__version__, prog_name="pmi")
def cli() -> None:
    """Personal memory for Claude Code: what you said once is known in every session."""


def main() -> NoReturn:
    """Run ``pmi``."""
    cli.main()


if __name__ == "__main__":
    main()
