"""``pmi remember``, ``undo`` and ``forget``: what changes memory by the user's word."""

from __future__ import annotations

from typing import Literal

import click

from pmi.base.errors import UsageError
from pmi.cli.door import Door, example, read_line, read_text, with_door
from pmi.model.memory import KINDS, Kind, Remembered
from pmi.recall import render
from pmi.recall.asking import confirmed
from pmi.recall.review_text import outcomes_text
from pmi.recall.wording import say


@click.command(
    short_help="Remember a sentence as your own word.",
    epilog=example(
        'pmi remember "we deploy only on Tuesdays"',
        "pmi remember --here 用 pnpm，不用 npm",
        "pmi remember --slug deploy-only-tuesdays we deploy on Wednesdays",
        "echo text | pmi remember -",
    ),
)
@click.argument("words", nargs=-1, required=True, metavar="TEXT…")
@click.option("--kind", type=click.Choice(KINDS), help="Else preference, or that of --slug.")
@click.option("--slug", metavar="SLUG", default="", help="Of the memory that it replaces.")
@click.option("--here", is_flag=True, help="It holds in this folder's project only.")
@click.option("--project", metavar="NAME", help="It holds in this project only, by name or key.")
@with_door
def remember(
    door: Door,
    *,
    words: tuple[str, ...],
    kind: str | None,
    slug: str,
    here: bool,
    project: str | None,
) -> None:
    """Remember a sentence as your own word.

    It becomes a rule at once, with a number, in every session (or in one project). Inside
    an agent's session it becomes a proposal for you to review. With --slug it takes the place
    of another memory, which becomes history.
    """
    text = read_text(words)
    if not text.strip():
        raise UsageError("There is nothing to remember.", 'pmi remember "TEXT"')
    if slug and (here or project):
        raise UsageError("What replaces a memory holds where that one holds.", "leave --here out")
    chosen: Kind | Literal[""] = next((name for name in KINDS if name == kind), "")
    with door.open() as memory:
        key = door.project() if here else memory.find_project(project or "")
        done = memory.remember(text, kind=chosen, project=key, slug=slug)
        door.spread(memory)
    if isinstance(done, Remembered):
        values = {
            "memory": done.memory,
            "number": done.number,
            "already_known": done.already_known,
            "replaced": done.replaced,
        }
        door.answer(render.receipt(done, door.language, undo="pmi undo"), values)
    else:
        door.answer(outcomes_text([done], door.language), {"outcomes": [done]})


@click.command(
    short_help="Take the last change back.", epilog=example("pmi undo", "pmi undo --entry 12")
)
@click.option("--entry", type=click.IntRange(min=1), help="The journal entry (see pmi log).")
@with_door
def undo(door: Door, *, entry: int | None) -> None:
    """Take the last change back, or a named one; that is a change of its own."""
    with door.open() as memory:
        done = memory.undo(entry)
        door.spread(memory)
    door.answer(render.undone(done, door.language), {"undone": done})


@click.command(
    short_help="Forget a memory for good, in every file.",
    epilog=example("pmi forget 3f9a1c", "pmi forget --yes 41"),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_door
def forget(door: Door, *, references: tuple[str, ...], yes: bool) -> None:
    """Forget memories for good: their words are then in no file of the home but backups.

    To take something back that stays in the journal, use pmi undo.
    """
    command = "pmi forget " + " ".join(references)
    door.require_user(command)
    with door.open() as memory:
        chosen = memory.list_named(references)
        for _, words in chosen:
            question = say("forget_ask", door.language, text=render.shown_line(words, 200))
            if not (yes or confirmed(question, door.language, read_line)):
                door.answer(say("not_forgotten", door.language), {"forgotten": [], "backups": []})
                return
        gone = memory.forget([name for name, _ in chosen])
    lines = [say("forgotten", door.language, count=len(gone.memories))]
    if gone.backups:
        lines.append(say("backups_hold", door.language, files=" ".join(gone.backups)))
    values = {"forgotten": gone.memories, "backups": gone.backups}
    door.answer("\n".join(lines), values)
