"""Turns archived conversations into text: lists of sessions, and what was said, numbered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.clock import local
from pmi.model.conversation import Message, Reference, Session
from pmi.recall.map import page_name
from pmi.recall.overview import get_session, parse_reference
from pmi.recall.render import shown, shown_line
from pmi.recall.wording import say, say_day
from pmi.search.live_branch import find_taken_back
from pmi.store import conversations
from pmi.store.references import complete

if TYPE_CHECKING:
    from pmi.store.database import Store

MESSAGE_LIMIT_CHARS = 4_000
"""Longest text of one message in a conversation of many; its own reference shows it all."""

AROUND = 4
"""So many messages before and behind one are named as what stands around it."""


class OpenedConversation(NamedTuple):
    """Messages of a session, and what there is besides.

    Attributes:
        reference: What was asked for, with whole ids.
        taken_back: Ids of messages that the conversation left.
        last: The last place that was asked for; beyond the last message where more is there.
    """

    session: Session
    messages: Sequence[Message]
    reference: Reference
    taken_back: frozenset[str]
    last: int


def open_conversation(
    store: Store, text: str, *, first: int = 1, limit: int = 0
) -> OpenedConversation:
    """Return what a ``cc://`` reference names; beginnings of its ids will do.

    Args:
        first: Of a whole session: the place at which to begin.
        limit: At most so many messages; 0 for all.

    Raises:
        NotFound: There is no such session, message or range.
        UsageError: It is no reference, or several ids begin so.
    """
    reference = complete(store, parse_reference(text))
    session = get_session(store, reference.session)
    last = reference.last or session.messages
    if first > 1 and not reference.message and not reference.first:
        reference = reference._replace(first=first, last=max(first, session.messages))
        last = reference.last
    messages = conversations.read_messages(store, reference, limit)
    if reference.message:
        last = messages[-1].position
    left = find_taken_back(store, session.id)
    return OpenedConversation(session, messages, reference, left, min(last, session.messages))


def opened_conversation_text(
    opened: OpenedConversation,
    language: str,
    *,
    today: str = "",
    opener: str = "pmi show {reference}",
    total_limit_chars: int = 0,
) -> str:
    """Return an opened conversation as numbered text, with what opens the rest of it."""
    return conversation_text(
        opened.session,
        opened.messages,
        language,
        today=today,
        total_limit_chars=total_limit_chars,
        taken_back=opened.taken_back,
        last=opened.last,
        opener=opener,
    )


def conversation_text(
    session: Session,
    messages: Sequence[Message],
    language: str,
    *,
    today: str = "",
    total_limit_chars: int = 0,
    taken_back: Collection[str] = (),
    last: int = 0,
    opener: str = "pmi show {reference}",
) -> str:
    """Return messages as numbered text; cut at a whole message, saying where it goes on.

    Args:
        total_limit_chars: About where to stop; 0 for never. The first message always stands,
            cut when it alone is longer.
        taken_back: Ids of messages that the conversation left: each of them says so.
        last: The last place that is wanted, where these messages may not reach it.
        opener: How the reader opens what a reference names, with ``{reference}``.
    """
    lines = [session_line(session, language, today)]
    used = 0
    alone = len(messages) == 1
    day = local(session.started_at)[:10]
    shown_last = 0
    for message in messages:
        text = shown(message.text)
        limit = total_limit_chars or len(text) if alone else MESSAGE_LIMIT_CHARS
        if len(text) > limit:
            text = f"{text[:limit].rstrip()}… ({len(text)}) cc://{session.id}#{message.uuid}"
        who = say(f"who_{message.role}", language)
        tool = f" {shown_line(message.tool, 60)}" if message.tool else ""
        at = local(message.at)
        new_day = f"{say_day(message.at, language, today)} " if at[:10] not in {day, ""} else ""
        day = at[:10] or day
        left = ""
        if message.uuid in taken_back:
            left = say("in_brackets", language, text=say("mark_taken_back", language))
        line = f"[{message.position}] {who}{tool} {new_day}{at[11:16]}{left}: {text}"
        used += len(line) + 1
        if total_limit_chars and used > total_limit_chars and len(lines) > 1:
            break
        lines.append(line)
        shown_last = message.position
    end = max(last, messages[-1].position) if messages else last
    if shown_last < end:
        reference = f"cc://{session.id}:{shown_last + 1}-{end}"
        lines.append(say("goes_on", language, command=opener.format(reference=reference)))
    elif alone and session.messages > 1:
        near = _around(session, messages[0].position)
        lines.append(say("around", language, command=opener.format(reference=near)))
    return "\n".join(lines)


def _around(session: Session, place: int) -> str:
    first, last = max(1, place - AROUND), min(session.messages, place + AROUND)
    return f"cc://{session.id}:{first}-{max(last, first)}"


def sessions_text(
    sessions: Sequence[Session],
    language: str,
    *,
    today: str = "",
    project: bool = False,
    days: bool = False,
) -> str:
    """Return sessions, one line each with its reference, the newest as they came.

    Args:
        project: Whether only those of one project were asked for.
        days: Whether only those of some days were asked for.
    """
    if not sessions and days:
        return say("no_sessions_days", language)
    if not sessions:
        return say("no_sessions_project" if project else "no_sessions", language)
    lines = []
    for session in sessions:
        lines.append(f"cc://{session.id}")
        marks = session_marks(session, language)
        lines.append(f"   {session_line(session, language, today)}{marks}")
    return "\n".join([*lines, say("sessions_hint", language)])


def session_marks(session: Session, language: str) -> str:
    """Return what is to be known of a session besides: a sub-agent's, its original gone."""
    marks = [say("mark_subagent", language)] if session.parent else []
    marks += [] if session.original else [say("original_gone", language)]
    told = say("between", language).join(marks)
    return say("in_brackets", language, text=told) if told else ""


def session_line(session: Session, language: str, today: str = "") -> str:
    """Return a session's title, day, project and size on one line."""
    return say(
        "session_head_one" if session.messages == 1 else "session_head",
        language,
        title=shown_line(session.title, 80) or say("session_untitled", language),
        day=say_day(session.started_at, language, today),
        project=shown_line(page_name(session.project, {}), 60) or say("no_project", language),
        count=session.messages,
    )
