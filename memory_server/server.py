"""The MCP server on standard input and output: four tools over the user's memory.

Nothing but the SDK is imported and nothing is opened before the handshake, so that a session
never waits for us; the first call of a tool loads the rest.
"""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version

from mcp.server.mcpserver import MCPServer

from pmi.memory_server.life import end_with_client
from pmi.memory_server.tools import register

NAME = "pmi"


def build() -> MCPServer:
    """Return the server with its tools and instructions; nothing is opened."""
    server = MCPServer(
        NAME,
        title="Personal memory",
        instructions=instructions(),
        version=_version(),
        log_level="CRITICAL",
    )
    register(server)
    return server


def instructions() -> str:
    """Return what a new agent must know to use the tools well."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "instructions.md")
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def main() -> None:
    """Serve until the client goes away."""
    end_with_client()
    build().run()
    os._exit(0)  # a tool's thread may still wait for a lock; nothing of it is worth waiting for


def _version() -> str:
    try:
        return version("personal-memory")
    except PackageNotFoundError:  # run from a tree that was never installed
        return "0"
