"""Rows of the user's decisions: one word about one claim, with a hash of what it was about."""

from __future__ import annotations

from pmi.base.ids import new_id
from pmi.store import placing
from pmi.store.originals import hash_of
from pmi.store.rows import Effect
from pmi.writing.drafting import Draft


def decision(
    draft: Draft, subject: str, verdict: str, *, content: str = "", reason: str = ""
) -> Effect:
    """Return the row of one decision.

    Args:
        content: What the decision was about; only its hash is kept.
    """
    return {
        "row": "decision",
        "id": new_id("dec"),
        "at": draft.at,
        "actor": draft.actor,
        "subject": subject,
        "verdict": verdict,
        "reason": reason,
        "content_hash": hash_of(content),
    }


def cover(draft: Draft, memory: str, verdict: str, reason: str = "") -> list[Effect]:
    """Return one decision for each claim that a memory is made of."""
    return [
        decision(draft, member, verdict, content=key, reason=reason)
        for member, key in placing.members_of(draft.connection, memory)
    ]
