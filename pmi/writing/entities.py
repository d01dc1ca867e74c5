"""What the user decides about entities themselves: that two of them are one."""

from __future__ import annotations

from pmi.base.errors import UsageError
from pmi.model.entity import Entity
from pmi.rules.entities import makes_cycle
from pmi.store import entities
from pmi.store.database import Store
from pmi.writing import changing
from pmi.writing.drafting import Draft


def merge(store: Store, kept: str, gone: str, *, actor: str) -> Entity:
    """Make one entity a part of another and return that one; its names become aliases.

    Raises:
        NotFound: One of them is not there; nothing was written.
        UsageError: They are the same already, or one lies above the other.
    """
    with store.writing("memory") as connection:
        draft = Draft(connection, store.clock(), actor, "merge_entities")
        first = changing.require_entity(draft, kept)
        second = changing.require_entity(draft, gone)
        if first == second:
            raise UsageError(f"{kept!r} and {gone!r} are the same already.", "pmi entity list")
        if makes_cycle(second, first, entities.list_parents(connection)):
            raise UsageError(
                f"{gone!r} lies above {kept!r}.", f"pmi entity merge {gone!r} {kept!r}"
            )
        draft.write([changing.merge_effect(draft, first, second)])
        draft.close({"subjects": [first, second]}, [{"entity": first}])
    return entities.get_entity(store.reading("memory"), first)
