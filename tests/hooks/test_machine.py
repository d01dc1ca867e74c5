"""Hooks on a machine in trouble: full disk, read-only home, killed processes, many runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pmi.base import spool
from pmi.base.home import Home
from pmi.base.lock import is_running
from tests.hooks.runner import EVENTS, RUN, run_hook, spooled
from tests.support.waiting import wait_until

needs_mounts = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or sys.platform != "linux",
    reason="NEEDS ROOT ON LINUX: mounts a small or read-only file system",
)
MOUNT = {
    "full_disk": 'mount -t tmpfs -o size=64k,mode=700 none "$PMI_HOME" '
    '&& mkdir -p "$PMI_HOME/spool" "$PMI_HOME/state" "$PMI_HOME/logs" '
    '&& { head -c 200k /dev/zero > "$PMI_HOME/fill" 2>/dev/null || true; }',
    "read_only": 'mount --bind "$PMI_HOME" "$PMI_HOME" && mount -o remount,ro,bind "$PMI_HOME"',
}


@needs_mounts
@pytest.mark.proves("D7", "H6")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("trouble", MOUNT)
def test_a_home_that_can_not_be_written_is_met_with_silence(
    quiet_home: Home, event: str, trouble: str
) -> None:
    run_hook("session-start", source="startup")
    lines = spooled(quiet_home.root)
    script = f'set -e; {MOUNT[trouble]}; exec "$0" -I -S "$1" {event}'
    data = {"session_id": "s", "cwd": "/", "prompt": "deploy", "source": "startup"}
    done = subprocess.run(
        ["unshare", "-m", "/bin/sh", "-c", script, sys.executable, str(RUN)],
        input=json.dumps(data).encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert spooled(quiet_home.root) == lines


@pytest.mark.proves("H9")
def test_hooks_killed_at_any_moment_leave_whole_lines_only(quiet_home: Home) -> None:
    data = json.dumps({"session_id": "s", "cwd": "/", "source": "startup"}).encode()
    finished = 0
    for i in range(40):
        event = EVENTS[i % 4]
        hook = subprocess.Popen(
            [sys.executable, "-I", "-S", str(RUN), event], stdin=subprocess.PIPE
        )
        assert hook.stdin is not None
        hook.stdin.write(data)
        hook.stdin.close()
        try:
            hook.wait(timeout=0.001 * i)
            finished += 1
        except subprocess.TimeoutExpired:
            hook.send_signal(signal.SIGKILL)
            hook.wait()
    taken = spool.take(quiet_home)
    assert len(taken) == len(spooled(quiet_home.root))
    assert not os.path.exists(os.path.join(quiet_home.spool, "bad"))
    assert run_hook("stop").stdout == b""
    assert len(spool.take(quiet_home)) == len(taken) + 1


@pytest.mark.proves("H15")
def test_after_many_hooks_no_process_of_ours_is_left(home: Home) -> None:
    def run(i: int) -> bytes:
        return run_hook(EVENTS[i % 4], session_id=f"s{i % 7}", prompt=f"deploy {i}").stdout

    with ThreadPoolExecutor(2) as pool:
        assert len(list(pool.map(run, range(200)))) == 200
    wait_until(lambda: not processes_of(home), 100, "the end of all our processes")
    assert not is_running(home)


def processes_of(home: Home) -> list[int]:
    """Return ids of processes, other than this one, that know the home."""
    if not os.path.isdir("/proc/self"):
        done = subprocess.run(["ps", "-axEo", "pid=,command="], capture_output=True, check=True)
        lines = [line for line in done.stdout.decode().split("\n") if home.root in line]
        return [int(line.split()[0]) for line in lines if int(line.split()[0]) != os.getpid()]
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and int(entry.name) != os.getpid():
            try:
                known = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if home.root.encode() in known:
                found.append(int(entry.name))
    return found
