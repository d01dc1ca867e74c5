"""Reads lines of a Claude Code transcript: what was said in them, by whom, and where.

Pure functions over bytes: no files, no database. Types of lines come and go between
versions of Claude Code: what is known is taken, everything else is named and passed over.
Texts come out redacted, without `<private>` parts and without the harness's words.

Most lines say nothing, and a look at their bytes tells: only the others are read as JSON.

    parse_line(b'{"type":"user",...}', tool_chars=200).messages
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pmi.base.redact import clean, clean_many
from pmi.base.text import one_line
from pmi.indexer.lines import IMAGE
from pmi.indexer.words_of_line import (
    ID,
    Head,
    Where,
    content_of,
    list_calls,
    list_said,
    parent_of,
    plain,
    text_of,
    time_of,
    where_of,
)
from pmi.model.conversation import Said, ToolCall
from pmi.store.speech import is_all_pasted

SKIPPED_TYPES = frozenset(
    [
        "agent-color",
        "agent-name",
        "agent-setting",
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
        "system",
        "tag",
        "task-summary",
        "tools-used",
        "worktree-state",
    ]
)
"""Types that hold no words of a conversation; any type that is not known is reported."""

TITLES = {"summary": ("summary", 1), "ai-title": ("aiTitle", 2), "custom-title": ("customTitle", 3)}
"""Types that name a session: the field with the name, and how much it counts (most: the user's)."""

BIG_BYTES = 4096
"""From this length on a line may hold an image."""

MAX_JSON_BYTES = 12 << 20
"""Without its images no longer line is read: one emoji makes four bytes of each of its bytes."""

_BYTES_TELL = frozenset(name.encode() for name in SKIPPED_TYPES - {"attachment"})
_decode = json.JSONDecoder().raw_decode
_QUOTED = b'"type":"'
_SPEAKING = (
    b'"type":"user"',
    b'"type":"assistant"',
    b'"queued_command"',
    *(f'"type":"{name}"'.encode() for name in TITLES),
)
_THOUGHT = b'"content":[{"type":"thinking"'
_EMPTY_REPLY = b'"content":[{"type":"text","text":"\\n\\n"}]'
"""How nearly half of all replies begin: a line of its own before thoughts or tools."""
_TELLING = (b'"type":"text"', b'"type":"tool_use"', b'"type":"user"', *_SPEAKING[2:])
"""What a line has that begins with a thought and says something besides."""


class Link(NamedTuple):
    """A line that says nothing, but stands in the tree; most lines are no more than that."""

    uuid: str = ""
    parent: str = ""


NOT_LINKED = Link()
NOWHERE = Where()


@dataclass(slots=True)
class Title:
    """A name that a line gives to a session.

    Attributes:
        session: The session that is named; empty where only a line of it is.
        leaf: The uuid of a line of that session.
        rank: How much it counts against other names.
    """

    session: str
    leaf: str
    text: str
    rank: int


@dataclass(slots=True)
class Line:
    """What one line of a transcript holds.

    Attributes:
        messages: What was said; mostly one message or none.
        calls: The tools that were used.
        where: Session, sub-agent, folder and branch of it.
        link: Its place in the tree, where no message takes it.
        unknown: The type of a line that this version does not know.
        bad: True where the line is no JSON object.
        long: True where it is too long to be read.
    """

    link: Link = NOT_LINKED
    messages: Sequence[Said] = ()
    calls: Sequence[ToolCall] = ()
    where: Where = NOWHERE
    title: Title | None = None
    at: str = ""
    unknown: str = ""
    bad: bool = False
    long: bool = False


def parse_line(raw: bytes, tool_chars: int) -> Line:
    """Return what a line holds.

    Args:
        raw: The line without its newline.
        tool_chars: How much of a tool's input or result is kept, in characters; with 0 no
            words of tools are kept at all.
    """
    [line] = parse_lines([raw], tool_chars)
    return Line(line) if isinstance(line, Link) else line


def parse_lines(raws: Sequence[bytes], tool_chars: int) -> list[Line | Link]:
    """Return what each of some lines holds; redacting many texts at once is much cheaper."""
    lines = [_passed_over(raw, tool_chars) or _parse(raw, tool_chars) for raw in raws]
    speaking = [line for line in lines if type(line) is Line and (line.messages or line.calls)]
    texts = [said.text for line in speaking for said in line.messages]
    paths = list({call.path for line in speaking for call in line.calls if call.path})
    finished = iter(clean_many(texts + paths))
    for line in speaking:
        if line.messages:
            line.messages = [_finished(said, next(finished), tool_chars) for said in line.messages]
    changed = {path: new for path, new in zip(paths, finished, strict=True) if new != path}
    if changed:
        for line in speaking:
            line.calls = [_with_path(call, changed) for call in line.calls]
    return lines


def _finished(said: Said, cleaned: str, tool_chars: int) -> Said:
    """Return a message with its redacted text; a tool's is cut only now."""
    if said.role == "tool":
        return said._replace(text=cleaned.strip()[:tool_chars])
    if said.role == "user" and is_all_pasted(cleaned):
        return said._replace(text=cleaned, pasted=True)
    return said if cleaned == said.text else said._replace(text=cleaned)


def _with_path(call: ToolCall, changed: Mapping[str, str]) -> ToolCall:
    return call._replace(path=changed.get(call.path, call.path))


def _passed_over(raw: bytes, tool_chars: int) -> Link | None:
    """Return the place of a line that says nothing, as its bytes tell; None where JSON must tell.

    Trigger: the first `"type":"…"` of a line stands outside of any inner object. Why: then it
    is the line's own type (inside a string every quote has a backslash before it). Outcome:
    nine of ten bytes of a transcript are never read as JSON. For the same reason a line of
    thoughts shows by what it does not have.
    """
    at = raw.find(_QUOTED)
    if at < 0 or raw[:1] != b"{":
        return None
    if raw.find(b"{", 1, at) < 0:
        kind = raw[at + 8 : raw.find(b'"', at + 8, at + 40)]
        if kind in _BYTES_TELL:
            return _link(raw)
        if kind == b"user":
            return _link(raw) if tool_chars == 0 and b'"type":"tool_result"' in raw else None
    elif b'"type":"attachment"' in raw and not any(sign in raw for sign in _SPEAKING):
        return _link(raw)
    if _THOUGHT in raw and not any(sign in raw for sign in _TELLING):
        return _link(raw)
    if _EMPTY_REPLY in raw and b'"type":"assistant"' in raw and _says_no_more(raw):
        return _link(raw)
    return None


def _says_no_more(raw: bytes) -> bool:
    return raw.count(b'"type":"text"') == 1 and b'"type":"tool_use"' not in raw


def _link(raw: bytes) -> Link:
    at = raw.rfind(b'"uuid":"') + 8
    if at < 8:
        return NOT_LINKED
    if raw[51:52] == b'"' == raw[at + 36 : at + 37] and raw.startswith(b'{"parentUuid":"'):
        return Link(raw[at : at + 36].decode("latin-1"), raw[15:51].decode("latin-1"))
    for name in (b'"parentUuid":"', b'"logicalParentUuid":"'):
        above = raw.find(name, 0, 400)
        if above >= 0:
            return Link(_id_at(raw, at), _id_at(raw, above + len(name)))
    return Link(_id_at(raw, at))


def _id_at(raw: bytes, at: int) -> str:
    return raw[at : raw.find(b'"', at, at + 140)].decode("latin-1")


def _parse(raw: bytes, tool_chars: int) -> Line:
    if len(raw) > BIG_BYTES and b'"base64"' in raw:
        raw = IMAGE.sub(b'"data":""', raw)
    if len(raw) > MAX_JSON_BYTES:
        return Line(long=True)
    if not raw.strip():
        return Line()
    try:
        value = _load(raw)
    except (ValueError, RecursionError):
        return Line(bad=True)
    if not isinstance(value, dict):
        return Line(bad=True)
    return _read(value, tool_chars)


def _load(raw: bytes) -> Any:
    """Return a line's value; most lines begin as they should, and take the short way."""
    if raw[:1] == b"{":
        try:
            text = raw.decode()
            value, end = _decode(text)
        except (ValueError, RecursionError):
            pass
        else:
            if end == len(text):
                return value
    try:
        return json.loads(raw)
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except ValueError:  # a number of thousands of digits, in a field that nobody needs
        return json.loads(raw, parse_int=float)


def _read(value: dict[str, Any], tool_chars: int) -> Line:
    kind = text_of(value, "type")
    if kind in TITLES:
        return Line(title=_title(value, kind))
    where = where_of(value)
    head = Head(plain(value, "uuid"), parent_of(value), time_of(value))
    said, calls = [], []
    if ID.fullmatch(head.uuid):
        content = content_of(value)
        said = list_said(value, kind, head, content, tool_chars)
        calls = list_calls(content, head) if kind == "assistant" else []
    link = NOT_LINKED if said else Link(head.uuid, head.parent)
    if not said and not calls:
        known = kind in ("user", "assistant") or kind in SKIPPED_TYPES
        unknown = "" if known else clean(one_line(kind))[:60] or "(none)"
        return Line(link, where=where, unknown=unknown)
    return Line(link, said, calls, where, at=head.at)


def _title(value: dict[str, Any], kind: str) -> Title | None:
    name, rank = TITLES[kind]
    text = clean(one_line(text_of(value, name) or text_of(value, "title")))
    leaf = plain(value, "leafUuid") if kind == "summary" else ""
    session = "" if leaf else where_of(value).session
    return Title(session, leaf, text, rank) if text else None
