"""Between tools and core: open the memory, fence what it says, turn failures into tool errors."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, ParamSpec

from mcp.server.mcpserver.exceptions import ToolError

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.base.home import Home

Parameters = ParamSpec("Parameters")

ACTOR = "agent:mcp"
"""Who acts through this server where the client gave no name; always an agent."""

NAME_MAX_CHARS = 40
RESULT_LIMIT_CHARS = 9_000
"""Results stay below what Claude Code shows whole without a thought."""

HINTS = {
    "pmi search WORDS": "memory_search, or memory_list",
    "pmi list sources": "memory_list with what=sources",
    "pmi review list --all": "memory_list with what=proposals",
    "pmi entity list": "memory_list with what=entities",
    "pmi distill list": "memory_list with what=undistilled",
    "pmi sessions": "memory_search with scope=sessions",
    "pmi project list": "all, here, everywhere, or a name that results show",
    'pmi context "when do we deploy?"': 'question: "when do we deploy?"',
}
"""What an agent calls where a person at a terminal would type a command."""

WRITERS = frozenset(("memory_add_source", "memory_propose"))
"""Tools that keep something: in a session under `PMI_DISABLE` they refuse."""

_acting: ContextVar[str] = ContextVar("acting", default=ACTOR)


def guarded(tool: Callable[Parameters, str]) -> Callable[Parameters, str]:
    """Turn a tool's failures into tool errors with our code and a hint."""

    @functools.wraps(tool)
    def wrapped(*args: Parameters.args, **named: Parameters.kwargs) -> str:
        from pmi.base.errors import PmiError

        try:
            if tool.__name__ in WRITERS:
                _refuse_disabled()
            return tool(*args, **named)
        except PmiError as error:
            raise ToolError(error_text(error.code, error.message, error.hint)) from error
        except Exception as error:
            from pmi.base.log import note

            kind = type(error).__name__
            note(_home(), f"mcp {tool.__name__}", kind)
            raise ToolError(error_text("bug", f"{kind}.", "tell the user to run pmi doctor")) from (
                error
            )

    return wrapped


def _refuse_disabled() -> None:
    from pmi.base.errors import PolicyDenied
    from pmi.base.silence import is_disabled

    if is_disabled():
        raise PolicyDenied(
            "PMI_DISABLE keeps this session out of memory: nothing is stored.",
            "the user starts Claude Code without PMI_DISABLE",
        )


def error_text(code: str, message: str, hint: str = "") -> str:
    """Return a failure as an agent reads it: code, message, hint; nothing in it can pose."""
    from pmi.base.fence import neutralise
    from pmi.recall.render import shown_line

    text = f"{code}: {neutralise(shown_line(message, 600))}"
    told = HINTS.get(hint, hint.replace("pmi show ", "memory_get "))
    return f"{text}\nhint: {neutralise(shown_line(told, 300))}" if told else text


def act_as(client: str) -> None:
    """Act for a client until its call ends, under the name by which it introduced itself.

    The name says in the journal which agent it was; it gives no rights.
    """
    _acting.set(actor_of(client))


def actor_of(client: str) -> str:
    """Return the actor for a client's name; what is no ASCII letter, digit or -_. is left out.

    >>> actor_of("claude-code"), actor_of("My Editor (beta)"), actor_of("")
    ('agent:claude-code', 'agent:My-Editor-beta', 'agent:mcp')
    """
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", client[:200]).strip("-._")[:NAME_MAX_CHARS]
    return f"agent:{name}" if name else ACTOR


def open_memory() -> Memory:
    """Return the open memory, acting as an agent; use it in a ``with``."""
    from pmi.api import Memory

    return Memory.open(_home(), actor=_acting.get())


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


def project_read(memory: Memory, named: str) -> str | None:
    """Return the key that a tool's ``project`` means where it only reads.

    Raises:
        NotFound: Nothing is stored of a project with that name.
        UsageError: Several have it.
    """
    if named in {"", "all", "everywhere", "here"}:
        return project_key(memory.home, named)
    from pmi.recall.naming import choose_project

    return choose_project(memory.store, named)


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
