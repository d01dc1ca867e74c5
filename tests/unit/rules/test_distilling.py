from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pmi.base.clock import format_time
from pmi.model.distilling import Unread
from pmi.rules.distilling import PROMPTS_MIN, is_settled, later, place

SETTLED_S = 3 * 3600
moments = st.integers(min_value=0, max_value=4_000_000_000).map(float).map(format_time)
unread = st.builds(
    Unread,
    session=st.just("s-one"),
    title=st.text(max_size=20),
    project=st.just(""),
    ended_at=moments,
    upto=st.integers(0, 50),
    first=st.integers(0, 60),
    messages=st.integers(60, 99),
    prompts=st.integers(0, 9),
)


@given(unread)
def test_what_waits_begins_at_its_first_word_and_ends_at_the_last(item: Unread) -> None:
    placed = place(item, SETTLED_S)
    if placed is None:
        assert item.first == 0 or item.prompts < PROMPTS_MIN
    else:
        assert placed.reference == f"cc://s-one:{item.first}-{item.messages}"
        assert placed.size == item.messages - item.first + 1


@given(unread, st.integers(-2 * SETTLED_S, 2 * SETTLED_S))
def test_it_waits_when_so_long_nothing_was_said(item: Unread, after_s: int) -> None:
    placed = place(item._replace(first=1, prompts=PROMPTS_MIN), SETTLED_S)
    assert placed is not None
    assert is_settled(placed, later(item.ended_at, after_s)) is (after_s >= SETTLED_S)


@given(moments, st.integers(-10_000_000, 10_000_000))
def test_times_can_be_moved_to_and_fro(moment: str, seconds: int) -> None:
    moved = later(later(moment, seconds), -seconds)
    assert moved == moment
    assert (later(moment, seconds) >= moment) is (seconds >= 0)


@given(st.text(max_size=30))
def test_what_is_no_time_stays(text: str) -> None:
    assert later(text, 5) == text or text[:4].strip().isdigit()
