"""The worker's lock: at most one worker per home, released by the system when it dies."""

from __future__ import annotations

import fcntl
import os
import time

from pmi.base.errors import Locked
from pmi.base.home import Home, make_folder, open_private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

POLL_S = 0.02


class WorkerLock:
    """`state/worker.lock`, held from `acquire` to `release`.

    A starting worker should wait a moment (`acquire(1.0)`): a hook that looks whether a worker
    runs holds the lock for some microseconds.
    """

    def __init__(self, home: Home) -> None:
        self._path = home.path("state", "worker.lock")
        self._handle = -1

    def acquire(self, wait_s: float = 0.0) -> bool:
        """Tell whether the lock is ours now, after at most `wait_s` seconds."""
        end = time.monotonic() + wait_s
        make_folder(os.path.dirname(self._path))
        handle = open_private(self._path, os.O_RDWR | os.O_CREAT)
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() >= end:
                    os.close(handle)
                    return False
                time.sleep(POLL_S)
            else:
                self._handle = handle
                return True

    def release(self) -> None:
        """Give the lock back; without one nothing happens."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Self:
        """Take the lock at once or raise ``Locked``."""
        if not self.acquire():
            raise Locked("Another worker is running.", "try again in a moment")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the lock back."""
        self.release()


def is_running(home: Home) -> bool:
    """Tell whether a worker holds the lock; makes no file and no folder."""
    try:
        handle = os.open(home.path("state", "worker.lock"), os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False
