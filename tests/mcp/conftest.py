"""Talks to the real server over standard input and output, with the SDK's own client."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

SERVER = [sys.executable, "-I", "-m", "pmi.memory_server"]

Talk = Callable[[ClientSession], Awaitable[Any]]


@asynccontextmanager
async def session(**variables: str) -> AsyncIterator[ClientSession]:
    """Give an initialised client of a new server process."""
    parameters = StdioServerParameters(
        command=SERVER[0], args=SERVER[1:], env={**os.environ, **variables}
    )
    async with stdio_client(parameters) as streams, ClientSession(*streams) as client:
        await client.initialize()
        yield client


async def text_of(client: ClientSession, tool: str, **arguments: Any) -> str:
    """Call a tool that must succeed and return its text."""
    result = await client.call_tool(tool, arguments)
    text = _text(result)
    assert not result.is_error, text
    return text


async def error_of(client: ClientSession, tool: str, **arguments: Any) -> str:
    """Call a tool that must fail and return the error's text."""
    result = await client.call_tool(tool, arguments)
    text = _text(result)
    assert result.is_error, text
    return text


def _text(result: Any) -> str:
    assert result.structured_content is None
    return "".join(part.text for part in result.content)


@pytest.fixture
def talk() -> Callable[..., Any]:
    """Return what runs one conversation with one server process."""

    def run(conversation: Talk, **variables: str) -> Any:
        async def main() -> Any:
            with anyio.fail_after(120):
                async with session(**variables) as client:
                    return await conversation(client)

        return anyio.run(main)

    return run
