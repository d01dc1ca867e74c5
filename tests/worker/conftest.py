from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pmi.base import spool
from pmi.base.home import Home
from pmi.base.process import worker_program

Put = Callable[..., str]


@pytest.fixture
def config(isolated: Path) -> Path:
    """Return Claude Code's folder of the test."""
    return isolated / "user" / ".claude"


@pytest.fixture
def put(home: Home, isolated: Path) -> Put:
    """Return what leaves a line in the spool as a hook does."""

    def leave(event: str, **fields: Any) -> str:
        line = {"event": event, "session": "s-1", "cwd": str(isolated), "transcript": "", "pid": 1}
        return spool.put(home, line | fields)

    return leave


@pytest.fixture
def start(home: Home) -> Callable[[], subprocess.Popen[bytes]]:
    """Return what starts a worker as a hook does, but as a child that can be waited for."""

    def run() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", worker_program(), "--home", home.root]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return run
