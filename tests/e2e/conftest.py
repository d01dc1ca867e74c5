"""A place to run Claude Code in: project, configuration and home, with PMI installed there."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pmi.base.home import Home
from pmi.base.lock import is_running
from pmi.base.spool import waiting
from tests.e2e.claude_cli import Run, find_cli, run_claude
from tests.e2e.fake_api import Script
from tests.e2e.preparing import kill_marked
from tests.e2e.terminal import ClaudeTerminal
from tests.support.waiting import wait_until


class Place:
    """One user's machine: where the project is, where Claude Code and PMI keep their things."""

    def __init__(self, root: Path) -> None:
        self.project = root / "project"
        self.project.mkdir()
        self.config = Path(os.environ["CLAUDE_CONFIG_DIR"])
        self.home = Home.locate()

    def pmi(self, *arguments: str, agent: bool = False) -> subprocess.CompletedProcess[str]:
        """Run the command line as the user does in a shell, or as an agent's shell does."""
        env = {**os.environ, **({"CLAUDECODE": "1"} if agent else {})}
        return subprocess.run(
            [sys.executable, "-I", "-m", "pmi.cli.main", *arguments],
            cwd=self.project,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def pmi_json(self, *arguments: str) -> Any:
        """Return what the command line answers with ``--json``."""
        done = self.pmi(*arguments, "--json")
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    def install(self, *arguments: str) -> None:
        """Install PMI for this user through its installer, self-test and all."""
        done = self.pmi("install", "--yes", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        self.settle()

    def settle(self) -> None:
        """Wait until the worker has taken in all that hooks have left."""
        wait_until(
            lambda: not waiting(self.home) and not is_running(self.home), 60, "the worker's end"
        )

    def leave(self, claude: ClaudeTerminal) -> None:
        """End a session as a user does, and let the worker finish what it left.

        Within the terminal's ``with``: closing it kills all that the session has started.
        """
        assert claude.exit() == 0
        self.settle()

    def terminal(self, script: Script | None = None, **options: Any) -> ClaudeTerminal:
        """Return a session in a terminal of its own."""
        env = {"PATH": os.environ["PATH"], **options.pop("env", {})}
        return ClaudeTerminal(self.project, self.config, script, env=env, **options)

    def print_mode(self, prompt: str, script: Script | None = None, *args: str) -> Run:
        """Run ``claude -p`` with a prompt."""
        return run_claude(prompt, self.project, self.config, script, args=args)

    def memories(self) -> list[dict[str, Any]]:
        """Return all memories there are, whatever their status."""
        from pmi import Memory

        with Memory.open(self.home) as memory:
            found = memory.list_memories(status=None, limit=1000)
            return [{"text": one.content, "by": one.verification, "id": one.id} for one in found]


@pytest.fixture
def place(isolated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """Yield a place with ``claude`` and ``pmi`` on its PATH; nothing of it lives on afterwards."""
    cli = find_cli()
    if not cli:
        message = "NOT TESTED: Claude Code is missing; set CLAUDE_CLI or put claude on PATH"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "claude").symlink_to(Path(cli).resolve())
    line = f'exec {shlex.quote(sys.executable)} -I -m pmi.cli.main "$@"\n'
    (tools / "pmi").write_text("#!/bin/sh\n" + line, encoding="utf-8")
    (tools / "pmi").chmod(0o755)
    mark = uuid.uuid4().hex
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PLACE_MARK", mark)
    yield Place(tmp_path)
    kill_marked(mark)
