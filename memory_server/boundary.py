"""Between tools and core: open the memory, fence what it says, turn failures into tool errors."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

from mcp.server.mcpserver.exceptions import ToolError

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.base.home import Home

Parameters = ParamSpec("Parameters")

ACTOR = "agent:mcp"
"""Who acts through this server, whatever is asked of it."""


def guarded(tool: Callable[Parameters, str]) -> Callable[Parameters, str]:
    """Turn a tool's failures into tool errors with our code and a hint."""

    @functools.wraps(tool)
    def wrapped(*args: Parameters.args, **named: Parameters.kwargs) -> str:
        from pmi.base.errors import PmiError

        try:
            return tool(*args, **named)
        except PmiError as error:
            raise ToolError(error_text(error)) from error
        except Exception as error:
            from pmi.base.log import note

            kind = type(error).__name__
            note(_home(), f"mcp {tool.__name__}", kind)
            raise ToolError(f"bug: {kind}.\nhint: tell the user to run pmi doctor") from error

    return wrapped


def error_text(error: object) -> str:
    """Return an error of ours as an agent reads it: code, message, hint."""
    from pmi.base.errors import PmiError
    from pmi.base.fence import neutralise
    from pmi.recall.render import shown_line

    assert isinstance(error, PmiError)  # noqa: S101 - for the type checker; callers caught it
    text = f"{error.code}: {neutralise(shown_line(error.message, 600))}"
    return f"{text}\nhint: {neutralise(shown_line(error.hint, 300))}" if error.hint else text


def open_memory() -> Memory:
    """Return the open memory, acting as an agent; use it in a ``with``."""
    from pmi.api import Memory

    return Memory.open(_home(), actor=ACTOR)


def fenced(title: str, body: str) -> str:
    """Return stored text inside this process's fence; it can neither close nor imitate it."""
    from pmi.base.fence import fence

    return fence(_marker(), title, body)


def language(home: Home) -> str:
    """Return the language of a home."""
    from pmi.base.config import load

    return str(load(home)["general"]["language"])


def project_key(home: Home, named: str) -> str | None:
    """Return the key that a tool's ``project`` means: None for all, empty for everywhere."""
    if named in {"", "all"}:
        return None
    if named == "everywhere":
        return ""
    if named != "here":
        return named
    from pmi.base.project import identify, known_projects

    folder = os.environ.get("CLAUDE_PROJECT_DIR") or _folder()
    return str(identify(folder, known_projects(home))["key"])


def session_id(home: Home) -> str:
    """Return the session that is talking to us, or an empty string.

    The last hook of our parent process knows better than our environment, which keeps the
    first session's id after ``/clear``.
    """
    from pmi.base.sessions import session_of_process

    return session_of_process(home, os.getppid()) or os.environ.get("CLAUDE_CODE_SESSION_ID", "")


@functools.cache
def _marker() -> str:
    from pmi.base.fence import new_marker

    return new_marker()


def _home() -> Home:
    from pmi.base.home import Home

    return Home.locate()


def _folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        return os.environ.get("PWD", "/")
