"""The MCP server on standard input and output: seven tools over the user's memory.

Nothing but the SDK is imported and nothing is opened before the handshake, so that a session
never waits for us; the first call of a tool loads the rest.
"""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from pmi.memory_server.boundary import act_as, error_text
from pmi.memory_server.life import end_with_client
from pmi.memory_server.tools import make_tools
from pmi.memory_server.wire import mend_input

NAME = "pmi"


class MemoryServer(MCPServer[Any]):
    """A server whose tools know who called, and whose failures all read ``code: message``."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool as the client that asks for it.

        Raises:
            ToolError: It failed; the text has our code and a hint.
        """
        act_as(_client_name(context))
        known = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        if name not in known:
            raise ToolError(
                error_text("usage", f"There is no tool {name[:80]!r}.", f"one of {_list(known)}")
            )
        unknown = sorted(set(arguments) - set(known[name]))
        if unknown:
            message = f"{name} has no argument {unknown[0][:80]!r}."
            raise ToolError(error_text("usage", message, f"one of {_list(known[name])}"))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            raise ToolError(_told(name, error)) from None


def build() -> MCPServer:
    """Return the server with its tools and instructions; nothing is opened."""
    return MemoryServer(
        NAME,
        title="Personal memory",
        instructions=instructions(),
        version=_version(),
        log_level="CRITICAL",
        tools=make_tools(),
    )


def instructions() -> str:
    """Return what a new agent must know to use the tools well."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.md")
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def main() -> None:
    """Serve until the client goes away."""
    end_with_client()
    mend_input()
    build().run()
    os._exit(0)  # a tool's thread may still wait for a lock; nothing of it is worth waiting for


def _client_name(context: Context[Any, Any] | None) -> str:
    """Return the name by which a client introduced itself; empty where it did not."""
    if context is None:
        return ""
    introduced = context.request_context.session.client_params
    return introduced.client_info.name if introduced is not None else ""


def _told(name: str, error: ToolError) -> str:
    """Return a failure in our form, without what the SDK puts before it."""
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        first = cause.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        return error_text("usage", f"{where}: {first['msg']}.", f"see the arguments of {name}")
    if isinstance(cause, ToolError):
        return str(cause)
    return error_text("bug", f"{name} failed.", "tell the user to run pmi doctor")


def _list(names: Any) -> str:
    return ", ".join(names)


def _version() -> str:
    try:
        return version("personal-memory")
    except PackageNotFoundError:  # run from a tree that was never installed
        return "0"
