"""Takes what was said out of one line of a transcript that was read as JSON.

Pure functions over the decoded object, whose every field may be missing or of any type.
Texts come out without control characters and without the harness's words, **not redacted**:
only `pmi.indexer.transcripts` calls this, and lets nothing out that is not redacted.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from pmi.base.redact import PRIVATE, leaves_private_open
from pmi.base.text import one_line, strip_control
from pmi.indexer.harness import own_words, without_blocks
from pmi.model.conversation import Origin, Role, Said, ToolCall

REDACTION_MARGIN = 2048
"""Characters read behind a cut, so that a credential across it is seen whole."""

NAME_CHARS = 4096
"""No folder, branch or file has a longer name; of a longer one only the beginning is kept."""

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
"""What a line or a session may be called, so that a reference can name it."""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?", re.ASCII)
_TELLING_INPUTS = (
    "command",
    "file_path",
    "notebook_path",
    "path",
    "pattern",
    "query",
    "url",
    "skill",
    "prompt",
    "description",
)
_FILE_INPUTS = ("file_path", "notebook_path")
_CHANGING_TOOLS = frozenset(["Edit", "MultiEdit", "NotebookEdit", "Update", "Write"])

Content = str | list[dict[str, Any]]
"""The content of a line's message: a text, or blocks."""

_Words = list[tuple[Role, Origin, str, str]]
"""Role, origin, tool and text of what one line says."""


class Head(NamedTuple):
    """What a line's messages and calls have in common."""

    uuid: str
    parent: str
    at: str


class Where(NamedTuple):
    """Where a line stands: mostly the very same object for thousands of lines that follow.

    Attributes:
        session: The session that the line itself names.
        agent: Id of the sub-agent whose line it is; empty for the main conversation.
    """

    session: str = ""
    agent: str = ""
    cwd: str = ""
    branch: str = ""
    entrypoint: str = ""


def where_of(value: dict[str, Any]) -> Where:
    """Return where a line stands; every field of it is safe to store.

    Claude Code writes `HEAD` where no branch is checked out, also where there is no repository.
    """
    branch = value.get("gitBranch")
    fields = (
        value.get("sessionId"),
        value.get("agentId") if value.get("isSidechain") is True else "",
        value.get("cwd"),
        None if branch == "HEAD" else branch,
        value.get("entrypoint"),
    )
    try:
        return _where(fields)
    except TypeError:  # a list or an object where a name should be
        return _where.__wrapped__(fields)


@lru_cache(maxsize=64)
def _where(fields: tuple[object, ...]) -> Where:
    session, *others = map(_as_name, fields)
    return Where(session if ID.fullmatch(session) else "", *others)


def list_said(
    value: dict[str, Any], kind: str, head: Head, content: Content, tool_chars: int
) -> list[Said]:
    """Return what a line says, one message for each voice in it.

    Args:
        kind: The line's type.
        content: What `content_of` gives for it.
        tool_chars: How much of a tool's input or result will be kept; with 0 its words are
            left out.
    """
    words: _Words
    if kind == "user":
        words = _user(value, content, tool_chars)
    elif kind == "assistant":
        words = _assistant(value, content, tool_chars)
    elif kind == "attachment":
        words = _queued(value)
    else:
        return []
    if len(words) > 1:
        words = _hide(words)
    uuid, parent, at = head
    return [
        Said(
            uuid if number == 1 else f"{uuid}.{number}",
            parent if number == 1 else uuid,
            role,
            origin,
            at,
            text,
            tool,
        )
        for number, (role, origin, tool, text) in enumerate(words, start=1)
    ]


def list_calls(content: Content, head: Head) -> list[ToolCall]:
    """Return the tools that an assistant's line uses, with the files they read or write."""
    if isinstance(content, str):
        return []
    uses = [block for block in content if block.get("type") == "tool_use"]
    if not uses:
        return []
    hidden = len(uses) < len(content) and leaves_private_open(
        "\n".join(text_of(block, "text") for block in content)
    )
    found: list[ToolCall] = []
    for block in uses:
        tool, given = plain(block, "name"), block.get("input")
        path = ""
        if isinstance(given, dict) and not hidden:
            path = next((plain(given, name) for name in _FILE_INPUTS if given.get(name)), "")
        number = f"{head.uuid}.{len(found) + 1}" if found else head.uuid
        changed = bool(path) and tool in _CHANGING_TOOLS
        found.append(ToolCall(number, tool, path, changed, head.at))
    return found


def content_of(value: dict[str, Any]) -> Content:
    """Return the content of a line's message; no blocks where it has none."""
    message = value.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return []
    return [block for block in content if isinstance(block, dict)]


