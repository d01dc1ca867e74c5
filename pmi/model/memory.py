"""Memories and what they rest on: claims, evidence, operations and their outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["episodic", "semantic", "project", "person", "decision", "procedure", "preference"]
Stance = Literal["claim", "question"]
Status = Literal["active", "superseded", "disputed", "archived"]
Verification = Literal["user_confirmed", "source_backed", "inferred"]
Trust = Literal["owner", "agent", "external"]
Verdict = Literal["applied", "merged", "review", "refused"]

KINDS: tuple[Kind, ...] = (
    "episodic",
    "semantic",
    "project",
    "person",
    "decision",
    "procedure",
    "preference",
)
TRUST_ORDER: tuple[Trust, ...] = ("external", "agent", "owner")
"""Trust of evidence from the lowest to the highest."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim quote from one source version, attached to one memory.

    Attributes:
        quote: The quoted words, at least 4 characters, as they stand in the source.
        start: Offset of the quote in the version's text, in code points.
        end: Offset just behind the quote, in code points.
        reference: Where to open it: ``cc://…`` for a conversation, else the source's id.
    """

    id: str
    memory: str
    version: str
    quote: str
    start: int
    end: int
    trust: Trust
    reference: str
    said_at: str


@dataclass(frozen=True, slots=True)
class Memory:
    """One stored claim.

    Attributes:
        project: Key of the project it was learned in; empty for everywhere.
        slot: Topic key with at most one active memory; empty for none.
        valid_from: Day (``YYYY-MM-DD``) from which it held; empty when undated.
        valid_to: Day on which it stopped holding; empty while it holds.
        recorded_at: When we learned it (UTC, stored form).
        entry: Sequence number of the journal entry that made it.
        successor: Id of the memory that superseded it; empty for none.
        number: The learning's number shown to people; 0 where it is no lesson.
    """

    id: str
    slug: str
    kind: Kind
    stance: Stance
    content: str
    detail: str
    project: str
    slot: str
    valid_from: str
    valid_to: str
    recorded_at: str
    status: Status
    verification: Verification
    trust: Trust
    successor: str
    entry: int
    number: int = 0
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote that an operation offers as evidence.

    Attributes:
        source: ``conversation`` (what was just said), a ``cc://…`` reference or ``src_…``.
        quote: The words, verbatim.
    """

    source: str
    quote: str


@dataclass(frozen=True, slots=True)
class Operation:
    """What an actor wants to change, as it was submitted."""

    op: Literal["create", "archive"]
    content: str = ""
    kind: Kind = "semantic"
    stance: Stance = "claim"
    detail: str = ""
    slot: str = ""
    project: str = ""
    valid_from: str = ""
    target: str = ""
    evidence: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one operation.

    Attributes:
        verdict: ``applied``, ``merged`` (the same was known), ``review`` (the user
            decides) or ``refused``.
        reason: Why, as a stable word (``quoted``, ``no_evidence``, ``quote_mismatch``, …).
        memory: The stored row, read back; None where nothing was stored.
        proposal: Id of the pending proposal; empty for none.
    """

    verdict: Verdict
    reason: str
    memory: Memory | None = None
    proposal: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Remembered:
    """The receipt of ``remember``: the stored memory, read back, and its number."""

    memory: Memory
    number: int
    already_known: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """An operation that waits for the user's word, or had it."""

    id: str
    at: str
    actor: str
    status: Literal["pending", "approved", "rejected"]
    reason: str
    operation: Operation


@dataclass(frozen=True, slots=True)
class Learning:
    """A candidate lesson and its number, which is never used again."""

    number: int
    status: Literal["pending", "confirmed", "rejected", "undone"]
    text: str
    kind: Kind
    project: str
    memory: str
    at: str
    reference: str


@dataclass(frozen=True, slots=True)
class Undone:
    """What ``undo`` took back: the entry, and a sentence's worth of what it held."""

    entry: int
    op: str
    texts: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of the append-only journal."""

    seq: int
    id: str
    at: str
    actor: str
    op: str
    payload: dict[str, Any] = field(default_factory=dict)
    outcome: dict[str, Any] = field(default_factory=dict)
    cause: str = ""
