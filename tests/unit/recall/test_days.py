"""Days as people type them become days of the calendar, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.errors import UsageError
from pmi.recall.days import first_day, last_day, read_days

TODAY = "2026-11-30"  # a Monday

CASES = {
    # calendar
    "2026-11-03": ("2026-11-03", "2026-11-03"),
    " 2026-11-03 ": ("2026-11-03", "2026-11-03"),
    "2026/11/3": ("2026-11-03", "2026-11-03"),
    "２０２６-11-03": ("2026-11-03", "2026-11-03"),
    "2026年11月3日": ("2026-11-03", "2026-11-03"),
    "2026-10": ("2026-10-01", "2026-10-31"),
    "2024-02": ("2024-02-01", "2024-02-29"),
    "2026年2月": ("2026-02-01", "2026-02-28"),
    "2025": ("2025-01-01", "2025-12-31"),
    "2025年": ("2025-01-01", "2025-12-31"),
    "11月3日": ("2026-11-03", "2026-11-03"),
    "12月3号": ("2025-12-03", "2025-12-03"),
    "9月": ("2026-09-01", "2026-09-30"),
    "12 Sep": ("2026-09-12", "2026-09-12"),
    "Sep 12": ("2026-09-12", "2026-09-12"),
    "12 Sep 2025": ("2025-09-12", "2025-09-12"),
    "September 2025": ("2025-09-01", "2025-09-30"),
    "december": ("2025-12-01", "2025-12-31"),
    # ago
    "today": ("2026-11-30", "2026-11-30"),
    "Yesterday": ("2026-11-29", "2026-11-29"),
    "今天": ("2026-11-30", "2026-11-30"),
    "昨天": ("2026-11-29", "2026-11-29"),
    "前天": ("2026-11-28", "2026-11-28"),
    "7d": ("2026-11-23", "2026-11-23"),
    "2w": ("2026-11-16", "2026-11-16"),
    "2 weeks ago": ("2026-11-16", "2026-11-16"),
    "3m": ("2026-08-30", "2026-08-30"),
    "9m": ("2026-02-28", "2026-02-28"),
    "1y": ("2025-11-30", "2025-11-30"),
    "3天前": ("2026-11-27", "2026-11-27"),
    "两周前": ("2026-11-16", "2026-11-16"),
    "三个月前": ("2026-08-30", "2026-08-30"),
    "十天": ("2026-11-20", "2026-11-20"),
    # periods
    "this week": ("2026-11-30", "2026-12-06"),
    "last week": ("2026-11-23", "2026-11-29"),
    "本周": ("2026-11-30", "2026-12-06"),
    "这周": ("2026-11-30", "2026-12-06"),
    "上周": ("2026-11-23", "2026-11-29"),
    "上个星期": ("2026-11-23", "2026-11-29"),
    "last month": ("2026-10-01", "2026-10-31"),
    "上个月": ("2026-10-01", "2026-10-31"),
    "这个月": ("2026-11-01", "2026-11-30"),
    "last year": ("2025-01-01", "2025-12-31"),
    "今年": ("2026-01-01", "2026-12-31"),
    "去年": ("2025-01-01", "2025-12-31"),
    "前年": ("2024-01-01", "2024-12-31"),
    # days of the week
    "monday": ("2026-11-30", "2026-11-30"),
    "last monday": ("2026-11-23", "2026-11-23"),
    "fri": ("2026-11-27", "2026-11-27"),
    "周三": ("2026-11-25", "2026-11-25"),
    "星期天": ("2026-11-29", "2026-11-29"),
    "上周三": ("2026-11-25", "2026-11-25"),
    "": ("", ""),
}

WRONG = [
    "someday", "2026-02-31", "2026-13", "13月1日", "0000-01-01", "9999y", "moniker",
    "marvel", "12 sep 12", "31 Feb", "2026-11-03T10:00", "7", "-7d", "今周", "d", "; drop", "上",
    "1" * 500, "\ud800",
]  # fmt: skip


@pytest.mark.parametrize(("typed", "days"), CASES.items())
def test_a_typed_day_is_read(typed: str, days: tuple[str, str]) -> None:
    assert read_days(typed, TODAY) == days


@pytest.mark.parametrize("typed", WRONG)
def test_what_is_no_day_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_days(typed, TODAY)
    assert "yesterday" in caught.value.hint


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("last week", "2026-11-23", "2026-11-29"),
        ("this week", "2026-11-30", "2026-11-30"),
        ("2026", "2026-01-01", "2026-11-30"),
        ("2026-12-24", "2026-12-24", "2026-12-24"),
        ("", "", ""),
    ],
)
def test_from_is_the_first_day_of_a_span_and_to_its_last_that_has_come(
    typed: str, first: str, last: str
) -> None:
    assert (first_day(typed, TODAY), last_day(typed, TODAY)) == (first, last)


@given(st.text(max_size=20), st.dates())
def test_any_text_is_a_span_of_days_or_refused(typed: str, today: object) -> None:
    try:
        first, last = read_days(typed, str(today))
    except UsageError:
        return
    assert first <= last
