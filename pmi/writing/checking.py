"""Brings operations into their one form, words redacted; refuses what is malformed.

These are checks of form, before policy; they are the same for everybody.
"""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Any

from pmi.base.errors import UsageError
from pmi.base.redact import clean
from pmi.base.text import strip_control
from pmi.model.entity import ENTITY_KINDS
from pmi.model.memory import KINDS, LINK_TYPES
from pmi.model.operation import OPERATIONS, Citation, EntityClaim, LinkClaim, Operation
from pmi.rules.claims import (
    TEXT_MAX_CHARS,
    check_content,
    check_day,
    check_slot,
    clean_line,
    clean_text,
)
from pmi.rules.entities import NAME_MAX_CHARS, SUMMARY_MAX_CHARS
from pmi.rules.slugs import is_slug

PARTS_MAX = 50
"""The most entities, links, aliases or quotes of one operation."""

_FIELDS = tuple(field.name for field in fields(Operation))
_NEEDS_TARGET = ("supersede", "link", "archive", "restore")
_CHANGES = ("kind", "detail", "slug", "slot", "valid_to", "entities", "evidence")


def check_form(operation: Operation) -> Operation:
    """Return an operation with its words redacted and its fields in their one spelling.

    Raises:
        UsageError: It is malformed.
    """
    _check_words(operation)
    operation = replace(operation, evidence=tuple(_citation(item) for item in operation.evidence))
    target = _name(operation.target)
    if operation.op in _NEEDS_TARGET and not target:
        raise UsageError(f"{operation.op} needs a target.", 'give target: "mem_…"')
    if operation.op in ("archive", "restore"):
        return replace(operation, target=target)
    if operation.op == "link":
        if not operation.links:
            raise UsageError("link needs links.", 'give links: [{"type": …, "target": …}]')
        return replace(operation, target=target, links=_links(operation))
    checked = replace(
        operation,
        detail=_detail(operation.detail),
        slug=_slug(operation.slug),
        slot=check_slot(clean_line(operation.slot)),
        project=clean_line(operation.project)[:300],
        valid_from=check_day(operation.valid_from.strip()),
        valid_to=check_day(operation.valid_to.strip()),
        target=target if operation.op != "create" else "",
        entities=tuple(_entity(item) for item in operation.entities),
        links=_links(operation),
    )
    if operation.op == "update":
        if not any(getattr(checked, name) for name in _CHANGES):
            raise UsageError("update changes nothing.", f"give one of {', '.join(_CHANGES)}")
        if not target and not checked.entities:
            raise UsageError("update needs a target or entities.", 'give target: "mem_…"')
        return checked
    if checked.valid_from and checked.valid_to and checked.valid_to < checked.valid_from:
        raise UsageError(
            f"It can not end on {checked.valid_to} before it begins on {checked.valid_from}.",
            "give valid_to after valid_from",
        )
    return replace(checked, content=check_content(clean_line(operation.content)))


def as_payload(operation: Operation) -> dict[str, Any]:
    """Return a checked operation as the journal keeps it, empty fields left out."""
    named = {name: value for name in _FIELDS if (value := getattr(operation, name))}
    for name in ("entities", "links", "evidence"):
        if name in named:
            named[name] = [asdict(part) for part in named[name]]
    return named


def _check_words(operation: Operation) -> None:
    if operation.op not in OPERATIONS:
        raise UsageError(f"{operation.op!r} is no operation.", f"one of {', '.join(OPERATIONS)}")
    if operation.kind and operation.kind not in KINDS:
        raise UsageError(f"{operation.kind!r} is no kind.", f"one of {', '.join(KINDS)}")
    if operation.stance not in {"claim", "question"}:
        raise UsageError(f"{operation.stance!r} is no stance.", "claim or question")
    for name in ("entities", "links", "evidence"):
        count = len(getattr(operation, name))
        if count > PARTS_MAX:
            raise UsageError(f"{count} {name} are too many.", f"at most {PARTS_MAX}")


def _detail(text: str) -> str:
    detail = clean_text(text)
    if len(detail) > TEXT_MAX_CHARS:
        raise UsageError(f"The detail has {len(detail)} characters.", f"at most {TEXT_MAX_CHARS}")
    return detail


def _slug(text: str) -> str:
    slug = text.strip()
    if slug and (not is_slug(slug) or clean(slug) != slug or slug.isdecimal()):
        raise UsageError(
            f"{slug[:80]!r} is no slug.", "use a to z, 0 to 9, Chinese characters and -, 1 to 64"
        )
    return slug


def _links(operation: Operation) -> tuple[LinkClaim, ...]:
    found = []
    for link in operation.links:
        if link.type not in LINK_TYPES:
            raise UsageError(f"{link.type!r} is no link.", f"one of {', '.join(LINK_TYPES)}")
        target = _name(link.target)
        if not target:
            raise UsageError("A link needs a target.", 'give target: "mem_…"')
        found.append(LinkClaim(link.type, target))
    return tuple(dict.fromkeys(found))


def _citation(citation: Citation) -> Citation:
    return Citation(_name(citation.source), clean(citation.quote).strip())


def _name(text: str) -> str:
    """Return what names something, without what no database can look up: halves of characters."""
    return strip_control(text).strip()


def _entity(claim: EntityClaim) -> EntityClaim:
    if claim.kind and claim.kind not in ENTITY_KINDS:
        raise UsageError(
            f"{claim.kind!r} is no kind of entity.", f"one of {', '.join(ENTITY_KINDS)}"
        )
    if len(claim.aliases) > PARTS_MAX:
        raise UsageError(f"{len(claim.aliases)} aliases are too many.", f"at most {PARTS_MAX}")
    summary = clean_line(claim.summary)
    if len(summary) > SUMMARY_MAX_CHARS:
        raise UsageError(
            f"The summary has {len(summary)} characters.", f"at most {SUMMARY_MAX_CHARS}"
        )
    return EntityClaim(
        name=check_name(claim.name),
        kind=claim.kind,
        summary=summary,
        parent=check_name(claim.parent) if claim.parent.strip() else "",
        aliases=tuple(dict.fromkeys(check_name(alias) for alias in claim.aliases)),
    )


def check_name(text: str) -> str:
    """Return an entity's name as it is stored.

    Raises:
        UsageError: It is empty or too long.
    """
    name = clean_line(text)
    if not name or len(name) > NAME_MAX_CHARS:
        raise UsageError(
            f"{name[:100]!r} is no name of an entity.", f"1 to {NAME_MAX_CHARS} characters"
        )
    return name
