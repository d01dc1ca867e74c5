"""Stores what the user says is to be remembered: source, memory, lesson, in one entry.

The user's own words are their own evidence: trust ``owner``, confirmed at once, with a number
for life. Saying the same again strengthens the memory and keeps its number. Said under the slug
of another memory, the words take that one's place, and it becomes history.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from pmi.base.errors import Conflict, Damaged, NotFound, UsageError
from pmi.base.ids import new_id, short_id
from pmi.base.text import one_line
from pmi.learn.waiting import find_waiting
from pmi.model.memory import KINDS, Kind, Memory, Remembered
from pmi.model.operation import Operation
from pmi.rules.claims import CONTENT_MAX_CHARS, TEXT_MAX_CHARS, clean_line, clean_text
from pmi.rules.slugs import is_slug, make_slug
from pmi.store import journal, learnings, memories, reviews
from pmi.store.database import Store
from pmi.store.rows import Effect
from pmi.writing.belonging import belonging
from pmi.writing.carrying import Change, carry_out, finish
from pmi.writing.changing import in_slot
from pmi.writing.citing import Checked, Found
from pmi.writing.claiming import NewClaim, claim_effects, key_of
from pmi.writing.deciding import decision
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING
from pmi.writing.saying import keep_texts, said

if TYPE_CHECKING:
    import sqlite3

REPLACEABLE = frozenset(("active", "disputed"))
"""What can give way to other words; what was put away has to be brought back first."""

_SLUGGED = re.compile(r"\s*(?P<slug>[^\s:：]{1,64})(?::\s+|：\s*)(?P<words>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Saying:
    """What the user said, ready to be stored.

    Attributes:
        kind: Empty for a preference, or for the kind of what it replaces.
        slug: Of the memory that it replaces, or of an earlier one in its place; empty for none.
        reference: ``cc://…`` of the message in which it was said; empty for a shell.
        said_at: When; empty for now.
    """

    text: str
    kind: Kind | Literal[""] = ""
    project: str = ""
    slug: str = ""
    reference: str = ""
    said_at: str = ""


def remember(store: Store, saying: Saying, *, cause: str = "") -> Remembered:
    """Store the user's words and return the receipt, read back from the database.

    Args:
        cause: Identity of the event behind this; the same cause stores once and answers
            the same.

    Raises:
        UsageError: There are no words, or too many.
        NotFound: The same cause stored it before, and it was undone since; no memory has the slug.
        Conflict: What has the slug was put away, or holds only from a later day on.
        Damaged: What was read back is not what was written.
    """
    if saying.kind and saying.kind not in KINDS:
        raise UsageError(f"{saying.kind!r} is no kind.", f"one of {', '.join(KINDS)}")
    text = clean_text(saying.text)
    operation = belonging(store, _operation(text, saying))
    found = said(store, text, saying.reference, saying.said_at)
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        if known is None:
            draft = Draft(connection, store.clock(), "user", "remember", cause)
            target = _target(draft, saying.slug) if saying.slug else None
            result = _store(draft, operation, found, text, target)
            payload = {"text": text, "kind": operation.kind, "project": operation.project}
            if target is not None:
                payload["target"] = target.id
            draft.close(payload, [result])
        else:
            result = known.outcome["results"][0]
    return _read_back(store, result, operation.content)


def _operation(text: str, saying: Saying) -> Operation:
    content = one_line(text)
    if not content.replace("[private]", "").strip():
        raise UsageError("There is nothing to remember.", "pmi remember TEXT")
    if len(text) > TEXT_MAX_CHARS:
        raise UsageError(
            f"The text has {len(text)} characters, the most is {TEXT_MAX_CHARS}.",
            "remember the sentence that matters",
        )
    detail = text if "\n" in text else ""
    if len(content) > CONTENT_MAX_CHARS:
        content, detail = content[: CONTENT_MAX_CHARS - 1].rstrip() + "…", text
    return Operation(
        op="create",
        content=content,
        kind=saying.kind or ("" if saying.slug else "preference"),
        detail=detail,
        project=clean_line(saying.project)[:300],
    )


def _target(draft: Draft, slug: str) -> Memory:
    """Return the memory that stands where the one with this slug stands, or stood."""
    connection = draft.connection
    named = memories.find_by_slug(connection, slug)
    if not named:
        raise NotFound(f"No memory has the slug {slug!r}.", "pmi list memories")
    found = memories.get_memory(connection, memories.find_latest(connection, named))
    if found.status not in REPLACEABLE:
        raise Conflict(
            f"The memory {slug!r} was put away.", f"pmi restore-memory {short_id(found.id)}"
        )
    return found


def _store(
    draft: Draft, operation: Operation, found: Found, text: str, target: Memory | None
) -> dict[str, Any]:
    connection = draft.connection
    [kept] = keep_texts(draft, [found])
    memory, replaced = _write_claim(draft, operation, kept, target)
    stored = memories.get_memory(connection, memory)
    if stored.number:
        return {"memory": memory, "number": stored.number, "already_known": True}
    waiting = find_waiting(connection, text, {operation.project, stored.project, ""})
    if waiting is not None:
        number = waiting.number
        became: Effect = {
            "row": "learning_memory",
            "id": new_id("lme"),
            "number": number,
            "memory": memory,
            "at": draft.at,
        }
        draft.apply([became, decision(draft, f"{LEARNING}{number}", "confirm", content=text)])
        return {"memory": memory, "number": number, "already_known": False, "replaced": replaced}
    number = reviews.next_number(connection)
    learning: Effect = {
        "row": "learning",
        "number": number,
        "text": text,
        "kind": stored.kind,
        "project": stored.project,
        "memory": memory,
        "at": draft.at,
        "reference": kept.reference,
    }
    draft.apply([learning, decision(draft, f"{LEARNING}{number}", "confirm", content=text)])
    return {"memory": memory, "number": number, "already_known": False, "replaced": replaced}


def _write_claim(
    draft: Draft, operation: Operation, kept: Found, target: Memory | None
) -> tuple[str, str]:
    """Write what was said; return its memory and the one that gave way to it, if any."""
    if target is not None and key_of(operation.content) == key_of(target.content):
        operation = replace(
            operation, kind=operation.kind or target.kind, project=target.project
        )  # said again: it stays where it is, with one more quote
        target = None
    if target is None:
        operation = in_slot(draft, operation, None)
        claim = NewClaim(operation, "owner", by_user=True, found=[kept])
        effects = claim_effects(draft.connection, claim, draft.at)
        draft.apply(effects)
        return str(effects[0]["id"]), ""
    asked = replace(operation, op="supersede", target=target.id)
    done = finish(draft, [carry_out(draft, Change(asked, Checked((kept,))))])[0]
    if done.superseded != target.id:
        raise Conflict(
            f"The memory {target.slug!r} holds from a later day on and was not replaced.",
            f"pmi show {short_id(target.id)}",
        )
    return done.memory, done.superseded


def _read_back(store: Store, result: dict[str, Any], content: str) -> Remembered:
    connection: sqlite3.Connection = store.reading("memory")
    memory: Memory | None = memories.find_memory(connection, str(result["memory"]))
    if memory is None:
        raise NotFound(f"Learning {result['number']} was taken back.", "pmi remember TEXT")
    if not memory.content or (not result["already_known"] and memory.content != content):
        known = learnings.find_learning(connection, int(result["number"]))
        if known is None or known.memory != result["memory"]:
            raise Damaged(f"{memory.id} was not stored as it was said.", "pmi doctor")
    gone = result.get("replaced", "")
    return Remembered(
        memory,
        int(result["number"]),
        bool(result["already_known"]),
        memories.find_memory(connection, gone) if gone else None,
    )


def split_slug(store: Store, text: str) -> tuple[str, str]:
    """Return the slug that words begin with and the words behind it; '' where they do not.

    A slug counts only with a colon and words behind it, and where a current memory, or an
    earlier one in its place, has it: every other text is what the user wants remembered. Who
    writes it out of the memory's words may use all of them, as in we-deploy-only-on-tuesdays.
    """
    found = _SLUGGED.match(text)
    if found is None or not is_slug(found["slug"]):
        return "", text
    connection = store.reading("memory")
    guessed = make_slug(found["slug"], lambda _: False, "")
    for slug in (found["slug"], *([guessed] if "-" in guessed else [])):
        named = memories.find_by_slug(connection, slug)
        if named:
            latest = memories.get_memory(connection, memories.find_latest(connection, named))
            return (slug, found["words"]) if latest.status in REPLACEABLE else ("", text)
    return "", text
