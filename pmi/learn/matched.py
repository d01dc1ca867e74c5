"""Counts which lessons the prompts of a session pointed to, as its hook noted them."""

from __future__ import annotations

from pmi.base import sessions
from pmi.learn.lessons import list_lessons
from pmi.store import uses
from pmi.store.database import Store


def note_matched(store: Store, session: str, at: str) -> list[int]:
    """Note the lessons that matched in a session; each counts once in it.

    Args:
        at: When, in the stored form; of a lesson that was noted before the first time stays.

    Returns:
        The numbers of all lessons that matched in this session so far.
    """
    if not session or session.startswith(sessions.SELF_TEST):
        return []
    found = sessions.load(store.home, session)["matched"]
    if not found:
        return []
    numbers = {item.id: item.number for item in list_lessons(store)}
    matched = sorted({numbers[memory] for memory in found if memory in numbers})
    if matched:
        with store.writing("transcripts") as connection:
            uses.add_uses(
                connection, [uses.Use("matched", number, session, at) for number in matched]
            )
    return matched
