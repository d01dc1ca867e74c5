"""Carries one operation out: asks policy, then writes its rows or puts it up for review."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from pmi.base.clock import local
from pmi.base.errors import NotFound
from pmi.base.ids import new_id
from pmi.model.memory import Memory
from pmi.model.operation import Operation
from pmi.rules.claims import is_model_error
from pmi.rules.policy import Decision, InferredCreate, Request, decide, hint_for
from pmi.rules.trust import rank
from pmi.store import memories, placing, proposals, reviews, rows
from pmi.store.rows import Effect
from pmi.writing import changing
from pmi.writing.checking import as_payload
from pmi.writing.citing import Checked
from pmi.writing.claiming import NewClaim, claim_effects, key_of
from pmi.writing.deciding import cover
from pmi.writing.drafting import Draft


@dataclass(frozen=True, slots=True)
class Change:
    """An operation in its one form, with its quotes found.

    Attributes:
        approved: Whether the user let an agent's operation through.
    """

    operation: Operation
    checked: Checked = field(default_factory=Checked)
    approved: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one operation, as the journal keeps it."""

    verdict: str
    reason: str
    memory: str = ""
    proposal: str = ""
    hint: str = ""
    number: int = 0
    superseded: str = ""


def carry_out(draft: Draft, change: Change, inferred_create: InferredCreate = "review") -> Result:
    """Do what an operation asks, or what policy makes of it.

    Where a claim stands is known only after ``finish``.

    Raises:
        NotFound, UsageError, Conflict: It names what is not there or can not be.
    """
    operation = change.operation
    if operation.op in ("create", "supersede"):
        if draft.actor != "user" and is_model_error(operation.content):
            return Result("refused", "model_error", hint="an error message is no memory")
        return _claim(draft, change, inferred_create)
    draft.settle()
    if operation.op == "update" and not operation.target:
        return _update_entities(draft, change)
    target = memories.get_memory(draft.connection, operation.target)
    stated = replace(change, operation=replace(operation, target=target.id))
    if operation.op == "archive":
        return _archive(draft, stated, target)
    if operation.op == "restore":
        return _restore(draft, stated, target)
    if operation.op == "link":
        return _link(draft, stated, target)
    return _update(draft, stated, target)


def finish(draft: Draft, results: list[Result]) -> list[Result]:
    """Place what was written, number what the user has to decide, and return what became of it."""
    draft.settle()
    _number_disputes(draft)
    written = [result.memory for result in results if result.verdict == "placed"]
    standings = memories.list_standings(draft.connection, written)
    return [
        _placed(draft, result, standings[result.memory]) if result.verdict == "placed" else result
        for result in results
    ]


def is_protected(target: Memory, checked: Checked, origins: set[str]) -> bool:
    """Tell whether a change needs the user: the target is confirmed, or better backed.

    Args:
        origins: Sources that the target quotes already: a sentence of one of them raises nothing.
    """
    if target.verification == "user_confirmed":
        return True
    if not target.evidence:
        return False
    if not checked.found:
        return True
    trust = min(
        (
            min(item.trust, target.trust, key=rank) if item.origin_key in origins else item.trust
            for item in checked.found
        ),
        key=rank,
    )
    return rank(target.trust) > rank(trust)


