"""Prepares what a start says of conversations and documents that wait to be distilled.

Which conversations have ended is known only when the session starts, so a brief holds one note
for each moment from which on one more of them waits; the hook takes the last that has come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pmi.base.text import utf16_len
from pmi.recall.wording import say

if TYPE_CHECKING:
    from pmi.model.distilling import Undistilled


def notes(
    unread: Sequence[Undistilled],
    documents: int,
    language: str,
    *,
    today: str,
    limit_units: int,
) -> list[dict[str, Any]]:
    """Return what a start says, by the moment from which on it says so, the earliest first.

    Args:
        unread: Conversations of one project that wait, or will when nothing more is said.
        documents: How many documents wait.
        today: The present time, in the stored form.
        limit_units: A note that is longer is left out.
    """
    title = say("title_undistilled", language)
    settled = sum(item.settled_at <= today for item in unread)
    moments = sorted(item.settled_at for item in unread if item.settled_at > today)
    told = []
    for count, moment in enumerate(["", *moments], settled):
        text = _note(count, documents, language)
        if text and utf16_len(title) + utf16_len(text) + 2 <= limit_units:
            waiting = count + documents
            told.append({"from": moment, "count": waiting, "title": title, "text": text})
    return told


def _note(sessions: int, documents: int, language: str) -> str:
    what = [
        say(key, language, count=count)
        for key, count in (("wait_sessions", sessions), ("wait_documents", documents))
        if count
    ]
    if not what:
        return ""
    return say("undistilled_note", language, what=say("between", language).join(what))
