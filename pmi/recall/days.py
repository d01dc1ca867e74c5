"""Reads the days that people type: ``2026-11-03``, ``2026-11``, ``yesterday``, ``2w``, ``上周``.

Pure functions; which day it is comes in as ``today``, the user's own. Weeks begin on Monday.

Example: ``first_day("last week", "2026-11-30")`` is ``2026-11-23``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from pmi.base.errors import UsageError
from pmi.base.text import comparable

_AGO: Final = {
    "today": 0, "今天": 0, "今日": 0, "yesterday": 1, "昨天": 1, "昨日": 1, "前天": 2,
    "大前天": 3,
}  # fmt: skip
_UNITS: Final = {
    "d": "d", "day": "d", "days": "d", "天": "d", "日": "d",
    "w": "w", "week": "w", "weeks": "w", "周": "w", "星期": "w", "礼拜": "w",
    "m": "m", "month": "m", "months": "m", "月": "m",
    "y": "y", "year": "y", "years": "y", "年": "y",
}  # fmt: skip
_THIS: Final = {
    "this": 0,
    "本": 0,
    "这": 0,
    "今": 0,
    "last": 1,
    "上": 1,
    "去": 1,
    "前": 2,
    "上上": 2,
}
_OF_YEARS: Final = frozenset("今去前")
_DAY_NAMES: Final = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
)  # fmt: skip
_MONTH_NAMES: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_WEEKDAYS: Final = tuple(name[:3] for name in _DAY_NAMES)
_MONTHS: Final = tuple(name[:3] for name in _MONTH_NAMES)
_DIGITS: Final = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"两": 2}
_CHINESE_WEEKDAYS: Final = {sign: number for number, sign in enumerate("一二三四五六日")} | {
    "天": 6
}

_DATE = r"(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月?)"
_YEAR = r"(\d{4})年?"
_DAY_OF_MONTH = r"(\d{1,2})月(?:(\d{1,2})[日号])?"
_DAY_ALONE = r"(\d{1,2})号"
_CHINESE_NUMBER = r"(?<![周期拜])([一二两三四五六七八九]?)(十?)([一二三四五六七八九]?)"
_NAMED = rf"(?:(\d{{1,2}}) )?({'|'.join(_MONTHS)})[a-z]*\.?(?: (\d{{1,2}})(?!\d))?,?(?: (\d{{4}}))?"
_BACK = (
    r"((?:the )?(?:last|past) |最近|过去|近)?(\d{1,4}|半) ?个?(d|w|m|y|days?|weeks?|months?|years?"
    r"|天|日|周|星期|礼拜|月|年)(?: ago|以?前|之前)?"
)
_PERIOD = r"(this|last|本|这|今|上上|上|去|前)个? ?(week|month|year|周|星期|礼拜|月|年)"
_WEEKDAY = (
    rf"(last )?(?:({'|'.join(_WEEKDAYS)})[a-z]*"
    r"|(?:(本|这|上上|上)个?)?(?:周|星期|礼拜)([一二三四五六日天]))"
)


def first_day(text: str, today: str) -> str:
    """Return the day from which on somebody wants to see; empty for no day typed.

    Raises:
        UsageError: It names no day.
    """
    return read_days(text, today)[0]


def last_day(text: str, today: str) -> str:
    """Return the day up to which somebody wants to see; a span not over yet ends today.

    Raises:
        UsageError: It names no day.
    """
    first, last = read_days(text, today)
    return today if first <= today < last else last


def read_days(text: str, today: str) -> tuple[str, str]:
    """Return the first and the last day that a typed text names; both empty for no text.

    >>> read_days("2026-10", "2026-11-30"), read_days("昨天", "2026-11-30")
    (('2026-10-01', '2026-10-31'), ('2026-11-29', '2026-11-29'))

    Raises:
        UsageError: It names no day.
    """
    typed = " ".join(comparable(text).lower().split())
    if not typed:
        return "", ""
    now = date.fromisoformat(today)
    typed = re.sub(_CHINESE_NUMBER, _in_digits, typed)
    for read in (_calendar, _named_month, _ago, _period, _weekday):
        try:
            span = read(typed, now)
        except (ValueError, OverflowError):  # 31 February, or before the first year
            break
        if span is not None:
            return span[0].isoformat(), span[1].isoformat()
    raise UsageError(
        f"{text.strip()[:40]!r} is no day.",
        "write 2026-11-30, 2026-11, today, yesterday, 7d, 2w, 3m or last week",
    )


Span = tuple[date, date]


def _calendar(typed: str, now: date) -> Span | None:
    """Read ``2026-11-03``, ``2026/11``, ``2026``, ``2026年11月3日``, ``11月3日``, ``3号``."""
    found = re.fullmatch(_DATE, typed)
    if found:
        year, month, day = (int(part) if part else 0 for part in found.groups())
        return _day_or_month(year, month, day)
    found = re.fullmatch(_YEAR, typed)
    if found:
        return date(int(found[1]), 1, 1), date(int(found[1]), 12, 31)
    found = re.fullmatch(_DAY_OF_MONTH, typed)
    if found:
        return _latest(now, int(found[1]), int(found[2] or 0))
    found = re.fullmatch(_DAY_ALONE, typed)
    return _latest_of_months(now, int(found[1])) if found else None


def _named_month(typed: str, now: date) -> Span | None:
    """Read ``12 Sep``, ``Sep 12``, ``September 2025``, ``12 Sep 2025``."""
    found = re.fullmatch(_NAMED, typed)
    if not found or (found[1] and found[3]) or not _spelled(typed, found[2], _MONTH_NAMES):
        return None
    month, day = _MONTHS.index(found[2]) + 1, int(found[1] or found[3] or 0)
    return _day_or_month(int(found[4]), month, day) if found[4] else _latest(now, month, day)


def _ago(typed: str, now: date) -> Span | None:
    """Read ``today``, ``7d``, ``2 weeks ago``, ``last 3 days``, ``三个月前``, ``半年``."""
    if typed in _AGO:
        return _one(now - timedelta(days=_AGO[typed]))
    found = re.fullmatch(_BACK, typed)
    if not found:
        return None
    half, unit = found[2] == "半", _UNITS[found[3]]
    if half and unit not in "my":
        return None
    count = int(found[2]) if not half else 6 if unit == "y" else 15
    day = _back(now, count, unit if not half else "m" if unit == "y" else "d")
    return (day, now) if found[1] else _one(day)


def _back(now: date, count: int, unit: str) -> date:
    """Return the day so many days, weeks, months or years ago."""
    if unit in "dw":
        return now - timedelta(days=count * (7 if unit == "w" else 1))
    months = now.year * 12 + now.month - 1 - count * (12 if unit == "y" else 1)
    year, month = divmod(months, 12)
    last = _days_in(year, month + 1)
    return date(year, month + 1, min(now.day, last))


def _period(typed: str, now: date) -> Span | None:
    """Read ``this week``, ``last month``, ``上周``, ``这个月``, ``去年``."""
    found = re.fullmatch(_PERIOD, typed)
    if not found:
        return None
    back, unit = _THIS[found[1]], _UNITS[found[2]]
    if unit != "y" and found[1] in _OF_YEARS:
        return None
    if unit == "w":
        monday = now - timedelta(days=now.weekday() + 7 * back)
        return monday, monday + timedelta(days=6)
    if unit == "y":
        return date(now.year - back, 1, 1), date(now.year - back, 12, 31)
    year, month = divmod(now.year * 12 + now.month - 1 - back, 12)
    return _day_or_month(year, month + 1, 0)


def _weekday(typed: str, now: date) -> Span | None:
    """Read ``monday``, ``last friday``, ``周三``, ``上周三``: the latest one that has begun."""
    found = re.fullmatch(_WEEKDAY, typed)
    if not found:
        return None
    if found[2]:
        if not _spelled(typed.removeprefix("last "), found[2], _DAY_NAMES):
            return None
        back = (now.weekday() - _WEEKDAYS.index(found[2])) % 7
        return _one(now - timedelta(days=back or 7 * bool(found[1])))
    wanted = _CHINESE_WEEKDAYS[found[4]]
    if found[3]:
        return _one(now - timedelta(days=now.weekday() + 7 * _THIS[found[3]] - wanted))
    return _one(now - timedelta(days=(now.weekday() - wanted) % 7))


def _spelled(typed: str, beginning: str, names: Iterable[str]) -> bool:
    """Tell whether the word in a text is a name, whole or shortened, and no other word."""
    word = re.search(rf"{beginning}[a-z]*", typed)
    return word is not None and any(name.startswith(word[0]) for name in names)


def _day_or_month(year: int, month: int, day: int) -> Span:
    if day:
        return _one(date(year, month, day))
    last = _days_in(year, month) if 1 <= month <= 12 else 0
    return date(year, month, 1), date(year, month, last)


def _latest(now: date, month: int, day: int) -> Span:
    """Return a day or month without its year: the latest one that has begun."""
    span = _day_or_month(now.year, month, day)
    return span if span[0] <= now else _day_or_month(now.year - 1, month, day)


def _latest_of_months(now: date, day: int) -> Span | None:
    """Return a day without its month: the latest one that has begun."""
    ends = (_back(now.replace(day=1), back, "m") for back in range(3))
    days = (first + timedelta(days=day - 1) for first in ends if day >= 1)
    found = next((found for found in days if found.day == day and found <= now), None)
    return _one(found) if found else None


def _in_digits(found: re.Match[str]) -> str:
    """Return a number up to 99 that is written in Chinese, in digits.

    >>> re.sub(_CHINESE_NUMBER, _in_digits, "十二天"), re.sub(_CHINESE_NUMBER, _in_digits, "上周一")
    ('12天', '上周一')
    """
    tens, ten, ones = found.groups()
    if not ten:
        return "".join(str(_DIGITS[sign]) for sign in tens + ones)
    return str(10 * (_DIGITS[tens] if tens else 1) + (_DIGITS[ones] if ones else 0))


def _one(day: date) -> Span:
    return day, day


def _days_in(year: int, month: int) -> int:
    from calendar import monthrange

    return monthrange(year, month)[1]
