"""Takes PMI out of Claude Code while hooks, shells and the worker may still be writing.

Who read the record of the installation before it went may write rules after they were removed.
So the worker is kept out, and what came late goes too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from pmi.base.home import Home, write_file
from pmi.base.lock import WorkerLock
from pmi.installer.manifest import read_text
from pmi.installer.steps import RULES_HEADINGS
from pmi.learn.rules_file import remove_path_rules, rules_path

WORKER_S = 5.0
"""How long a running worker is waited for; a first index goes on for minutes."""


@contextmanager
def worker_kept_out(home: Home) -> Iterator[None]:
    """Keep workers from starting meanwhile; one that runs for long is not waited for."""
    lock = WorkerLock(home)
    if home.exists():
        lock.acquire(WORKER_S)
    try:
        yield
    finally:
        lock.release()


def remove_late_rules(config_dir: str, before: str | None) -> None:
    """Remove the rules that somebody wrote after ours were removed.

    Args:
        before: What stands in ``rules/pmi.md`` since then; None for no such file.
    """
    remove_path_rules(config_dir)
    path = rules_path(config_dir)
    now = read_text(path)
    if now == before or not (now or "").startswith(RULES_HEADINGS):
        return
    if before is None:
        os.unlink(os.path.realpath(path))
    else:
        write_file(os.path.realpath(path), before)
