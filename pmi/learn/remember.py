"""Stores what the user says is to be remembered: source, memory, lesson, in one entry.

The user's own words are their own evidence: trust ``owner``, confirmed at once, with a number
for life. Saying the same again strengthens the memory and keeps its number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmi.base.errors import Damaged, NotFound, UsageError
from pmi.base.ids import new_id
from pmi.base.redact import clean
from pmi.base.text import one_line, strip_control
from pmi.model.conversation import Reference
from pmi.model.memory import KINDS, Kind, Memory, Remembered
from pmi.model.operation import Operation
from pmi.rules.claims import CONTENT_MAX_CHARS, TEXT_MAX_CHARS
from pmi.store import conversations, journal, memories, reviews
from pmi.store.database import Store
from pmi.store.originals import hash_of
from pmi.store.rows import Effect
from pmi.writing.belonging import belonging
from pmi.writing.citing import Found, said_in
from pmi.writing.claiming import NewClaim, claim_effects
from pmi.writing.deciding import decision
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING

if TYPE_CHECKING:
    import sqlite3


@dataclass(frozen=True, slots=True)
class Saying:
    """What the user said, ready to be stored.

    Attributes:
        reference: ``cc://…`` of the message in which it was said; empty for a shell.
        said_at: When; empty for now.
    """

    text: str
    kind: Kind = "preference"
    project: str = ""
    reference: str = ""
    said_at: str = ""


def remember(store: Store, saying: Saying, *, cause: str = "") -> Remembered:
    """Store the user's words and return the receipt, read back from the database.

    Args:
        cause: Identity of the event behind this; the same cause stores once and answers
            the same.

    Raises:
        UsageError: There are no words, or too many.
        NotFound: The same cause stored it before, and it was undone since.
        Damaged: What was read back is not what was written.
    """
    if saying.kind not in KINDS:
        raise UsageError(f"{saying.kind!r} is no kind.", f"one of {', '.join(KINDS)}")
    text = strip_control(clean(saying.text)).strip()
    operation = belonging(store, _operation(text, saying))
    found = _evidence(store, text, saying)
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        if known is None:
            draft = Draft(connection, store.clock(), "user", "remember", cause)
            result = _store(draft, operation, found, text)
            payload = {"text": text, "kind": saying.kind, "project": operation.project}
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
        kind=saying.kind,
        detail=detail,
        project=one_line(clean(saying.project))[:300],
    )


def _evidence(store: Store, text: str, saying: Saying) -> Found:
    """Return the words as evidence: in the archived message, else as a text of their own."""
    said_at = saying.said_at or store.clock()
    if saying.reference:
        reference = Reference.parse(saying.reference)
        message = (
            conversations.find_message(store, reference.message) if reference.message else None
        )
        start = message.text.find(text) if message is not None else -1
        if message is not None and start >= 0:
            return said_in(message, (start, start + len(text)), "owner")
    return Found(
        kind="text",
        origin_key=saying.reference or new_id("src").replace("src_", "said:"),
        title="",
        text=text,
        content_hash=hash_of(text),
        quote=text,
        start=0,
        end=len(text),
        trust="owner",
        reference=saying.reference,
        said_at=said_at,
    )


def _store(
    draft: Draft, operation: Operation, found: Found, text: str
) -> dict[str, str | int | bool]:
    connection = draft.connection
    claim = NewClaim(operation, "owner", by_user=True, found=[found])
    effects = claim_effects(connection, claim, draft.at)
    if not found.reference:
        effects = _refer_to_source(effects)
    draft.apply(effects)
    stored = memories.get_memory(connection, effects[0]["id"])
    if stored.number:
        return {"memory": effects[0]["id"], "number": stored.number, "already_known": True}
    number = reviews.next_number(connection)
    learning: Effect = {
        "row": "learning",
        "number": number,
        "text": text,
        "kind": operation.kind,
        "project": operation.project,
        "memory": effects[0]["id"],
        "at": draft.at,
        "reference": next(row["reference"] for row in effects if row["row"] == "evidence"),
    }
    draft.apply([learning, decision(draft, f"{LEARNING}{number}", "confirm", content=text)])
    return {"memory": effects[0]["id"], "number": number, "already_known": False}


def _refer_to_source(effects: list[Effect]) -> list[Effect]:
    """Return the rows with the evidence opening the source that they make."""
    source = next(row["id"] for row in effects if row["row"] == "source")
    return [{**row, "reference": source} if row["row"] == "evidence" else row for row in effects]


def _read_back(store: Store, result: dict[str, str | int | bool], content: str) -> Remembered:
    connection: sqlite3.Connection = store.reading("memory")
    memory: Memory | None = memories.find_memory(connection, str(result["memory"]))
    if memory is None:
        raise NotFound(f"Learning {result['number']} was taken back.", "pmi remember TEXT")
    if not memory.content or (not result["already_known"] and memory.content != content):
        known = memories.find_learning(connection, int(result["number"]))
        if known is None or known.memory != result["memory"]:
            raise Damaged(f"{memory.id} was not stored as it was said.", "pmi doctor")
    return Remembered(memory, int(result["number"]), bool(result["already_known"]))
