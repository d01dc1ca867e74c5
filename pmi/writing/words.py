"""The user's word about what is there: confirm, reject, archive; approving a proposal.

A decision is a row of its own. It covers every claim that had merged into the memory when the
user decided, and says by a hash which content that was.
"""

from __future__ import annotations

from collections.abc import Sequence

from pmi.base.errors import Conflict, NotFound
from pmi.model.memory import Memory
from pmi.model.operation import Proposal
from pmi.rules.claims import CONTENT_MAX_CHARS, clean_line
from pmi.store import journal, memories, proposals, reviews
from pmi.store.database import Store
from pmi.writing.carrying import Change, carry_out, finish, require_there
from pmi.writing.citing import Checked, Found
from pmi.writing.deciding import cover, decision
from pmi.writing.drafting import Draft
from pmi.writing.learned import confirm_learning, reject_learning


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
            done = [_confirm_one(store, draft, reference.strip()) for reference in references]
            finish(draft, [])
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
        reason = clean_line(reason)[:CONTENT_MAX_CHARS]
        draft = Draft(connection, store.clock(), actor, "reject", cause)
        done = [_reject_one(draft, reference.strip(), reason) for reference in references]
        finish(draft, [])
        if draft.effects:
            draft.close(
                {"subjects": draft.subjects(), "reason": reason},
                [{"subject": subject} for subject in done],
            )
    return done


def _confirm_one(store: Store, draft: Draft, reference: str) -> str:
    draft.settle()
    if reference.isdecimal() and len(reference) < 6:
        number = int(reference)
        subject = reviews.find_subject(draft.connection, number)
        if not subject:
            return confirm_learning(store, draft, number)
        reference = subject
    if reference.startswith("prp_"):
        return _approve(draft, reference)
    found = memories.find_memory(draft.connection, reference)
    if found is None:
        if proposals.find_proposal(draft.connection, reference) is not None:
            return _approve(draft, reference)
        raise NotFound(f"There is nothing {reference!r} to confirm.", "pmi review list")
    if found.verification != "user_confirmed" or found.status != "active":
        draft.write(cover(draft, found.id, "confirm"))
    return found.id


def _approve(draft: Draft, reference: str) -> str:
    """Carry a proposal out as the user, whose word confirms what it brings."""
    proposal = _pending(draft, reference)
    cited = proposals.find_proposal_evidence(draft.connection, proposal.id)
    found = tuple(Found(**item) for item in cited)
    change = Change(proposal.operation, Checked(found), approved=True)
    require_there(change, draft)
    draft.write([decision(draft, proposal.id, "approve", content=proposal.operation.content)])
    done = finish(draft, [carry_out(draft, change)])[0]
    if proposal.operation.op in ("archive", "restore"):
        return ""
    return done.memory


def _reject_one(draft: Draft, reference: str, reason: str) -> str:
    draft.settle()
    if reference.isdecimal() and len(reference) < 6:
        subject = reviews.find_subject(draft.connection, int(reference))
        if not subject:
            return reject_learning(draft, int(reference), reason)
        reference = subject
    found = (
        None if reference.startswith("prp_") else memories.find_memory(draft.connection, reference)
    )
    if found is not None:
        draft.write(cover(draft, found.id, "reject", reason))
        return found.id
    proposal = _pending(draft, reference)
    content = proposal.operation.content
    draft.write([decision(draft, proposal.id, "reject", content=content, reason=reason)])
    return proposal.id


def _pending(draft: Draft, reference: str) -> Proposal:
    proposal = proposals.find_proposal(draft.connection, reference)
    if proposal is None:
        raise NotFound(f"There is no proposal {reference!r}.", "pmi review list")
    if proposal.status != "pending":
        number = reviews.find_number(draft.connection, proposal.id)
        name = number or proposal.id
        raise Conflict(f"Proposal {name} was {proposal.status} before.", "pmi review list --all")
    return proposal