def _claim(draft: Draft, change: Change, inferred_create: InferredCreate) -> Result:
    operation, connection = change.operation, draft.connection
    target: Memory | None = None
    if operation.op == "supersede":
        draft.settle()
        target = memories.get_memory(connection, operation.target)
        operation = replace(operation, target=target.id, project=target.project)
    elif draft.unplaced.subjects:
        draft.settle()
    request = Request(
        actor=draft.actor,
        operation=operation.op,
        quoted=bool(change.checked.found),
        protected=target is not None
        and is_protected(target, change.checked, rows.list_origins(connection, target.id)),
        closes=_closes(draft, replace(change, operation=operation), target),
        future=operation.valid_from > local(draft.at)[:10],
        archived_by_user=placing.was_put_away_by_user(
            connection, operation.project, key_of(operation.content)
        ),
    )
    decision = decide(request, inferred_create)
    if decision.verdict != "applied":
        known = placing.find_active(connection, operation.project, key_of(operation.content))
        if decision.reason == "no_evidence" and known and target is None:
            return Result("merged", "known", memory=known)  # nothing is left to decide
        return _held_back(draft, replace(change, operation=operation), decision)
    by_user = draft.actor == "user"
    told = by_user and not change.checked.found and not change.approved
    claim = NewClaim(
        operation=changing.in_slot(draft, operation, target),
        trust="owner" if told else change.checked.trust,
        by_user=by_user,
        found=change.checked.found,
        follows=target is not None,
    )
    effects = claim_effects(connection, claim, draft.at)
    memory = effects[0]["id"]
    draft.write(effects)
    draft.write(changing.entity_effects(draft, memory, operation, target))
    if operation.links:
        draft.write(changing.link_effects(draft, memory, operation.links))
    return Result(
        "placed",
        decision.reason,
        memory=memory,
        # Told only where it goes into history: then what was to replace is older.
        hint="older than what it was to replace; give valid_from" if target is not None else "",
    )


def _closes(draft: Draft, change: Change, target: Memory | None) -> bool:
    """Tell whether an operation would close a question that is confirmed, or better backed.

    It does by a link, by a place in the question's slot, or by superseding the question itself.
    """
    connection, operation = draft.connection, change.operation
    closed = [link.target for link in operation.links if link.type == "answers"]
    if operation.op != "link" and operation.stance == "claim":
        said = max((item.said_at for item in change.checked.found), default="") or draft.at
        project, slot = operation.project, operation.slot
        if operation.op == "update" and target is not None:
            project, said = target.project, draft.at
        elif target is not None:
            project, slot = target.project, target.slot
            closed += [target.id] if target.stance == "question" else []
        else:
            slot = changing.in_slot(draft, operation, None).slot
        closed += placing.list_open_questions(connection, project, slot, said)
    if closed:
        draft.settle()
    return any(
        is_protected(question, change.checked, rows.list_origins(connection, question.id))
        for question in (memories.get_memory(connection, item) for item in closed)
    )


def _update(draft: Draft, change: Change, target: Memory) -> Result:
    decision = _decide_on(draft, change, target)
    if decision.verdict != "applied":
        return _held_back(draft, change, decision)
    draft.write(changing.update_effects(draft, target, change.operation, change.checked.found))
    if draft.actor == "user":
        draft.write(cover(draft, target.id, "confirm"))
    return Result("applied", decision.reason, memory=target.id)


def _link(draft: Draft, change: Change, target: Memory) -> Result:
    quoted, closes = bool(change.checked.found), _closes(draft, change, target)
    decision = decide(Request(draft.actor, "link", quoted=quoted, closes=closes))
    if decision.verdict != "applied":
        return _held_back(draft, change, decision)
    effects = changing.link_effects(draft, target.id, change.operation.links)
    draft.write(effects)
    return Result("applied" if effects else "merged", decision.reason, memory=target.id)


def _archive(draft: Draft, change: Change, target: Memory) -> Result:
    if target.status == "archived":
        return Result("applied", "archived_before", memory=target.id)
    decision = _decide_on(draft, change, target)
    if decision.verdict != "applied":
        return _held_back(draft, change, decision)
    draft.write(cover(draft, target.id, "archive"))
    return Result("applied", decision.reason, memory=target.id)


def _restore(draft: Draft, change: Change, target: Memory) -> Result:
    if target.status != "archived":
        return Result("applied", "not_archived", memory=target.id)
    by_user = placing.is_put_away_by_user(draft.connection, target.id)
    decision = decide(Request(draft.actor, "restore", archived_by_user=by_user))
    if decision.verdict != "applied":
        return _held_back(draft, change, decision)
    draft.write(cover(draft, target.id, "restore"))
    return Result("applied", decision.reason, memory=target.id)


def _update_entities(draft: Draft, change: Change) -> Result:
    protected = changing.touches_users_words(draft, change.operation.entities)
    decision = decide(Request(draft.actor, "update", protected=protected))
    if decision.verdict != "applied":
        return _held_back(draft, change, decision)
    effects = [
        effect
        for claim in change.operation.entities
        for effect in changing.entity_updates(draft, claim)
    ]
    return Result("applied" if effects else "merged", decision.reason if effects else "known")


