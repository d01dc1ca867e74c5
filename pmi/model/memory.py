"""Memories and what they rest on: evidence, entities, links; and the journal's entries."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Kind = Literal["episodic", "semantic", "project", "person", "decision", "procedure", "preference"]
Stance = Literal["claim", "question"]
Status = Literal["active", "superseded", "disputed", "archived"]
Verification = Literal["user_confirmed", "source_backed", "inferred"]
Trust = Literal["owner", "agent", "external"]
LinkType = Literal["contradicts", "answers", "supports", "part_of", "relates_to", "caused_by"]

KINDS: tuple[Kind, ...] = (
    "episodic",
    "semantic",
    "project",
    "person",
    "decision",
    "procedure",
    "preference",
)
LINK_TYPES: tuple[LinkType, ...] = (
    "contradicts",
    "answers",
    "supports",
    "part_of",
    "relates_to",
    "caused_by",
)
TRUST_ORDER: tuple[Trust, ...] = ("external", "agent", "owner")
"""Trust of evidence from the lowest to the highest."""


class Evidence(NamedTuple):
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


class Link(NamedTuple):
    """A typed relation between two memories, as seen from one of them.

    Attributes:
        other: Id of the memory at the other end.
        outgoing: Whether it starts here: this one answers the other, and not the reverse.
    """

    type: LinkType
    other: str
    outgoing: bool


class EntityName(NamedTuple):
    """An entity as a memory names it: id, name and kind."""

    id: str
    name: str
    kind: str


class Memory(NamedTuple):
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
    entities: tuple[EntityName, ...] = ()
    links: tuple[Link, ...] = ()


class Remembered(NamedTuple):
    """The receipt of ``remember``: the stored memory, read back, and its number.

    Attributes:
        replaced: What gave way to it and is history now; None for nothing.
    """

    memory: Memory
    number: int
    already_known: bool = False
    replaced: Memory | None = None


class Undone(NamedTuple):
    """What ``undo`` took back: the entry, and a sentence's worth of what it held.

    Attributes:
        texts: What is there no longer.
        about: What a decision that no longer counts was about; it is still there.
    """

    entry: int
    op: str
    texts: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    about: tuple[str, ...] = ()


class JournalEntry(NamedTuple):
    """One line of the append-only journal."""

    seq: int
    id: str
    at: str
    actor: str
    op: str
    payload: dict[str, Any]
    outcome: dict[str, Any]
    cause: str = ""
