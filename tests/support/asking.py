"""Short ways to make memories and to look at answers; used by the tests of ``get_context``."""

from __future__ import annotations

from collections.abc import Callable

from pmi import Memory
from pmi.model.context import Context, Section
from pmi.model.operation import Citation, EntityClaim, LinkClaim, Operation

Tell = Callable[..., str]


def tell(memory: Memory, content: str, **more: object) -> str:
    """Store a memory and return its id.

    Args:
        more: Fields of the operation; ``about`` are names of entities, ``cites`` a source and a
            quote, ``links`` pairs of type and target.
    """
    about = more.pop("about", ())
    cites = more.pop("cites", None)
    links = more.pop("links", ())
    operation = Operation(
        "create",
        content,
        entities=tuple(EntityClaim(name) for name in about),  # type: ignore[attr-defined]
        evidence=(Citation(*cites),) if cites else (),  # type: ignore[misc]
        links=tuple(LinkClaim(*link) for link in links),  # type: ignore[attr-defined]
        **more,  # type: ignore[arg-type]
    )
    [outcome] = memory.propose([operation])
    assert outcome.memory is not None, outcome
    return outcome.memory.id


def texts(answer: Context, section: Section, *, weak: bool | None = False) -> list[str]:
    """Return the texts of a section, strong ones unless asked otherwise."""
    return [
        item.text
        for item in answer.items
        if item.section == section and (weak is None or item.weak == weak)
    ]
