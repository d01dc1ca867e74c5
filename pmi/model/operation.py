"""What an actor wants to change, as it was submitted, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from pmi.model.entity import EntityKind
from pmi.model.memory import Kind, LinkType, Memory, Stance

OperationName = Literal["create", "supersede", "update", "link", "archive", "restore"]
Verdict = Literal["applied", "merged", "disputed", "review", "refused"]

OPERATIONS: tuple[OperationName, ...] = get_args(OperationName)


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote that an operation offers as evidence.

    Attributes:
        source: ``conversation`` (what was just said), a ``cc://…`` reference, ``src_…`` or a
            source's origin key or URL.
        quote: The words, verbatim.
    """

    source: str
    quote: str


@dataclass(frozen=True, slots=True)
class EntityClaim:
    """An entity that an operation names, or what it says about one.

    Attributes:
        name: Its name, an alias, or ``ent_…``; made where it is not known yet.
        kind: Empty to leave it as it is.
        parent: Name or id of the entity that it belongs to; empty to leave it.
        aliases: Further names; they are added, never taken away.
    """

    name: str
    kind: EntityKind | Literal[""] = ""
    summary: str = ""
    parent: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkClaim:
    """A relation from the operation's memory to another one, named as people name memories."""

    type: LinkType
    target: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One change. Which fields count depends on ``op``; an empty one says nothing.

    - ``create``: everything but ``target``.
    - ``supersede``: as ``create``; the new memory takes the slot of ``target``.
    - ``update``: kind, detail, slug, slot, valid_to, entities and evidence of ``target``; without
      ``target``, what ``entities`` says about the entities themselves.
    - ``link``: ``links`` from ``target``.
    - ``archive``, ``restore``: ``target``.
    """

    op: OperationName
    content: str = ""
    kind: Kind | Literal[""] = ""
    stance: Stance = "claim"
    detail: str = ""
    slug: str = ""
    slot: str = ""
    project: str = ""
    valid_from: str = ""
    valid_to: str = ""
    target: str = ""
    entities: tuple[EntityClaim, ...] = ()
    links: tuple[LinkClaim, ...] = ()
    evidence: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one operation.

    Attributes:
        verdict: ``applied``, ``merged`` (the same was known), ``disputed`` (stored, but against
            what is better founded: the user decides), ``review`` (not stored: the user
            decides) or ``refused``.
        reason: Why, as a stable word (``quoted``, ``no_evidence``, ``protected``, …).
        memory: The stored row, read back; None where nothing was stored.
        proposal: Id of the pending proposal; empty for none.
        number: Number under which it waits for the user; 0 for none.
        superseded: Id of the memory that gave way to it; empty for none.
    """

    verdict: Verdict
    reason: str
    memory: Memory | None = None
    proposal: str = ""
    hint: str = ""
    number: int = 0
    superseded: str = ""


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
class Review:
    """What waits for the user's decision, or had it: a proposal, or a disputed memory.

    Attributes:
        number: Small number for life, of the one sequence that learnings share; 0 for one
            that was proposed before reviews had numbers.
        subject: ``prp_…`` or ``mem_…``.
        status: ``settled`` where later claims decided it and nobody has to.
        memory: The disputed memory; None for a proposal.
        against: The memory it would change or contradicts; None for none.
    """

    number: int
    subject: str
    at: str
    actor: str
    reason: str
    status: Literal["pending", "approved", "rejected", "settled"]
    proposal: Proposal | None = None
    memory: Memory | None = None
    against: Memory | None = None
