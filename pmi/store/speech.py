"""Who said a passage of a message: the user, the agent, or neither (pure functions).

What the user typed is the user's. What was pasted into the message is somebody else's: the
terminal marks it with `<pasted_content id=…>`; where there is no mark, fenced and quoted
blocks and everything in a long message count as pasted.
"""

from __future__ import annotations

import re

from pmi.model.conversation import Message
from pmi.model.memory import Trust

LONG_MESSAGE_CHARS = 2000
"""A message longer than this is not taken as typed."""

_PASTED = re.compile(
    r'<pasted_content id="([^"\n]{1,64})">.*?(?:</pasted_content id="\1">|\Z)', re.DOTALL
)
_FENCED = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"^[ \t]*>[^\n]*$", re.MULTILINE)


def pasted_spans(text: str) -> list[tuple[int, int]]:
    """Return the half-open spans (code points) of a user's message that are not typed words."""
    if len(text) > LONG_MESSAGE_CHARS and "<pasted_content" not in text:
        return [(0, len(text))]
    spans = [found.span() for found in _PASTED.finditer(text)]
    typed_chars = len(text) - sum(end - start for start, end in spans)
    if typed_chars > LONG_MESSAGE_CHARS:
        return [(0, len(text))]
    for pattern in (_FENCED, _QUOTED):
        spans.extend(found.span() for found in pattern.finditer(text))
    return sorted(spans)


def is_all_pasted(text: str) -> bool:
    """Tell whether a user's message holds no typed word at all."""
    position = 0
    for start, end in pasted_spans(text):
        if start > position and text[position:start].strip():
            return False
        position = max(position, end)
    return not text[position:].strip()


def trust_of_passage(message: Message, start: int, end: int) -> Trust:
    """Return the trust of a passage (half-open, code points) of a message."""
    if message.role == "assistant":
        return "agent"
    if message.role != "user":
        return "external"
    if message.origin == "typed_command":
        return "owner"
    for first, last in pasted_spans(message.text):
        if start < last and end > first:
            return "external"
    return "owner"
