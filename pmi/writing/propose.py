"""The one write path: checks quotes, asks policy, writes rows and entry in one transaction.

A batch is one journal entry. A malformed operation refuses the whole batch before anything is
written; what policy refuses or sends to review is an outcome of its own operation.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from pmi.base.errors import NotFound, UsageError
from pmi.base.ids import new_id
from pmi.base.redact import clean
from pmi.base.text import one_line, strip_control
from pmi.model.memory import KINDS, Memory
from pmi.model.operation import Operation, Outcome
from pmi.rules.claims import (
    TEXT_MAX_CHARS,
    check_content,
    check_day,
    check_slot,
    is_model_error,
)
from pmi.rules.policy import Decision, InferredCreate, Request, decide, hint_for
from pmi.rules.trust import rank
from pmi.store import journal, memories, placing
from pmi.store.database import Store
from pmi.store.rows import Effect
from pmi.writing.citing import Checked, check_citations
from pmi.writing.claiming import NewClaim, claim_effects, key_of
from pmi.writing.drafting import Draft
from pmi.writing.words import cover

if TYPE_CHECKING:
    import sqlite3

BATCH_MAX = 10_000
"""The most operations of one proposal."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one operation, as the journal keeps it."""

    verdict: str
    reason: str
    memory: str = ""
    proposal: str = ""
    hint: str = ""


def propose(
    store: Store,
    operations: Sequence[Operation],
    *,
    actor: str,
    session: str = "",
    cause: str = "",
    inferred_create: InferredCreate = "review",
) -> list[Outcome]:
    """Write what policy lets through and return one outcome per operation, rows read back.

    Args:
        session: The session that a citation of ``conversation`` means.
        cause: Identity of the event behind this; the same cause acts once.
        inferred_create: The setting for an agent's claim without a quote.

    Raises:
        UsageError: An operation is malformed; nothing was written.
        NotFound: An operation's target is not there; nothing was written.
    """
    if len(operations) > BATCH_MAX:
        raise UsageError(f"{len(operations)} operations are too many.", f"at most {BATCH_MAX}")
    checked_forms = [check_form(operation, index) for index, operation in enumerate(operations)]
    # Quotes are looked up before the write lock is taken: reading a long session takes time.
    citations = [check_citations(store, item.evidence, session) for item in checked_forms]
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        if known is not None:
            results = [Result(**result) for result in known.outcome["results"]]
        else:
            draft = Draft(connection, store.clock(), actor, "propose", cause)
            results = [
                _carry_out(draft, operation, checked, inferred_create)
                for operation, checked in zip(checked_forms, citations, strict=True)
            ]
            if draft.effects:
                draft.close(
                    {"operations": [as_payload(item) for item in checked_forms]},
                    [asdict(result) for result in results],
                    settings={"inferred_create": inferred_create},
                )
    return [_outcome(store.reading("memory"), result) for result in results]


def check_form(operation: Operation, index: int = 0) -> Operation:
    """Return an operation with its words redacted and its fields in their one spelling.

    Raises:
        UsageError: It is malformed; the message names the operation by its place from 1.
    """
    try:
        if operation.op == "archive":
            if not operation.target.strip():
                raise UsageError("Nothing is named to be archived.", "give target: mem_…")
            return replace(operation, target=operation.target.strip())
        if operation.op != "create":
            raise UsageError(f"{operation.op!r} is no operation.", "create or archive")
        if (operation.kind or "semantic") not in KINDS:
            raise UsageError(f"{operation.kind!r} is no kind.", f"one of {', '.join(KINDS)}")
        if operation.stance not in {"claim", "question"}:
            raise UsageError(f"{operation.stance!r} is no stance.", "claim or question")
        detail = strip_control(clean(operation.detail)).strip()
        if len(detail) > TEXT_MAX_CHARS:
            raise UsageError(
                f"The detail has {len(detail)} characters.", f"at most {TEXT_MAX_CHARS}"
            )
        return replace(
            operation,
            kind=operation.kind or "semantic",
            content=check_content(one_line(clean(operation.content))),
            detail=detail,
            slot=check_slot(one_line(clean(operation.slot))),
            project=one_line(clean(operation.project))[:300],
            valid_from=check_day(operation.valid_from.strip()),
            target="",
        )
    except UsageError as error:
        raise UsageError(f"Operation {index + 1}: {error.message}", error.hint) from error


