"""Writes what went wrong in a hook or the worker to `logs/hook.log`; never raises, never prints."""

from __future__ import annotations

import os

from pmi.base.home import Home, make_folder, open_private

MAX_BYTES = 1_000_000
MAX_LINE = 600


def note(home: Home, where: str, error: BaseException | str) -> None:
    """Add one redacted line; at 1 MB the file becomes `hook.log.1`.

    Nothing is written where there is no home: a hook of a half-removed install stays silent.
    """
    try:
        from pmi.base.clock import now
        from pmi.base.redact import clean
        from pmi.base.text import one_line

        if not home.exists():
            return
        text = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
        line = f"{now()} {one_line(where)[:80]} {one_line(clean(text[:4000]))[:MAX_LINE]}\n"
        path = home.path("logs", "hook.log")
        make_folder(os.path.dirname(path))
        handle = open_private(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            os.write(handle, line.encode("utf-8", "replace"))
            size = os.fstat(handle).st_size
        finally:
            os.close(handle)
        if size > MAX_BYTES:
            os.replace(path, path + ".1")
    except Exception:  # noqa: BLE001, S110 - a log that can not be written has no place to say so
        pass
