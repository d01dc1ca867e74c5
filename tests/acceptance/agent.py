"""An agent that talks to the real server over MCP while the user types ``pmi`` beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from mcp import ClientSession

from tests.mcp.conftest import error_of, session, text_of
from tests.support.shell import Shell


class Agent:
    """What an agent can do, as texts that it reads."""

    def __init__(self, client: ClientSession) -> None:
        self.client = client

    async def propose(self, *operations: dict[str, Any]) -> str:
        """Propose operations and return what became of them."""
        return await text_of(self.client, "memory_propose", operations=_everywhere(operations))

    async def is_refused(self, *operations: dict[str, Any]) -> str:
        """Propose operations that must be refused and return the error."""
        return await error_of(self.client, "memory_propose", operations=_everywhere(operations))

    async def ask(self, question: str, **more: Any) -> str:
        """Ask a question and return the answer."""
        return await text_of(self.client, "memory_get_context", question=question, **more)

    async def add_source(self, text: str, key: str) -> str:
        """Keep a text under an origin key and return what became of it."""
        return await text_of(self.client, "memory_add_source", text=text, origin_key=key)

    async def get(self, reference: str, **more: Any) -> str:
        """Open a memory or a source."""
        return await text_of(self.client, "memory_get", id=reference, **more)

    async def fails(self, tool: str, **arguments: Any) -> str:
        """Call a tool that must fail and return the error."""
        return await error_of(self.client, tool, **arguments)


def told(shell: Shell, story: Callable[[Agent], Awaitable[None]]) -> None:
    """Tell a story with one server process on the home of a person's terminal."""

    async def main() -> None:
        with anyio.fail_after(240):
            async with session(**shell.variables) as client:
                await story(Agent(client))

    anyio.run(main)


def _everywhere(operations: tuple[dict[str, Any], ...]) -> list[dict[str, Any]]:
    """Return operations that hold in every project, as the terminal's do."""
    claims = ("create", "supersede")
    return [
        {"project": "everywhere", **item} if item["op"] in claims else item for item in operations
    ]
