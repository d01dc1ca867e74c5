"""Turns a checked claim into the rows that it makes: source, memory, evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmi.base.clock import day_of
from pmi.base.errors import Conflict
from pmi.base.ids import new_id, short_id
from pmi.base.text import content_key
from pmi.model.memory import Trust
from pmi.model.operation import Operation
from pmi.rules.slugs import make_slug
from pmi.store import memories, placing, rows
from pmi.store.originals import hash_of
from pmi.store.rows import Effect
from pmi.writing.citing import Found

if TYPE_CHECKING:
    import sqlite3


@dataclass(frozen=True, slots=True)
class NewClaim:
    """A claim that policy let through.

    Attributes:
        by_user: Whether the user made or approved it, which confirms it.
        follows: Whether it takes another one's place, and so has a day in any case.
    """

    operation: Operation
    trust: Trust
    by_user: bool
    found: Sequence[Found] = ()
    follows: bool = False


def key_of(content: str) -> str:
    """Return what claims that say the same have in common; it does not hold the words."""
    return hash_of(content_key(content))[:32]


def claim_effects(connection: sqlite3.Connection, claim: NewClaim, at: str) -> list[Effect]:
    """Return the rows of a new memory with its sources and evidence, the memory's id first.

    One that names no day holds from the day on which its words were said, where the user made
    it or it follows another. What says again what the owner of its slug says gets another slug:
    the two merge, and a batch that is submitted twice is no error.

    Raises:
        Conflict: The slug that it asks for is taken by what says something else.
    """
    operation, memory = claim.operation, new_id("mem")
    said = max((item.said_at for item in claim.found if item.said_at), default=at)
    wanted = operation.slug
    if wanted and memories.find_by_slug(connection, wanted):
        if not placing.says(connection, wanted, operation.project, key_of(operation.content)):
            raise Conflict(f"The slug {wanted!r} is taken.", f"pmi show {wanted}")
        wanted = ""
    slug = wanted or make_slug(
        operation.content,
        lambda slug: bool(memories.find_by_slug(connection, slug)),
        short_id(memory),
    )
    dated = claim.by_user or claim.follows
    row: Effect = {
        "row": "memory",
        "id": memory,
        "slug": slug,
        "kind": operation.kind or "semantic",
        "stance": operation.stance,
        "content": operation.content,
        "content_key": key_of(operation.content),
        "detail": operation.detail,
        "project": operation.project,
        "slot": operation.slot,
        "valid_from": operation.valid_from,
        "holds_from": operation.valid_from or (day_of(said) if dated else ""),
        "ends": operation.valid_to,
        "said_at": said,
        "recorded_at": at,
        "claim_trust": claim.trust,
        "by_user": int(claim.by_user),
    }
    return [row, *evidence_effects(connection, memory, claim.found, at)]


def evidence_effects(
    connection: sqlite3.Connection, memory: str, found: Sequence[Found], at: str
) -> list[Effect]:
    """Return the rows that attach quotes to a memory; sources that are known are used again."""
    effects: list[Effect] = []
    sources: dict[str, str] = {}
    versions: dict[tuple[str, str], str] = {}
    for item in found:
        version = item.version or versions.get((item.origin_key, item.content_hash))
        if not version:
            known = sources.get(item.origin_key) or rows.find_origin(connection, item.origin_key)
            new, source, version = _version_effects(connection, item, at, known)
            effects.extend(new)
            sources[item.origin_key] = source
            versions[item.origin_key, item.content_hash] = version
        effects.append(
            {
                "row": "evidence",
                "id": new_id("evi"),
                "memory": memory,
                "version": version,
                "quote": item.quote,
                "start": item.start,
                "end": item.end,
                "trust": item.trust,
                "reference": item.reference,
                "said_at": item.said_at,
            }
        )
    return effects


def _version_effects(
    connection: sqlite3.Connection, item: Found, at: str, source: str
) -> tuple[list[Effect], str, str]:
    """Return the new rows for a text, with the ids of its source and version."""
    effects: list[Effect] = []
    if not source:
        source = new_id("src")
        effects.append(
            {
                "row": "source",
                "id": source,
                "kind": item.kind,
                "origin_key": item.origin_key,
                "title": item.title,
                "url": "",
                "trust": item.trust,
                "at": at,
            }
        )
    version = rows.find_version(connection, source, item.content_hash)
    if not version:
        version = new_id("ver")
        effects.append(
            {
                "row": "source_version",
                "id": version,
                "source": source,
                "at": at,
                "source_time": "",
                "content_hash": item.content_hash,
                "read_hash": "",
                "chars": len(item.text),
                "text": item.text,
            }
        )
    return effects, source, version
