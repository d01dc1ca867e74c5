"""Finds the workers that were started for one home of a test, and no others."""

from __future__ import annotations

import subprocess
from pathlib import Path


def workers_of(home: str) -> list[int]:
    """Return the ids of running workers whose command line names this home."""
    if Path("/proc/self").exists():
        return [
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/cmdline")
            if _is_ours(path, home)
        ]
    listed = subprocess.run(
        ["ps", "-axo", "pid=,command="], capture_output=True, text=True, check=True
    )
    rows = [row.split(maxsplit=1) for row in listed.stdout.splitlines()]
    return [
        int(row[0])
        for row in rows
        if len(row) == 2 and "run_worker.py" in row[1] and home in row[1]
    ]


def _is_ours(path: Path, home: str) -> bool:
    try:
        words = path.read_bytes().split(b"\0")
    except OSError:
        return False
    return home.encode() in words and any(word.endswith(b"run_worker.py") for word in words)
