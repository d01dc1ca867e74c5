"""What a hook must remember of a running session, in `state/sessions/<session>.json`.

Mostly the ids of memories that the session was already given, so that nothing is said twice,
and of those that its prompts pointed to.
"""

from __future__ import annotations

import json
import os

from pmi.base.home import Home, read_file, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SELF_TEST = "pmi-selftest-"
"""Begins the name of a session in which nobody says anything: an installation tries itself."""

MAX_NAME = 120
MAX_GIVEN = 2000
"""Ids remembered per session; older ones fall out."""

_IDS = ("given", "matched")


def load(home: Home, session: str) -> dict[str, Any]:
    """Return the state of a session, with every key present; a new one for an unknown session."""
    return {**_empty(), **_read(_path(home, session))}


def save(home: Home, session: str, state: dict[str, Any]) -> None:
    """Write the state of a session.

    Raises:
        OSError: The old state stands.
    """
    from pmi.base.clock import now

    kept = {**_empty(), **state, "session": session, "at": now()}
    for ids in _IDS:
        kept[ids] = list(dict.fromkeys(kept[ids]))[-MAX_GIVEN:]
    write_file(_path(home, session), json.dumps(kept, ensure_ascii=False) + "\n")


def session_of_process(home: Home, pid: int) -> str:
    """Return the session whose hook ran last in a Claude Code process; empty for none."""
    found: tuple[float, str] = (0.0, "")
    for path, modified in _files(home):
        if modified <= found[0]:
            continue
        state = _read(path)
        if state.get("pid") == pid and isinstance(state.get("session"), str):
            found = (modified, state["session"])
    return found[1]


def prune(home: Home, keep_days: int = 30) -> int:
    """Remove the states of sessions untouched for so many days; return how many."""
    import time

    limit = time.time() - keep_days * 86_400
    removed = 0
    for path, modified in _files(home):
        if modified < limit:
            try:
                os.unlink(path)
                removed += 1
            except OSError:
                continue
    return removed


def file_name(identifier: str) -> str:
    """Return an identifier or key as a safe file name: no path, not hidden, not long.

    Two identifiers never share a name (a long one: but for a chance of 1 in 2^64): what is no
    letter, digit or hyphen becomes its code point between underscores.

    >>> file_name("git:github.com/acme/Web")
    'git_3a_github_2e_com_2f_acme_2f_Web'
    """
    plain = "".join(
        c if c.isascii() and (c.isalnum() or c == "-") else f"_{ord(c):x}_" for c in identifier
    )
    if 0 < len(plain) <= MAX_NAME:
        return plain
    number = 0xCBF29CE484222325  # FNV-1a: hashlib alone would cost a hook 3 ms
    for c in identifier:
        number = ((number ^ ord(c)) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{plain[:60]}__{number:016x}"


def _empty() -> dict[str, Any]:
    return {
        "session": "",
        "given": [],
        "matched": [],
        "marker": "",
        "pid": 0,
        "cwd": "",
        "project": "",
        "transcript": "",
        "seq": 0,
        "at": "",
    }


def _path(home: Home, session: str) -> str:
    return home.path("state", "sessions", file_name(session) + ".json")


def _read(path: str) -> dict[str, Any]:
    text = read_file(path)
    try:
        state = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(state, dict):
        return {}
    empty = _empty()
    kept = {k: v for k, v in state.items() if k not in empty or type(v) is type(empty[k])}
    for ids in _IDS:
        if ids in kept:
            kept[ids] = [item for item in kept[ids] if isinstance(item, str)]
    return kept


def _files(home: Home) -> list[tuple[str, float]]:
    try:
        with os.scandir(home.path("state", "sessions")) as entries:
            return [(e.path, e.stat().st_mtime) for e in entries if e.name.endswith(".json")]
    except OSError:
        return []
