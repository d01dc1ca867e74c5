"""``pmi search``, ``show``, ``why`` and ``map``: everything that only reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pmi.base.errors import UsageError
from pmi.cli.door import Door, example, read_text, with_door
from pmi.model.finding import EVERYWHERE, Scope
from pmi.model.finding import SCOPES as ALL_SCOPES
from pmi.model.memory import KINDS
from pmi.recall import render
from pmi.recall.days import first_day, last_day
from pmi.recall.map import DEFAULT_BUDGET_TOKENS

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.model.finding import SearchAnswer
    from pmi.recall.opening import Wish

SCOPES: dict[str, tuple[Scope, ...]] = {"all": EVERYWHERE} | {
    scope: (scope,) for scope in ALL_SCOPES
}


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
    "--scope", type=click.Choice(list(SCOPES)), default="all", show_default=True,
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
    role: str | None,
    tool: str,
    kind: str | None,
    status: str | None,
    entity: str,
    limit: int,
) -> None:
    """Search memories, sources, your own pages and archived conversations, the best first.

    Each hit says what matched and which reference opens it with pmi show. A filter that only
    some of these have leaves the others out.
    """
    query = read_text(words)
    if not query.strip():
        raise UsageError("There are no words to look for.", "pmi search WORDS")
    with door.open() as memory:
        answer = memory.search(
            query,
            scopes=SCOPES[scope],
            project=door.chosen_project(memory, project, here=here),
            within=within,
            since=first_day(since, door.day),
            until=last_day(until, door.day),
            role=role or "",
            tool=tool,
            kind=kind or "",
            status=status or "",
            entity=entity,
            here=door.project(),
            limit=limit,
        )
        options = {
            "scope": scope != "all", "here": here, "project": project, "within": within,
            "since": since, "until": until, "role": role, "tool": tool, "kind": kind,
            "status": status, "entity": entity,
        }  # fmt: skip
        given = [f"--{name}" for name, value in options.items() if value]
        text = "" if door.as_json else _hits_text(door, memory, answer, given)
    door.answer(text, {"query": answer.query, "hits": answer.hits, "notes": answer.notes})


def _hits_text(door: Door, memory: Memory, answer: SearchAnswer, given: list[str]) -> str:
    """Return the hits for a person: bold at a terminal, and where there are none, what to try."""
    from pmi.recall.advice import advise
    from pmi.store.projects import list_project_names

    return render.hits_text(
        answer,
        door.language,
        today=door.today,
        names=list_project_names(memory.store),
        strong=door.strong,
        advice="" if answer.hits else advise(memory.store, given, door.language),
    )


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
def show(
    door: Door,
    *,
    references: tuple[str, ...],
    history: bool,
    limit: int,
    first: int,
    version: str,
) -> None:
    """Show memories, reviews, sources, entities, pages, or the numbered messages of a conversation.

    They are named by id, the last six or more characters of it, a slug, a slot, a number, an
    entity's name, a source's key or URL, a page of the profile or a domain with a line, or a
    cc:// reference, of which the beginnings of its ids will do. With --json one of them is an
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
        return _show_conversation(door, memory, reference, wish)
    found = opening.open_any(memory.store, reference, wish)
    text = opening.opened_text(found, door.language, today=door.today)
    if isinstance(found, opening.OpenedMemory):
        return text, {"memory": found.memory, "history": found.history}
    if isinstance(found, opening.OpenedReview):
        return text, {"review": found.review, "evidence": found.evidence}
    if isinstance(found, opening.OpenedSource):
        values = {"first": found.first, "total": found.total, "lines": found.lines}
        return text, {"source": found.source, "memories": found.memories, **values}
    if isinstance(found, opening.OpenedPage):
        values = {"first": found.first, "total": found.total, "lines": found.lines}
        return text, {"page": found.path, **values}
    return text, {"entity": found.entity, "memories": found.memories}


def _show_conversation(
    door: Door, memory: Memory, reference: str, wish: Wish
) -> tuple[str, dict[str, object]]:
    from pmi.recall import conversation

    opened = conversation.open_conversation(
        memory.store, reference, first=wish.first, limit=wish.lines
    )
    text = conversation.opened_conversation_text(opened, door.language, today=door.today)
    said = [message.uuid for message in opened.messages]
    values: dict[str, object] = {"session": opened.session, "messages": opened.messages}
    values["taken_back"] = [uuid for uuid in said if uuid in opened.taken_back]
    return text, values


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
