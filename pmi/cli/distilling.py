"""``pmi distill``: what waits to be distilled, and what need not be."""

from __future__ import annotations

import click

from pmi.cli.door import Door, example, with_door
from pmi.recall.wording import say


@click.group(
    short_help="Conversations and documents that wait to be distilled.",
    epilog=example("pmi distill list", "pmi distill done cc://3f9a1c"),
)
def distill() -> None:
    """List what waits to be distilled into memories, or say that it need not be.

    The distilling is an agent's: in Claude Code, ask for it (skill pmi-distill). It quotes what
    it proposes, and marks what it has read.
    """


@distill.command(
    "list",
    short_help="List what waits to be distilled.",
    epilog=example("pmi distill list", "pmi distill list --here"),
)
@click.option("--here", is_flag=True, help="Only this folder's project.")
@click.option("--project", metavar="NAME", help="Only the project with this name or key.")
@with_door
def list_command(door: Door, *, here: bool, project: str | None) -> None:
    """List what waits to be distilled: conversations that have ended, documents nobody quoted.

    A conversation waits from three hours after its last word on, for thirty days, when the
    user said something in it three times or more; one that went on waits again.
    """
    from pmi.recall.distilling_text import undistilled_text
    from pmi.store.projects import list_project_names

    with door.open() as memory:
        waiting = memory.undistilled(door.chosen_project(memory, project, here=here))
        names = list_project_names(memory.store)
    text = undistilled_text(waiting, door.language, today=door.today, names=names)
    door.answer(text, {"undistilled": waiting})


@distill.command(
    "done",
    short_help="Mark conversations and documents as distilled.",
    epilog=example("pmi distill done cc://3f9a1c", "pmi distill done src_01J"),
)
@click.argument("references", nargs=-1, required=True, metavar="REFERENCE…")
@with_door
def done(door: Door, *, references: tuple[str, ...]) -> None:
    """Mark conversations and documents as distilled, so that they wait no longer.

    A conversation that goes on afterwards waits again, from there on.
    """
    with door.open() as memory:
        marked = memory.mark_distilled(references)
        door.spread(memory)
    key = "distilled_done" if marked else "distilled_same"
    names = say("between", door.language).join(references)
    door.answer(say(key, door.language, names=names), {"distilled": marked})
