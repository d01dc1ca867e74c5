"""Says what waits for the user's word, both sides of it, and what became of operations.

Example: ``reviews_text(memory.list_reviews(), "zh", today=now())``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import NamedTuple

from pmi.base.ids import short_id
from pmi.model.learning import Learning
from pmi.model.memory import Evidence, Memory
from pmi.model.operation import EntityClaim, Operation, Outcome, Review
from pmi.recall.learning_text import against_text, confirmed_text, rejected_text
from pmi.recall.memory_text import about, evidence_line, field_line, memory_text, open_mark
from pmi.recall.render import shown, shown_line
from pmi.recall.translation import translate
from pmi.recall.wording import TEXTS, say, say_actor, say_day, say_kind

SIDE_CHARS = 300
_WRITTEN_APART = {"op", "content", "detail", "target", "entities", "links", "evidence", "stance"}


class Decided(NamedTuple):
    """What a decision was about, read back.

    Attributes:
        name: The number or id under which it was decided.
        text: Its words.
        memory: The memory that it left behind; None for none.
        instead: Words of what gave way to that memory; empty for none.
        learning: The learning that it was about; None for anything else.
        place: What people call that learning's project.
        against: The rule that it contradicts; None for none.
    """

    name: str
    text: str
    memory: Memory | None = None
    instead: str = ""
    learning: Learning | None = None
    place: str = ""
    against: Learning | None = None


def outcomes_text(
    outcomes: Sequence[Outcome],
    language: str,
    *,
    stable: bool = False,
    words: Mapping[str, str] | None = None,
    applied: str = "applied",
) -> str:
    """Return what became of each operation, in their order, with what to do about it.

    Args:
        stable: Give reasons and hints as the journal has them, for programs.
        applied: ``restored`` where nothing but bringing back was asked for.
        words: What memories say that gave way, by id.
    """
    wanted = "en" if stable else language
    lines = []
    for number, outcome in enumerate(outcomes, 1):
        line = say(
            "outcome_line",
            wanted,
            number=number,
            verdict=outcome.verdict,
            word=say(f"outcome_{_done(outcome, applied)}", language),
            reason=translate(outcome.reason, wanted),
        )
        if outcome.number:
            line += f" {say('outcome_number', wanted, number=outcome.number)}"
        lines.append(f"{line} {outcome.proposal}".rstrip())
        if outcome.memory is not None:
            content = shown_line(outcome.memory.content, SIDE_CHARS)
            lines.append(f"   {outcome.memory.id}: {content}")
        if outcome.superseded:
            text = shown_line((words or {}).get(outcome.superseded, ""), SIDE_CHARS)
            gone = say("outcome_superseded", language, id=short_id(outcome.superseded), text=text)
            lines.append(f"   {gone.rstrip()}")
        if outcome.hint:
            lines.append(f"   {shown_line(translate(outcome.hint, wanted), 300)}")
    return "\n".join(lines)


def _done(outcome: Outcome, applied: str) -> str:
    """Return what was done: what is put away now was not stored."""
    if outcome.verdict != "applied":
        return outcome.verdict
    away = outcome.memory is not None and outcome.memory.status == "archived"
    return "archived" if away else applied


def name_of(review: Review) -> str:
    """Return what people type for a review: its number, else the end of what it is about."""
    return str(review.number) if review.number else short_id(review.subject)


def waiting_line(review: Review, language: str) -> str:
    """Return a review as one short line: its number and what it would bring."""
    return f"{name_of(review)} {words_of(review, language)}"


def reviews_text(reviews: Sequence[Review], language: str, *, today: str = "") -> str:
    """Return reviews with one line per side, and how to decide on those that wait."""
    if not reviews:
        return say("review_none", language)
    lines: list[str] = []
    for review in reviews:
        lines.append(_head(review, language, today))
        operation = review.proposal.operation if review.proposal else None
        only_moves = operation is not None and operation.op in ("archive", "restore")
        if not only_moves:
            lines.append(say("side_new", language, text=_new_side(review, language)))
        if review.against is not None:
            text = shown_line(review.against.content, SIDE_CHARS)
            lines.append(
                say("side_now", language, text=text, about=about(review.against, language))
            )
    first = next((item for item in reviews if item.status == "pending"), None)
    if first is not None:
        lines.append(say("review_decide", language, name=name_of(first)))
    return "\n".join(lines)


def review_text(
    review: Review,
    language: str,
    *,
    evidence: Sequence[Evidence] = (),
    words: Mapping[str, str] | None = None,
    today: str = "",
) -> str:
    """Return a review whole: both sides with their quotes, and what each decision would do.

    Args:
        evidence: The quotes that were found for a proposal.
        words: What memories at the other ends of links say, and titles of sources, by id.
    """
    known = words or {}
    lines = [_head(review, language, today)]
    if review.proposal is not None:
        lines.append(say("part_proposed", language))
        lines += _operation_lines(review.proposal.operation, known, language)
        if evidence:
            lines.append(field_line("field_evidence", "", language))
            lines += [evidence_line(item, language, today, known) for item in evidence]
    else:
        lines.append(say("part_disputed", language))
        lines.append(
            memory_text(review.memory, language, today=today, words=known)
            if review.memory
            else say("side_gone", language)
        )
    if review.against is not None:
        lines.append(say("part_now", language))
        lines.append(memory_text(review.against, language, today=today, words=known))
    if review.status == "pending":
        kind = "disputed" if review.proposal is None else "proposal"
        lines.append(say(f"approving_{_approving(review)}", language))
        lines.append(say(f"rejecting_{kind}", language))
        lines.append(say("review_decide_shown", language, name=name_of(review)))
    return "\n".join(lines)


def decided_text(
    decided: Sequence[Decided], verb: str, language: str, *, undo: str = "/pmi:undo"
) -> str:
    """Return what a user is told after a decision, once the rows were read back.

    Args:
        verb: ``approve``, ``reject`` or ``confirm``.
        undo: The command that takes it back where this is shown.
    """
    lines = []
    for item in decided:
        if item.learning is not None:
            lines.append(_learned(item, item.learning, verb, language, undo))
            continue
        text = shown_line(item.text, 500)
        lines.append(say(f"{verb}_line", language, name=item.name, text=text))
        if item.memory is not None:
            status = say(f"status_{item.memory.status}", language)
            confirmed = item.memory.verification == "user_confirmed"
            checked = say("confirmed" if confirmed else item.memory.verification, language)
            named = short_id(item.memory.id)
            lines.append(say("decided_memory", language, id=named, status=status, checked=checked))
            if item.instead and item.memory.status == "active":
                text = shown_line(item.instead, 300)
                lines.append(say("decided_instead", language, text=text))
    return "\n".join(lines)


def _learned(item: Decided, learning: Learning, verb: str, language: str, undo: str) -> str:
    if verb == "reject":
        return rejected_text(learning, language, undo=undo)
    told = confirmed_text(learning, item.memory, language, undo=undo, place=item.place)
    if item.against is None:
        return told
    return f"{told}\n{against_text(item.against, language)}"


def words_of(review: Review, language: str) -> str:
    """Return what a review is about in its own words, or those of what it would change."""
    operation = review.proposal.operation if review.proposal else None
    text = _new_side(review, language)
    if operation is None or operation.content:
        return text
    return say("set_field", language, field=_what(review, language), value=text)


def _head(review: Review, language: str, today: str) -> str:
    key = f"because_{review.reason}"
    why = say(key, language) if key in TEXTS else translate(review.reason, language)
    line = say(
        "review_line",
        language,
        name=name_of(review),
        what=_what(review, language),
        who=shown_line(say_actor(review.actor, language), 60),
        day=say_day(review.at, language, today),
        why=why,
    )
    status = say(f"review_{review.status}", language)
    return line if review.status == "pending" else say(
        "review_decided", language, line=line, status=status
    )  # fmt: skip


def _what(review: Review, language: str) -> str:
    if review.proposal is None:
        return say("what_disputed", language)
    operation = review.proposal.operation
    if operation.op == "create" and operation.stance == "question":
        return say("what_question", language)
    if operation.op == "update" and not operation.target:
        return say("what_entities", language)
    return say(f"what_{operation.op}", language)


def _new_side(review: Review, language: str) -> str:
    if review.proposal is None:
        if review.memory is None:
            return say("side_gone", language)
        return shown_line(review.memory.content, SIDE_CHARS)
    operation = review.proposal.operation
    if operation.content:
        return shown_line(operation.content, SIDE_CHARS)
    target = review.against.content if review.against else operation.target
    if operation.op in ("archive", "restore"):
        return shown_line(target, SIDE_CHARS)
    parts = [line.strip() for line in _changes(operation, {}, language)]
    if operation.op == "link" and review.against is not None:
        parts.insert(0, target)
    return shown_line(say("apart", language).join(parts), SIDE_CHARS)


def _approving(review: Review) -> str:
    if review.proposal is None:
        return "disputed"
    operation = review.proposal.operation
    if operation.op == "create" and review.against is not None:
        return "slot"
    if operation.op == "update" and not operation.target:
        return "entities"
    return operation.op


def _operation_lines(operation: Operation, words: Mapping[str, str], language: str) -> list[str]:
    mark = open_mark(operation.stance, language)
    lines = [mark + shown(operation.content)] if operation.content else []
    lines += _changes(operation, words, language)
    if operation.detail:
        lines.append(field_line("field_detail", shown(operation.detail), language))
    return lines or [field_line("field_target", operation.target, language)]


def _changes(operation: Operation, words: Mapping[str, str], language: str) -> list[str]:
    """Return one line per thing that an operation says, but its words and quotes."""
    lines = []
    for field in fields(Operation):
        value = getattr(operation, field.name)
        if value and field.name not in _WRITTEN_APART:
            said = say_kind(value, language) if field.name == "kind" else shown_line(value)
            lines.append(f"  {_set(field.name, said, language)}")
    lines += [f"  {_entity(entity, language)}" for entity in operation.entities]
    for link in operation.links:
        text = shown_line(words.get(link.target, "") or link.target, SIDE_CHARS)
        lines.append(f"  {say(f'link_{link.type}', language)} {text}")
    return lines


def _entity(claim: EntityClaim, language: str) -> str:
    said = [say(f"kind_{claim.kind}", language)] if claim.kind else []
    said += [shown_line(claim.summary)] if claim.summary else []
    if claim.parent:
        said.append(_set("parent", shown_line(claim.parent), language))
    if claim.aliases:
        said.append(
            _set("aliases", shown_line(say("between", language).join(claim.aliases)), language)
        )
    name = shown_line(claim.name, 80)
    return (
        say("name_and_kind", language, name=name, kind=say("apart", language).join(said))
        if said
        else name
    )


def _set(name: str, value: str, language: str) -> str:
    key = {"valid_from": "field_from", "valid_to": "field_to"}.get(name, f"field_{name}")
    return say("set_field", language, field=say(key, language), value=value)
