"""Tells which messages of an archived conversation the user took back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmi.rules.branches import list_taken_back
from pmi.store.conversations import list_nodes

if TYPE_CHECKING:
    from pmi.store.database import Store


def find_taken_back(store: Store, session: str) -> frozenset[str]:
    """Return the uuids of a session's messages that are not on its live branch."""
    return list_taken_back(list_nodes(store, session))
