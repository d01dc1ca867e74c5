"""Makes the rows of what changes memories and entities that are there, and ties between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pmi.base.errors import Conflict, NotFound, UsageError
from pmi.base.ids import new_id, short_id
from pmi.base.text import name_key
from pmi.model.memory import Memory
from pmi.model.operation import EntityClaim, LinkClaim, Operation
from pmi.rules.entities import is_users, makes_cycle
from pmi.store import entities, links, memories, placing
from pmi.store.rows import Effect
from pmi.writing.citing import Found
from pmi.writing.claiming import evidence_effects, key_of
from pmi.writing.drafting import Draft

_SYMMETRIC = ("contradicts", "relates_to")
_FIELDS = {"kind": "kind", "detail": "detail", "slug": "slug", "slot": "slot", "valid_to": "ends"}


def in_slot(draft: Draft, operation: Operation, target: Memory | None) -> Operation:
    """Return a claim with the slot in which it stands.

    What supersedes takes its target's slot; a target without one gets a slot of its own. What
    says the same as a memory in a slot belongs there.
    """
    connection = draft.connection
    if target is None:
        if operation.slot or operation.stance != "claim":
            return operation
        slot = placing.find_slot_of_content(
            connection, operation.project, key_of(operation.content)
        )
        return replace(operation, slot=slot) if slot else operation
    slot = target.slot
    if not slot:
        slot = target.slug
        if placing.is_slot_used(connection, target.project, slot):
            slot = f"{slot}-{short_id(target.id)}"
        for member, _ in placing.members_of(connection, target.id):
            draft.write([_fact(draft, member, "slot", slot)])
    return replace(operation, project=target.project, slot=slot, kind=operation.kind or target.kind)


def update_effects(
    draft: Draft, target: Memory, operation: Operation, found: Sequence[Found]
) -> list[Effect]:
    """Return the rows of an update: new values, further entities, links and quotes.

    Raises:
        Conflict: Another memory has the slug.
        UsageError: It would end before it begins.
    """
    connection = draft.connection
    if operation.valid_to and operation.valid_to < target.valid_from:
        raise UsageError(
            f"It can not end on {operation.valid_to} before it begins on {target.valid_from}.",
            "give valid_to after valid_from",
        )
    require_free_slug(draft, operation.slug, target.id)
    effects = []
    for field, stored in _FIELDS.items():
        value = getattr(operation, field)
        if not value or value == getattr(target, field):
            continue
        members = [target.id]
        if field == "slot":  # what merged must move along, or it would stand alone again
            members = [member for member, _ in placing.members_of(connection, target.id)]
        effects += [_fact(draft, member, stored, value) for member in members]
    effects += entity_effects(draft, target.id, operation, None)
    known = {(item.version, item.start, item.end) for item in target.evidence}
    effects += [
        effect
        for effect in evidence_effects(connection, target.id, found, draft.at)
        if effect["row"] != "evidence"
        or (effect["version"], effect["start"], effect["end"]) not in known
    ]
    return effects


def require_free_slug(draft: Draft, slug: str, memory: str = "") -> None:
    """Raise where another memory has a slug.

    Raises:
        Conflict: It is taken.
    """
    taken = memories.find_by_slug(draft.connection, slug) if slug else ""
    if taken and taken != memory:
        raise Conflict(f"The slug {slug!r} is taken by {taken}.", f"pmi show {slug}")


def link_effects(draft: Draft, memory: str, wanted: Sequence[LinkClaim]) -> list[Effect]:
    """Return the rows of links from a memory; those that are there already make none.

    Raises:
        NotFound: There is nothing at the other end.
        UsageError: A memory would be linked to itself, or a circle would close.
    """
    draft.settle()
    connection = draft.connection
    start = memories.resolve_id(connection, memory)
    effects: list[Effect] = []
    for link in wanted:
        end = memories.get_memory(connection, link.target)
        if end.id == start:
            raise UsageError(f"{end.id} can not be linked to itself.", "name another target")
        known = links.list_links_of_type(connection, link.type)
        if (start, end.id) in known or (link.type in _SYMMETRIC and (end.id, start) in known):
            continue
        if link.type == "answers" and end.stance != "question":
            raise UsageError(f"{end.id} is no question.", "answers leads to a question")
        if link.type not in _SYMMETRIC and makes_cycle(start, end.id, known):
            raise UsageError(
                f"{link.type} to {end.id} would close a circle.", f"pmi show {end.slug}"
            )
        effects.append(
            {
                "row": "link",
                "id": new_id("lnk"),
                "memory": start,
                "type": link.type,
                "target": end.id,
                "at": draft.at,
                "actor": draft.actor,
            }
        )
    return effects


def entity_effects(
    draft: Draft, memory: str, operation: Operation, target: Memory | None
) -> list[Effect]:
    """Write what an operation says about its entities and return the rows that tie them to it.

    What supersedes keeps its target's entities where it names none.
    """
    if target is not None and not operation.entities:
        named = [entity.id for entity in target.entities]
    else:
        named = [_ensure(draft, claim) for claim in operation.entities]
    known: set[str] = set()
    if operation.op == "update":
        named_before = entities.names_of(draft.connection, [memory]).get(memory, ())
        known = {item.id for item in named_before}
    return [
        {"row": "memory_entity", "id": new_id("men"), "memory": memory, "entity": entity}
        for entity in dict.fromkeys(named)
        if entity not in known
    ]


def entity_updates(draft: Draft, claim: EntityClaim) -> list[Effect]:
    """Write what is said about an entity, made where it is not known, and return the new rows."""
    before = len(draft.effects)
    _ensure(draft, claim, overwrite=True)
    return draft.effects[before:]


def touches_users_words(draft: Draft, claims: Sequence[EntityClaim]) -> bool:
    """Tell whether something would change what the user said about an entity, or rename it."""
    for claim in claims:
        entity = entities.find_entity(draft.connection, claim.name)
        said = entities.list_statements(draft.connection, entity) if entity else []
        if any(getattr(claim, field) and is_users(said, field) for field in _SAID):
            return True
        if claim.aliases and any(item.by_user for item in said):
            return True
    return False


def merge_effect(draft: Draft, kept: str, gone: str) -> Effect:
    """Return the row that makes one entity a part of another."""
    return _entity_fact(draft, gone, "merged_into", kept)


_SAID = ("kind", "summary", "parent")


def _ensure(draft: Draft, claim: EntityClaim, *, overwrite: bool = False) -> str:
    """Return the entity that a claim names; made where it is not known, filled where empty.

    Args:
        overwrite: Also replace what somebody said before.
    """
    connection = draft.connection
    entity = entities.find_entity(connection, claim.name)
    if not entity:
        if claim.name.startswith("ent_"):
            raise NotFound(f"There is no entity {claim.name!r}.", "pmi entity list")
        entity = new_id("ent")
        draft.write(
            [
                {
                    "row": "entity",
                    "id": entity,
                    "name": claim.name,
                    "name_key": name_key(claim.name),
                    "at": draft.at,
                }
            ]
        )
    if not (claim.kind or claim.summary or claim.parent or claim.aliases):
        return entity
    said = entities.list_statements(connection, entity)
    if not overwrite and draft.actor != "user" and any(item.by_user for item in said):
        return entity  # a mention in passing adds nothing to what the user described
    draft.settle()
    stored = entities.list_entities(connection, [entity])[0]
    values = {"kind": claim.kind, "summary": claim.summary, "parent": ""}
    if claim.parent:
        values["parent"] = _parent(draft, entity, claim.parent)
    for field, value in values.items():
        present = getattr(stored, field)
        unset = not present or (field == "kind" and present == "thing")
        changes = value != present and (overwrite or unset)
        # Trigger: the user says what an agent said before. Why: the user's word protects.
        # Outcome: it is written down once more, as the user's.
        vouches = overwrite and draft.actor == "user" and value == present
        if value and (
            changes
            or (vouches and not is_users(entities.list_statements(connection, entity), field))
        ):
            draft.write([_entity_fact(draft, entity, field, value)])
    names = {name_key(name) for name in (stored.name, *stored.aliases)}
    for alias in claim.aliases:
        other = entities.find_entity(connection, alias)
        if other and other != entity:
            raise Conflict(
                f"{alias!r} names another entity, {other}.",
                f"pmi entity merge {stored.name!r} {alias!r}",
            )
        if name_key(alias) not in names:
            draft.write([_entity_fact(draft, entity, "alias", alias)])
    return entity


def _parent(draft: Draft, entity: str, named: str) -> str:
    parent = _ensure(draft, EntityClaim(named))
    if makes_cycle(entity, parent, entities.list_parents(draft.connection)) or parent == entity:
        raise UsageError(f"{named!r} can not be the parent: a circle.", "pmi entity list")
    return parent


def _fact(draft: Draft, memory: str, field: str, value: str) -> Effect:
    return {
        "row": "memory_fact",
        "id": new_id("fct"),
        "memory": memory,
        "field": field,
        "value": value,
        "at": draft.at,
        "actor": draft.actor,
    }


def _entity_fact(draft: Draft, entity: str, field: str, value: str) -> Effect:
    return {
        "row": "entity_fact",
        "id": new_id("fct"),
        "entity": entity,
        "field": field,
        "value": value,
        "value_key": name_key(value) if field == "alias" else "",
        "at": draft.at,
        "actor": draft.actor,
    }


def require_entity(draft: Draft, named: str) -> str:
    """Return the id of an entity that must be there.

    Raises:
        NotFound: There is none.
    """
    found = entities.find_entity(draft.connection, named)
    if not found:
        raise NotFound(f"There is no entity {named!r}.", "pmi entity list")
    return found