def _decide_on(draft: Draft, change: Change, target: Memory) -> Decision:
    origins = rows.list_origins(draft.connection, target.id)
    return decide(
        Request(
            actor=draft.actor,
            operation=change.operation.op,
            quoted=bool(change.checked.found),
            protected=is_protected(target, change.checked, origins),
            closes=change.operation.op == "update" and _closes(draft, change, target),
        )
    )


def _held_back(draft: Draft, change: Change, decision: Decision) -> Result:
    """Refuse an operation, or put it up for review; the same one waits once."""
    operation = change.operation
    if decision.verdict == "refused":
        return Result("refused", decision.reason, hint=hint_for(operation.op, operation.target))
    _check_names(draft, operation)
    stated = json.dumps(as_payload(operation), ensure_ascii=False)
    evidence = json.dumps([item.as_dict() for item in change.checked.found], ensure_ascii=False)
    proposal = proposals.find_pending(draft.connection, stated)
    if proposal:
        number = reviews.find_number(draft.connection, proposal)
    else:
        proposal, number = new_id("prp"), reviews.next_number(draft.connection)
        effect: Effect = {
            "row": "proposal",
            "id": proposal,
            "at": draft.at,
            "actor": draft.actor,
            "reason": decision.reason,
            "operation": stated,
            "evidence": evidence,
        }
        draft.write([effect, _review(draft, number, proposal, decision.reason)])
    return Result(
        "review",
        decision.reason,
        proposal=proposal,
        number=number,
        hint=hint_for("approve", str(number or proposal[-6:])),
    )


def _check_names(draft: Draft, operation: Operation) -> None:
    """Raise where the user could not let an operation through: that is told who proposes it.

    Raises:
        NotFound: A link leads nowhere.
        Conflict: Another memory has the slug, and says something else.
    """
    if operation.links:
        draft.settle()
    for link in operation.links:
        memories.get_memory(draft.connection, link.target)
    own = operation.target if operation.op == "update" else ""
    key = key_of(operation.content)
    if not placing.says(draft.connection, operation.slug, operation.project, key):
        changing.require_free_slug(draft, operation.slug, own)


def _number_disputes(draft: Draft) -> None:
    """Put up for review what this entry made disputed; each memory has one number for life."""
    for memory in memories.list_disputed(draft.connection, sorted(draft.touched)):
        if not reviews.find_number(draft.connection, memory):
            number = reviews.next_number(draft.connection)
            draft.write([_review(draft, number, memory, "disputed")])


def _review(draft: Draft, number: int, subject: str, reason: str) -> Effect:
    return {
        "row": "review",
        "number": number,
        "subject": subject,
        "at": draft.at,
        "actor": draft.actor,
        "reason": reason,
    }


def _placed(draft: Draft, result: Result, standing: memories.Standing) -> Result:
    """Return what became of a claim that was written, as its rows say."""
    if standing.status == "merged":
        return Result("merged", "known", memory=standing.merged_into)
    if standing.status == "disputed":
        number = reviews.find_number(draft.connection, result.memory)
        return Result(
            "disputed",
            "disputed" if standing.valid_from else "undated",
            memory=result.memory,
            number=number,
            hint=hint_for("approve", str(number)),
        )
    if standing.status == "superseded":
        return Result(
            "applied",
            "answered" if standing.stance == "question" else "history",
            memory=result.memory,
            hint=result.hint,
        )
    gave_way = standing.predecessor if standing.predecessor in draft.touched else ""
    return replace(result, verdict="applied", superseded=gave_way, hint="")


def require_there(change: Change, draft: Draft) -> None:
    """Raise where what an operation says or quotes was forgotten since it was proposed.

    Raises:
        NotFound: Its words are gone, or its source.
    """
    said = change.operation.content
    if said and ("████" in said or not said.strip("█")):
        raise NotFound("What it says was forgotten since.", "pmi review reject ID")
    for item in change.checked.found:
        gone = item.version and not rows.is_there(draft.connection, "source_version", item.version)
        if gone or "████" in item.quote:
            raise NotFound("What it quotes was forgotten since.", "pmi review reject ID")
