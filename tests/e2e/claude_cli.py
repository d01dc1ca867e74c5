"""Runs the real Claude Code program against the scripted API, sealed off from the network.

The program is the one that CLAUDE_CLI named when the tests began, else ``claude`` on PATH.
Where there is none, tests fail under continuous integration and are skipped, loudly, elsewhere.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.e2e.fake_api import FakeApi, Script
from tests.support.isolation import CALLERS_CLI

# Nothing listens on the discard port, so a proxied request is refused at once.
DEAD_PROXY = "http://127.0.0.1:9"

QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_BUG_COMMAND": "1",
    "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
    "HTTP_PROXY": DEAD_PROXY,
    "HTTPS_PROXY": DEAD_PROXY,
    "NO_PROXY": "127.0.0.1,localhost",
}

INHERITED = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR", "HOME", "PLACE_MARK")
"""Variables of the test's environment that the program inherits."""


@dataclass
class Run:
    """What one run of the CLI did."""

    exit_code: int
    stdout: str
    stderr: str
    requests: list[dict[str, Any]] = field(repr=False)
    unused_turns: list[dict[str, Any]] = field(repr=False)

    @property
    def conversation(self) -> list[dict[str, Any]]:
        """Requests that offer tools: the conversation, without side requests."""
        return [body for body in self.requests if body.get("tools")]

    @property
    def result(self) -> dict[str, Any]:
        """The result object that ``run_claude`` asks the CLI for."""
        value: dict[str, Any] = json.loads(self.stdout)
        return value


def find_cli() -> str:
    """Return the program's path, empty where it is not installed."""
    return CALLERS_CLI or shutil.which("claude") or ""


def get_cli() -> str:
    """Return the program's path or raise where it is not installed."""
    found = find_cli()
    if not found:
        raise FileNotFoundError("Claude Code CLI: set CLAUDE_CLI or put claude on PATH")
    return found


def child_environment(
    config: Path, base_url: str, extra: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the whole environment for the program: the test's places, and our API."""
    env = {name: os.environ[name] for name in INHERITED if name in os.environ}
    env |= QUIET
    env |= {
        "CLAUDE_CONFIG_DIR": str(config),
        "ANTHROPIC_BASE_URL": base_url,
        "ANTHROPIC_API_KEY": "dummy-key-for-tests",
    }
    return env | dict(extra or {})


def run_cli(
    args: Sequence[str],
    project: Path,
    config: Path,
    script: Script | None = None,
    *,
    env: Mapping[str, str] | None = None,
    timeout: float = 120,
) -> Run:
    """Run the program with any arguments; ``script`` are the model's replies."""
    with FakeApi(script or []) as api:
        done = subprocess.run(
            [get_cli(), *args],
            cwd=project,
            env=child_environment(config.resolve(), api.url, env),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=timeout,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr, api.requests, api.unused_turns)


def run_claude(
    prompt: str,
    project: Path,
    config: Path,
    script: Script | None = None,
    *,
    args: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
) -> Run:
    """Run ``claude -p PROMPT`` in a new session, or on with one that ``args`` name."""
    command = ["-p", "--output-format", "json", *args, "--", prompt]
    return run_cli(command, project, config, script, env=env)
