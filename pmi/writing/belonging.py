"""Says under which key of its project something new is stored.

A project that was joined to another one, or that gained a remote, has several keys. What holds
a slot already, or says the same, is met where it is: there must not be two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pmi.model.operation import Operation
from pmi.store import placing
from pmi.store.projects import list_same_project
from pmi.writing.claiming import key_of

if TYPE_CHECKING:
    from pmi.store.database import Store


def belonging(store: Store, operation: Operation) -> Operation:
    """Return an operation with the key under which it is stored: the present one, as a rule."""
    if not operation.project:
        return operation
    keys = list_same_project(store.reading("transcripts"), operation.project)
    chosen = next(_met(store, operation, keys), keys[0]) if len(keys) > 1 else keys[0]
    return operation if chosen == operation.project else replace(operation, project=chosen)


def _met(store: Store, operation: Operation, keys: list[str]) -> Iterator[str]:
    """Yield the keys under which the slot is used, or the same is said."""
    connection = store.reading("memory")
    for key in keys:
        if operation.slot:
            if placing.is_slot_used(connection, key, operation.slot):
                yield key
        elif operation.content and placing.find_active(connection, key, key_of(operation.content)):
            yield key
