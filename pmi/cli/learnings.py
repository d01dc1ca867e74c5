"""``pmi learnings``: what was learned from conversations, and the user's word on it."""

from __future__ import annotations

import click

from pmi.base.errors import UsageError
from pmi.cli.deciding import Ids, decide
from pmi.cli.door import Door, example, read_text, with_door
from pmi.model.learning import LEARNING_STATUSES
from pmi.recall.decisions import named_references
from pmi.recall.learned import find_number, learning_values
from pmi.recall.learning_text import SHELL, edited_text, learning_text, learnings_text
from pmi.store.projects import list_project_names


@click.group(
    short_help="Decide about what was learned.",
    epilog=example("pmi learnings list", "pmi learnings confirm 41 42"),
)
def learnings() -> None:
    """Decide about what was learned from your conversations.

    In a session the same is typed as /pmi:learnings, /pmi:confirm, /pmi:edit and /pmi:reject.
    """


@learnings.command(
    "list",
    short_help="List what waits for your word.",
    epilog=example("pmi learnings list", "pmi learnings list --all"),
)
@click.option(
    "--status",
    type=click.Choice([*LEARNING_STATUSES, "all"]),
    default="pending",
    show_default=True,
    help="Which ones.",
)
@click.option("--all", "everything", is_flag=True, help="The same as --status all.")
@with_door
def learnings_list(door: Door, *, status: str, everything: bool) -> None:
    """List learnings with their numbers: what waits, unless another status is asked for."""
    wanted = None if everything or status == "all" else status
    with door.open() as memory:
        found = memory.learnings(wanted)
        names = list_project_names(memory.store)
    text = learnings_text(
        found,
        door.language,
        today=door.today,
        names=names,
        waiting=wanted == "pending",
        prefix=SHELL,
    )
    door.answer(text, {"learnings": found})


@learnings.command(
    "show",
    short_help="Show learnings whole.",
    epilog=example("pmi learnings show 41", "pmi learnings show 41 --json"),
)
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER…")
@with_door
def learnings_show(door: Door, *, numbers: Ids) -> None:
    """Show what a learning says, where it holds, and each time that you said it, in your words."""
    with door.open() as memory:
        opened = [memory.learning(_number(item)) for item in named_references(numbers)]
    texts = [learning_text(item, door.language, today=door.today) for item in opened]
    values = [learning_values(item) for item in opened]
    door.answer("\n\n".join(texts), values[0] if len(values) == 1 else {"shown": values})


@learnings.command(
    "confirm",
    short_help="Make learnings rules.",
    epilog=example("pmi learnings confirm 41 42"),
)
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER…")
@with_door
def learnings_confirm(door: Door, *, numbers: Ids) -> None:
    """Confirm learnings: they become rules in every session.

    One that was rejected is confirmed by that: your later word holds.
    """
    decide(door, numbers, verb="confirm", command="pmi learnings confirm")


@learnings.command(
    "reject",
    short_help="Turn learnings down.",
    epilog=example("pmi learnings reject 41", 'pmi learnings reject 41 --reason "only that day"'),
)
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER…")
@click.option("--reason", default="", help="Why, for the journal.")
@with_door
def learnings_reject(door: Door, *, numbers: Ids, reason: str) -> None:
    """Turn learnings down; they stay in the journal, and are not asked about again."""
    decide(door, numbers, verb="reject", command="pmi learnings reject", reason=reason)


@learnings.command(
    "edit",
    short_help="Put a learning in other words.",
    epilog=example('pmi learnings edit 41 "use pnpm, not npm"'),
)
@click.argument("number", metavar="NUMBER")
@click.argument("words", nargs=-1, required=True, metavar="TEXT…")
@with_door
def learnings_edit(door: Door, *, number: str, words: tuple[str, ...]) -> None:
    """Put a learning in other words.

    One that waits goes on waiting. A rule changes at once; its old words become history.
    """
    door.require_user(f"pmi learnings edit {number} …")
    with door.open() as memory:
        done = memory.edit_learning(_number(number), read_text(words))
        door.spread(memory)
    values = {
        "learning": done.learning,
        "before": done.before,
        "memory": done.memory,
        "changed": done.changed,
    }
    door.answer(edited_text(done, door.language, prefix=SHELL), values)


def _number(text: str) -> int:
    found = find_number(text)
    if not found:
        raise UsageError(f"{text[:80]!r} is no number.", "pmi learnings list")
    return found
