"""``pmi sync``, ``rebuild``, ``pause``, ``resume`` and ``mcp``: keeping it running."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from pmi.base.errors import Locked, Unwritable
from pmi.cli.door import Door, example, plain, with_door
from pmi.recall.render import shown_line
from pmi.recall.translation import translate
from pmi.recall.wording import say

LOCK_WAIT_S = 60
"""How long ``pmi sync`` waits for a worker that is at it already."""


@click.command(
    short_help="Read Claude Code's transcripts now.",
    epilog=example("pmi sync", "pmi sync --dry-run"),
)
@click.option("--dry-run", is_flag=True, help="Only count what would be read.")
@with_door
def sync(door: Door, *, dry_run: bool) -> None:
    """Read what was appended to Claude Code's transcripts, archive and index it, now.

    The same happens by itself while Claude Code runs.
    """
    from pmi.base.config import load
    from pmi.base.lock import WorkerLock
    from pmi.cli import seal
    from pmi.indexer.capture import CaptureRules
    from pmi.indexer.discover import list_config_folders
    from pmi.indexer.sync import Archive
    from pmi.indexer.worker import Turn

    with door.open() as memory:
        before = seal.look(door.home)
        rules = CaptureRules.from_config(load(door.home), door.home.root)
        folders = list_config_folders(door.home)
        lock = WorkerLock(door.home)
        if not dry_run and not lock.acquire(LOCK_WAIT_S):
            raise Locked("The worker is still reading transcripts.", "pmi sync, in a minute")
        try:
            if dry_run:
                report = Archive(memory.store, door.home, rules).sync_all(folders, dry_run=True)
            else:
                with progress(door) as advance:
                    report = Turn(memory.store).archive_everything(folders, advance)
                memory.refresh()
        finally:
            lock.release()
    counts = {
        "files": report.files_read,
        "seen": report.files_seen,
        "messages": report.messages,
        "new": report.files_new,
        "grown": report.files_grown,
        "gone": report.gone,
        "mb": f"{report.bytes_read / 1e6:.1f}",
    }
    if not dry_run and not report.problems:
        seal.seal(door.home, before, say("synced", door.language, **dict.fromkeys(counts, 0)))
    lines = [say("would_sync" if dry_run else "synced", door.language, **counts)]
    problems = [translate(text, door.language) for text in report.problems]
    lines += [say("sync_problem", door.language, text=shown_line(text)) for text in problems]
    door.answer("\n".join(lines), {"synced": report})


@contextmanager
def progress(door: Door) -> Iterator[Callable[[int, int], None] | None]:
    """Give what moves a progress bar on a terminal's standard error; None elsewhere."""
    if door.as_json or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, file=sys.stderr) as bar:

        def advance(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        yield advance


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
    from pmi.base.pauses import begin_pause

    try:
        begin_pause(door.home)
    except OSError as error:
        raise Unwritable(f"The pause can not be noted: {error.strerror}.") from error
    door.answer(say("paused", door.language), {"paused": True})


@click.command(short_help="Capture and inject again.", epilog=example("pmi resume"))
@with_door
def resume(door: Door) -> None:
    """Capture and inject again after pmi pause."""
    door.require_user("pmi resume")
    door.home.require()
    from pmi.base.pauses import end_pause

    try:
        end_pause(door.home)
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
