"""Says what a memory is: whole, with its evidence, links and history, or as one line of a list.

Example: ``memory_text(memory, "zh", history=others)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pmi.base.clock import local
from pmi.base.ids import short_id
from pmi.model.memory import Evidence, Link, Memory, Stance
from pmi.recall.render import shown, shown_line
from pmi.recall.wording import say, say_day, say_kind

LINE_CHARS = 300


def memory_text(
    memory: Memory,
    language: str,
    *,
    history: Sequence[Memory] = (),
    today: str = "",
    words: Mapping[str, str] | None = None,
) -> str:
    """Return a memory with its quotes and links, and the earlier and later ones of its slot.

    Args:
        words: What memories at the other ends of links say, and titles of sources, by id.
    """
    known = words or {}
    lines = [open_mark(memory.stance, language) + shown(memory.content)]
    lines += [field_line(key, value, language) for key, value in _fields(memory, language) if value]
    if memory.links:
        lines.append(field_line("field_links", "", language))
        lines += [link_line(link, known, language) for link in memory.links]
    if memory.evidence:
        lines.append(field_line("field_evidence", "", language))
        lines += [evidence_line(item, language, today, known) for item in memory.evidence]
    if history:
        lines.append(field_line("history", "", language))
        lines += [_history_line(item, language) for item in history]
    return "\n".join(lines)


def memories_text(
    memories: Sequence[Memory],
    language: str,
    *,
    today: str = "",
    statuses: bool = False,
    slots: bool = False,
) -> str:
    """Return memories as a list, one line each.

    Args:
        statuses: Say of each whether it is active, superseded, ….
        slots: Put its slot before each.
    """
    lines = []
    for memory in memories:
        line = memory_line(memory, language, today)
        if statuses and memory.status != "active":
            status = say(f"status_{memory.status}", language)
            line = say("listed_status", language, line=line, status=status)
        if slots:
            line = say("slot_line", language, slot=shown_line(memory.slot), line=line)
        lines.append(line)
    return "\n".join(lines) or say("no_slots" if slots else "no_memories", language)


def memory_line(memory: Memory, language: str, today: str = "") -> str:
    """Return a memory as one line; ``?``: not confirmed."""
    day = say_day(memory.valid_from or memory.recorded_at, language, today)
    number = say("in_brackets", language, text=memory.number) if memory.number else ""
    doubt = "" if memory.verification == "user_confirmed" else "? "
    text = shown_line(memory.content, LINE_CHARS)
    kind = say_kind(memory.kind, language)
    return f"{short_id(memory.id)} [{kind}] {doubt}{text}{number} — {day}"


def open_mark(stance: Stance, language: str) -> str:
    """Return what stands before an open question; nothing before a claim."""
    if stance != "question":
        return ""
    return say("bracketed", language, text=say("field_question", language))


def about(memory: Memory, language: str) -> str:
    """Return a memory's status and how far it is checked, as in ``active, confirmed by you``."""
    confirmed = memory.verification == "user_confirmed"
    checked = say("confirmed" if confirmed else memory.verification, language)
    status = say(f"status_{memory.status}", language)
    return say("status_line", language, status=status, checked=checked)


def field_line(key: str, value: str, language: str) -> str:
    """Return one field of something that is shown whole, or with an empty value its heading."""
    return say("field", language, name=say(key, language), value=value).rstrip()


def evidence_line(
    item: Evidence, language: str, today: str = "", titles: Mapping[str, str] | None = None
) -> str:
    """Return a quote with who said it, when, and where it stands.

    Args:
        titles: Titles of sources by id; also the ids of quotes that their newest text lost.
    """
    reference = item.reference or item.version
    known = titles or {}
    title = shown_line(known.get(reference, ""), 80)
    if title:
        reference = say("titled", language, reference=reference, title=title)
    return say(
        "evidence_line_lost" if item.id in known else "evidence_line",
        language,
        quote=shown_line(item.quote, 400),
        who=say(f"trust_{item.trust}", language),
        day=say_day(item.said_at, language, today),
        reference=reference,
    )


def link_line(link: Link, words: Mapping[str, str], language: str) -> str:
    """Return a link with what stands at its other end."""
    key = f"link_{link.type}" if link.outgoing else f"link_{link.type}_back"
    text = shown_line(words.get(link.other, ""), LINE_CHARS)
    return say(
        "link_line", language, type=say(key, language), id=short_id(link.other), text=text
    ).rstrip()


def validity(memory: Memory, language: str) -> str:
    """Return since when and until when a memory held; empty where nothing is dated."""
    if not memory.valid_from and not memory.valid_to:
        return ""
    first = memory.valid_from or say("since_ever", language)
    if not memory.valid_to:
        return say("valid_still", language, first=first)
    return say("valid_span", language, first=first, last=memory.valid_to)


def _fields(memory: Memory, language: str) -> list[tuple[str, str]]:
    rule = say("rule_number", language, number=memory.number) if memory.number else ""
    entities = say("between", language).join(
        say("name_and_kind", language, name=shown_line(item.name, 80),
            kind=say(f"kind_{item.kind}", language))
        for item in memory.entities
    )  # fmt: skip
    return [
        ("field_id", memory.id),
        ("field_slug", shown_line(memory.slug)),
        (
            "field_kind",
            " · ".join(part for part in (say_kind(memory.kind, language), rule) if part),
        ),
        ("field_status", about(memory, language)),
        ("field_project", shown_line(memory.project) or say("everywhere", language)),
        ("field_slot", shown_line(memory.slot)),
        ("field_entities", entities),
        ("field_valid", validity(memory, language)),
        ("field_recorded", local(memory.recorded_at).replace("T", " ")),
        ("field_successor", memory.successor),
        ("field_detail", shown(memory.detail)),
    ]


def _history_line(memory: Memory, language: str) -> str:
    return say(
        "history_line",
        language,
        id=short_id(memory.id),
        when=validity(memory, language) or local(memory.recorded_at)[:10],
        status=say(f"status_{memory.status}", language),
        text=shown_line(memory.content, LINE_CHARS),
    )