def parent_of(value: dict[str, Any]) -> str:
    """Return the uuid of the line above; behind a compaction it is the one that it names."""
    return plain(value, "parentUuid") or plain(value, "logicalParentUuid")


def time_of(value: dict[str, Any]) -> str:
    """Return when a line was written; empty where it says nothing that sorts as a time."""
    found = text_of(value, "timestamp")
    return found if _TIME.fullmatch(found) else ""


def text_of(value: dict[str, Any], name: str) -> str:
    """Return a field that is a text; empty where it is missing or something else."""
    found = value.get(name)
    return found if isinstance(found, str) else ""


def plain(value: dict[str, Any], name: str) -> str:
    """Return a field that names something, safe to store: one line, no half characters."""
    return _as_name(value.get(name))


def _as_name(found: object) -> str:
    if not isinstance(found, str):
        return ""
    if len(found) <= NAME_CHARS and found.isprintable():
        return found
    return one_line(found[:NAME_CHARS])


def _hide(words: _Words) -> _Words:
    """Return what a line says, without all that follows a `<private>` left open in it."""
    for number, (_, _, _, text) in enumerate(words, start=1):
        if leaves_private_open(text):
            hidden = [(role, origin, tool, PRIVATE) for role, origin, tool, _ in words[number:]]
            return words[:number] + hidden
    return words


def _user(value: dict[str, Any], content: Content, tool_chars: int) -> _Words:
    if value.get("isMeta") is True or value.get("isCompactSummary") is True:
        return []
    if isinstance(content, str):
        text = content
    else:
        results = [block for block in content if block.get("type") == "tool_result"]
        if results:
            texts = [_result(block, tool_chars) for block in results] if tool_chars else []
            return [("tool", "tool", "", text) for text in texts]
        text = "\n".join(text_of(block, "text") for block in content if block.get("type") == "text")
    words = strip_control(own_words(text))
    if not words.strip():
        return []
    # A sub-agent's task is written by the agent that started it: not the user's words.
    return [("assistant" if value.get("isSidechain") is True else "user", "prompt", "", words)]


def _assistant(value: dict[str, Any], content: Content, tool_chars: int) -> _Words:
    message = value.get("message")
    model = message.get("model") if isinstance(message, dict) else ""
    if value.get("isApiErrorMessage") is True or model == "<synthetic>":
        return []
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    texts = [text_of(block, "text") for block in content if block.get("type") == "text"]
    reply = strip_control(without_blocks("\n\n".join(texts))) if texts else ""
    words: _Words = [("assistant", "reply", "", reply)] if reply.strip() else []
    for block in content if tool_chars else ():
        if block.get("type") == "tool_use":
            words.append(("tool", "tool", plain(block, "name"), _call(block, tool_chars)))
    return words


def _queued(value: dict[str, Any]) -> _Words:
    """Return a prompt that was typed while the model worked: it has no line of its own."""
    attachment = value.get("attachment")
    if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
        return []
    prompt = attachment.get("prompt")
    if isinstance(prompt, list):
        blocks = [block for block in prompt if isinstance(block, dict)]
        prompt = "\n".join(text_of(block, "text") for block in blocks)
    human = attachment.get("commandMode", "prompt") == "prompt" and (
        attachment.get("humanTurn", True) is True
    )
    if not human or not isinstance(prompt, str):
        return []
    words = strip_control(own_words(prompt))
    return [("user", "queued", "", words)] if words.strip() else []


def _result(block: dict[str, Any], limit: int) -> str:
    content = block.get("content")
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        content = "\n".join(text_of(part, "text") for part in parts if part.get("type") == "text")
    return _head(without_blocks(content) if isinstance(content, str) else "", limit)


def _call(block: dict[str, Any], limit: int) -> str:
    """Return the telling part of a tool's input: its command, file, pattern or question."""
    given = block.get("input")
    if not isinstance(given, dict):
        return ""
    for name in _TELLING_INPUTS:
        if isinstance(given.get(name), str) and given[name]:
            return _head(given[name], limit)
    words = [f"{name}={given[name]}" for name in given if isinstance(given[name], str | int)]
    return _head(" ".join(words), limit)


def _head(text: str, limit: int) -> str:
    """Return a beginning that ends with a word: half a credential would have no shape."""
    most = limit + REDACTION_MARGIN
    if len(text) > most:
        end = max(text.rfind(" ", limit, most), text.rfind("\n", limit, most))
        text = text[: end if end > 0 else most]
    return strip_control(text)
