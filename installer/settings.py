"""Our entries in a Claude Code JSON file: put in, found again, taken out.

``insert_entries`` says what it had to make (``Traces``), so that ``remove_entries`` later
takes out exactly that and leaves what others have written meanwhile. The manifest in the
home keeps the traces.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pmi.base.errors import UsageError
from pmi.installer import json_text
from pmi.installer.json_text import Node, NotJsonError

RUN_FILE = "/pmi/hooks/run.py"
"""How the program of each of our hooks ends, wherever it is installed."""

EVENTS = {
    "SessionStart": ("session-start", 10),
    "UserPromptSubmit": ("user-prompt", 5),
    "Stop": ("stop", 5),
    "SessionEnd": ("session-end", 5),
}
"""Claude Code's event: our word for it, and the timeout in seconds (SessionEnd's raises the
1.5 s that all such hooks have together)."""

Handler = dict[str, Any]


@dataclass(slots=True)
class Traces:
    """What an insertion had to make around our entries.

    Attributes:
        created: Names of members that were missing, as paths: ``hooks``, ``hooks.Stop``.
        filled: Containers that were there and empty: path to what stood between the brackets.
    """

    created: list[str] = field(default_factory=list)
    filled: dict[str, str] = field(default_factory=dict)


def hook_entries(interpreter: str, run_file: str, home: str = "") -> dict[str, Handler]:
    """Return the handler of each event, as Claude Code starts it without a shell.

    Args:
        interpreter: Absolute path of our Python.
        run_file: The program of the hooks.
        home: A home that hooks would not find by themselves; empty for the usual one. A
            handler has no environment of its own, so ``env`` names it and becomes our Python.
    """
    start = ["/usr/bin/env", f"PMI_HOME={home}", interpreter] if home else [interpreter]
    return {
        event: {
            "type": "command",
            "command": start[0],
            "args": [*start[1:], "-I", "-S", run_file, word],
            "timeout": timeout_s,
        }
        for event, (word, timeout_s) in EVENTS.items()
    }


def is_ours(handler: Any) -> bool:
    """Tell whether a hook handler is one of ours, of this version or an earlier one."""
    if not isinstance(handler, dict) or not isinstance(handler.get("args"), list):
        return False
    return any(
        isinstance(part, str) and part.replace("\\", "/").endswith(RUN_FILE)
        for part in handler["args"]
    )


def parse_settings(text: str, name: str) -> Node:
    """Return the root object of a settings text; an empty text counts as no settings.

    Raises:
        UsageError: It can not be parsed or is no object; the message has file and line.
    """
    if not text.strip():
        return Node("object", 0, 0)
    try:
        root = json_text.parse(text)
    except NotJsonError as error:
        raise UsageError(
            f"{name} can not be parsed: {error}. Nothing was changed.",
            "Mend that line, then run the command again",
        ) from None
    if root.kind != "object":
        raise UsageError(f"{name} holds no JSON object. Nothing was changed.", "Mend the file")
    return root


def insert_hooks(text: str, name: str, entries: dict[str, Handler]) -> tuple[str, Traces]:
    """Return the settings text with our handlers, and what had to be made for them."""
    text = text if text.strip() else "{}\n"
    traces = Traces()
    text = _ensure_member(text, name, ("hooks",), {}, traces)
    for event, handler in entries.items():
        text = _ensure_member(text, name, ("hooks", event), [], traces)
        root = parse_settings(text, name)
        groups = _find(root, ("hooks", event))
        if groups is None or groups.kind != "array":
            raise _wrong_shape(text, name, root if groups is None else groups, f"hooks.{event}")
        _note_empty(text, groups, f"hooks.{event}", traces)
        text = json_text.append_item(text, root, groups, {"hooks": [handler]})
    parse_settings(text, name)
    return text, traces


def remove_hooks(text: str, name: str, traces: Traces) -> str:
    """Return the settings text without our handlers; all else stays, byte for byte."""
    while True:
        root = parse_settings(text, name)
        place = _find_handler(root)
        if place is None:
            return text
        text = _cut(text, root, place, traces)


def list_hooks(root: Node) -> dict[str, list[Handler]]:
    """Return our handlers that a settings file holds, by event."""
    found: dict[str, list[Handler]] = {}
    hooks = root.member("hooks")
    if hooks is None or hooks.kind != "object":
        return found
    for event, groups in zip(hooks.keys, hooks.items, strict=True):
        for _, node in groups.walk():
            if node.kind == "object" and is_ours(node.plain()):
                found.setdefault(event, []).append(node.plain())
    return found


def insert_server(text: str, name: str, server: str, entry: Handler) -> tuple[str, Traces]:
    """Return the text of ``.claude.json`` with an MCP server, and what had to be made."""
    text = text if text.strip() else "{}\n"
    traces = Traces()
    text = _ensure_member(text, name, ("mcpServers",), {}, traces)
    root = parse_settings(text, name)
    servers = _find(root, ("mcpServers",))
    if servers is None or servers.kind != "object":
        raise _wrong_shape(text, name, servers or root, "mcpServers")
    _note_empty(text, servers, "mcpServers", traces)
    return json_text.append_item(text, root, servers, entry, key=server), traces


def remove_server(text: str, name: str, server: str, traces: Traces) -> str:
    """Return the text of ``.claude.json`` without an MCP server of that name."""
    while True:
        root = parse_settings(text, name)
        servers = root.member("mcpServers")
        if servers is None or server not in servers.keys:
            return text
        outer = _position(root, servers)
        text = _cut(text, root, (outer, servers.keys.index(server)), traces)


def find_server(root: Node, server: str) -> Handler | None:
    """Return an MCP server's entry in ``.claude.json``, or None."""
    servers = root.member("mcpServers")
    entry = servers.member(server) if servers is not None and servers.kind == "object" else None
    value = entry.plain() if entry is not None else None
    return value if isinstance(value, dict) else None


