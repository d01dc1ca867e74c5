"""Turns an assembled answer into text for people and agents, item by item.

All stored text is redacted once more and freed of control characters. What is external stands
between marks that it can not contain itself, and can not imitate the harness.

Example: ``context_text(context, "zh", today="2026-11-30")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pmi.base.fence import neutralise
from pmi.base.text import estimate_tokens
from pmi.model.context import Context, ContextItem, ContextQuote, Section
from pmi.recall.render import shown_line
from pmi.recall.wording import say, say_day, say_kind

TEXT_CHARS, DETAIL_CHARS, QUOTE_CHARS, QUESTION_CHARS = 600, 400, 300, 200
QUOTES_MOST = 3
_PASSAGES: tuple[Section, ...] = ("source", "conversation")
ORDER: tuple[Section, ...] = (
    "current",
    "conflict",
    "question",
    "history",
    "source",
    "conversation",
)
_MARKS = str.maketrans({"⟦": "[", "⟧": "]"})


def context_text(
    context: Context, language: str, *, today: str = "", opener: str = "pmi show {reference}"
) -> str:
    """Return an answer as text: sections with their items, and whether it is enough.

    Args:
        opener: How the reader opens an item, with ``{reference}``; empty to say nothing.
    """
    lines = [head_line(context.question, context.as_of, language, today)]
    strong = [item for item in context.items if not item.weak]
    before = before_lines(strong, language, today)
    for section in ORDER:
        items = [item for item in strong if item.section == section and not _is_line(item)]
        if items:
            lines.append(section_line(section, context.as_of, language, today))
        for item in items:
            lines += item_lines(item, language, today)
            lines += before.get(item.reference, ())
    weak = [item for item in context.items if item.weak]
    if weak:
        lines.append(weak_line(language))
    for item in weak:
        lines += item_lines(item, language, today)
    return "\n".join([*lines, *closing_lines(context, language, opener)])


def head_line(question: str, as_of: str, language: str, today: str) -> str:
    """Return the first line: what was asked, and for which day."""
    text = shown_line(question, QUESTION_CHARS)
    if as_of:
        day = say_day(as_of, language, today)
        return say("context_head_as_of", language, question=text, day=day)
    return say("context_head", language, question=text)


def section_line(section: Section, as_of: str, language: str, today: str) -> str:
    """Return the heading of a section."""
    if section == "current" and as_of:
        day = say_day(as_of, language, today)
        return f"## {say('context_current_as_of', language, day=day)}"
    return f"## {say(f'context_{section}', language)}"


def weak_line(language: str) -> str:
    """Return the heading of what is listed, but is no evidence."""
    return f"## {say('context_weak', language)}"


def closing_lines(context: Context, language: str, opener: str = "") -> list[str]:
    """Return what stands at the end: is it enough, what was left out, how to open an item."""
    figures = {"covered": context.covered_percent, "needed": context.needed_percent}
    lines = [say(f"context_{context.explanation}", language, **figures)]
    lines += [say("note", language, text=shown_line(note)) for note in context.notes]
    if context.left_out:
        lines.append(say("context_left_out", language, count=context.left_out))
    if opener and context.items:
        command = opener.format(reference=_short(context.items[0].reference))
        doubt = any(not _is_line(item) and _is_doubtful(item) for item in context.items)
        key = "context_open_doubt" if doubt else "context_open"
        lines.append(say(key, language, command=command))
    return lines


def item_cost(item: ContextItem, language: str, today: str) -> int:
    """Return about how many tokens an item takes."""
    lines = item_lines(item, language, today)
    if _is_line(item):
        lines = [before_line(item, language, today)]
    return estimate_tokens("\n".join(lines)) + 1


def _is_doubtful(item: ContextItem) -> bool:
    """Tell whether an item is a memory that the user did not confirm: it is shown with a ``?``."""
    return item.section not in _PASSAGES and item.verification != "user_confirmed"


def item_lines(item: ContextItem, language: str, today: str) -> list[str]:
    """Return the lines of one item: id, words, what it is worth, quotes."""
    if item.section in _PASSAGES:
        return _passage_lines(item, language, today)
    doubt = "? " if _is_doubtful(item) else ""
    text = _fenced(shown_line(item.text, TEXT_CHARS), item.external, language)
    about = _join(_about_memory(item, language, today), language)
    mark = say("in_brackets", language, text=about)
    lines = [f"- {_short(item.reference)} {doubt}{text}{mark}"]
    if item.detail:
        detail = shown_line(item.detail, DETAIL_CHARS)
        lines.append(f"    {_fenced(detail, item.external, language)}")
    lines += [_quote_line(quote, language, today) for quote in item.quotes[:QUOTES_MOST]]
    return lines


def before_lines(
    items: Sequence[ContextItem], language: str, today: str
) -> Mapping[str, list[str]]:
    """Return the lines of what held before, by the item that it was before."""
    found: dict[str, list[str]] = {}
    for item in items:
        if _is_line(item):
            found.setdefault(item.about, []).append(before_line(item, language, today))
    return found


def before_line(item: ContextItem, language: str, today: str) -> str:
    """Return one line about what held before."""
    text = _fenced(shown_line(item.text, TEXT_CHARS), item.external, language)
    key = "context_before" if item.valid_to else "context_before_undated"
    day = say_day(item.valid_to, language, today)
    reference = _short(item.reference)
    return f"    {say(key, language, text=text, day=day, reference=reference)}"


def _is_line(item: ContextItem) -> bool:
    """Tell whether an item is one line below the one that it is about."""
    return item.section == "history" and bool(item.about)


def _about_memory(item: ContextItem, language: str, today: str) -> list[str]:
    parts = [say_kind(item.title, language)]
    if item.about and item.section == "conflict":
        parts.append(say("context_against", language, reference=_short(item.about)))
    if item.status and item.status != "active":
        parts.append(say(f"status_{item.status}", language))
    if item.verification:
        parts.append(say(item.verification.replace("user_", ""), language))
    if item.valid_from:
        parts.append(say("context_since", language, day=say_day(item.valid_from, language, today)))
    elif item.said_at:
        parts.append(say("context_said", language, day=say_day(item.said_at, language, today)))
    if item.valid_to:
        parts.append(say("context_until", language, day=say_day(item.valid_to, language, today)))
    if item.slot:
        parts.append(say("context_slot", language, slot=shown_line(item.slot, 60)))
    parts.append(_project(item))
    return parts


def _passage_lines(item: ContextItem, language: str, today: str) -> list[str]:
    who = say(f"trust_{item.trust}", language)
    title = shown_line(item.title, 80)
    parts = ["" if item.external else neutralise(title), who]
    parts += [say_day(item.said_at, language, today), _project(item)]
    parts += [
        say("context_answer_to", language, quote=neutralise(shown_line(quote.quote, 120)))
        for quote in item.quotes
    ]
    text = shown_line(item.text, TEXT_CHARS)
    if item.external and title:  # a title is as foreign as its text
        text = f"[{title}] {text}"
    head = f"- {item.reference}{say('in_brackets', language, text=_join(parts, language))}"
    return [head, f"    {_fenced(text, item.external, language)}"]


def _quote_line(quote: ContextQuote, language: str, today: str) -> str:
    words = _fenced(shown_line(quote.quote, QUOTE_CHARS), quote.trust == "external", language)
    return say(
        "evidence_line_lost" if quote.lost else "evidence_line",
        language,
        quote=words,
        who=say(f"trust_{quote.trust}", language),
        day=say_day(quote.said_at, language, today),
        reference=quote.reference,
    )


def _fenced(text: str, external: bool, language: str) -> str:
    safe = neutralise(text.translate(_MARKS))
    return say("context_external", language, text=safe) if external else safe


def _project(item: ContextItem) -> str:
    return shown_line(item.project.rstrip("/").rsplit("/", 1)[-1], 60)


def _join(parts: Sequence[str], language: str) -> str:
    return ("，" if language == "zh" else ", ").join(part for part in parts if part)


def _short(reference: str) -> str:
    return reference[-6:] if reference.startswith("mem_") else reference
