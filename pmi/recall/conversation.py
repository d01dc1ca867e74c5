"""Turns archived conversations into text: lists of sessions, and what was said, numbered."""

from __future__ import annotations

from collections.abc import Sequence

from pmi.base.clock import local
from pmi.model.conversation import Message, Session
from pmi.recall.map import page_name
from pmi.recall.render import shown, shown_line
from pmi.recall.wording import say, say_day

MESSAGE_LIMIT_CHARS = 4_000
"""Longest text of one message in a conversation of many; its own reference shows it all."""


def conversation_text(
    session: Session,
    messages: Sequence[Message],
    language: str,
    *,
    today: str = "",
    total_limit_chars: int = 0,
) -> str:
    """Return messages as numbered text; cut at a whole message, saying where it goes on.

    Args:
        total_limit_chars: About where to stop; 0 for never. The first message always stands,
            cut when it alone is longer.
    """
    lines = [session_line(session, language, today)]
    used = 0
    alone = len(messages) == 1
    day = local(session.started_at)[:10]
    for message in messages:
        text = shown(message.text)
        limit = total_limit_chars or len(text) if alone else MESSAGE_LIMIT_CHARS
        if len(text) > limit:
            text = f"{text[:limit].rstrip()}… ({len(text)}) cc://{session.id}#{message.uuid}"
        used += len(text)
        if total_limit_chars and used > total_limit_chars and len(lines) > 1:
            last = messages[-1].position
            reference = f"cc://{session.id}:{message.position}-{last}"
            lines.append(say("more_messages", language, reference=reference))
            break
        who = say(f"who_{message.role}", language)
        tool = f" {shown_line(message.tool, 60)}" if message.tool else ""
        at = local(message.at)
        new_day = f"{say_day(message.at, language, today)} " if at[:10] not in {day, ""} else ""
        day = at[:10] or day
        lines.append(f"[{message.position}] {who}{tool} {new_day}{at[11:16]}: {text}")
    return "\n".join(lines)


def sessions_text(sessions: Sequence[Session], language: str, *, today: str = "") -> str:
    """Return sessions, one line each with its reference, the newest as they came."""
    if not sessions:
        return say("no_sessions", language)
    lines = []
    for session in sessions:
        lines.append(f"cc://{session.id}")
        gone = "" if session.original else f" ({say('original_gone', language)})"
        lines.append(f"   {session_line(session, language, today)}{gone}")
    return "\n".join([*lines, say("sessions_hint", language)])


def session_line(session: Session, language: str, today: str = "") -> str:
    """Return a session's title, day, project and size on one line."""
    return say(
        "session_head",
        language,
        title=shown_line(session.title, 80) or say("session_untitled", language),
        day=say_day(session.started_at, language, today),
        project=shown_line(page_name(session.project, {}), 60) or say("no_project", language),
        count=session.messages,
    )
