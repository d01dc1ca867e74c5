"""Answers of the worker to commands that the user typed, in `state/answers/`.

The hook waits for the file of its own prompt; what came too late is shown at the next prompt.
"""

from __future__ import annotations

import os
import time

from pmi.base.home import Home, read_file, write_file
from pmi.base.sessions import file_name

POLL_S = 0.005
KEEP_S = 86_400
"""An answer that nobody fetched for a day is not shown any more."""


def write(home: Home, session: str, prompt_id: str, text: str) -> None:
    """Leave the answer to one typed command, whole at once.

    Raises:
        OSError: There is no answer.
    """
    write_file(_path(home, session, prompt_id), text)


def wait(home: Home, session: str, prompt_id: str, seconds: float) -> str | None:
    """Return the answer as soon as it is there, and remove it; None when the time is over."""
    path = _path(home, session, prompt_id)
    end = time.monotonic() + seconds
    while True:
        if os.path.exists(path):
            return _take(path)
        if time.monotonic() >= end:
            return None
        time.sleep(POLL_S)


def late(home: Home, session: str) -> list[str]:
    """Return and remove all answers that wait for a session, oldest first."""
    prefix = file_name(session) + "."
    try:
        with os.scandir(home.path("state", "answers")) as entries:
            found = sorted(
                (entry.stat().st_mtime, entry.path)
                for entry in entries
                if entry.name.startswith(prefix) and entry.name.endswith(".txt")
            )
    except OSError:
        return []
    limit = time.time() - KEEP_S
    texts = [(modified, _take(path)) for modified, path in found]
    return [text for modified, text in texts if text and modified >= limit]


def _take(path: str) -> str | None:
    text = read_file(path)
    try:
        os.unlink(path)
    except OSError:
        return text
    return text


def _path(home: Home, session: str, prompt_id: str) -> str:
    return home.path("state", "answers", f"{file_name(session)}.{file_name(prompt_id)}.txt")
