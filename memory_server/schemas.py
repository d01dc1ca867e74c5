"""The shapes of arguments that agents see; `parse_operations` holds the operations to theirs.

Written by hand, for every session that uses the memory pays for each byte of them.
"""

from __future__ import annotations

from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
DAY: dict[str, Any] = {"type": "string", "description": "YYYY-MM-DD"}


def described(description: str) -> dict[str, Any]:
    """Return the schema of a text with what it means."""
    return {"type": "string", "description": description}


def listed(item: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


def fields(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object."""
    schema = {"type": "object", "properties": properties}
    return {**schema, "required": list(required)} if required else schema


def short(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a tool's schema without what goes without saying.

    That is titles made of names, empty defaults, least numbers, and types beside an enum.
    """
    properties = {name: _short(one) for name, one in schema["properties"].items()}
    return {**{key: schema[key] for key in schema if key != "title"}, "properties": properties}


def _short(one: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in one.items() if key not in {"title", "minimum"}}
    if not kept.get("default", True):
        del kept["default"]
    if "enum" in kept:
        del kept["type"]
    return kept


ENTITY = fields(
    {
        "name": TEXT,
        "kind": {
            "enum": ["person", "organization", "project", "artifact", "place", "topic", "thing"]
        },
        "summary": TEXT,
        "parent": TEXT,
        "aliases": listed(TEXT),
    },
    "name",
)

LINK = fields(
    {
        "type": {
            "enum": ["contradicts", "answers", "supports", "part_of", "relates_to", "caused_by"]
        },
        "target": TEXT,
    },
    "type",
    "target",
)

QUOTE = fields(
    {
        "source": described("conversation (just said; default), cc://…, src_…, its key or URL"),
        "quote": described("verbatim, 4+ characters"),
    },
    "quote",
)

OPERATION = fields(
    {
        "op": {"enum": ["create", "supersede", "update", "link", "archive", "restore"]},
        "content": described("one sentence"),
        "kind": {
            "enum": [
                "episodic",
                "semantic",
                "project",
                "person",
                "decision",
                "procedure",
                "preference",
            ]
        },
        "stance": {"enum": ["claim", "question"]},
        "detail": TEXT,
        "slug": described("short unique name"),
        "slot": described("topic; one memory in it is current"),
        "project": described("as in memory_map"),
        "valid_from": DAY,
        "valid_to": TEXT,
        "target": described("memory to change; update without it: entities"),
        "entities": listed(ENTITY),
        "links": listed(LINK),
        "evidence": listed(QUOTE),
    }
)

OPERATIONS = {**listed({**OPERATION, "additionalProperties": False}), "maxItems": 100}
