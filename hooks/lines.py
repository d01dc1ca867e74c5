"""Lines about memories as hooks put them before the model, and cutting text at whole lines."""

from __future__ import annotations

from pmi.base.clock import local
from pmi.base.ids import short_id
from pmi.base.phrases import say
from pmi.base.text import cut_utf16, one_line, utf16_len

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Line = tuple[str, str]

MAX_LINE_UNITS = 400


def memory_line(row: dict[str, Any], language: str) -> Line:
    """Return a memory's id and its line: id, words, and where they come from.

    `- 3f9a1c We deploy only on Tuesdays. (41; 2026-11-30)`, with `?` while unconfirmed.
    """
    words = one_line(str(row["content"]))
    if utf16_len(words) > MAX_LINE_UNITS:
        words = cut_utf16(words, MAX_LINE_UNITS - 1) + "…"
    notes = [str(row["number"])] if row["number"] else []
    notes.append(local(str(row["said_at"]))[:10])
    if not row["confirmed"]:
        notes.append(say("unconfirmed", language))
    mark = "" if row["confirmed"] else "? "
    start, between, end = ("（", "；", "）") if language == "zh" else (" (", "; ", ")")
    about = f"{start}{between.join(notes)}{end}"
    return str(row["id"]), f"- {short_id(row['id'])} {mark}{words}{about}"


def fit(lines: Iterable[Line], limit_units: int) -> list[Line]:
    """Return the longest beginning of whole lines within a limit, line ends included."""
    kept = []
    for memory, text in lines:
        limit_units -= utf16_len(text) + 1
        if limit_units < 0:
            break
        kept.append((memory, text))
    return kept
