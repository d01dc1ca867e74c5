"""The checkout under test: its root, its tracked files, its rooms."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The top of the repository."""

ROOMS = ("hooks", "indexer", "installer", "memory_server", "templates")
"""Folders at the top that the wheel holds below ``pmi``."""


def tracked_files() -> list[str]:
    """Return the files of the checkout that git tracks or would track, relative, sorted."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = listed.stdout.decode().split("\0")
    return sorted(name for name in names if name and (ROOT / name).is_file())
