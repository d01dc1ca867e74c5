"""Sessions that the user told PMI to keep out of, with `PMI_DISABLE`: from when on, until when.

A hook under `PMI_DISABLE` keeps nothing, but the transcript is still there when a later session
syncs. So it leaves a mark: the session and the moment, nothing of what was said. One small file
per session in `state/silent/`; nothing removes it, for a transcript may be copied back years
later.
"""

from __future__ import annotations

import os

from pmi.base.clock import format_time
from pmi.base.home import Home, make_folder, open_private, read_file, write_all
from pmi.base.sessions import file_name

EVER = "~"
SLACK_S = 10.0
"""A prompt is stamped before its hook runs: what was said so shortly before counts as silent."""

NEW = ("startup", "clear", "fork")
"""Starts of a session in which nothing was said before, or only what is copied."""


def is_disabled() -> bool:
    """Tell whether the environment keeps PMI out of this session; any doubt says yes."""
    return os.environ.get("PMI_DISABLE", "").strip() not in ("", "0")


def mark_silent(home: Home, session: str, source: str = "") -> None:
    """Note that from now on, or for a new session from its beginning, nothing is kept.

    Args:
        source: How the session starts, where this is its start.

    Raises:
        OSError: It is not noted.
    """
    import time

    if not session.isprintable() or not session or _last(home, session) == "off":
        return
    moment = format_time(time.time() - (0 if source else SLACK_S))
    _append(home, session, f"off {'0' if source in NEW else moment}\n")


def mark_heard(home: Home, session: str) -> None:
    """Note that PMI may hear a session again, where it was silent; else nothing.

    Raises:
        OSError: It is not noted: the session stays silent.
    """
    import time

    if session and _last(home, session) == "off":
        _append(home, session, f"on {format_time(time.time())}\n")


def list_silent(home: Home) -> dict[str, list[tuple[str, str]]]:
    """Return the silent times of each session that has any: first and last moment.

    A file that can not be understood keeps its session silent for ever.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    try:
        names = os.listdir(_folder(home))
    except OSError:
        return found
    for name in names:
        first, *marks = (read_file(os.path.join(_folder(home), name)) or "").splitlines() or [""]
        spans: list[tuple[str, str]] = []
        for mark in marks:
            word, _, moment = mark.partition(" ")
            if word == "off":
                spans.append((moment, EVER))
            elif word == "on" and spans:
                spans[-1] = (spans[-1][0], min(spans[-1][1], moment))
        found[first or name] = spans or [("", EVER)]
    return found


def stamp(home: Home) -> int:
    """Return a number that changes with every mark."""
    try:
        return os.stat(_folder(home)).st_mtime_ns
    except OSError:
        return 0


def _folder(home: Home) -> str:
    return home.path("state", "silent")


def _path(home: Home, session: str) -> str:
    return os.path.join(_folder(home), file_name(session))


def _last(home: Home, session: str) -> str:
    """Return the last word of a session's file: `off`, `on`, or nothing."""
    if not os.path.exists(_path(home, session)):
        return ""
    lines = (read_file(_path(home, session)) or "").splitlines()
    return lines[-1].partition(" ")[0] if lines else ""


def _append(home: Home, session: str, mark: str) -> None:
    path = _path(home, session)
    make_folder(_folder(home))
    new = not os.path.exists(path)
    handle = open_private(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        write_all(handle, ((f"{session}\n" if new else "") + mark).encode("utf-8", "replace"))
    finally:
        os.close(handle)
    os.utime(_folder(home))  # who reads the marks sees that there is a new one
