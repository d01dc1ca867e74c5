"""How the server ends: at once on SIGINT or SIGTERM, and soon after its client went away.

All that a tool writes is in transactions, so an abrupt end loses nothing; waiting for a
thread that waits for a lock would keep the client's exit hanging.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time

GRACE_S = 1.5
"""How long answers may still be written after the client closed our standard input."""


def end_with_client() -> None:
    """Make the process end on SIGINT, SIGTERM and ``GRACE_S`` after end of input."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(0))
    try:
        handle = os.dup(0)  # the null device takes the place of descriptor 0
    except OSError:
        return
    threading.Thread(target=_watch, args=(handle,), daemon=True, name="end-of-input").start()


def _watch(handle: int) -> None:
    poll = select.poll()
    poll.register(handle, 0)  # only what can not be masked: hang-up and errors
    while True:
        events = poll.poll()
        if any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in events):
            time.sleep(GRACE_S)
            os._exit(0)
