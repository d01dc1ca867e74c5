"""``pmi search``, ``show``, ``why``, ``map`` and ``sessions``: everything that only reads."""

from __future__ import annotations

import click

from pmi.cli.door import Door, example, read_text, with_door
from pmi.model.conversation import Reference
from pmi.model.finding import Scope
from pmi.recall import conversation, render
from pmi.recall.map import DEFAULT_BUDGET_TOKENS
from pmi.recall.wording import require_day

SCOPES: dict[str, tuple[Scope, ...]] = {
    "all": ("memories", "sources", "transcripts"),
    "memories": ("memories",),
    "sources": ("sources",),
    "transcripts": ("transcripts",),
}


@click.command(
    short_help="Search memories and conversations.",
    epilog=example("pmi search deploy Tuesday", "pmi search 部署 --scope memories --limit 3"),
)
@click.argument("words", nargs=-1, required=True, metavar="WORDS…")
@click.option("--scope", type=click.Choice(list(SCOPES)), default="all", show_default=True)
@click.option("--here", is_flag=True, help="Only this folder's project.")
@click.option("--project", metavar="KEY", help="Only the project with this key.")
@click.option("--within", metavar="cc://…", default="", help="Only this conversation.")
@click.option("--since", metavar="DAY", default="", help="Not before this day (YYYY-MM-DD).")
@click.option("--until", metavar="DAY", default="", help="Not after this day (YYYY-MM-DD).")
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True)
@with_door
def search(
    door: Door,
    *,
    words: tuple[str, ...],
    scope: str,
    here: bool,
    project: str | None,
    within: str,
    since: str,
    until: str,
    limit: int,
) -> None:
    """Search memories and archived conversations, the best first.

    Each hit says what matched and which reference opens it with pmi show.
    """
    with door.open() as memory:
        answer = memory.search(
            read_text(words),
            scopes=SCOPES[scope],
            project=door.project() if here else project,
            within=within,
            limit=limit,
            since=require_day(since),
            until=require_day(until),
        )
    text = render.hits_text(answer, door.language, today=door.today)
    door.answer(text, {"query": answer.query, "hits": answer.hits, "notes": answer.notes})


@click.command(
    short_help="Show a memory, or the lines of a conversation.",
    epilog=example("pmi show 3f9a1c", "pmi show 41 --history", "pmi show cc://SESSION:3-9"),
)
@click.argument("reference")
@click.option("--history", is_flag=True, help="Also the earlier and later ones of its slot.")
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=200, show_default=True,
    help="At most so many messages of a conversation.",
)  # fmt: skip
@with_door
def show(door: Door, *, reference: str, history: bool, limit: int) -> None:
    """Show a memory with its quotes, or the numbered messages of a conversation.

    A memory is named by its id, the last six or more characters of it, its slug or its
    number; a conversation by its reference.
    """
    with door.open() as memory:
        if reference.startswith("cc://"):
            session, messages = memory.conversation(Reference.parse(reference), limit)
            text = conversation.conversation_text(
                session, messages, door.language, today=door.today
            )
            door.answer(text, {"session": session, "messages": messages})
            return
        found = memory.get(reference)
        others = memory.history(reference) if history else []
    text = render.memory_text(found, door.language, history=others, today=door.today)
    door.answer(text, {"memory": found, "history": others})


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
@click.option("--project", metavar="KEY", help="Seen from this project (else this folder's).")
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
        key = door.project() if project is None else project
        pages = memory.map(key, budget_tokens=tokens)
    text = render.map_text(pages, door.language, today=door.today, remember='pmi remember "TEXT"')
    door.answer(text, {"pages": pages})


@click.command(
    short_help="List archived conversations.",
    epilog=example("pmi sessions", "pmi sessions deploy --here --limit 5"),
)
@click.argument("words", nargs=-1, metavar="[WORDS…]")
@click.option("--here", is_flag=True, help="Only this folder's project.")
@click.option("--project", metavar="KEY", help="Only the project with this key.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@with_door
def sessions(
    door: Door, *, words: tuple[str, ...], here: bool, project: str | None, limit: int
) -> None:
    """List archived conversations, the newest first, or those in which words were said."""
    with door.open() as memory:
        key = door.project() if here else project
        found = memory.sessions(read_text(words), project=key, limit=limit)
    text = conversation.sessions_text(found, door.language, today=door.today)
    door.answer(text, {"sessions": found})
