"""``pmi confirm`` and ``review``: decisions that belong to the user."""

from __future__ import annotations

import click

from pmi.cli.door import Door, example, with_door
from pmi.recall import review_text
from pmi.recall.decisions import named_references, read_back

Ids = tuple[str, ...]


@click.command(
    short_help="Confirm memories that were not your own words.",
    epilog=example("pmi confirm 3f9a1c", "pmi confirm 12 deploy-on-tuesdays"),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@with_door
def confirm(door: Door, *, references: Ids) -> None:
    """Confirm memories: they count as your own word from now on.

    Numbers of reviews and learnings are taken too: what waits is let through by that.
    """
    decide(door, references, verb="confirm", command="pmi confirm")


@click.group(
    short_help="Decide about what agents proposed.",
    epilog=example("pmi review list", "pmi review show 12", "pmi review approve 12"),
)
def review() -> None:
    """Decide about what agents proposed and policy did not let through, and what is disputed."""


@review.command(
    "list", short_help="List what waits for your word.", epilog=example("pmi review list")
)
@click.option("--all", "everything", is_flag=True, help="Decided ones too.")
@with_door
def review_list(door: Door, *, everything: bool) -> None:
    """List what waits: number, what it is, by whom, when, why it waits, a line per side."""
    with door.open() as memory:
        found = memory.list_reviews(None if everything else "pending")
    text = review_text.reviews_text(found, door.language, today=door.today)
    door.answer(text, {"reviews": found})


@review.command(
    "show",
    short_help="Show both sides of what waits.",
    epilog=example("pmi review show 12", "pmi review show 3f9a1c"),
)
@click.argument("references", nargs=-1, required=True, metavar="NUMBER…")
@with_door
def review_show(door: Door, *, references: Ids) -> None:
    """Show what waits whole: both sides with their quotes, and what approving would do."""
    from pmi.recall.opening import open_review, opened_text

    with door.open() as memory:
        opened = [open_review(memory.store, memory.get_review(item)) for item in references]
    texts = [opened_text(item, door.language, today=door.today) for item in opened]
    values = [{"review": item.review, "evidence": item.evidence} for item in opened]
    door.answer("\n\n".join(texts), values[0] if len(values) == 1 else {"shown": values})


@review.command(
    "approve",
    short_help="Let through what waits, confirmed.",
    epilog=example("pmi review approve 12", "pmi review approve 12 13"),
)
@click.argument("references", nargs=-1, required=True, metavar="NUMBER…")
@with_door
def review_approve(door: Door, *, references: Ids) -> None:
    """Let through what waits; what it says is confirmed by that."""
    decide(door, references, verb="approve", command="pmi review approve")


@review.command(
    "reject",
    short_help="Turn down what waits.",
    epilog=example('pmi review reject 12 --reason "out of date"'),
)
@click.argument("references", nargs=-1, required=True, metavar="NUMBER…")
@click.option("--reason", default="", help="Why, for the journal.")
@with_door
def review_reject(door: Door, *, references: Ids, reason: str) -> None:
    """Turn down what waits; it stays in the journal."""
    decide(door, references, verb="reject", command="pmi review reject", reason=reason)


def decide(door: Door, words: Ids, *, verb: str, command: str, reason: str = "") -> None:
    """Carry out a user's decision and read it back; an agent is told what the user would type."""
    door.require_user(f"{command} {' '.join(words)}")
    ids = named_references(words)
    with door.open() as memory:
        if verb == "confirm":
            left = memory.confirm(ids)
        elif verb == "approve":
            left = memory.approve(ids)
        else:
            memory.reject(ids, reason)
            left = []
        door.spread(memory)
        decided = read_back(memory.store, ids, door.language, left=left)
    text = review_text.decided_text(decided, verb, door.language, undo="pmi undo")
    door.answer(text, {"verb": verb, "ids": ids, "decided": decided})
