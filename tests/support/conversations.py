"""Puts conversations straight into the archive, for tests of what is made from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pmi.model.conversation import Message, Session
from pmi.rules.distilling import later
from pmi.store import archiving

if TYPE_CHECKING:
    from pmi import Memory

Said = tuple[str, str]
"""Who said it (user, assistant, tool, or the origin of a user's message), and the words."""

_ORIGINS = {"assistant": "reply", "tool": "tool", "user": "prompt"}


def archive(
    memory: Memory,
    session: str,
    said: Sequence[Said],
    *,
    started: str,
    project: str = "",
    parent: str = "",
    title: str = "",
    entrypoint: str = "cli",
    first: int = 1,
) -> list[str]:
    """Archive what was said in a session, a second apart, and return the uuids.

    Args:
        first: Number of the first message, where the session goes on.
    """
    messages = [
        Message(
            uuid=f"{session}-{number}",
            session=session,
            position=0,
            parent=f"{session}-{number - 1}" if number > 1 else "",
            role=who if who in {"assistant", "tool"} else "user",  # type: ignore[arg-type]
            origin=_ORIGINS.get(who, who),  # type: ignore[arg-type]
            at=later(started, number - first),
            text=text,
        )
        for number, (who, text) in enumerate(said, first)
    ]
    archived = Session(
        id=session,
        parent=parent,
        project=project,
        cwd="",
        branch="",
        title=title,
        started_at=started,
        ended_at=messages[-1].at,
        messages=0,
        original=False,
    )
    with memory.store.writing("transcripts") as connection:
        archiving.ensure_session(connection, archived, entrypoint)
        archiving.add_messages(connection, session, messages)
    return [message.uuid for message in messages]


def talk(*prompts: str) -> list[Said]:
    """Return prompts, each with a short reply."""
    return [said for text in prompts for said in (("user", text), ("assistant", "Noted."))]
