"""The event as Claude Code sent it: how it is read, and what every hook does with it."""

from __future__ import annotations

import json
import os
import select
import time

from pmi.base.home import Home, write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_INPUT_BYTES = 8_000_000
INPUT_DEADLINE_S = 2.0
"""Claude Code writes at once; whoever leaves our input open does not hold us longer."""
_CHUNK = 1 << 20
MAX_FIELD = 4096


class Event:
    """One hook call: the home it belongs to and the fields of its input."""

    def __init__(self, home: Home, data: dict[str, Any]) -> None:
        self.home = home
        self.data = data

    def text(self, field: str) -> str:
        """Return a text field; empty where it is missing, no text, or absurdly long."""
        value = self.data.get(field)
        return value if isinstance(value, str) and len(value) <= MAX_FIELD else ""

    @property
    def pid(self) -> int:
        """Return the id of the Claude Code process; 0 where it does not say."""
        given = os.environ.get("CLAUDE_PID", "")
        return int(given) if given.isdecimal() and len(given) < 10 else 0

    def line(self, event: str) -> dict[str, Any]:
        """Return the spool line of this call; it names the transcript, and quotes nothing."""
        return {
            "event": event,
            "session": self.text("session_id"),
            "transcript": self.text("transcript_path"),
            "cwd": self.text("cwd"),
            "prompt_id": self.text("prompt_id"),
            "pid": self.pid,
        }

    def hand_over(self, event: str, **more: Any) -> None:
        """Leave a line in the spool and see to it that a worker takes it.

        Args:
            more: What the line says besides; it is no text of anybody's.
        """
        from pmi.base import spool

        spool.put(self.home, self.line(event) | more)
        self.wake_worker()

    def wake_worker(self) -> None:
        """Start the worker; where that fails, the line waits for the next one."""
        from pmi.base.process import start_worker

        try:
            start_worker(self.home)
        except OSError as error:
            from pmi.base.log import note

            note(self.home, "start_worker", error)


def silenced(event: Event) -> str:
    """Return why PMI keeps out of this session (`disabled`, `paused`), else an empty text.

    `PMI_DISABLE` is noted for the session, so that no later sync archives what is said now.
    """
    from pmi.base import pauses, silence

    session = event.text("session_id")
    if silence.is_disabled():
        silence.mark_silent(event.home, session, event.text("source"))
        return "disabled"
    silence.mark_heard(event.home, session)
    return "paused" if pauses.is_paused(event.home) else ""


def read_event(descriptor: int = 0) -> dict[str, Any] | None:
    """Return the JSON object that arrives on a descriptor, else None.

    It need not be closed: a whole object is enough. Reading ends after 2 s or 8 MB.
    """
    end = time.monotonic() + INPUT_DEADLINE_S
    data = bytearray()
    while len(data) <= MAX_INPUT_BYTES:
        ready = select.select([descriptor], [], [], max(0.0, end - time.monotonic()))[0]
        if not ready:
            break
        chunk = os.read(descriptor, _CHUNK)
        if not chunk:
            break
        data += chunk
        if chunk.rstrip().endswith(b"}") and not _more(descriptor):
            found = _parse(data)
            if found is not None:
                return found
    return _parse(data) if len(data) <= MAX_INPUT_BYTES else None


def print_json(answer: dict[str, Any]) -> None:
    """Write the answer to stdout as one line, past all of Python's buffers."""
    write_all(1, json.dumps(answer).encode("ascii") + b"\n")


def _more(descriptor: int) -> bool:
    """Tell whether more, or the end, is there already; then it is read first."""
    return bool(select.select([descriptor], [], [], 0)[0])


def _parse(data: bytearray) -> dict[str, Any] | None:
    try:
        found = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
