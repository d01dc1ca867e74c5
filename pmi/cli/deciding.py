"""``pmi confirm``, ``review`` and ``learnings``: the decisions that belong to the user."""

from __future__ import annotations

import click

from pmi.base.errors import NotFound
from pmi.cli.door import Door, example, with_door
from pmi.recall import render
from pmi.recall.wording import say

Ids = tuple[str, ...]


@click.command(
    short_help="Confirm memories that were not your own words.",
    epilog=example("pmi confirm 3f9a1c"),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@with_door
def confirm(door: Door, *, references: Ids) -> None:
    """Confirm memories: they count as your own word from now on."""
    _decide(door, references, verb="confirm", command="pmi confirm")


@click.group(
    short_help="Decide about what agents proposed.",
    epilog=example("pmi review list", "pmi review approve 3f9a1c"),
)
def review() -> None:
    """Decide about what agents proposed and policy did not let through."""


@review.command(
    "list", short_help="List what waits for your word.", epilog=example("pmi review list")
)
@click.option("--all", "everything", is_flag=True, help="Decided ones too.")
@with_door
def review_list(door: Door, *, everything: bool) -> None:
    """List the proposals that wait, with their text and quotes."""
    with door.open() as memory:
        proposals = memory.list_proposals(None if everything else "pending")
    text = render.proposals_text(proposals, door.language)
    door.answer(text, {"proposals": proposals})


@review.command("show", short_help="Show one proposal.", epilog=example("pmi review show 3f9a1c"))
@click.argument("reference", metavar="ID")
@with_door
def review_show(door: Door, *, reference: str) -> None:
    """Show one proposal: its text, its quotes, and the memory it would change."""
    with door.open() as memory:
        found = [item for item in memory.list_proposals(None) if item.id.endswith(reference)]
        if len(found) != 1 or len(reference) < 6:
            raise NotFound(f"There is no proposal {reference!r}.", "pmi review list --all")
        target = found[0].operation.target
        changed = memory.get(target) if target else None
    text = render.proposals_text(found, door.language)
    if changed is not None:
        text += "\n" + render.memory_text(changed, door.language, today=door.today)
    door.answer(text, {"proposal": found[0], "target": changed})


@review.command(
    "approve",
    short_help="Let proposals through, confirmed.",
    epilog=example("pmi review approve 3f9a1c"),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@with_door
def review_approve(door: Door, *, references: Ids) -> None:
    """Let proposals through; what they say is confirmed by that."""
    _decide(door, references, verb="approve", command="pmi review approve")


@review.command(
    "reject",
    short_help="Turn proposals down.",
    epilog=example('pmi review reject 3f9a1c --reason "out of date"'),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@click.option("--reason", default="", help="Why, for the journal.")
@with_door
def review_reject(door: Door, *, references: Ids, reason: str) -> None:
    """Turn proposals down; they stay in the journal."""
    _decide(door, references, verb="reject", command="pmi review reject", reason=reason)


@click.group(
    short_help="Decide about what was learned.",
    epilog=example("pmi learnings list", "pmi learnings confirm 41"),
)
def learnings() -> None:
    """Decide about what was learned from your conversations."""


@learnings.command(
    "list", short_help="List learnings.", epilog=example("pmi learnings list --pending")
)
@click.option("--pending", is_flag=True, help="Only those that wait for your word.")
@with_door
def learnings_list(door: Door, *, pending: bool) -> None:
    """List learnings with their numbers."""
    with door.open() as memory:
        found = memory.list_learnings("pending" if pending else None)
    door.answer(render.learnings_text(found, door.language), {"learnings": found})


@learnings.command(
    "confirm",
    short_help="Make learnings rules.",
    epilog=example("pmi learnings confirm 41 42"),
)
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER…")
@with_door
def learnings_confirm(door: Door, *, numbers: Ids) -> None:
    """Confirm learnings: they become rules in every session."""
    _decide(door, numbers, verb="confirm", command="pmi learnings confirm")


@learnings.command(
    "reject", short_help="Turn learnings down.", epilog=example("pmi learnings reject 41")
)
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER…")
@click.option("--reason", default="", help="Why, for the journal.")
@with_door
def learnings_reject(door: Door, *, numbers: Ids, reason: str) -> None:
    """Turn learnings down; they stay in the journal."""
    _decide(door, numbers, verb="reject", command="pmi learnings reject", reason=reason)


def _decide(door: Door, ids: Ids, *, verb: str, command: str, reason: str = "") -> None:
    """Carry out a user's decision; an agent is told what the user would type."""
    door.require_user(f"{command} {' '.join(ids)}")
    with door.open() as memory:
        if verb == "confirm":
            memory.confirm(ids)
        elif verb == "approve":
            memory.approve(ids)
        else:
            memory.reject(ids, reason)
        door.spread(memory)
    text = say(f"done_{verb}", door.language, ids=" ".join(ids))
    door.answer(text, {"verb": verb, "ids": list(ids)})
