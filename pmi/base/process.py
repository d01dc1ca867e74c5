"""Starts the worker, detached from the session that asks for it."""

from __future__ import annotations

import os
import sys

from pmi.base.home import Home
from pmi.base.lock import is_running

MARK = "PMI_WORKER"
"""Set to 1 in the worker's environment."""


def start_worker(home: Home) -> bool:
    """Start the worker unless one runs, and return at once; tell whether one was started.

    It gets a session of its own, so that it lives on when Claude Code ends, and no descriptor
    of ours, so that nobody waits for it.

    Raises:
        OSError: It can not be started.
    """
    program = worker_program()
    if is_running(home) or not os.path.exists(program):
        return False
    command = [sys.executable, "-I", program, "--home", home.root]
    environment = {**os.environ, MARK: "1"}
    silence = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        os.posix_spawn(sys.executable, command, environment, file_actions=silence, setsid=True)
    except NotImplementedError:
        _fork(command, environment)
    return True


def worker_program() -> str:
    """Return the path of the worker's file, in the checkout as in the installed package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    inside = os.path.join(package, "indexer", "run_worker.py")
    if os.path.exists(inside):
        return inside
    return os.path.join(os.path.dirname(package), "indexer", "run_worker.py")


def _fork(command: list[str], environment: dict[str, str]) -> None:
    """Do the same where the system's `posix_spawn` has no `setsid`."""
    if os.fork() != 0:
        return
    try:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        os.execve(command[0], command, environment)  # noqa: S606 - fixed program, no shell
    finally:
        os._exit(1)
