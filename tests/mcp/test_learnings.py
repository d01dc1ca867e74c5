"""What PMI has noticed in the running session, as an agent lists it before the user chooses."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from mcp import ClientSession

from pmi import Memory
from pmi.base import clock, sessions
from pmi.base.home import Home
from pmi.rules.distilling import later
from tests.mcp.conftest import error_of, text_of
from tests.support.conversations import archive
from tests.support.conversations import talk as prompts

Run = Callable[..., Any]

SAID = {
    "en": ("Fix the typo.", "No, never push to main without asking."),
    "zh": ("改一下这个错字。", "不对，以后提交信息一律用中文写。"),
}


def noticed(memory: Memory, session: str, *said: str) -> None:
    archive(memory, session, prompts(*said), started=later(clock.now(), 1))
    memory.stage()


@pytest.fixture(params=SAID)
def words(request: pytest.FixtureRequest, home: Home) -> tuple[str, ...]:
    """Return what is said in a running session of the client."""
    with Memory.open(home) as memory:
        memory.stage()  # what is said from now on is learned from
    state = {**sessions.load(home, "s-here"), "pid": os.getpid()}
    sessions.save(home, "s-here", state)
    return SAID[request.param]


def test_only_this_sessions_are_listed_with_their_numbers_and_quotes(
    talk: Run, memory: Memory, words: tuple[str, ...]
) -> None:
    noticed(memory, "s-else", "Hello.", "From now on always answer in German.")
    noticed(memory, "s-here", *words)
    here = [item for item in memory.learnings() if item.session == "s-here"]
    assert here

    async def look(client: ClientSession) -> None:
        text = await text_of(client, "memory_list", what="learnings", source="conversation")
        assert "German" not in text
        for item in here:
            assert f"\n{item.number} {item.text}" in text
            assert item.quote in text
            assert item.reference in text
        everywhere = await text_of(client, "memory_list", what="learnings")
        assert "German" in everywhere
        named = await text_of(client, "memory_list", what="learnings", source="cc://s-else")
        assert "German" in named
        assert "\n1 " in named
        assert await error_of(client, "memory_list", what="learnings", kind="preference")

    talk(look)


def test_what_was_decided_is_listed_only_when_asked_for(
    talk: Run, memory: Memory, words: tuple[str, ...]
) -> None:
    noticed(memory, "s-here", *words)
    [learning] = memory.learnings()
    memory.reject([str(learning.number)])

    async def look(client: ClientSession) -> None:
        assert learning.text not in await text_of(client, "memory_list", what="learnings")
        text = await text_of(client, "memory_list", what="learnings", status="rejected")
        assert learning.text in text
        assert await error_of(client, "memory_list", what="learnings", status="superseded")

    talk(look)
