"""The index holds the tokens that queries are made of, however they were cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.text import fts_term, tokens
from pmi.search import terms
from pmi.search.terms import index_terms
from tests.unit.base.test_text import ANY_TEXT, MIXED

PIECES = (
    *("deploys", "getUserName", "postgresql15", "v2.1", "GB/s", "https://a.b/c?d=e", "C++", "C#"),
    *("C+", "部署", "資料庫", "库", "サーバー", "서버", "ㅋㅋ", "々", "𠀀", "café", "ΣΑΣ", "ß"),
    *("ﬁ", "①", "🎉", "🇩🇪", "👩🏽", "’", "_", "-", "//", "::", "。", "，", "…", "\ud800", "\x00"),
    *("\x01", "\u0301", "ا", "й", "\u2028", " ", "\n", "Ａ", "ｶﾞ", "\ua015", "ꟈ"),
)


def as_indexed(text: str) -> list[str]:
    return sorted(map(fts_term, tokens(text)))


@pytest.mark.proves("S1", "S3")
@given(st.one_of(ANY_TEXT, MIXED, st.lists(st.sampled_from(PIECES)).map("".join)))
def test_the_index_holds_exactly_the_tokens_of_a_text(text: str) -> None:
    assert sorted(index_terms(text).split()) == as_indexed(text)


@pytest.mark.parametrize("one", PIECES)
def test_any_two_pieces_are_cut_alike_on_both_ways(one: str) -> None:
    for other in PIECES:
        for text in (one + other, f"{one}中{other}", f"{one} {other}國"):
            assert sorted(index_terms(text).split()) == as_indexed(text), text


def test_more_words_than_are_kept_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "CACHED_WORDS", 3)
    text = " ".join(f"word{number}s" for number in range(50))
    assert sorted(index_terms(text).split()) == as_indexed(text)
    assert len(terms._known) <= 60_000


def test_of_a_long_text_the_beginning_is_indexed() -> None:
    text = "heron " * 20_000
    assert len(index_terms(text).split()) == terms.INDEXED_CHARS // len("heron ") + 1
