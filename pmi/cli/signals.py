"""``pmi signals``: what the detection of signals makes of a text, and by which rule."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import click

from pmi.base.errors import NotFound
from pmi.cli.door import Door, example, with_door
from pmi.model.learning import Exchange

MAX_BYTES = 256 << 20


@click.group(
    short_help="Try what would be learned from a text.",
    epilog=example("pmi signals test notes.txt"),
)
def signals() -> None:
    """Try which words of yours would be taken for something to learn from."""


@signals.command(
    "test",
    short_help="Print the signals in a text, each with its rule.",
    epilog=example(
        "pmi signals test notes.txt",
        'echo "no, we always use pnpm" | pmi signals test -',
        "pmi signals test ~/.claude/projects/-home-ada-web/3f9a1c.jsonl --json",
    ),
)
@click.argument("file")
@with_door
def test(door: Door, *, file: str) -> None:
    """Print each signal in FILE (- is standard input): kind, rule, quote, what would be stored.

    FILE is a text, each paragraph of it a message of the user (without empty lines each line),
    or lines of JSON with before, said and answer, or a transcript of Claude Code. Nothing is
    stored, and no home is needed.
    """
    from pmi.api import Memory
    from pmi.recall.signal_text import signals_text

    exchanges = list(_exchanges(_read(file)))
    found = [signal for one in exchanges for signal in Memory.signals(one.said, one.before)]
    text = signals_text(found, len(exchanges), door.language)
    door.answer(text, {"messages": len(exchanges), "signals": found})


def _read(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(MAX_BYTES)
    try:
        with open(file, "rb") as opened:
            return opened.read(MAX_BYTES)
    except OSError as error:
        raise NotFound(
            f"{file[:200]!r} can not be read: {error.strerror}.", "pmi signals test FILE"
        ) from error


def _exchanges(raw: bytes) -> Iterator[Exchange]:
    """Yield what the user said, of whatever kind the file is."""
    lines = raw.split(b"\n")
    first = next((value for value in map(_object, lines[:20]) if value is not None), None)
    if first is None:
        text = raw.decode("utf-8", "replace").replace("\r\n", "\n").strip()
        parts = re.split(r"\n[ \t]*\n", text)
        for part in parts if len(parts) > 1 else text.split("\n"):
            if part.strip():
                yield Exchange("", part)
    elif "said" in first:
        for value in map(_object, lines):
            if value is not None and isinstance(value.get("said"), str):
                yield Exchange(
                    str(value.get("before") or ""), value["said"], str(value.get("answer") or "")
                )
    else:
        yield from _typed(lines)


def _typed(lines: list[bytes]) -> Iterator[Exchange]:
    """Yield what the user typed in a transcript, with the assistant's words before it."""
    from pmi.indexer.transcripts import parse_line

    before = ""
    for line in lines:
        for said in parse_line(line, 0).messages:
            if said.role == "assistant":
                before = said.text
            elif said.role == "user" and said.origin in {"prompt", "queued"} and not said.pasted:
                yield Exchange(before, said.text)


def _object(line: bytes) -> dict[str, Any] | None:
    if not line.lstrip().startswith(b"{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
