"""``pmi sql``: reads a database of the home with SQL; nothing can be written through it."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from pmi.base.errors import Conflict, NotFound, UsageError
from pmi.cli.door import Door, example, plain, read_text, with_door
from pmi.recall.render import shown_line

DATABASES = ("memory", "transcripts", "search")

_READING = frozenset({19, 20, 21, 31, 33})
"""SQLite's action codes for pragma, read, select, function and recursive."""

_PRAGMAS = frozenset(
    {"table_info", "table_xinfo", "table_list", "index_list", "index_info", "foreign_key_list"}
)


@click.command(
    short_help="Ask a database of the home, read-only.",
    epilog=example(
        'pmi sql "SELECT content FROM memory LIMIT 3"',
        'pmi sql --database transcripts --csv "SELECT id, title FROM session"',
        "pmi sql --schema",
    ),
)
@click.argument("query", nargs=-1, metavar="[SELECT…]")
@click.option("--database", type=click.Choice(DATABASES), default="memory", show_default=True)
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
@click.option("--schema", is_flag=True, help="Print the tables instead.")
@with_door
def sql(door: Door, *, query: tuple[str, ...], database: str, as_csv: bool, schema: bool) -> None:
    """Ask a database of the home with one SELECT; nothing can be changed this way."""
    door.home.require()
    path = door.home.path(f"{database}.db")
    if not os.path.exists(path):
        raise NotFound(f"There is no {database}.db yet.", "pmi sync")
    from sqlite_utils import Database

    opened = Database(_open(path), recursive_triggers=False)
    try:
        if schema:
            door.answer(opened.schema, {"schema": opened.schema.splitlines()})
            return
        text = read_text(query)
        if not text.strip():
            raise UsageError("There is no query.", 'pmi sql "SELECT …", or pmi sql --schema')
        names, rows = _run(opened, text)
    finally:
        opened.close()
    values = [dict(zip(names, row, strict=True)) for row in rows]
    door.answer(_table(names, rows, as_csv=as_csv), {"rows": values})


def _open(path: str) -> Any:
    from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # its own choice

    def allow(action: int, name: str | None, *_: object) -> int:
        pragma = action != 19 or (name or "").lower() in _PRAGMAS
        return 0 if action in _READING and pragma else 1

    uri = f"file:{path.replace('%', '%25').replace('?', '%3f').replace('#', '%23')}?mode=ro"
    connection = sqlite3.connect(uri, uri=True, timeout=5)
    connection.set_authorizer(allow)
    return connection


def _run(opened: Any, text: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Return column names and rows; SQL that fails or would write is a usage error."""
    from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # its own choice

    try:
        cursor = opened.execute(text)
        names = [column[0] for column in cursor.description or ()]
        return names, [tuple(_cell(cell) for cell in row) for row in cursor]
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Conflict(f"The database is busy: {error}.", "try again") from error
        raise UsageError(f"The query failed: {error}.", "pmi sql --schema") from error
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise UsageError(
            f"The query failed: {error}.", "only one SELECT is possible here; pmi sql --schema"
        ) from error


def _cell(value: Any) -> Any:
    return f"<{len(value)} bytes>" if isinstance(value, bytes) else plain(value)


def _table(names: list[str], rows: list[tuple[Any, ...]], *, as_csv: bool) -> str:
    if as_csv:
        import csv
        import io

        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([names, *rows])
        return out.getvalue().rstrip("\n")
    texts = [names, *([shown_line(_text(cell), 80) for cell in row] for row in rows)]
    return "\n".join("\t".join(row) for row in texts)


def _text(cell: Any) -> str:
    return cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
