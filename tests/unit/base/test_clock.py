"""Times are stored in UTC, and shown and asked for as the clock on the user's wall has them."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from pmi.base.clock import format_time, local, start_of_day
from pmi.recall.wording import say_day


@pytest.fixture(params=["Asia/Shanghai", "America/New_York", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_a_stored_time_is_shown_by_the_users_clock(zone: str) -> None:
    for seconds in (0, 951_782_399, 951_868_800, 1_709_164_800, 1_795_993_200, 4_107_542_400):
        shown = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(seconds))
        assert local(format_time(seconds)) == shown
    assert local("2026-11-28") == "2026-11-28"
    assert local("garbage") == "garbage"


def test_before_eight_in_the_morning_it_is_the_same_day_in_shanghai(zone: str) -> None:
    days = {"Asia/Shanghai": "11月29日", "America/New_York": "11月28日", "UTC": "11月28日"}
    assert say_day("2026-11-28T23:00:00.000Z", "zh", "2026-11-29T02:00:00.000Z") == days[zone]


def test_a_typed_day_begins_and_ends_at_the_users_midnight(zone: str) -> None:
    assert local(start_of_day("2026-11-30")) == "2026-11-30T00:00:00"
    assert local(start_of_day("2026-11-30", 1)) == "2026-12-01T00:00:00"
    assert local(start_of_day("2026-03-08", 1)) == "2026-03-09T00:00:00"


def test_the_day_behind_the_last_one_is_later_than_all() -> None:
    assert start_of_day("9999-12-31", 1) > start_of_day("9999-12-31") > start_of_day("2026-11-30")
