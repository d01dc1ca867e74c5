"""Says what waits to be distilled, and what went before a part of a conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pmi.base.ids import short_id
from pmi.recall.map import page_name
from pmi.recall.render import shown_line
from pmi.recall.wording import say, say_day

if TYPE_CHECKING:
    from pmi.model.distilling import Distilled, Undistilled

PROMPTS_SHOWN = 12
PROMPT_CHARS = 160
MEMORIES_SHOWN = 20


def undistilled_line(
    item: Undistilled, language: str, *, today: str = "", names: Mapping[str, str] | None = None
) -> str:
    """Return what waits as one line that begins with its reference.

    Args:
        names: Names of projects by key.
    """
    title = shown_line(item.title, 80) or say("undistilled_untitled", language)
    day = say_day(item.at, language, today)
    if item.kind == "document":
        return say(
            "undistilled_document",
            language,
            reference=item.reference,
            title=title,
            day=day,
            chars=item.size,
        )
    return say(
        "undistilled_session",
        language,
        reference=item.reference,
        title=title,
        day=day,
        project=shown_line(page_name(item.project, names or {}), 60) or say("no_project", language),
        messages=item.size,
        prompts=item.prompts,
    )


def undistilled_text(
    items: Sequence[Undistilled],
    language: str,
    *,
    today: str = "",
    names: Mapping[str, str] | None = None,
) -> str:
    """Return all that waits, one line each, and what to do about it."""
    if not items:
        return say("undistilled_none", language)
    lines = [undistilled_line(item, language, today=today, names=names) for item in items]
    hint = say("undistilled_hint", language, reference=items[0].reference)
    return "\n".join([*lines, hint])


def distilled_text(before: Distilled, language: str) -> str:
    """Return what went before a part: what the user said, the last of it, and what is kept."""
    lines = [say("before_title", language)]
    if before.upto:
        lines.append(say("before_upto", language, upto=before.upto))
    if before.prompts:
        lines.append(say("before_asked", language))
        left_out = len(before.prompts) - PROMPTS_SHOWN
        if left_out > 0:
            lines.append(say("before_left_out", language, count=left_out))
        lines += [
            f"- [{prompt.position}] {shown_line(prompt.text, PROMPT_CHARS)}"
            for prompt in before.prompts[-PROMPTS_SHOWN:]
        ]
    if before.memories:
        lines.append(say("before_kept", language))
        lines += [
            f"- {short_id(item.id)} {shown_line(item.content, PROMPT_CHARS)}"
            for item in before.memories[-MEMORIES_SHOWN:]
        ]
        left_out = len(before.memories) - MEMORIES_SHOWN
        if left_out > 0:
            lines.append(say("before_left_out", language, count=left_out))
    return "\n".join(lines)
