"""Plays Claude Code for a typed command: a process named `claude` that starts the hook.

The real CLI does the same in the end-to-end tests; here each of its traits can be left out.
Run as a program it reads a JSON plan from stdin and prints what the hook answered.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from tests.hooks.runner import HANG_S, ROOT, RUN


def make_claude(folder: Path, name: str = "claude") -> str:
    """Return a copy of this interpreter under another name."""
    path = folder / name
    shutil.copy(os.path.realpath(sys.executable), path)
    path.chmod(0o755)
    return str(path)


def type_command(
    program: str,
    prompt: str,
    *,
    sockets: bool = True,
    own_session: bool = True,
    environment: dict[str, str] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Return the hook's answer to a prompt that somebody typed into `program`."""
    event = {
        "session_id": "11111111-2222-4333-8444-555555555555",
        "transcript_path": "/nowhere/transcript.jsonl",
        "cwd": os.environ["HOME"],
        "prompt_id": "p-1",
        "prompt": prompt,
        **fields,
    }
    plan = {
        "command": [sys.executable, "-I", "-S", str(RUN), "user-prompt"],
        "event": event,
        "sockets": sockets,
        "own_session": own_session,
    }
    done = subprocess.run(
        [program, "-c", "from tests.hooks.attended import main; main()"],
        input=json.dumps(plan).encode(),
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=HANG_S,
        env={
            **os.environ,
            "CLAUDE_CODE_SESSION_ATTENDED": "1",
            "PYTHONHOME": sys.base_prefix,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
            "LD_LIBRARY_PATH": str(sysconfig.get_config_var("LIBDIR")),
            **(environment or {}),
        },
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout) if done.stdout.strip() else {}


def main() -> None:
    """Start the hook as the plan says, and print its answer."""
    plan = json.load(sys.stdin)
    ours: list[socket.socket] = []
    theirs: list[Any] = []
    for _ in range(2):
        mine, other = socket.socketpair()
        ours.append(mine)
        theirs.append(other)
    data = json.dumps(plan["event"]).encode() + b"\n"
    environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    environment.setdefault("CLAUDE_PID", str(os.getpid()))
    hook = subprocess.Popen(
        plan["command"],
        stdin=theirs[0] if plan["sockets"] else subprocess.PIPE,
        stdout=theirs[1] if plan["sockets"] else subprocess.PIPE,
        start_new_session=plan["own_session"],
        env=environment,
    )
    for other in theirs:
        other.close()
    if not plan["sockets"]:
        sys.stdout.write(hook.communicate(data, timeout=HANG_S)[0].decode())
        return
    ours[0].sendall(data)
    ours[0].shutdown(socket.SHUT_WR)
    while chunk := ours[1].recv(65536):
        sys.stdout.write(chunk.decode())
    hook.wait(timeout=HANG_S)
