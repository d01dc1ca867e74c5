"""Reads one line of a Claude Code transcript: what was said in it, by whom, and where.

Pure functions over bytes: no files, no database. Types of lines come and go between
versions of Claude Code: what is known is taken, everything else is named and passed over.
Texts come out redacted, without `<private>` parts and without the harness's words.

    parse_line(b'{"type":"user",...}', tool_chars=200).messages
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from pmi.base.redact import clean
from pmi.base.text import one_line, strip_control
from pmi.indexer.harness import own_words, without_blocks
from pmi.model.conversation import Message, Origin, Role
from pmi.store.speech import is_all_pasted

SKIPPED_TYPES = frozenset(
    [
        "agent-color",
        "agent-name",
        "agent-setting",
        "ai-title",
        "api-request",
        "api-request-blob",
        "api-request-shape",
        "atis-latch",
        "attachment",
        "content-replacement",
        "cost-state",
        "file-history-snapshot",
        "last-prompt",
        "marble-origami-commit",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "queue-operation",
        "relocated",
        "speculation-accept",
        "summary",
        "system",
        "tag",
        "task-summary",
        "tools-used",
        "worktree-state",
    ]
)
"""Types that hold no words of a conversation; any type that is not here is reported."""

REDACTION_MARGIN = 8192
"""Characters read behind a cut, so that a credential across it is seen whole."""

_TYPE = re.compile(rb'"type":"(user|assistant|custom-title)"|"queued_command"')
_SKIPPED = re.compile(
    rb'"type":"(?:' + b"|".join(re.escape(name.encode()) for name in sorted(SKIPPED_TYPES)) + rb')"'
)
_LINK = re.compile(
    rb'\A\{"parentUuid":(?:null|"([^"]{1,128})")(?:,"logicalParentUuid":"([^"]{1,128})")?'
    rb'.*"uuid":"([^"]{1,128})"',
    re.DOTALL,
)
_BASE64 = re.compile(rb'"(?:data|base64)":"[A-Za-z0-9+/=]{400,}"')
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


_Said = list[tuple[Role, Origin, str, str]]
"""Role, origin, tool and text of what one line says."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one line of a transcript holds.

    Attributes:
        messages: What was said, without positions; mostly one or none.
        session: The session that the line itself names.
        agent: Id of the sub-agent whose line it is; empty for the main conversation.
        link: ``(uuid, parent)`` of a line that is passed over but stands in the tree.
        unknown: The type of a line that this version does not know.
        bad: True where the line is no JSON object.
    """

    messages: tuple[Message, ...] = ()
    session: str = ""
    agent: str = ""
    cwd: str = ""
    branch: str = ""
    entrypoint: str = ""
    title: str = ""
    at: str = ""
    link: tuple[str, str] = ("", "")
    unknown: str = ""
    bad: bool = False


def parse_line(raw: bytes, tool_chars: int) -> Line:
    """Return what a line holds.

    Args:
        raw: The line without its newline.
        tool_chars: How much of a tool's input or result is kept, in characters.
    """
    if not raw.strip():
        return Line()
    if _TYPE.search(raw) is None and _SKIPPED.search(raw) is not None:
        return Line(link=_link(raw))
    try:
        value = json.loads(_BASE64.sub(b'"data":""', raw) if len(raw) > 4096 else raw)
    except (ValueError, RecursionError):
        return Line(bad=True)
    if not isinstance(value, dict):
        return Line(bad=True)
    return _read(value, tool_chars)


def _link(raw: bytes) -> tuple[str, str]:
    found = _LINK.match(raw)
    if found is None:
        return ("", "")
    parent = found[1] or found[2] or b""
    return (found[3].decode("utf-8", "replace"), parent.decode("utf-8", "replace"))


def _read(value: dict[str, Any], tool_chars: int) -> Line:
    kind = _text(value, "type")
    if kind == "custom-title":
        title = clean(one_line(_text(value, "customTitle")))
        return Line(session=_text(value, "sessionId"), title=title)
    queued = _queued_words(value) if kind == "attachment" else ""
    if kind not in ("user", "assistant") and not queued:
        link = (_text(value, "uuid"), _parent(value))
        return Line(link=link, unknown="" if kind in SKIPPED_TYPES else kind or "(none)")
    messages = _messages(value, kind, queued, tool_chars)
    return Line(
        messages=messages,
        session=_text(value, "sessionId"),
        agent=_text(value, "agentId") if value.get("isSidechain") is True else "",
        cwd=_text(value, "cwd"),
        branch=_text(value, "gitBranch"),
        entrypoint=_text(value, "entrypoint"),
        at=_text(value, "timestamp"),
        link=("", "") if messages else (_text(value, "uuid"), _parent(value)),
    )


def _messages(
    value: dict[str, Any], kind: str, queued: str, tool_chars: int
) -> tuple[Message, ...]:
    uuid = _text(value, "uuid")
    if not uuid:
        return ()
    said: _Said
    if queued:
        said = [("user", "queued", "", queued)]
    elif kind == "assistant":
        said = _assistant(value, tool_chars)
    else:
        said = _user(value, tool_chars)
    found = []
    for number, (role, origin, tool, text) in enumerate(said, start=1):
        found.append(
            Message(
                uuid=uuid if number == 1 else f"{uuid}.{number}",
                session=_text(value, "sessionId"),
                position=0,
                parent=_parent(value) if number == 1 else uuid,
                role=role,
                origin=origin,
                at=_text(value, "timestamp"),
                text=text,
                tool=tool,
                pasted=role == "user" and is_all_pasted(text),
            )
        )
    return tuple(found)


def _user(value: dict[str, Any], tool_chars: int) -> _Said:
    if value.get("isMeta") is True or value.get("isCompactSummary") is True:
        return []
    content = _content(value)
    if isinstance(content, str):
        text = content
    else:
        results = [block for block in content if block.get("type") == "tool_result"]
        if results:
            return [("tool", "tool", "", _result(block, tool_chars)) for block in results]
        text = "\n".join(_text(block, "text") for block in content if block.get("type") == "text")
    words = clean(strip_control(own_words(text)))
    if not words.strip():
        return []
    # A sub-agent's task is written by the agent that started it: not the user's words.
    return [("assistant" if value.get("isSidechain") is True else "user", "prompt", "", words)]


def _assistant(value: dict[str, Any], tool_chars: int) -> _Said:
    message = value.get("message")
    model = message.get("model") if isinstance(message, dict) else ""
    if value.get("isApiErrorMessage") is True or model == "<synthetic>":
        return []
    content = _content(value)
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    texts = [_text(block, "text") for block in content if block.get("type") == "text"]
    reply = clean(strip_control(without_blocks("\n\n".join(texts))))
    said: _Said = [("assistant", "reply", "", reply)] if reply.strip() else []
    for block in content:
        if block.get("type") == "tool_use":
            name = _text(block, "name")
            said.append(("tool", "tool", name, _call(block.get("input"), tool_chars)))
    return said


def _queued_words(value: dict[str, Any]) -> str:
    """Return a prompt that was typed while the model worked: it has no line of its own."""
    attachment = value.get("attachment")
    if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
        return ""
    prompt = attachment.get("prompt")
    if isinstance(prompt, list):
        blocks = [block for block in prompt if isinstance(block, dict)]
        prompt = "\n".join(_text(block, "text") for block in blocks)
    human = attachment.get("commandMode", "prompt") == "prompt" and (
        attachment.get("humanTurn", True) is True
    )
    if not human or not isinstance(prompt, str):
        return ""
    return clean(strip_control(own_words(prompt)))


def _result(block: dict[str, Any], limit: int) -> str:
    content = block.get("content")
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        content = "\n".join(_text(part, "text") for part in parts if part.get("type") == "text")
    return _head(without_blocks(content) if isinstance(content, str) else "", limit)


def _call(given: object, limit: int) -> str:
    """Return the telling part of a tool's input: its command, file, pattern or question."""
    if not isinstance(given, dict):
        return ""
    for name in _TELLING_INPUTS:
        if isinstance(given.get(name), str) and given[name]:
            return _head(given[name], limit)
    words = [f"{name}={given[name]}" for name in given if isinstance(given[name], str | int)]
    return _head(" ".join(words), limit)


def _head(text: str, limit: int) -> str:
    return clean(strip_control(text[: limit + REDACTION_MARGIN])).strip()[:limit]


def _content(value: dict[str, Any]) -> str | list[dict[str, Any]]:
    message = value.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return []
    return [block for block in content if isinstance(block, dict)]


def _parent(value: dict[str, Any]) -> str:
    return _text(value, "parentUuid") or _text(value, "logicalParentUuid")


def _text(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
