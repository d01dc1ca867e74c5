"""How early a memory appears: a default rating from what it is, never from when one asks."""

from __future__ import annotations

from pmi.model.memory import Kind, Memory, Verification

_BY_KIND: dict[Kind, int] = {
    "preference": 3,
    "procedure": 3,
    "decision": 3,
    "project": 2,
    "person": 2,
    "semantic": 2,
    "episodic": 1,
}
_BY_VERIFICATION: dict[Verification, int] = {
    "user_confirmed": 2,
    "source_backed": 1,
    "inferred": 0,
}


def default_prominence(memory: Memory) -> int:
    """Return 1 (background) to 5 (first) for a memory without a rating of its own.

    An open question is worth one step more: it waits for somebody.
    """
    value = _BY_KIND[memory.kind] + _BY_VERIFICATION[memory.verification]
    value += memory.stance == "question"
    return max(1, min(5, value))
