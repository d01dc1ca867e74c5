"""``pmi entity``: persons, projects and things that memories are about."""

from __future__ import annotations

import click

from pmi.base.errors import UsageError
from pmi.cli.door import Door, example, with_door
from pmi.cli.proposing import tell_outcomes
from pmi.model.entity import ENTITY_KINDS
from pmi.model.operation import EntityClaim, Operation
from pmi.recall import entity_text
from pmi.recall.render import shown_line
from pmi.recall.wording import say


@click.group(
    short_help="Look at entities, name them, make two of them one.",
    epilog=example("pmi entity list", 'pmi entity alias "Ana Lee" Ana'),
)
def entity() -> None:
    """Look at the persons, projects and things that memories are about."""


@entity.command("list", short_help="List entities.", epilog=example("pmi entity list"))
@with_door
def entity_list(door: Door) -> None:
    """List all entities by name; those merged into others are seen in these."""
    with door.open() as memory:
        found = memory.list_entities()
    door.answer(entity_text.entities_text(found, door.language), {"entities": found})


@entity.command("show", short_help="Show one entity.", epilog=example('pmi entity show "Ana Lee"'))
@click.argument("name")
@with_door
def entity_show(door: Door, *, name: str) -> None:
    """Show what is known about an entity, and the memories that name it."""
    from pmi.recall.opening import open_entity, opened_text

    with door.open() as memory:
        found = open_entity(memory.store, name)
    text = opened_text(found, door.language, today=door.today)
    door.answer(text, {"entity": found.entity, "memories": found.memories})


@entity.command(
    "alias",
    short_help="Give an entity further names.",
    epilog=example('pmi entity alias "Ana Lee" Ana "A. Lee"'),
)
@click.argument("name")
@click.argument("aliases", nargs=-1, required=True, metavar="ALIAS…")
@with_door
def entity_alias(door: Door, *, name: str, aliases: tuple[str, ...]) -> int:
    """Give an entity further names; it is found by each of them."""
    return _change(door, name, EntityClaim(name, aliases=aliases))


@entity.command(
    "set",
    short_help="Say what an entity is.",
    epilog=example('pmi entity set "Ana Lee" --kind person --summary "She runs the shop."'),
)
@click.argument("name")
@click.option("--kind", type=click.Choice(ENTITY_KINDS), help="What it is.")
@click.option("--summary", default="", help="One sentence about it.")
@click.option("--parent", default="", metavar="NAME", help="The entity that it belongs to.")
@with_door
def entity_set(door: Door, *, name: str, kind: str | None, summary: str, parent: str) -> int:
    """Say what an entity is; what you say counts more than what agents say."""
    if not (kind or summary or parent):
        raise UsageError("Nothing is said about it.", "give --kind, --summary or --parent")
    chosen = next((known for known in ENTITY_KINDS if known == kind), None)
    return _change(door, name, EntityClaim(name, chosen or "", summary, parent))


@entity.command(
    "merge",
    short_help="Make two entities one.",
    epilog=example('pmi entity merge "Ana Lee" "A. Lee"'),
)
@click.argument("kept")
@click.argument("gone")
@with_door
def entity_merge(door: Door, *, kept: str, gone: str) -> None:
    """Make GONE a part of KEPT: its names become aliases, its memories are seen there."""
    door.require_user(f"pmi entity merge {kept} {gone}")
    with door.open() as memory:
        before = memory.get_entity(gone)
        merged = memory.merge_entities(kept, gone)
        door.spread(memory)
    text = say(
        "entity_merged",
        door.language,
        gone=shown_line(before.name, 80),
        name=shown_line(merged.name, 80),
        count=merged.memories,
    )
    door.answer(text, {"entity": merged})


def _change(door: Door, name: str, claim: EntityClaim) -> int:
    """Change an entity that is there; whatever else it names must be there too."""
    with door.open() as memory:
        found = memory.get_entity(name)
        if claim.parent:
            memory.get_entity(claim.parent)
        stated = EntityClaim(found.id, claim.kind, claim.summary, claim.parent, claim.aliases)
        outcomes = memory.propose([Operation("update", entities=(stated,))])
        door.spread(memory)
        if outcomes[0].verdict not in ("applied", "merged"):
            return tell_outcomes(door, memory, outcomes)
        changed = memory.get_entity(found.id)
    text = say("entity_is", door.language, line=entity_text.entity_line(changed, door.language))
    if claim.aliases:
        names = say("between", door.language).join(
            shown_line(alias, 80) for alias in changed.aliases
        )
        text = say("entity_known_as", door.language, name=shown_line(changed.name), aliases=names)
    door.answer(text, {"entity": changed, "outcomes": outcomes})
    return 0
