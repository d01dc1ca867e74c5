"""Writes transcripts as Claude Code does, and knows where the real samples lie."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).parents[1] / "data" / "transcripts"

SESSION = "11111111-2222-4333-8444-555555555555"
CWD = "/tmp/demo/heron-app"


def line(kind: str, uuid: str, text: object, **more: object) -> dict[str, Any]:
    """Return one line of a conversation; `more` overrides any field."""
    content = text if kind == "user" else [{"type": "text", "text": text}]
    value: dict[str, Any] = {
        "parentUuid": None,
        "isSidechain": False,
        "type": kind,
        "message": {"role": kind, "content": content},
        "uuid": uuid,
        "timestamp": f"2026-01-05T10:00:{len(uuid) % 60:02d}.000Z",
        "cwd": CWD,
        "sessionId": SESSION,
        "gitBranch": "main",
        "entrypoint": "cli",
    }
    return value | more


def turn(number: int, question: str, answer: str, **more: object) -> list[dict[str, Any]]:
    """Return a prompt and its reply, at a minute of their own."""
    minute = f"2026-01-05T{10 + number // 60:02d}:{number % 60:02d}"
    asked = {"timestamp": f"{minute}:01.000Z", **more}
    said = {"timestamp": f"{minute}:05.000Z", "parentUuid": f"u-{number}", **more}
    return [
        line("user", f"u-{number}", question, **asked),
        line("assistant", f"a-{number}", answer, **said),
    ]


def encode(lines: list[dict[str, Any]]) -> bytes:
    """Return lines as the bytes of a transcript: compact JSON, one per line."""
    return b"".join(
        json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        for value in lines
    )


def path_of(config: Path, session: str = SESSION, folder: str = "-tmp-demo-heron-app") -> Path:
    """Return where Claude Code keeps a session's transcript, its folder made."""
    path = config / "projects" / folder / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def append(path: Path, lines: list[dict[str, Any]]) -> Path:
    """Append lines to a transcript."""
    with path.open("ab") as file:
        file.write(encode(lines))
    return path


def use_sample(config: Path, name: str) -> Path:
    """Put a sample where Claude Code would have written it, and return its path."""
    target = config / "projects" / "-tmp-demo-heron-app" / name
    target.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(SAMPLES / name, target))
