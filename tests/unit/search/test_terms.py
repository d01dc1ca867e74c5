"""The index holds the tokens that queries are made of, however they were cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.lookup import match_memories
from pmi.base.text import TOKENS_VERSION, fts_term, query_terms, tokens
from pmi.search import index, schema, terms
from pmi.search.snippet import OPEN
from pmi.search.terms import index_terms, token_of
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


@given(st.one_of(ANY_TEXT, MIXED, st.lists(st.sampled_from(PIECES)).map("".join)))
def test_what_the_index_keeps_can_be_read(text: str) -> None:
    assert all(token_of(fts_term(token)) == token for token in tokens(text))


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


@pytest.mark.proves("S1", "S3")
@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("資料庫每週備份", ("资料库", "資料庫", "每周", "備")),
        ("数据库用postgresql15", ("PostgreSQL 15", "postgresql15", "數據庫")),
        ("GPT-4o runs in Łódź", ("gpt4o", "lodz", "gpt 4o")),
        ("the café opens at v2.1", ("cafe", "CAFÉ", "2.1", "version 2.1")),
        ("shipped 🎉 on Friday", ("🎉",)),
        ("東京のサーバー", ("サ", "東", "サーバー", "东京")),
        ("서버를 재시작", ("서버", "서", "재시작")),
        ("throughput is 40 GB/s", ("GB/s", "gb/S")),
        ("see src/auth.rs and getUserName, pre-edit", ("src/auth.rs", "auth", "user", "pre-edit")),
        ("pre-edit hooks and emails in utf8", ("preedit", "e-mail", "UTF-8", "pre edit")),
    ],
)
def test_a_memory_is_found_in_search_and_by_the_hook(
    memory: Memory, text: str, questions: tuple[str, ...]
) -> None:
    memory.remember(text)
    for question in questions:
        [hit] = memory.search(question, scopes=("memories",)).hits
        assert OPEN in hit.snippet, question
        found = match_memories(memory.home, query_terms(question), "", (), 5)
        assert [row["content"] for row in found] == [text], question


@pytest.mark.parametrize(
    ("begun", "whole"),
    [("9.1", "9.1.5"), ("src/auth_fl", "src/auth_flow.rs"), ("heron", "heronry")],
)
def test_the_beginning_of_an_identifier_finds_it(memory: Memory, begun: str, whole: str) -> None:
    memory.remember(f"it is {whole} since May")
    [hit] = memory.search(begun, scopes=("memories",)).hits
    assert "«" in hit.snippet
    assert whole.startswith(hit.snippet.split("«")[1].split("»")[0])


@pytest.mark.proves("S3")
def test_a_unit_with_a_slash_is_no_word_without_it(memory: Memory) -> None:
    memory.remember("we bought 40 GBs")
    assert memory.search("GB/s", scopes=("memories",)).hits == ()
    assert match_memories(memory.home, query_terms("GB/s"), "", (), 5) == []


def test_an_index_of_older_tokens_is_made_anew_by_itself(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(schema, "STAMP", f"{schema.SCHEMA_VERSION}.{TOKENS_VERSION - 1}")
        older.setattr(index, "index_terms", str.lower)
        memory.remember("備份資料庫 in a café")
        assert not memory.search("资料库").hits
    assert memory.search("资料库").hits
    assert memory.search("cafe").hits
