from __future__ import annotations

from collections.abc import Callable

import pytest

from pmi import Memory
from pmi.model.conversation import Message, Origin, Role, Session
from pmi.search.index import catch_up
from pmi.store import archiving

Say = Callable[..., None]

_ORIGINS: dict[Role, Origin] = {"user": "prompt", "assistant": "reply", "tool": "tool"}


@pytest.fixture
def say(memory: Memory) -> Say:
    """Return what archives and indexes texts, in one session or each in its own."""
    numbers = iter(range(1, 1_000_000))

    def archive(
        *texts: str,
        session: str = "s1",
        project: str = "path:/a",
        role: Role = "user",
        tool: str = "",
        parent: str = "",
        at: str = "2026-01-05T10:00:00.000Z",
        apart: bool = False,
    ) -> None:
        origin = _ORIGINS[role]
        plain = Message("", session, 0, "", role, origin, at, "", tool)
        said = [plain._replace(uuid=f"m-{next(numbers)}", text=text) for text in texts]
        sessions = {session: said}
        if apart:
            sessions = {f"s{number}": [message] for number, message in enumerate(said)}
        with memory.store.writing("transcripts") as connection:
            for name, messages in sessions.items():
                place = Session(name, parent, project, "/a", "", "", at, at, 0, True)
                archiving.ensure_session(connection, place)
                archiving.add_messages(connection, name, messages)
        catch_up(memory.store)

    return archive
