"""Finds among what waits for the user's word what says the same as they say now."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pmi.model.learning import Learning
from pmi.rules.learning import is_same, sentence_of
from pmi.store import learnings

if TYPE_CHECKING:
    import sqlite3


def find_waiting(
    connection: sqlite3.Connection, text: str, projects: Collection[str]
) -> Learning | None:
    """Return the first learning that waits and says the same; None for none.

    Args:
        projects: Keys of the projects in which it may have been said.
    """
    sentence = sentence_of(text)
    waiting = learnings.list_learnings(connection, "pending", projects=projects)
    return next((item for item in waiting if is_same(sentence, sentence_of(item.text))), None)
