"""Nothing of the person who runs the tests reaches a test, and nothing of a test gets out."""

from __future__ import annotations

import os
from pathlib import Path

CALLERS_CLI = os.environ.get("CLAUDE_CLI", "")
"""The Claude Code program that the caller named, read before the environment is cleaned."""

_FOREIGN = ("CLAUDE", "PMI_", "ANTHROPIC_", "AI_AGENT", "PYTHONPATH", "PYTHONHOME", "GIT_")


def is_foreign(name: str) -> bool:
    """Tell whether a variable of the caller's must not reach a test."""
    return name.startswith(_FOREIGN)


def places(root: Path) -> dict[str, str]:
    """Return the variables that put every place of a test below one folder, and make them."""
    values = {
        "HOME": root / "user",
        "CLAUDE_CONFIG_DIR": root / "user" / ".claude",
        "PMI_HOME": root / "user" / ".pmi",
        "TMPDIR": root / "tmp",
    }
    for name in ("HOME", "CLAUDE_CONFIG_DIR", "TMPDIR"):
        values[name].mkdir(parents=True, exist_ok=True)
    return {name: str(path) for name, path in values.items()}


def environment(root: Path, **more: str) -> dict[str, str]:
    """Return a whole environment for a program that a test starts.

    Args:
        root: Folder of the test; see ``places``.
        more: Further variables; they win.
    """
    kept = {name: value for name, value in os.environ.items() if not is_foreign(name)}
    fixed = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return kept | fixed | places(root) | more
