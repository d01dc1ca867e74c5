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
from mcp_types import Implementation

SERVER = [sys.executable, "-I", "-m", "pmi.memory_server"]

Talk = Callable[[ClientSession], Awaitable[Any]]


@asynccontextmanager
async def session(client: str = "mcp", **variables: str) -> AsyncIterator[ClientSession]:
    """Give an initialised client of a new server process.

    Args:
        client: The name by which it introduces itself.
    """
    parameters = StdioServerParameters(
        command=SERVER[0], args=SERVER[1:], env={**os.environ, **variables}
    )
    about = Implementation(name=client, version="1")
    async with (
        stdio_client(parameters) as streams,
        ClientSession(*streams, client_info=about) as opened,
    ):
        await opened.initialize()
        yield opened


async def text_of(client: ClientSession, tool: str, /, **arguments: Any) -> str:
    """Call a tool that must succeed and return its text."""
    result = await client.call_tool(tool, arguments)
    text = _text(result)
    assert not result.is_error, text
    return text


async def error_of(client: ClientSession, tool: str, /, **arguments: Any) -> str:
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

    def run(conversation: Talk, *, client: str = "mcp", **variables: str) -> Any:
        async def main() -> Any:
            with anyio.fail_after(120):
                async with session(client, **variables) as opened:
                    return await conversation(opened)

        return anyio.run(main)

    return run
