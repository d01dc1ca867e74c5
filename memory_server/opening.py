"""``memory_get``: opens whatever a result names, by the name that it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmi.memory_server.boundary import RESULT_LIMIT_CHARS, fenced, language, open_memory
from pmi.memory_server.paging import part_of
from pmi.model.conversation import Reference
from pmi.recall.conversation import conversation_text
from pmi.recall.entity_text import source_text
from pmi.recall.opening import (
    Opened,
    OpenedEntity,
    OpenedReview,
    OpenedSource,
    Wish,
    open_any,
    opened_text,
)

if TYPE_CHECKING:
    from pmi.api import Memory

MESSAGES_MAX = 400


def open_one(reference: str, *, history: bool, offset: int, limit: int) -> str:
    """Return what a reference names, as text in the fence.

    Args:
        history: Also what a memory's slot held before and after.
        offset: Where to begin in a source's text, in code points.
        limit: How much of a source's text.

    Raises:
        NotFound: Nothing has that name.
        UsageError: Several have.
    """
    wanted = reference.strip()
    with open_memory() as memory:
        words, today = language(memory.home), memory.store.clock()
        if wanted.startswith("cc://"):
            return fenced("conversation", _conversation(memory, wanted, words))
        found = open_any(memory.store, wanted, Wish(history=history, lines=0))
        if not isinstance(found, OpenedSource):
            return fenced(_title(found), opened_text(found, words, today=today))
        text = memory.source_text(found.source.id)
        about = source_text(found.source, (), words, memories=found.memories[:10], today=today)
        part = part_of(text, found.source.id, words, offset=offset, limit=limit)
    return fenced("source", f"{about}\n{part}")


def _conversation(memory: Memory, reference: str, words: str) -> str:
    session, messages = memory.conversation(Reference.parse(reference), MESSAGES_MAX)
    return conversation_text(session, messages, words, total_limit_chars=RESULT_LIMIT_CHARS)


def _title(found: Opened) -> str:
    if isinstance(found, OpenedReview):
        return "proposal"
    return "entity" if isinstance(found, OpenedEntity) else "memory"
