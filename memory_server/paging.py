"""Cuts long results into parts that an agent asks for one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pmi.recall.render import shown

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "part": (
        "--- characters {first} to {last} of {total}",
        "--- 第 {first} 到 {last} 个字符，共 {total} 个",
    ),
    "further": (
        "--- It goes on: memory_get id={id} offset={last}",
        "--- 后文：memory_get id={id} offset={last}",
    ),
    "beyond": (
        "--- Nothing stands there: the text has {total} characters.",
        "--- 这里没有内容：全文共 {total} 个字符。",
    ),
    "more": ("… more: offset={next}", "…还有：offset={next}"),
    "nothing": ("There is nothing to list here.", "这里没有可列出的内容。"),
}
"""English and Chinese by key."""


def part_of(text: str, reference: str, language: str, *, offset: int, limit: int) -> str:
    """Return a part of a source's text, in code points, saying where it goes on."""
    part, last = text[offset : offset + limit], min(offset + limit, len(text))
    if not part:
        return _say("beyond", language, total=len(text))
    lines = [_say("part", language, first=offset, last=last, total=len(text)), shown(part)]
    if last < len(text):
        lines.append(_say("further", language, id=reference, last=last))
    return "\n".join(lines)


def page_of(lines: Sequence[str], language: str, *, offset: int, limit: int, room: int) -> str:
    """Return whole lines of a list as far as limit and room go, and where the next ones begin.

    Args:
        room: At most so many characters; one line always stands.
    """
    chosen: list[str] = []
    used = 0
    for line in lines[offset : offset + limit]:
        used += len(line) + 1
        if used > room and chosen:
            break
        chosen.append(line)
    if not chosen:
        return _say("nothing", language)
    following = offset + len(chosen)
    if following < len(lines):
        chosen.append(_say("more", language, next=following))
    return "\n".join(chosen)


def _say(key: str, language: str, **values: object) -> str:
    return _WORDS[key][language == "zh"].format(**values)
