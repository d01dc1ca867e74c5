"""Reads operations from JSON data: what people write in files, agents send, the journal keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, get_args

from pmi.base.errors import UsageError
from pmi.model.entity import ENTITY_KINDS
from pmi.model.memory import KINDS, LINK_TYPES, Stance
from pmi.model.operation import OPERATIONS, Citation, EntityClaim, LinkClaim, Operation

_TEXTS = tuple(
    field.name
    for field in fields(Operation)
    if field.name not in {"op", "kind", "stance", "entities", "links", "evidence"}
)


def parse_operations(data: object) -> list[Operation]:
    """Return the operations in JSON data: a list, or an object with ``operations``.

    Raises:
        UsageError: Something is of the wrong shape; the message says which operation and field.
    """
    if isinstance(data, Mapping) and set(data) == {"operations"}:
        data = data["operations"]
    if not isinstance(data, Sequence) or isinstance(data, str | bytes):
        raise UsageError("Operations are a list.", 'write [{"op": "create", "content": "…"}]')
    found = []
    for number, item in enumerate(data, 1):
        try:
            found.append(operation_from(item))
        except UsageError as error:
            raise UsageError(f"Operation {number}: {error.message}", error.hint) from error
    return found


def operation_from(item: object) -> Operation:
    """Return an operation from its stored form; a field that is not named is empty.

    Raises:
        UsageError: Something is of the wrong shape.
    """
    values = _object(item, {field.name for field in fields(Operation)})
    texts = {name: _text(values, name) for name in _TEXTS}
    return Operation(
        op=_choice(values, "op", OPERATIONS, "create"),
        kind=_choice(values, "kind", ("", *KINDS), ""),
        stance=_choice(values, "stance", get_args(Stance), "claim"),
        entities=tuple(_entity(part) for part in _list(values, "entities")),
        links=tuple(_link(part) for part in _list(values, "links")),
        evidence=tuple(_citation(part) for part in _list(values, "evidence")),
        **texts,
    )


def _entity(item: object) -> EntityClaim:
    if isinstance(item, str):
        return EntityClaim(item)
    values = _object(item, {field.name for field in fields(EntityClaim)})
    return EntityClaim(
        name=_text(values, "name"),
        kind=_choice(values, "kind", ("", *ENTITY_KINDS), ""),
        summary=_text(values, "summary"),
        parent=_text(values, "parent"),
        aliases=tuple(_text({"aliases": each}, "aliases") for each in _list(values, "aliases")),
    )


def _link(item: object) -> LinkClaim:
    values = _object(item, {"type", "target"})
    return LinkClaim(type=_choice(values, "type", LINK_TYPES, ""), target=_text(values, "target"))


def _citation(item: object) -> Citation:
    values = _object(item, {"source", "quote"})
    return Citation(source=_text(values, "source") or "conversation", quote=_text(values, "quote"))


def _object(item: object, known: set[str]) -> Mapping[str, Any]:
    if not isinstance(item, Mapping):
        raise UsageError(f"{item!r:.80} is no object.", "write {…}")
    for name in item:
        if name not in known:
            raise UsageError(
                f"There is no field {name!r:.80}.", f"one of {', '.join(sorted(known))}"
            )
    return item


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UsageError(f"{name} is {value!r:.80}, not a text.", 'write "…"')
    return value


def _list(values: Mapping[str, Any], name: str) -> Sequence[object]:
    value = values.get(name)
    if value is None:
        return ()
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise UsageError(f"{name} is {value!r:.80}, not a list.", "write […]")
    return value


def _choice(values: Mapping[str, Any], name: str, choices: Sequence[str], default: str) -> Any:
    value = _text(values, name) or default
    if value not in choices:
        known = ", ".join(choice for choice in choices if choice)
        raise UsageError(f"{value!r:.80} can not be its {name}.", f"one of {known}")
    return value
