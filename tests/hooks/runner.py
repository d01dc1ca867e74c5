"""Runs one hook as Claude Code does: its own process, JSON on stdin, stdout read to the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / "hooks" / "run.py"
EVENTS = ("session-start", "user-prompt", "stop", "session-end")
HANG_S = 60
"""Only catches a hang."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a hook's process left behind."""

    code: int
    stdout: bytes
    stderr: bytes

    @property
    def answer(self) -> dict[str, Any]:
        """Return the one JSON document; an empty one where nothing was printed."""
        return json.loads(self.stdout) if self.stdout else {}

    @property
    def context(self) -> str:
        """Return what the model gets."""
        return str(self.answer.get("hookSpecificOutput", {}).get("additionalContext", ""))

    @property
    def screen(self) -> str:
        """Return what the user sees."""
        return str(self.answer.get("systemMessage", ""))


def run_bytes(event: str, data: bytes, *options: str, **environment: str) -> Ran:
    """Run a hook on raw input."""
    done = subprocess.run(
        [sys.executable, *options, "-I", "-S", str(RUN), event],
        input=data,
        capture_output=True,
        check=False,
        timeout=HANG_S,
        env={**os.environ, **environment},
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def run_hook(event: str, environment: dict[str, str] | None = None, **fields: Any) -> Ran:
    """Run a hook on the fields of its event, those that are always there filled in."""
    data = {
        "session_id": "11111111-2222-4333-8444-555555555555",
        "transcript_path": "/nowhere/transcript.jsonl",
        "cwd": os.environ["HOME"],
        **fields,
    }
    ran = run_bytes(event, json.dumps(data).encode() + b"\n", **(environment or {}))
    assert ran.code == 0
    assert ran.stderr == b""
    return ran


def spooled(home: str) -> list[dict[str, Any]]:
    """Return the lines that wait in a home's spool, oldest first."""
    folder = Path(home, "spool")
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
