"""``pmi bootstrap``: gets to know the user from past conversations, and asks."""

from __future__ import annotations

import re
import sys
import time
from typing import TYPE_CHECKING

import click

from pmi.base.errors import UsageError
from pmi.cli.door import Door, example, read_line, with_door
from pmi.cli.maintaining import progress
from pmi.recall.bootstrap_text import introduction_text
from pmi.recall.wording import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from pmi.api import Memory
    from pmi.learn.bootstrap import Introduction

SECONDS = 60
SHARE_OF_READING = 0.6
"""Of the time; what is left is for listening."""


@click.command(
    short_help="Get to know you from past conversations.",
    epilog=example("pmi bootstrap", "pmi bootstrap --limit 40 --seconds 300"),
)
@click.option(
    "--limit", default=20, show_default=True, type=click.IntRange(1, 200), help="Most to ask about."
)
@click.option(
    "--seconds",
    default=SECONDS,
    show_default=True,
    type=click.IntRange(1, 3600),
    help="About how long it may take; the newest conversations come first.",
)
@with_door
def bootstrap(door: Door, *, limit: int, seconds: int) -> None:
    """Get to know you from past conversations, CLAUDE.md files and Claude Code's own memory.

    Shows who you seem to be, what you prefer and what you had to say more than once, each in
    your words and with its date. What you keep becomes a rule; nothing is applied unasked, and
    none of those files is changed. What you do not decide waits in pmi learnings list.
    """
    found = introduce(door, limit=limit, seconds=seconds)
    answer = {"past": found.past, "learnings": found.learnings, "waiting": found.waiting}
    door.answer("", {**answer, "more": found.more})


def introduce(door: Door, *, limit: int = 20, seconds: int = SECONDS) -> Introduction:
    """Read, listen, show and ask; return what was found out."""
    deadline = time.monotonic() + seconds
    with door.open() as memory:
        _archive(door, memory, seconds * SHARE_OF_READING)
        left_s = max(1.0, deadline - time.monotonic())
        with progress(door) as advance:
            found = memory.bootstrap(limit=limit, limit_s=left_s, progress=advance)
        if not door.as_json:
            from pmi.store.projects import list_project_names

            names = list_project_names(memory.store)
            click.echo(introduction_text(found, door.language, today=door.today, names=names))
        memory.after_write()
    if found.learnings and _can_ask(door):
        _ask(door, [item.number for item in found.learnings])
    return found


def _can_ask(door: Door) -> bool:
    there = sys.stdin.isatty() and sys.stderr.isatty()
    return there and not door.as_json and door.actor == "user"


def _archive(door: Door, memory: Memory, limit_s: float) -> None:
    """Archive what is new as far as the time goes; a worker that is at it already goes on."""
    from pmi.base.lock import WorkerLock
    from pmi.indexer.discover import list_config_folders
    from pmi.indexer.worker import Turn

    lock = WorkerLock(door.home)
    if not lock.acquire(limit_s):
        return
    deadline = time.monotonic() + limit_s
    try:
        with progress(door) as advance:

            def go_on(done: int, total: int) -> None:
                if advance is not None:
                    advance(done, total)
                if time.monotonic() > deadline:
                    raise _TimeOverError

            Turn(memory.store).archive_everything(list_config_folders(door.home), go_on)
    except _TimeOverError:
        pass  # what is not archived yet, the worker goes on with
    finally:
        lock.release()


class _TimeOverError(Exception):
    """The time for reading is over."""


def _ask(door: Door, numbers: list[int]) -> None:
    from pmi.cli.deciding import decide

    for key, verb in (("ask_keep", "confirm"), ("ask_drop", "reject")):
        chosen = _chosen(door, key, numbers)
        if chosen:
            references = tuple(map(str, chosen))
            decide(door, references, verb=verb, command=f"pmi learnings {verb}")
        numbers = [number for number in numbers if number not in chosen]
        if not numbers:
            return


def _chosen(door: Door, key: str, numbers: Collection[int]) -> list[int]:
    question = say(key, door.language)
    while True:
        try:
            return parse_choice(read_line(question), numbers)
        except UsageError as error:
            click.echo(say("ask_not_shown", door.language, text=error.message), err=True)


_ALL = frozenset(("all", "全部", "所有", "都", "都对"))
_NONE = frozenset(("none", "no", "没有", "無", "无", "都没有"))


def parse_choice(text: str, numbers: Collection[int]) -> list[int]:
    """Return the numbers that an answer names: single ones, ranges, ``all``; none for nothing.

    >>> parse_choice("41, 43-44", [41, 42, 43, 44]), parse_choice("全部", [1, 2])
    ([41, 43, 44], [1, 2])
    >>> parse_choice("４１和４３到４４。", [41, 42, 43, 44]), parse_choice("没有", [1, 2])
    ([41, 43, 44], [])

    Raises:
        UsageError: It names something else; its message is that part.
    """
    chosen: dict[int, None] = {}
    for part in re.split(r"[\s,，、;；。和]+", text.strip()):
        found = re.fullmatch(r"(\d{1,9})(?:[-–—~～－到至](\d{1,9}))?", part)
        if part.casefold() in _NONE:
            continue
        if part.casefold() in _ALL:
            chosen.update(dict.fromkeys(numbers))
        elif found is not None:
            first, last = int(found[1]), int(found[2] or found[1])
            named = [number for number in numbers if first <= number <= last]
            if not named:
                raise UsageError(part)
            chosen.update(dict.fromkeys(named))
        elif part:
            raise UsageError(part)
    return list(chosen)
