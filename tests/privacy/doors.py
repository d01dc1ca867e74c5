"""Plants texts in every place of a conversation, and in every door of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.transcripts import CWD, SESSION, append, line, path_of

AGENT = "a1b2c3"


def conversation(number: int, text: str) -> list[dict[str, Any]]:
    """Return lines of a main conversation with the text in each of its places."""
    at = f"2026-01-05T{10 + number // 60:02d}:{number % 60:02d}"

    def made(kind: str, name: str, body: object, second: int, **more: Any) -> dict[str, Any]:
        stamp = f"{at}:{second:02d}.000Z"
        return line(kind, f"{name}-{number}", body, timestamp=stamp, **more)

    asked = made("user", "u", f"Question {number}: {text}", 1)
    replied = made("assistant", "a", f"Answer {number}: {text}", 2, parentUuid=f"u-{number}")
    command = {"command": text, "description": text}
    calls = [
        ("Bash", command),
        ("Write", {"file_path": f"/tmp/{text}", "content": text}),
        ("Task", {"prompt": text, "description": "look"}),
        ("Other", {"strange": text, "more": text}),
    ]
    lines = [asked, replied]
    for step, (tool, given) in enumerate(calls):
        call = made("assistant", f"c{step}", "", 3 + step, parentUuid=f"a-{number}")
        used = {"type": "tool_use", "id": f"t{number}-{step}", "name": tool, "input": given}
        call["message"]["content"] = [used]
        content: Any = text if step % 2 else [{"type": "text", "text": text}]
        found = {"type": "tool_result", "tool_use_id": used["id"], "content": content}
        result = made("user", f"r{step}", [found], 10 + step, parentUuid=call["uuid"])
        lines += [call, result | {"toolUseResult": {"stdout": text}}]
    queued = {"type": "queued_command", "prompt": f"Queued {number}: {text}"}
    lines += [
        made("attachment", "q", "", 20, attachment=queued),
        made("user", "b", [{"type": "text", "text": "one"}, {"type": "text", "text": text}], 21),
        made("system", "s", text, 22, content=text),
        {"type": "custom-title", "customTitle": f"Title {text}", "sessionId": SESSION},
        {"type": "summary", "summary": text, "leafUuid": f"u-{number}"},
        {"type": "last-prompt", "lastPrompt": text, "sessionId": SESSION},
        {"type": "unheard-of", "text": text, "sessionId": SESSION},
    ]
    return lines


def write_conversations(config: Path, texts: list[str]) -> Path:
    """Write a session that holds all texts, with a sub-agent's file, and return its path."""
    path = path_of(config)
    below = path.with_suffix("") / "subagents" / f"agent-{AGENT}.jsonl"
    below.parent.mkdir(parents=True, exist_ok=True)
    more = {"isSidechain": True, "agentId": AGENT}
    for number, text in enumerate(texts):
        append(path, conversation(number, text))
        task = line("user", f"su-{number}", f"Task {number}: {text}", **more)
        report = line("assistant", f"sa-{number}", f"Report {number}: {text}", **more)
        append(below, [task, report])
    return path


def operations(text: str, source: str) -> list[dict[str, Any]]:
    """Return operations of an agent with the text in every field that takes one."""
    quote = {"source": source, "quote": text}
    return [
        {"op": "create", "content": f"They said {text}", "detail": text, "evidence": [quote]},
        {"op": "create", "content": "The key hangs there.", "detail": text, "slot": text},
        {
            "op": "create",
            "content": "It belongs to somebody.",
            "entities": [{"name": text, "kind": "thing", "summary": text, "aliases": [text]}],
        },
    ]


__all__ = ["AGENT", "CWD", "conversation", "operations", "write_conversations"]
