"""The one clock: what time it is, as PMI writes it.

All stored times are UTC with milliseconds, ``2026-11-30T04:12:15.123Z``, so that they
sort as text. Tests replace ``now`` by passing their own callable to ``Memory.open``.
"""

from __future__ import annotations

import time


def now() -> str:
    """Return the current time as ``YYYY-MM-DDTHH:MM:SS.mmmZ`` (UTC)."""
    return format_time(time.time())


def format_time(seconds: float) -> str:
    """Return seconds since the epoch in the stored form, milliseconds cut off."""
    whole = int(seconds)
    parts = time.gmtime(whole)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % (*parts[:6], int((seconds - whole) * 1000))


def day_of(moment: str) -> str:
    """Return the day (``YYYY-MM-DD``) of a stored time."""
    return moment[:10]
