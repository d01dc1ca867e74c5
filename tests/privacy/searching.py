"""Looks for bytes in every file below a home, whatever it is."""

from __future__ import annotations

import os
from pathlib import Path

from pmi.base.home import Home


def every_file(home: Home) -> list[Path]:
    """Return all files below a home."""
    return [Path(folder, name) for folder, _, names in os.walk(home.root) for name in sorted(names)]


def files_with(home: Home, *needles: bytes) -> list[str]:
    """Return which needle stands in which file, in any case of its letters; empty for none."""
    found = []
    wanted = [needle.lower() for needle in needles]
    for path in every_file(home):
        data = path.read_bytes().lower()
        name = path.name.encode().lower()
        found += [
            f"{needle!r} in {path.relative_to(home.root)}"
            for needle in wanted
            if needle in data or needle in name
        ]
    return found