def _ensure_member(text: str, name: str, path: tuple[str, ...], empty: Any, traces: Traces) -> str:
    root = parse_settings(text, name)
    parent = _find(root, path[:-1])
    if parent is None or parent.kind != "object":
        raise _wrong_shape(text, name, parent or root, ".".join(path[:-1]))
    if parent.member(path[-1]) is not None:
        return text
    traces.created.append(".".join(path))
    _note_empty(text, parent, ".".join(path[:-1]), traces)
    return json_text.append_item(text, root, parent, empty, key=path[-1])


def _note_empty(text: str, container: Node, path: str, traces: Traces) -> None:
    if not container.items and path not in traces.created:
        traces.filled.setdefault(path, json_text.inner(text, container))


def _find(root: Node, path: tuple[str, ...]) -> Node | None:
    node: Node | None = root
    for key in path:
        node = node.member(key) if node is not None and node.kind == "object" else None
    return node


def _find_handler(root: Node) -> tuple[int, ...] | None:
    """Return the path of one of our handlers below any ``hooks`` member, the last first."""
    for position in reversed(range(len(root.items))):
        if root.keys[position] != "hooks":
            continue
        for path, node in root.items[position].walk((position,)):
            if node.kind == "object" and is_ours(node.plain()):
                return tuple(int(step) for step in path)
    return None


def _cut(text: str, root: Node, place: tuple[int, ...], traces: Traces) -> str:
    """Cut a value, and with it what was only there to hold it."""
    while len(place) > 1:
        parent = json_text.at(root, place[:-1])
        if len(parent.items) > 1 or not _only_ours(root, place[:-1], traces):
            break
        place = place[:-1]
    outer, last = place[:-1], place[len(place) - 1]
    parent = json_text.at(root, outer)
    if len(parent.items) == 1:
        return json_text.set_inner(text, parent, traces.filled.get(_name(root, outer), ""))
    return json_text.cut_item(text, parent, last)


def _only_ours(root: Node, path: tuple[int, ...], traces: Traces) -> bool:
    """Tell whether a container exists only because of our entry in it.

    That is the list of handlers of a group, the group, and what the insertion created.
    """
    names = _keys(root, path)
    if names[:1] == ["hooks"] and len(path) > 2:
        return True
    return _name(root, path) in traces.created


def _keys(root: Node, path: tuple[int, ...]) -> list[str]:
    names = []
    node = root
    for step in path:
        names.append(node.keys[step] if node.kind == "object" else str(step))
        node = node.items[step]
    return names


def _name(root: Node, path: tuple[int, ...]) -> str:
    return ".".join(_keys(root, path))


def _position(root: Node, child: Node) -> int:
    return next(number for number, item in enumerate(root.items) if item is child)


def _wrong_shape(text: str, name: str, node: Node, path: str) -> UsageError:
    line = text.count("\n", 0, node.start) + 1
    return UsageError(
        f"{name}, line {line}: {path or 'the file'} has not the shape that Claude Code reads. "
        "Nothing was changed.",
        "Mend that entry, then run the command again",
    )