def as_payload(operation: Operation) -> dict[str, Any]:
    """Return an operation as the journal keeps it: redacted, quotes included."""
    values = asdict(operation)
    values["evidence"] = [
        {"source": citation.source, "quote": clean(citation.quote)}
        for citation in operation.evidence
    ]
    return values


def _carry_out(
    draft: Draft, operation: Operation, checked: Checked, inferred_create: InferredCreate
) -> Result:
    if checked.problem:
        return Result("refused", checked.problem, hint=checked.hint)
    if operation.op == "archive":
        return _archive(draft, operation, checked)
    if draft.actor != "user" and is_model_error(operation.content):
        return Result("refused", "model_error", hint="an error message is no memory")
    return _create(draft, operation, checked, inferred_create)


def _create(
    draft: Draft, operation: Operation, checked: Checked, inferred_create: InferredCreate
) -> Result:
    connection = draft.connection
    by_user = draft.actor == "user"
    in_slot = bool(operation.slot) and operation.stance == "claim"
    taken = in_slot and bool(
        placing.find_active_in_slot(connection, operation.project, operation.slot)
    )
    decision = decide(
        Request(
            actor=draft.actor,
            operation="create",
            quoted=bool(checked.found),
            archived_by_user=placing.was_put_away_by_user(
                connection, operation.project, key_of(operation.content)
            ),
            dated=bool(operation.valid_from),
            slot_taken=taken,
        ),
        inferred_create,
    )
    if decision.verdict != "applied":
        return _not_applied(draft, operation, checked, decision)
    trust = "owner" if by_user and not checked.found else checked.trust
    claim = NewClaim(operation, trust, by_user, checked.found)
    effects = claim_effects(connection, claim, draft.at)
    draft.apply(effects)
    return result_of(connection, effects[0]["id"], decision.reason)


def result_of(connection: sqlite3.Connection, claim: str, reason: str) -> Result:
    """Return what became of a claim that was written: applied, merged or disputed."""
    stored = memories.get_memory(connection, claim)
    if stored.id != claim:
        return Result("merged", "known", memory=stored.id)
    if stored.status == "disputed":
        return Result(
            "review", "disputed", memory=claim, hint=f"the user decides: pmi confirm {claim[-6:]}"
        )
    if stored.status == "superseded":
        return Result("applied", "history", memory=claim)
    return Result("applied", reason, memory=claim)


def _archive(draft: Draft, operation: Operation, checked: Checked) -> Result:
    try:
        target = memories.get_memory(draft.connection, operation.target)
    except NotFound as error:
        return Result("refused", "unknown_target", hint=error.message)
    if target.status == "archived":
        return Result("applied", "archived_before", memory=target.id)
    decision = decide(
        Request(
            actor=draft.actor,
            operation="archive",
            quoted=bool(checked.found),
            protected=is_protected(target, checked),
        )
    )
    if decision.verdict != "applied":
        stated = replace(operation, target=target.id)
        return _not_applied(draft, stated, checked, decision)
    draft.apply(cover(draft, target.id, "archive"))
    return Result("applied", decision.reason, memory=target.id)


def is_protected(target: Memory, checked: Checked) -> bool:
    """Tell whether a change needs the user: the target is confirmed, or better backed."""
    if target.verification == "user_confirmed":
        return True
    if not target.evidence:
        return False
    return not checked.found or rank(target.trust) > rank(checked.trust)


def _not_applied(
    draft: Draft, operation: Operation, checked: Checked, decision: Decision
) -> Result:
    if decision.verdict == "refused":
        return Result("refused", decision.reason, hint=hint_for(operation.op, operation.target))
    proposal = new_id("prp")
    effect: Effect = {
        "row": "proposal",
        "id": proposal,
        "at": draft.at,
        "actor": draft.actor,
        "reason": decision.reason,
        "operation": json.dumps(as_payload(operation), ensure_ascii=False),
        "evidence": json.dumps([item.as_dict() for item in checked.found], ensure_ascii=False),
    }
    draft.apply([effect])
    return Result(
        "review", decision.reason, proposal=proposal, hint=hint_for("approve", proposal[-6:])
    )


def _outcome(connection: sqlite3.Connection, result: Result) -> Outcome:
    stored = memories.find_memory(connection, result.memory) if result.memory else None
    if result.memory and stored is None:
        return Outcome("refused", "undone", hint="it was taken back meanwhile")
    return Outcome(
        verdict=result.verdict,  # type: ignore[arg-type] # the journal keeps plain words
        reason=result.reason,
        memory=stored,
        proposal=result.proposal,
        hint=result.hint,
    )
