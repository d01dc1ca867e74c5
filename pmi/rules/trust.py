"""How far words are to be believed: by who said them, never by what they say."""

from __future__ import annotations

from collections.abc import Iterable

from pmi.model.memory import TRUST_ORDER, Trust, Verification

CONFIRMED_RANK = len(TRUST_ORDER)
"""Rank of what the user confirmed: above every trust."""


def rank(trust: Trust) -> int:
    """Return 0 for ``external``, 1 for ``agent``, 2 for ``owner``."""
    return TRUST_ORDER.index(trust)


def lowest(trusts: Iterable[Trust]) -> Trust:
    """Return the lowest trust of new evidence: a change is as good as its weakest part.

    Without any evidence there is only the agent's word for it.
    """
    return min(trusts, key=rank, default="agent")


def strengthened(claims: Iterable[tuple[Trust, frozenset[str]]]) -> Trust:
    """Return the trust of claims that say the same: a further source strengthens.

    A sentence of a source that was quoted before raises nothing.

    Args:
        claims: Trust and sources of each, in the order of time.
    """
    seen: set[str] = set()
    found: Trust | None = None
    for trust, origins in claims:
        if found is None or (rank(trust) > rank(found) and not (origins and origins <= seen)):
            found = trust
        seen |= origins
    return found or "external"


def standing(trust: Trust, *, confirmed: bool) -> int:
    """Return the rank that a claim defends its place with."""
    return CONFIRMED_RANK if confirmed else rank(trust)


def verification_of(*, confirmed: bool, evidence: int) -> Verification:
    """Return how a memory is verified, from the user's word and its number of quotes."""
    if confirmed:
        return "user_confirmed"
    return "source_backed" if evidence else "inferred"
