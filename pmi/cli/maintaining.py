"""``pmi sync``, ``rebuild``, ``pause``, ``resume`` and ``mcp``: keeping it running."""

from __future__ import annotations

import os
import sys

import click

from pmi.base.errors import Unwritable
from pmi.cli.door import Door, example, plain, with_door
from pmi.recall.wording import say


@click.command(short_help="Make all rows again from the journal.", epilog=example("pmi rebuild"))
@with_door
def rebuild(door: Door) -> None:
    """Make all rows again from the journal, compare, and write what differed.

    The live file is never replaced; where rows differ it is backed up first.
    """
    with door.open() as memory:
        report = memory.rebuild()
    values = plain(report)
    key = "rebuilt_changed" if values.get("changed") else "rebuilt_same"
    door.answer(say(key, door.language, **values), {"rebuilt": values})


@click.command(short_help="Stop capturing and injecting.", epilog=example("pmi pause"))
@with_door
def pause(door: Door) -> None:
    """Stop capturing and injecting until pmi resume; what is stored stays searchable."""
    door.require_user("pmi pause")
    door.home.require()
    try:
        from pmi.base.home import write_file

        write_file(door.home.path("state", "paused"), door.today + "\n")
    except OSError as error:
        raise Unwritable(f"The pause can not be noted: {error.strerror}.") from error
    door.answer(say("paused", door.language), {"paused": True})


@click.command(short_help="Capture and inject again.", epilog=example("pmi resume"))
@with_door
def resume(door: Door) -> None:
    """Capture and inject again after pmi pause."""
    door.require_user("pmi resume")
    door.home.require()
    try:
        os.unlink(door.home.path("state", "paused"))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise Unwritable(f"The pause can not be ended: {error.strerror}.") from error
    door.answer(say("resumed", door.language), {"paused": False})


@click.command(
    short_help="Run the MCP server on standard input and output.",
    epilog=example("claude mcp add --scope user pmi -- pmi mcp"),
)
@with_door
def mcp(door: Door) -> None:
    """Run the MCP server on standard input and output, for agents other than Claude Code.

    pmi install registers it for Claude Code.
    """
    door.home.require()
    os.environ["PMI_HOME"] = door.home.root
    os.execv(sys.executable, [sys.executable, "-I", "-m", "pmi.memory_server"])  # noqa: S606 - it becomes the server
