"""What PMI has noticed in the running session, as an agent lists it before the user chooses."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from mcp import ClientSession

from pmi import Memory
from pmi.base import sessions
from pmi.base.home import Home
from tests.mcp.conftest import error_of, text_of
from tests.support.learning import learn

Run = Callable[..., Any]

SAID = {
    "en": ("never push to main without asking", "No, never push to main without asking."),
    "zh": ("以后提交信息一律用中文写", "不对，以后提交信息一律用中文写。"),
}
ELSEWHERE = "always answer in German"


@pytest.fixture(params=SAID)
def number(request: pytest.FixtureRequest, memory: Memory, home: Home) -> int:
    """Return the learning of a running session of the client; another session has one too."""
    state = {**sessions.load(home, "s-here"), "pid": os.getpid()}
    sessions.save(home, "s-here", state)
    learn(memory.store, ELSEWHERE, session="s-else")
    text, said = SAID[request.param]
    return learn(memory.store, text, said=said, quote=said, session="s-here")


def test_only_this_sessions_are_listed_with_their_numbers_and_quotes(
    talk: Run, memory: Memory, number: int
) -> None:
    here = memory.learning(number).learning

    async def look(client: ClientSession) -> None:
        text = await text_of(client, "memory_list", what="learnings", source="conversation")
        assert ELSEWHERE not in text
        assert f"\n{number} {here.text}" in text
        assert here.quote in text
        assert here.reference in text
        everywhere = await text_of(client, "memory_list", what="learnings")
        assert ELSEWHERE in everywhere
        assert here.text in everywhere
        named = await text_of(client, "memory_list", what="learnings", source="cc://s-else")
        assert ELSEWHERE in named
        assert here.text not in named
        assert await error_of(client, "memory_list", what="learnings", kind="preference")

    talk(look)


def test_what_was_decided_is_listed_only_when_asked_for(
    talk: Run, memory: Memory, number: int
) -> None:
    memory.reject([str(number)])
    text = memory.learning(number).learning.text

    async def look(client: ClientSession) -> None:
        assert text not in await text_of(client, "memory_list", what="learnings")
        assert text in await text_of(client, "memory_list", what="learnings", status="rejected")
        assert await error_of(client, "memory_list", what="learnings", status="superseded")

    talk(look)
