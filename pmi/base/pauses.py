"""When the user paused PMI, and until when: what was said meanwhile is never archived.

`state/paused` is the present pause (since its own time), `state/pauses.json` the earlier ones.
"""

from __future__ import annotations

import json
import os

from pmi.base.clock import format_time, now
from pmi.base.home import Home, read_file, write_file

NEVER = "~"
"""Later than every time that a line may bear: a clock can be wrong by thousands of years."""


def is_paused(home: Home) -> bool:
    """Tell whether PMI is paused now."""
    return os.path.exists(_mark(home))


def begin_pause(home: Home) -> None:
    """Pause from now on; a pause that has begun goes on from its own beginning.

    Raises:
        OSError: Nothing is paused.
    """
    if not is_paused(home):
        write_file(_mark(home), now() + "\n")


def end_pause(home: Home) -> None:
    """Note that the present pause is over, then end it; nothing where there is none.

    Raises:
        OSError: It is not noted, and the pause goes on.
    """
    began = _began(home)
    if not began:
        return
    ended = [pause for pause in list_pauses(home) if pause[1] != NEVER]
    write_file(_list(home), json.dumps([*ended, (began, now())]) + "\n")
    os.unlink(_mark(home))


def list_pauses(home: Home) -> list[tuple[str, str]]:
    """Return first and last moment of each pause; the present one's end never comes.

    Trigger: the list of earlier ones can not be read. Why: what was said in them must not come
    in. Outcome: all that was said before it was damaged counts as said in a pause.
    """
    try:
        kept = json.loads(read_file(_list(home)) or "[]")
        pauses = [(str(first), str(last)) for first, last in kept]
    except (ValueError, TypeError, RecursionError):
        pauses = [("", format_time(_changed_at(_list(home)) / 1e9))]
    began = _began(home)
    return [*pauses, (began, NEVER)] if began else pauses


def stamp(home: Home) -> tuple[int, int]:
    """Return what changes whenever a pause begins or ends."""
    return _changed_at(_mark(home)), _changed_at(_list(home))


def _mark(home: Home) -> str:
    return home.path("state", "paused")


def _list(home: Home) -> str:
    return home.path("state", "pauses.json")


def _began(home: Home) -> str:
    try:
        return format_time(os.stat(_mark(home)).st_mtime)
    except OSError:
        return ""


def _changed_at(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0
