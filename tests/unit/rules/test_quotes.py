from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.rules.quotes import find_nearest_line, find_quote


@pytest.mark.parametrize(
    ("text", "quote", "span"),
    [
        ("we deploy only on Tuesdays", "only on Tuesdays", (10, 26)),
        ("我们只在周二部署。", "只在周二", (2, 6)),
        ("one\r\ntwo three", "one\ntwo", (0, 8)),
        ("one\ntwo three", "one\r\ntwo", (0, 7)),
        ("one\rtwo three", "one\ntwo", (0, 7)),
        ("a cafe\u0301 in Paris", "café in", (2, 10)),
        ("a café in Paris", "cafe\u0301 in", (2, 9)),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af rocks", "한글 rocks", (0, 12)),
        ("say it twice, say it", "say it", (0, 6)),
        ("\ufeffonly\u200b on\u2060 Tuesdays\u200e", "only on Tuesdays", (1, 19)),
        ("只在\u200b周二\u202e部署", "在周二部署", (1, 8)),
        ("only on Tuesdays", "only\u200b on \u200eTuesdays", (0, 16)),
        ("only on Tuesdays", "\u200b\u200b\u200b\u200b", None),
        ("  spaced  ", "  spaced  ", (2, 8)),
        ("We deploy", "we deploy", None),
        ("we  deploy", "we deploy", None),
        ("yes", "yes", None),
        ("anything", "   ", None),
        ("", "words", None),
        ("only on Tuesdays", "on Mondays", None),
    ],
)
def test_a_quote_is_found_verbatim_or_not_at_all(
    text: str, quote: str, span: tuple[int, int] | None
) -> None:
    assert find_quote(text, quote) == span


@given(st.text(), st.text(min_size=4).filter(lambda text: len(text.strip()) >= 4), st.text())
def test_a_quote_that_stands_there_is_found(before: str, quote: str, after: str) -> None:
    text = before + quote + after
    span = find_quote(text, quote)
    assert span is not None
    assert text[slice(*span)] == quote.strip()


SYLLABLES = st.sampled_from(["a", "é", "e\u0301", "\r\n", "\n", "한", "\u1112\u1161\u11ab", "字"])


@given(st.lists(SYLLABLES, min_size=6, max_size=40).map("".join))
def test_a_composed_quote_names_the_same_characters(text: str) -> None:
    quote = unicodedata.normalize("NFD", text)
    span = find_quote(text, quote)
    if span is not None:
        found = unicodedata.normalize("NFC", text[slice(*span)].replace("\r\n", "\n"))
        wanted = unicodedata.normalize("NFC", quote.strip().replace("\r\n", "\n"))
        assert found.replace("\r", "\n") == wanted.replace("\r", "\n")


def test_a_long_run_of_marks_takes_no_quadratic_time() -> None:
    assert find_quote("a" + "\u0301" * 300_000, "nowhere at all é") is None


def test_the_nearest_line_helps_who_mistyped() -> None:
    text = "first line\nwe deploy only on Tuesdays\nlast"
    assert find_nearest_line(text, "we deploy on Tuesday") == "we deploy only on Tuesdays"
    assert find_nearest_line("我们只在周二部署\n别的", "我们在周二部署") == "我们只在周二部署"
    assert find_nearest_line(text, "zzzz qqqq") == ""
