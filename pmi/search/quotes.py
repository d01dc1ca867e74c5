"""Finds where in a conversation something was said, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmi.base.errors import NotFound
from pmi.model.conversation import Message, Reference
from pmi.model.memory import Trust
from pmi.rules.quotes import find_quote
from pmi.rules.trust import rank
from pmi.store.conversations import read_messages
from pmi.store.speech import trust_of_passage

if TYPE_CHECKING:
    from pmi.store.database import Store


def find_quote_in_session(
    store: Store, session: str, quote: str
) -> tuple[Message, int, int, Trust] | None:
    """Return where a quote was said in a session: message, span in code points, trust.

    Line endings and Unicode composition aside, the quote must stand there verbatim. Where
    two speakers said it, the one of lower trust counts.
    """
    try:
        messages = read_messages(store, Reference(session))
    except NotFound:
        return None
    best: tuple[Message, int, int, Trust] | None = None
    for message in messages:
        span = find_quote(message.text, quote)
        if span is None:
            continue
        trust = trust_of_passage(message, *span)
        if best is None or rank(trust) < rank(best[3]):
            best = (message, *span, trust)
    return best
