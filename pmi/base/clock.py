"""The one clock: what time it is, as PMI writes it.

All stored times are UTC with milliseconds, ``2026-11-30T04:12:15.123Z``, so that they
sort as text. Tests replace ``now`` by passing their own callable to ``Memory.open``.
"""

from __future__ import annotations

import time

_LAST = "9999-12-31T23:59:59.999Z"


def now() -> str:
    """Return the current time as ``YYYY-MM-DDTHH:MM:SS.mmmZ`` (UTC)."""
    return format_time(time.time())


def format_time(seconds: float) -> str:
    """Return seconds since the epoch in the stored form, milliseconds cut off."""
    whole = int(seconds)
    parts = time.gmtime(whole)
    return "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ" % (*parts[:6], int((seconds - whole) * 1000))


def local(moment: str) -> str:
    """Return a stored time as the clock on the user's wall shows it; a bare day stays as it is.

    Only what is shown goes through here: stored times and days that decide something are UTC.
    """
    try:
        year, month, day = (int(part) for part in moment[:10].split("-"))
        hour, minute, second = (int(part) for part in moment[11:19].split(":"))
    except ValueError:
        return moment
    # Days since 1970 by the civil calendar: hooks have no time to load the modules that count them.
    past, moved = year - (month <= 2), (month + 9) % 12
    leaps = past // 4 - past // 100 + past // 400
    days = past * 365 + leaps + (153 * moved + 2) // 5 + day - 1 - 719468
    parts = time.localtime(days * 86400 + hour * 3600 + minute * 60 + second)
    return "%04d-%02d-%02dT%02d:%02d:%02d" % parts[:6]


def start_of_day(day: str, later: int = 0) -> str:
    """Return when a day that somebody typed begins where they are, or so many days later (UTC)."""
    year, month, number = (int(part) for part in day.split("-"))
    found = format_time(time.mktime((year, month, number + later, 0, 0, 0, 0, 0, -1)))
    return found if found[4] == "-" else _LAST  # the year 10000 sorts before 2000


def require_day(text: str) -> str:
    """Return a day that somebody typed, or an empty string for none.

    Raises:
        UsageError: It is no day of the calendar, written ``YYYY-MM-DD``.
    """
    from datetime import date

    from pmi.base.errors import UsageError

    day = text.strip()
    try:
        if day and (len(day) != 10 or date.fromisoformat(day).isoformat() != day):
            raise ValueError(day)
    except ValueError as error:
        raise UsageError(f"{day[:40]!r} is no day.", "write YYYY-MM-DD") from error
    return day


def day_of(moment: str) -> str:
    """Return the day (``YYYY-MM-DD``) of a stored time."""
    return moment[:10]
