"""What the CLI asks at its first start, answered beforehand; what it leaves, ended."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Json = dict[str, Any]

BUILT_IN_TOOLS = ("Bash", "Edit", "Write", "Read", "WebFetch", "Skill")


def _read_json(path: Path) -> Json:
    """Return the object in a file; an empty one if there is none."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def seed(path: Path, project: Path, key: str) -> None:
    """Answer beforehand what the CLI asks at its first start, and in a new project."""
    state = _read_json(path)
    state["hasCompletedOnboarding"] = True
    approved = state.setdefault("customApiKeyResponses", {}).setdefault("approved", [])
    approved += [key[-20:]] if key[-20:] not in approved else []
    state.setdefault("projects", {}).setdefault(str(project), {})["hasTrustDialogAccepted"] = True
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(state, indent=2), encoding="utf-8")


def settings(project: Path, config: Path, allow: Sequence[str]) -> Json:
    """Return settings for the command line, under which no dialog opens by itself."""
    state = _read_json(config / ".claude.json")
    places = (state, state["projects"][str(project)], _read_json(project / ".mcp.json"))
    servers = [name for place in places for name in place.get("mcpServers", {})]
    permissions: Json = {"allow": list(allow)}
    if "defaultMode" not in _read_json(config / "settings.json").get("permissions", {}):
        permissions["defaultMode"] = "dontAsk"
        permissions["allow"] += BUILT_IN_TOOLS
        permissions["allow"] += [f"mcp__{re.sub('[^a-zA-Z0-9_-]', '_', n)}" for n in servers]
    return {
        "permissions": permissions,
        "disableAutoMode": "disable",  # or a dialog offers that mode
        "enableAllProjectMcpServers": True,
        "showTurnDuration": True,  # TURN_ENDED
        # Unlike the default it prints to the main screen, so that lines scroll off and are
        # kept. CLAUDE_CODE_NO_FLICKER=1 in the environment overrides it.
        "tui": "default",
    }


def kill_marked(mark: str, timeout: float = 10) -> None:
    """Kill every process that was started with the mark in its environment."""
    deadline = time.monotonic() + timeout
    while pids := _marked(mark):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Processes {pids} do not end")
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _marked(mark: str) -> list[int]:
    """Return the processes with the mark in their environment, however they detached."""
    if not Path("/proc/self/environ").exists():
        ps = ["ps", "-axEww", "-o", "pid=,command="]
        lines = subprocess.run(ps, capture_output=True, text=True, check=True).stdout.splitlines()
        return [int(line.split()[0]) for line in lines if mark in line]
    pids = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # ended meanwhile, or another user's
            pids += [int(folder.name)] if mark.encode() in (folder / "environ").read_bytes() else []
    return pids
