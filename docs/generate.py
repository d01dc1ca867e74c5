"""Writes the reference pages from the code; with ``--check`` only says which are stale.

``python docs/generate.py [--check]``: cli.md, config.md, errors.md, schema.md, tools.md.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import anyio
import click

FOLDER = Path(__file__).resolve().parent
HEAD = "<!-- Made by docs/generate.py: change the code, then run `just docs`. -->\n\n"


def cli_page() -> str:
    """Return the reference of all commands, from their own help."""
    from pmi.base.errors import BUG_EXIT, INTERRUPTED_EXIT, error_classes
    from pmi.cli.catalogue import FAMILIES
    from pmi.cli.main import cli

    parts = [
        "# Command line",
        (
            "`pmi --help` lists the commands. All of them take `--json` and `--home FOLDER`; with "
            '`--json` a failure is printed as `{"error": {"code", "message", "hint"}}`.\n\n'
            "With `CLAUDECODE=1` or `PMI_INSIDE=1` in the environment `pmi` acts as an agent: what "
            "is the user's to decide is refused with `policy_denied`, and `remember` proposes."
        ),
    ]
    root = click.Context(cli, info_name="pmi")
    for family, entries in FAMILIES.items():
        parts.append(f"## {family}")
        for name in entries:
            command = cli.get_command(root, name)
            parts.extend(_command_parts(command, root, name))
    codes = [f"| {kind.exit_code} | `{kind.code}` |" for kind in error_classes()]
    codes += [f"| {BUG_EXIT} | a bug; a report is in `logs/` |"]
    codes += [f"| {INTERRUPTED_EXIT} | stopped with Ctrl-C |"]
    parts += [
        "## Exit codes",
        "\n".join(["| code | error |", "| --- | --- |", "| 0 | none |", *codes]),
    ]
    return "\n\n".join(parts)


def _command_parts(command: click.Command | None, parent: click.Context, name: str) -> list[str]:
    if command is None:
        raise LookupError(name)
    context = click.Context(command, info_name=name, parent=parent, terminal_width=90)
    parts = [f"### {context.command_path}", f"```text\n{command.get_help(context).strip()}\n```"]
    if isinstance(command, click.Group):
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            parts.extend(_command_parts(found, context, child))
    return parts


def config_page() -> str:
    """Return the table of settings, from the defaults."""
    from pmi.base.config import DEFAULTS

    lines = [
        "# Configuration",
        "",
        (
            "`config.toml` in the home; every line is optional. A mistake in it is an error with "
            "its line for `pmi`, and means the defaults for hooks."
        ),
        "",
        "| section | key | default | type | meaning |",
        "| --- | --- | --- | --- | --- |",
    ]
    for section, key, default, kind, meaning in DEFAULTS:
        shown = json.dumps(default, ensure_ascii=False)
        lines.append(f"| `[{section}]` | `{key}` | `{shown}` | {_word(kind)} | {meaning} |")
    return "\n".join(lines)


def _word(kind: object) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


def errors_page() -> str:
    """Return the table of errors, from their classes."""
    from pmi.base.errors import error_classes

    lines = [
        "# Errors",
        "",
        (
            "The code is the same on the command line (`--json`) and in MCP tool errors; the exit "
            "code is the command line's. Message and hint are for people, the code for programs."
        ),
        "",
        "| code | exit | meaning |",
        "| --- | --- | --- |",
    ]
    for kind in error_classes():
        meaning = (kind.__doc__ or "").strip().splitlines()[0]
        lines.append(f"| `{kind.code}` | {kind.exit_code} | {meaning} |")
    return "\n".join(lines)


def schema_page() -> str:
    """Return the tables of the three databases, from new ones."""
    from sqlite_utils import Database

    from pmi.base.home import Home
    from pmi.store.database import Store

    parts = [
        "# Database schema",
        (
            "`pmi sql --schema` prints that of a home. `memory.db` and `transcripts.db` are "
            "precious; `search.db` is made again from them at any time."
        ),
    ]
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder)
        home.ensure()
        with Store(home) as store:
            for name in ("memory", "transcripts", "search"):
                store.reading(name)
        for name in ("memory", "transcripts", "search"):
            schema = Database(home.path(f"{name}.db")).schema.strip()
            parts += [f"## {name}.db", f"```sql\n{schema}\n```"]
    return "\n\n".join(parts)


def tools_page() -> str:
    """Return the MCP tools and the server's instructions, from the server."""
    from pmi.memory_server.server import build

    server = build()
    parts = [
        "# MCP tools",
        (
            "The server `pmi` speaks MCP over standard input and output. Results are readable "
            "text inside a fence that marks it as data; errors are tool errors `code: message` "
            "with a hint ([codes](errors.md))."
        ),
        "## Instructions that agents get",
        f"```text\n{server.instructions}\n```",
    ]
    for tool in anyio.run(server.list_tools):
        schema = json.dumps(tool.input_schema, ensure_ascii=False, indent=2)
        parts += [f"## {tool.name}", str(tool.description), f"```json\n{schema}\n```"]
    return "\n\n".join(parts)


PAGES: dict[str, Callable[[], str]] = {
    "cli.md": cli_page,
    "config.md": config_page,
    "errors.md": errors_page,
    "schema.md": schema_page,
    "tools.md": tools_page,
}


def main(arguments: list[str]) -> int:
    """Write the pages, or with ``--check`` name the stale ones; 1 when there are some."""
    os.environ["COLUMNS"] = "90"  # help is wrapped the same way everywhere
    check = "--check" in arguments
    stale = []
    for name, make in PAGES.items():
        text = HEAD + make().rstrip() + "\n"
        path = FOLDER / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"docs/{name} {'is stale: run `just docs`' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
