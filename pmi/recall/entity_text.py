"""Says what entities and sources are: as lists, and each one whole.

Example: ``entities_text(memory.list_entities(), "zh")``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pmi.base.clock import local
from pmi.base.ids import short_id
from pmi.model.entity import Entity
from pmi.model.memory import Memory
from pmi.model.source import Source
from pmi.recall.memory_text import field_line, memory_line
from pmi.recall.render import shown_line
from pmi.recall.wording import say, say_day

NAME_CHARS = 80


def entities_text(entities: Sequence[Entity], language: str) -> str:
    """Return entities as a list, one line each."""
    lines = [entity_line(entity, language) for entity in entities]
    return "\n".join(lines) or say("no_entities", language)


def entity_line(entity: Entity, language: str) -> str:
    """Return an entity as one line: its name, kind, summary, and how many memories name it."""
    return say(
        "entity_line",
        language,
        id=short_id(entity.id),
        name=shown_line(entity.name, NAME_CHARS),
        kind=say(f"kind_{entity.kind}", language),
        summary=f" — {shown_line(entity.summary, 200)}" if entity.summary else "",
        count=entity.memories,
    )


def entity_text(
    entity: Entity,
    language: str,
    *,
    parent: Entity | None = None,
    children: Sequence[Entity] = (),
    memories: Sequence[Memory] = (),
    today: str = "",
) -> str:
    """Return an entity whole, with what it belongs to and the memories that name it."""
    name = shown_line(entity.name, NAME_CHARS)
    kind = say(f"kind_{entity.kind}", language)
    fields = [
        ("field_id", entity.id),
        ("field_summary", shown_line(entity.summary)),
        (
            "field_aliases",
            say("between", language).join(
                shown_line(alias, NAME_CHARS) for alias in entity.aliases
            ),
        ),
        ("field_parent", shown_line(parent.name, NAME_CHARS) if parent else ""),
        (
            "field_children",
            say("between", language).join(shown_line(child.name, NAME_CHARS) for child in children),
        ),
    ]
    lines = [say("name_and_kind", language, name=name, kind=kind)]
    lines += [field_line(key, value, language) for key, value in fields if value]
    if memories:
        lines.append(field_line("field_memories", "", language))
        lines += [f"    {memory_line(memory, language, today)}" for memory in memories]
    return "\n".join(lines)


def sources_text(sources: Sequence[Source], language: str, *, today: str = "") -> str:
    """Return sources as a list, one line each."""
    lines = [
        say(
            "source_line",
            language,
            id=short_id(source.id),
            title=shown_line(source.title or source.url or source.origin_key, NAME_CHARS),
            trust=say(f"trust_{source.trust}", language),
            day=say_day(source.versions[-1].at if source.versions else source.at, language, today),
            versions=len(source.versions),
            memories=source.memories,
        )
        for source in sources
    ]
    return "\n".join(lines) or say("no_sources", language)


def source_text(
    source: Source,
    lines: Sequence[str],
    language: str,
    *,
    first: int = 1,
    total: int = 0,
    memories: Sequence[Memory] = (),
    today: str = "",
) -> str:
    """Return a source with its versions, the memories that quote it, and a part of its text.

    Args:
        lines: Numbered lines of its text as far as they are shown.
        first: Number of the first of them, from 1.
        total: How many lines the text has.
    """
    fields = [
        ("field_id", source.id),
        ("field_url", shown_line(source.url)),
        ("field_key", shown_line(source.origin_key)),
        ("field_trust", say(f"trust_{source.trust}", language)),
    ]
    told = [shown_line(source.title or source.origin_key, 200)]
    told += [field_line(key, value, language) for key, value in fields if value]
    told.append(field_line("field_versions", "", language))
    for number, version in enumerate(source.versions, 1):
        day = local(version.source_time or version.at)[:10]
        told.append(
            say("version_line", language, number=number, id=version.id, day=day,
                count=version.chars)
        )  # fmt: skip
    if memories:
        told.append(field_line("field_memories", "", language))
        told += [f"    {memory_line(memory, language, today)}" for memory in memories]
    told += ["", *(f"{number:>5} {line}" for number, line in enumerate(lines, first))]
    left = total - (first - 1) - len(lines)
    if left > 0:
        command = f"pmi show {source.id} --from {first + len(lines)}"
        told.append(say("text_more", language, left=left, command=command))
    return "\n".join(told)
