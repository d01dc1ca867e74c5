"""Shows how far the first index is, for as long as a person likes to wait; it goes on alone."""

from __future__ import annotations

import os
import sys
import time

from pmi.base.errors import PmiError
from pmi.installer.phrases import say
from pmi.installer.plan import Choices

_PATIENCE_S = 10
"""How long an installation watches; a few conversations are done by then."""


def first_index(choices: Choices, *, quiet: bool) -> list[str]:
    """Return a sentence on how many conversations are archived; on a terminal, count along."""
    total = count_transcripts(choices.config_dir)
    deadline = time.monotonic() + _PATIENCE_S
    done = archived(choices)
    while total > done and time.monotonic() < deadline:
        if not quiet and sys.stderr.isatty():
            text = say("indexing", choices.language, done=done, all=total)
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
        time.sleep(0.2)
        done = archived(choices)
    if not quiet and sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    if not total:
        return []
    key = "indexed" if done >= total else "indexing"
    return [say(key, choices.language, done=min(done, total), all=total)]


def count_transcripts(config_dir: str) -> int:
    """Return how many conversations Claude Code keeps in a configuration folder."""
    projects = os.path.join(config_dir, "projects")
    try:
        folders = [entry.path for entry in os.scandir(projects) if entry.is_dir()]
        return sum(
            entry.name.endswith(".jsonl") for folder in folders for entry in os.scandir(folder)
        )
    except OSError:
        return 0


def archived(choices: Choices) -> int:
    """Return how many conversations the archive holds; 0 while it can not be asked."""
    from pmi.api import Memory

    try:
        with Memory.open(choices.home) as memory:
            return len(memory.sessions(limit=1_000_000))
    except PmiError:
        return 0
