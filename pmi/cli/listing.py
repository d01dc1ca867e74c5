"""``pmi list`` and ``pmi log``: rows as they are stored."""

from __future__ import annotations

import click

from pmi.cli.door import Door, example, with_door
from pmi.model.memory import Status
from pmi.recall import render

STATUSES: tuple[Status, ...] = ("active", "superseded", "disputed", "archived")


@click.command(
    "list",
    short_help="List memories, proposals or learnings.",
    epilog=example("pmi list", "pmi list memories --status superseded", "pmi list proposals"),
)
@click.argument(
    "what", type=click.Choice(["memories", "proposals", "learnings"]), default="memories"
)
@click.option(
    "--status", type=click.Choice([*STATUSES, "all"]), default="active", show_default=True,
    help="Of memories.",
)  # fmt: skip
@click.option("--here", is_flag=True, help="Only this folder's project.")
@click.option("--project", metavar="KEY", help="Only the project with this key.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@with_door
def list_command(
    door: Door, *, what: str, status: str, here: bool, project: str | None, limit: int
) -> None:
    """List memories (the newest first), all proposals, or all learnings."""
    with door.open() as memory:
        if what == "proposals":
            proposals = memory.list_proposals(None)[-limit:]
            text = render.proposals_text(proposals, door.language)
            door.answer(text, {"proposals": proposals})
            return
        if what == "learnings":
            learnings = memory.list_learnings(None)[-limit:]
            text = render.learnings_text(learnings, door.language)
            door.answer(text, {"learnings": learnings})
            return
        chosen = next((name for name in STATUSES if name == status), None)
        key = door.project() if here else project
        memories = memory.list_memories(chosen, project=key, limit=limit)
    text = render.memories_text(memories, door.language, today=door.today)
    door.answer(text, {"memories": memories})


@click.command(
    short_help="List the journal: every change, the newest first.",
    epilog=example("pmi log", "pmi log --limit 3 --json"),
)
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=20, show_default=True)
@with_door
def log(door: Door, *, limit: int) -> None:
    """List the journal: what changed memory, when, and who did it, the newest first."""
    with door.open() as memory:
        entries = memory.log(limit)
    lines = [f"{entry.seq} {entry.at[:19]}Z {entry.actor} {entry.op}" for entry in entries]
    door.answer("\n".join(lines), {"entries": entries})
