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
    return [_operation(item, number) for number, item in enumerate(data, 1)]


def operation_from(values: Mapping[str, Any]) -> Operation:
    """Return an operation from its stored form; older entries do not name every field."""
    return _operation(values, 1)


def _operation(item: object, number: int) -> Operation:
    where = f"Operation {number}"
    values = _object(item, where, {field.name for field in fields(Operation)})
    texts = {name: _text(values, name, where) for name in _TEXTS}
    return Operation(
        op=_choice(values, "op", OPERATIONS, where, "create"),
        kind=_choice(values, "kind", ("", *KINDS), where, ""),
        stance=_choice(values, "stance", get_args(Stance), where, "claim"),
        entities=tuple(_entity(part, where) for part in _list(values, "entities", where)),
        links=tuple(_link(part, where) for part in _list(values, "links", where)),
        evidence=tuple(_citation(part, where) for part in _list(values, "evidence", where)),
        **texts,
    )


def _entity(item: object, where: str) -> EntityClaim:
    if isinstance(item, str):
        return EntityClaim(item)
    values = _object(item, f"{where}: entities", {field.name for field in fields(EntityClaim)})
    return EntityClaim(
        name=_text(values, "name", where),
        kind=_choice(values, "kind", ("", *ENTITY_KINDS), f"{where}: entities", ""),
        summary=_text(values, "summary", where),
        parent=_text(values, "parent", where),
        aliases=tuple(_strings(values, "aliases", where)),
    )


def _link(item: object, where: str) -> LinkClaim:
    values = _object(item, f"{where}: links", {"type", "target"})
    return LinkClaim(
        type=_choice(values, "type", LINK_TYPES, f"{where}: links", ""),
        target=_text(values, "target", where),
    )


def _citation(item: object, where: str) -> Citation:
    values = _object(item, f"{where}: evidence", {"source", "quote"})
    return Citation(
        source=_text(values, "source", where) or "conversation", quote=_text(values, "quote", where)
    )


def _object(item: object, where: str, known: set[str]) -> Mapping[str, Any]:
    if not isinstance(item, Mapping):
        raise UsageError(f"{where}: {item!r:.80} is no object.", "write {…}")
    for name in item:
        if name not in known:
            raise UsageError(
                f"{where}: there is no field {name!r:.80}.", f"one of {', '.join(sorted(known))}"
            )
    return item


def _text(values: Mapping[str, Any], name: str, where: str) -> str:
    value = values.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UsageError(f"{where}: {name} is {value!r:.80}, not a text.", 'write "…"')
    return value


def _list(values: Mapping[str, Any], name: str, where: str) -> Sequence[object]:
    value = values.get(name)
    if value is None:
        return ()
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise UsageError(f"{where}: {name} is {value!r:.80}, not a list.", "write […]")
    return value


def _strings(values: Mapping[str, Any], name: str, where: str) -> list[str]:
    return [_text({name: item}, name, where) for item in _list(values, name, where)]


def _choice(
    values: Mapping[str, Any], name: str, choices: Sequence[str], where: str, default: str
) -> Any:
    value = _text(values, name, where) or default
    if value not in choices:
        known = ", ".join(choice for choice in choices if choice)
        raise UsageError(f"{where}: {value!r:.80} is no {name}.", f"one of {known}")
    return value
