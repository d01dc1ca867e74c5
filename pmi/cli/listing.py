"""``pmi list`` and ``pmi log``: rows as they are stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

import click

from pmi.base.errors import UsageError
from pmi.cli.door import Door, example, with_door
from pmi.model.learning import LEARNING_STATUSES
from pmi.model.memory import KINDS, Status
from pmi.recall import entity_text, log_text, memory_text, review_text
from pmi.recall.learning_text import SHELL, learnings_text
from pmi.store.projects import list_project_names

if TYPE_CHECKING:
    from pmi.api import Memory

STATUSES: tuple[Status, ...] = get_args(Status)

_OF_REVIEWS = ("pending", "approved", "rejected", "settled")
_STATUSES: dict[str, tuple[str, ...]] = {
    "memories": STATUSES,
    "recent": STATUSES,
    "learnings": LEARNING_STATUSES,
    "proposals": _OF_REVIEWS,
}
"""Which statuses there are of what."""

_DEFAULT_STATUS = {"memories": "active"}
_CHOSEN_BY = {
    "project": ("memories", "recent", "slots"),
    "kind": ("memories", "recent"),
    "entity": ("memories", "recent"),
    "source": ("memories", "recent"),
}
"""Which options fit what."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is to be listed; empty for all."""

    status: str | None
    project: str | None
    kind: str
    entity: str
    source: str
    limit: int


@click.command(
    "list",
    short_help="List memories, slots, entities, sources, …",
    epilog=example(
        "pmi list",
        'pmi list memories --entity "Ana Lee" --status all',
        "pmi list slots",
        "pmi list proposals --status pending",
    ),
)
@click.argument(
    "what",
    type=click.Choice(
        ["memories", "slots", "entities", "proposals", "recent", "sources", "learnings"]
    ),
    default="memories",
)
@click.option(
    "--status",
    type=click.Choice(
        [*dict.fromkeys((*STATUSES, *LEARNING_STATUSES, *_OF_REVIEWS)), "all"]
    ),
    help="Of memories active is the default, of all others all.",
)  # fmt: skip
@click.option("--here", is_flag=True, help="Only this folder's project.")
@click.option("--project", metavar="NAME", help="Only the project with this name or key.")
@click.option("--kind", type=click.Choice(KINDS), help="Only memories of this kind.")
@click.option("--entity", default="", metavar="NAME", help="Only memories about this entity.")
@click.option("--source", default="", metavar="ID", help="Only memories that quote this source.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@with_door
def list_command(
    door: Door,
    *,
    what: str,
    status: str | None,
    here: bool,
    project: str | None,
    kind: str | None,
    entity: str,
    source: str,
    limit: int,
) -> None:
    """List memories (the newest first), what stands in slots, entities, proposals or sources.

    recent are memories of every status, the newest first.
    """
    given = {"project": here or project is not None, "kind": bool(kind), "entity": bool(entity),
             "source": bool(source)}  # fmt: skip
    for option, is_given in given.items():
        if is_given and what not in _CHOSEN_BY[option]:
            raise UsageError(
                f"--{option} does not fit {what}.", f"it is for {', '.join(_CHOSEN_BY[option])}"
            )
    chosen = Chosen(
        status=_status(what, status),
        project=None,
        kind=kind or "",
        entity=entity,
        source=source,
        limit=limit,
    )
    with door.open() as memory:
        chosen = replace(chosen, project=door.chosen_project(memory, project, here=here))
        text, values = _LISTS[what](door, memory, chosen)
    door.answer(text, values)


@click.command(
    short_help="List the journal: every change, the newest first.",
    epilog=example("pmi log", "pmi log --limit 3 --json"),
)
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=20, show_default=True)
@with_door
def log(door: Door, *, limit: int) -> None:
    """List the journal: what changed memory, when, who did it, and what it was about."""
    with door.open() as memory:
        entries = memory.log(limit)
        words = log_text.words_of_entries(memory.store, entries, door.language)
    door.answer(log_text.entries_text(entries, words, door.language), {"entries": entries})


def _status(what: str, status: str | None) -> str | None:
    """Return the status that is wanted, None for every one."""
    if status is None:
        return _DEFAULT_STATUS.get(what)
    if status == "all":
        return None
    known = _STATUSES.get(what, ())
    if status not in known:
        raise UsageError(
            f"{status} is no status of {what}.", f"one of {', '.join((*known, 'all'))}"
        )
    return status


def _memories(door: Door, memory: Memory, chosen: Chosen) -> tuple[str, dict[str, Any]]:
    found = memory.list_memories(
        next((name for name in STATUSES if name == chosen.status), None),
        project=chosen.project,
        kind=chosen.kind,
        entity=chosen.entity,
        source=chosen.source,
        limit=chosen.limit,
    )
    text = memory_text.memories_text(found, door.language, today=door.today, statuses=True)
    return text, {"memories": found}


def _slots(door: Door, memory: Memory, chosen: Chosen) -> tuple[str, dict[str, Any]]:
    found = memory.list_slots(chosen.project)[: chosen.limit]
    text = memory_text.memories_text(found, door.language, today=door.today, slots=True)
    return text, {"slots": found}


def _entities(door: Door, memory: Memory, chosen: Chosen) -> tuple[str, dict[str, Any]]:
    found = memory.list_entities()[: chosen.limit]
    return entity_text.entities_text(found, door.language), {"entities": found}


def _proposals(door: Door, memory: Memory, chosen: Chosen) -> tuple[str, dict[str, Any]]:
    reviews = [item for item in memory.list_reviews(chosen.status) if item.proposal]
    reviews = reviews[-chosen.limit :]
    text = review_text.reviews_text(reviews, door.language, today=door.today)
    return text, {"proposals": [item.proposal for item in reviews], "reviews": reviews}


def _sources(door: Door, memory: Memory, chosen: Chosen) -> tuple[str, dict[str, Any]]:
    found = memory.list_sources()[: chosen.limit]
    return entity_text.sources_text(found, door.language, today=door.today), {"sources": found}


def _learnings(door: Door, memory: Memory, chosen: Chosen) -> tuple[str, dict[str, Any]]:
    found = memory.learnings(chosen.status)[-chosen.limit :]
    names = list_project_names(memory.store)
    text = learnings_text(found, door.language, today=door.today, names=names, prefix=SHELL)
    return text, {"learnings": found}


_LISTS: dict[str, Callable[[Door, Memory, Chosen], tuple[str, dict[str, Any]]]] = {
    "memories": _memories,
    "recent": _memories,
    "slots": _slots,
    "entities": _entities,
    "proposals": _proposals,
    "sources": _sources,
    "learnings": _learnings,
}
