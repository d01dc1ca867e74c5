"""``pmi search``, ``show``, ``why``, ``map`` and ``sessions``: everything that only reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pmi.base.errors import UsageError
from pmi.cli.door import Door, example, read_text, with_door
from pmi.model.conversation import Reference
from pmi.model.finding import Scope
from pmi.recall import conversation, render
from pmi.recall.days import first_day, last_day
from pmi.recall.map import DEFAULT_BUDGET_TOKENS

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.recall.opening import Wish

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
@click.option(
    "--since",
    metavar="DAY",
    default="",
    help="Not before this day: 2026-11-30, 2026-11, yesterday, 2w.",
)
@click.option("--until", metavar="DAY", default="", help="Not after this day.")
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
    query = read_text(words)
    if not query.strip():
        raise UsageError("There are no words to look for.", "pmi search WORDS")
    with door.open() as memory:
        answer = memory.search(
            query,
            scopes=SCOPES[scope],
            project=door.project() if here else project,
            within=within,
            limit=limit,
            since=first_day(since, door.day),
            until=last_day(until, door.day),
        )
    text = render.hits_text(answer, door.language, today=door.today)
    door.answer(text, {"query": answer.query, "hits": answer.hits, "notes": answer.notes})


@click.command(
    short_help="Show anything that has an id, or a conversation.",
    epilog=example(
        "pmi show 3f9a1c",
        "pmi show 41 42 --history",
        'pmi show "Ana Lee"',
        "pmi show src_01k9 --from 201",
        "pmi show cc://SESSION:3-9",
    ),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@click.option("--history", is_flag=True, help="Also the earlier and later ones of a slot.")
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=200, show_default=True,
    help="At most so many messages of a conversation, or lines of a source.",
)  # fmt: skip
@click.option(
    "--from", "first", type=click.IntRange(min=1), default=1, help="First line of a source."
)
@click.option("--version", default="", metavar="NUMBER", help="Which version of a source.")
@with_door
def show(
    door: Door,
    *,
    references: tuple[str, ...],
    history: bool,
    limit: int,
    first: int,
    version: str,
) -> None:
    """Show memories, reviews, sources, entities, or the numbered messages of a conversation.

    They are named by id, the last six or more characters of it, a slug, a number, an
    entity's name, a source's key or URL, or a cc:// reference. With --json one of them is an
    object, several are a list under "shown".
    """
    from pmi.recall.opening import Wish

    wish = Wish(history=history, lines=limit, first=first, version=version)
    with door.open() as memory:
        shown = [_show_one(door, memory, reference, wish) for reference in references]
    values = [value for _, value in shown]
    text = "\n\n".join(text for text, _ in shown)
    door.answer(text, values[0] if len(values) == 1 else {"shown": values})


def _show_one(
    door: Door, memory: Memory, reference: str, wish: Wish
) -> tuple[str, dict[str, object]]:
    """Return one thing as text and as values."""
    from pmi.recall import opening

    if reference.strip().startswith("cc://"):
        session, messages = memory.conversation(Reference.parse(reference.strip()), wish.lines)
        text = conversation.conversation_text(session, messages, door.language, today=door.today)
        return text, {"session": session, "messages": messages}
    found = opening.open_any(memory.store, reference, wish)
    text = opening.opened_text(found, door.language, today=door.today)
    if isinstance(found, opening.OpenedMemory):
        return text, {"memory": found.memory, "history": found.history}
    if isinstance(found, opening.OpenedReview):
        return text, {"review": found.review, "evidence": found.evidence}
    if isinstance(found, opening.OpenedSource):
        values = {"first": found.first, "total": found.total, "lines": found.lines}
        return text, {"source": found.source, "memories": found.memories, **values}
    return text, {"entity": found.entity, "memories": found.memories}


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
