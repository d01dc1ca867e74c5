"""The user's word about what is there: confirm, reject, archive; approving a proposal.

A decision is a row of its own. It covers every claim that had merged into the memory when the
user decided, and says by a hash which content that was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pmi.base.errors import Conflict, NotFound
from pmi.base.ids import new_id
from pmi.model.memory import Memory
from pmi.model.operation import Proposal
from pmi.rules.trust import lowest
from pmi.store import journal, memories, placing
from pmi.store.database import Store
from pmi.store.rows import Effect
from pmi.writing.citing import Found, hash_of
from pmi.writing.claiming import NewClaim, claim_effects
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING


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


def confirm(
    store: Store, references: Sequence[str], *, actor: str, cause: str = ""
) -> list[Memory]:
    """Record that the user confirms memories, learnings by number, or proposals.

    Returns:
        The memories as they are now, read back, in the order asked for; none for a proposal
        that only put something away.

    Raises:
        NotFound: One of them is not there; nothing was written.
        Conflict: One of them was decided or undone meanwhile; nothing was written.
    """
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        draft = Draft(connection, store.clock(), actor, "confirm", cause)
        if known is not None:
            done = [str(result["memory"]) for result in known.outcome["results"]]
        else:
            done = [_confirm_one(draft, reference.strip()) for reference in references]
        if draft.effects:
            draft.close({"subjects": draft.subjects()}, [{"memory": memory} for memory in done])
    connection = store.reading("memory")
    return [memories.get_memory(connection, memory) for memory in done if memory]


def reject(
    store: Store, references: Sequence[str], *, actor: str, reason: str = "", cause: str = ""
) -> list[str]:
    """Record that the user rejects memories, learnings by number, or proposals.

    Returns:
        What was rejected, by its full id or number.

    Raises:
        NotFound: One of them is not there; nothing was written.
        Conflict: A proposal was decided before; nothing was written.
    """
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        if known is not None:
            return [str(result["subject"]) for result in known.outcome["results"]]
        draft = Draft(connection, store.clock(), actor, "reject", cause)
        done = [_reject_one(draft, reference.strip(), reason) for reference in references]
        if draft.effects:
            draft.close(
                {"subjects": draft.subjects(), "reason": reason},
                [{"subject": subject} for subject in done],
            )
    return done


def _confirm_one(draft: Draft, reference: str) -> str:
    if reference.startswith("prp_"):
        return _approve(draft, reference)
    if reference.isdecimal():
        return _confirm_learning(draft, int(reference))
    found = memories.find_memory(draft.connection, reference)
    if found is None:
        if memories.find_proposal(draft.connection, reference) is not None:
            return _approve(draft, reference)
        raise NotFound(f"There is nothing {reference!r} to confirm.", "pmi review list")
    if found.verification != "user_confirmed" or found.status != "active":
        draft.apply(cover(draft, found.id, "confirm"))
    return found.id


def _confirm_learning(draft: Draft, number: int) -> str:
    learning = memories.find_learning(draft.connection, number)
    if learning is None:
        raise NotFound(f"There is no learning {number}.", "pmi learnings list")
    if learning.status == "undone" or not learning.memory:
        raise Conflict(f"Learning {number} was taken back.", "pmi remember TEXT")
    memory = memories.get_memory(draft.connection, learning.memory)
    if learning.status != "confirmed":
        draft.apply([decision(draft, f"{LEARNING}{number}", "confirm", content=learning.text)])
    if memory.verification != "user_confirmed" or memory.status != "active":
        draft.apply(cover(draft, memory.id, "confirm"))
    return memory.id


def _approve(draft: Draft, reference: str) -> str:
    proposal = _pending(draft, reference)
    operation, at = proposal.operation, draft.at
    draft.apply([decision(draft, proposal.id, "approve", content=operation.content)])
    if operation.op == "archive":
        target = memories.get_memory(draft.connection, operation.target)
        draft.apply(cover(draft, target.id, "archive"))
        return ""
    cited = memories.find_proposal_evidence(draft.connection, proposal.id)
    found = [Found(**item) for item in cited]
    claim = NewClaim(operation, lowest(item.trust for item in found), by_user=True, found=found)
    effects = claim_effects(draft.connection, claim, at)
    draft.apply(effects)
    return str(effects[0]["id"])


def _reject_one(draft: Draft, reference: str, reason: str) -> str:
    if reference.isdecimal():
        return _reject_learning(draft, int(reference), reason)
    found = (
        None if reference.startswith("prp_") else memories.find_memory(draft.connection, reference)
    )
    if found is not None:
        draft.apply(cover(draft, found.id, "reject", reason))
        return found.id
    proposal = _pending(draft, reference)
    content: Any = proposal.operation.content
    draft.apply([decision(draft, proposal.id, "reject", content=content, reason=reason)])
    return proposal.id


def _reject_learning(draft: Draft, number: int, reason: str) -> str:
    learning = memories.find_learning(draft.connection, number)
    if learning is None:
        raise NotFound(f"There is no learning {number}.", "pmi learnings list")
    if learning.status == "undone":
        raise Conflict(f"Learning {number} was taken back before.", "pmi learnings list")
    effects = [
        decision(draft, f"{LEARNING}{number}", "reject", content=learning.text, reason=reason)
    ]
    if learning.memory:
        memory = memories.get_memory(draft.connection, learning.memory)
        effects += cover(draft, memory.id, "reject", reason)
    draft.apply(effects)
    return str(number)


def _pending(draft: Draft, reference: str) -> Proposal:
    proposal = memories.find_proposal(draft.connection, reference)
    if proposal is None:
        raise NotFound(f"There is no proposal {reference!r}.", "pmi review list")
    if proposal.status != "pending":
        raise Conflict(f"Proposal {proposal.id} was {proposal.status} before.", "pmi review list")
    return proposal
