"""Says what to try where a search found nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pmi.recall.wording import say
from pmi.search.vectors import read_state
from pmi.store import conversations

if TYPE_CHECKING:
    from pmi.store.database import Store


def advise(store: Store, options: Sequence[str], language: str) -> str:
    """Return what to try next: without conditions, with other words, after reading transcripts.

    Args:
        options: The conditions that were given, as whoever asked writes them.
    """
    if options:
        named = say("between", language).join(options)
        lines = [say("nothing_found_filtered", language, options=named)]
    else:
        lines = [say("nothing_found_words", language)]
        choice = read_state(store).choice
        if not (choice.name or choice.asked or choice.off):
            lines.append(say("vectors_offer", language))
    if not conversations.list_sessions(store, limit=1):
        lines.append(say("nothing_archived", language))
    return "\n".join(lines)
