"""``memory_get``: opens whatever a result names, by the name that it was given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmi.memory_server.boundary import RESULT_LIMIT_CHARS, fenced, language, open_memory
from pmi.memory_server.paging import part_of
from pmi.recall.conversation import open_conversation, opened_conversation_text
from pmi.recall.distilling_text import distilled_text
from pmi.recall.entity_text import source_text
from pmi.recall.learned import OpenedLearning
from pmi.recall.opening import (
    Opened,
    OpenedEntity,
    OpenedPage,
    OpenedReview,
    OpenedSource,
    Wish,
    open_any,
    opened_text,
)
from pmi.recall.overview import parse_reference
from pmi.recall.session_text import overview_text

if TYPE_CHECKING:
    from pmi.api import Memory

MESSAGES_MAX = 400
PAGE_LINES = 60
OVERVIEW_ITEMS = 12
OVERVIEW_LIMIT_CHARS = 4_000


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
        found = open_any(memory.store, wanted, Wish(history=history, lines=PAGE_LINES))
        if not isinstance(found, OpenedSource):
            return fenced(_title(found), opened_text(found, words, today=today))
        text = memory.source_text(found.source.id)
        about = source_text(found.source, (), words, memories=found.memories[:10], today=today)
        part = part_of(text, found.source.id, words, offset=offset, limit=limit)
    return fenced("source", f"{about}\n{part}")


def _conversation(memory: Memory, reference: str, words: str) -> str:
    """Return a conversation or a part; of a long one first what it comes to, then its beginning."""
    now = memory.store.clock()
    opened = open_conversation(memory.store, reference, limit=MESSAGES_MAX)
    asked = parse_reference(reference)
    size = sum(len(message.text) for message in opened.messages)
    is_long = size > RESULT_LIMIT_CHARS or len(opened.messages) < opened.session.messages
    about = ""
    before = memory.distilled_before(opened.reference)
    if before is not None:
        about = f"{distilled_text(before, words)}\n\n"
    elif is_long and not asked.message and not asked.first:
        found = memory.overview(opened.session.id)
        about = overview_text(found, words, today=now, opener="", most=OVERVIEW_ITEMS)
        about = f"{about[:OVERVIEW_LIMIT_CHARS].rpartition(chr(10))[0] or about}\n\n"
    text = opened_conversation_text(
        opened,
        words,
        today=now,
        opener="memory_get {reference}",
        total_limit_chars=RESULT_LIMIT_CHARS - len(about),
    )
    return f"{about}{text}"


def _title(found: Opened) -> str:
    if isinstance(found, OpenedReview):
        return "proposal"
    if isinstance(found, OpenedLearning):
        return "learning"
    if isinstance(found, OpenedPage):
        return "knowledge"
    return "entity" if isinstance(found, OpenedEntity) else "memory"
