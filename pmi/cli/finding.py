"""``pmi search``, ``show``, ``why`` and ``map``: everything that only reads."""

from __future__ import annotations

from typing import Any

import click

from pmi.cli import answering
from pmi.cli.door import Door, example, with_door
from pmi.model.memory import KINDS
from pmi.recall import render
from pmi.recall.map import DEFAULT_BUDGET_TOKENS


@click.command(
    short_help="Search memories and conversations.",
    epilog=example(
        "pmi search deploy Tuesday",
        "pmi search 部署 --scope memories --limit 3",
        "pmi search invoice --since 2w --role user --here",
        'pmi search "index of the archive" --within cc://3f9a1c:12-40',
    ),
)
@click.argument("words", nargs=-1, required=True, metavar="WORDS…")
@click.option(
    "--scope", type=click.Choice(list(answering.SCOPES)), default="all", show_default=True,
    help="Where to look: sessions finds whole conversations, knowledge your own pages.",
)  # fmt: skip
@click.option("--here", is_flag=True, help="Only this folder's project.")
@click.option("--project", metavar="NAME", help="Only the project with this name or key.")
@click.option("--within", metavar="cc://…", default="", help="Only this conversation, or part.")
@click.option(
    "--since", metavar="DAY", default="",
    help="Not before this day: 2026-11-30, 2026-11, yesterday, 2w, 上周.",
)  # fmt: skip
@click.option("--until", metavar="DAY", default="", help="Not after this day.")
@click.option(
    "--role", type=click.Choice(["user", "assistant", "tool"]), help="Only what this one said."
)
@click.option("--tool", metavar="NAME", default="", help="Only what this tool was used for.")
@click.option("--kind", type=click.Choice(KINDS), help="Only memories of this kind.")
@click.option(
    "--status", type=click.Choice(["active", "superseded", "disputed", "archived", "all"]),
    help="Only memories of this status.  [default: active]",
)  # fmt: skip
@click.option("--entity", metavar="NAME", default="", help="Only memories about this entity.")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@with_door
def search(door: Door, /, **given: Any) -> None:
    """Search memories, sources, your own pages and archived conversations, the best first.

    Each hit says what matched and which reference opens it with pmi show. A filter that only
    some of these have leaves the others out.
    """
    answering.search(door, **given)


@click.command(
    short_help="Show anything that has an id, or a conversation.",
    epilog=example(
        "pmi show 3f9a1c",
        "pmi show 41 42 --history",
        'pmi show "Ana Lee"',
        "pmi show deploy/day",
        "pmi show profile/preferences.md:12",
        "pmi show src_01k9 --from 201",
        "pmi show cc://3f9a1c:12-20",
    ),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@click.option("--history", is_flag=True, help="Also the earlier and later ones of a slot.")
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=200, show_default=True,
    help="At most so many messages of a conversation, or lines of a source or page.",
)  # fmt: skip
@click.option(
    "--from", "first", type=click.IntRange(min=1), default=1,
    help="First message of a conversation, or line of a source or page.",
)  # fmt: skip
@click.option("--version", default="", metavar="NUMBER", help="Which version of a source.")
@with_door
def show(door: Door, /, **given: Any) -> None:
    """Show memories, reviews, sources, entities, pages, or the numbered messages of a conversation.

    They are named by id, the last six or more characters of it, a slug, a slot, a number, an
    entity's name, a source's key or URL, a page of the profile or a domain with a line, or a
    cc:// reference, of which the beginnings of its ids will do. With --json one of them is an
    object, several are a list under "shown".
    """
    answering.show(door, **given)


@click.command(
    short_help="Tell who said something, when, and where.",
    epilog=example("pmi why 41", "pmi why 3f9a1c"),
)
@click.argument("reference")
@with_door
def why(door: Door, *, reference: str) -> None:
    """Tell who said it, when, in which words and session, and what resumes that session."""
    with door.open() as memory:
        reason = memory.why(reference)
    door.answer(render.why_text(reason, door.language), {"why": reason})


@click.command(
    "map",
    short_help="Show what is remembered, as pages.",
    epilog=example("pmi map", "pmi map --project git:code.example/team/app --tokens 4000"),
)
@click.option("--project", metavar="NAME", help="Seen from this project (else this folder's).")
@click.option(
    "--tokens", type=click.IntRange(50, 200_000), default=DEFAULT_BUDGET_TOKENS,
    show_default=True, help="About how much to show.",
)  # fmt: skip
@with_door
def map_command(door: Door, *, project: str | None, tokens: int) -> None:
    """Show what is remembered, as pages of one line each, this folder's project first.

    A line is: id [prominence, + for detail] text (sources; day). ? means: not confirmed.
    """
    with door.open() as memory:
        key = door.chosen_project(memory, project, here=project is None) or ""
        pages = memory.map(key, budget_tokens=tokens)
    text = render.map_text(pages, door.language, today=door.today, remember='pmi remember "TEXT"')
    door.answer(text, {"pages": pages})
