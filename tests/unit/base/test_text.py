"""Words of a text, and ways to cut it."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base import text as under_test
from pmi.base.text import (
    MAX_TOKEN,
    content_key,
    cut_utf16,
    estimate_tokens,
    fts_term,
    one_line,
    query_terms,
    strip_control,
    tokens,
    utf16_len,
)

ANY_TEXT = st.text(st.characters())
"""Every code point, lone surrogates and NUL included."""
MIXED = st.text(
    st.sampled_from("aZ9 _-./:@'’#+\n中文国國日本ァ한글ー々ＡéßİI\u0301\ud800\x00😀🇩𠀀ᄒ"),
    max_size=60,
)


@pytest.mark.proves("S1", "S3")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("deploys deployed deploying", ["deploy"] * 3),
        ("周二部署", ["周", "周二", "二", "二部", "部", "部署", "署"]),
        ("重跑gen-itgc后50条", ["重", "重跑", "跑", *tokens("gen-itgc"), "后", "50", "条"]),
        ("サーバー", ["サ", "サー", "ー", "ーバ", "バ", "バー", "ー"]),
        ("서버", ["서", "서버", "버"]),
        ("GB/s", ["gb/s", "gb", "s"]),
        ("GBs", ["gbs"]),
        ("v2.1", ["v2.1", "2.1", "v2", "2", "1"]),
        ("pre-edit", ["pre-edit", "preedit", "pre", "edit"]),
        ("e-mails utf-8", ["e-mails", "email", "e", "mail", "utf-8", "utf8", "utf", "8"]),
        ("2026-11-30", ["2026-11-30", "2026", "11", "30"]),
        ("src/auth.rs", ["src/auth.rs", "auth.rs", "src", "auth", "rs"]),
        ("getUserName", ["getusernam", "get", "user", "name"]),
        ("snake_case", ["snake_case", "snak", "case"]),
        ("__init__", ["init"]),
        ("C++ C# c", ["c++", "c#", "c"]),
        ("ＡＢＣ ｶﾞ", ["abc", "ガ"]),
        ("don't user's", ["dont", "user"]),
        ("ca\u0301fe CÁFE cafe", ["cafe"] * 3),
        ("Łódź Ærø smörgås Ἀθήνα", ["lodz", "aero", "smorga", "αθηνα"]),
        ("ещё йод", ["еще", "йод"]),
        ("postgresql15", ["postgresql15", "postgresql", "15"]),
        ("gpt4o 50GB k8s", ["gpt4o", "gpt", "4", "4o", "50gb", "gb", "50", "k8s"]),
        ("python3.11", ["python3.11", "3.11", "python3", "python", "3", "11"]),
        ("pnpm@9.1.0", ["pnpm@9.1.0", "9.1.0", "pnpm", "9", "1", "0"]),
        ("資料庫", tokens("资料库")),
        ("用C++写C#", ["用", "c++", "写", "c#"]),
        ("done🎉 ✅好 👩🏽\u200d💻 🇩🇪🇩🇰", ["done", "🎉", "✅", "好", "👩", "💻", "🇩🇪", "🇩🇰"]),
        ("→ │ … “” ™", ["tm"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When do we deploy the API?", ["deploy", "api"]),
        ("我们什么时候部署", ["们什", "么时", "候部", "部署"]),
        ("书", ["书"]),
        ("服务器的目的和部署的时间", ["服务", "务器", "目的", "和部", "部署", "时间"]),
        ("我的书", ["的书"]),
        ("好的", ["好的"]),
        ("the of and", ["the", "of", "and"]),
        ("什么", ["什么"]),
        ("deploy deploys", ["deploy"]),
        ("GB/s", ["gb/s", "gb"]),
        ("postgresql15", ["postgresql15", "postgresql", "15"]),
        ("v2.1", ["v2.1", "2.1", "v2"]),
        ("什麼時候部署資料庫", ["么时", "候部", "部署", "署资", "资料", "料库"]),
        ("🎉?", ["🎉"]),
        ('" * ( ) -', []),
    ],
)
def test_query_terms(text: str, expected: list[str]) -> None:
    assert query_terms(text) == expected


@pytest.mark.parametrize(
    "forms",
    [
        "deploy deploys deployed deploying deployment deployments",
        "migrate migrates migrated migrating migration migrations",
        "configure configured configuration configurations",
        "implement implements implementation",
        "validate valid validation",
        "require requires requirement requirements",
        "week weeks weekly",
        "query queries queried querying",
        "document documents documented documentation",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len(set(tokens(forms))) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("station", "state"), ("nation", "nate"), ("update", "up"), ("comment", "come"), ("us", "u")],
)
def test_other_words_have_other_stems(one: str, other: str) -> None:
    assert tokens(one) != tokens(other)


def test_the_end_of_many_signs_is_read() -> None:
    assert tokens("🎉" * 50 + "。🦩")[-1] == "🦩"
    assert tokens("—" * 50 + "\u0301" * 50 + "🦩") == ["🦩"]


@pytest.mark.proves("S2")
@given(st.one_of(ANY_TEXT, MIXED))
def test_what_is_asked_for_is_what_was_indexed(text: str) -> None:
    found = tokens(text)
    assert set(query_terms(text)) <= set(found)
    assert all(token and len(token) <= 2 * MAX_TOKEN for token in found)


@given(st.text(st.sampled_from("adeginsz 中ア-/_.7é"), max_size=40))
def test_case_and_width_make_no_difference(text: str) -> None:
    assert tokens(text.upper()) == tokens(text)
    wide = "".join(chr(ord(c) + 0xFEE0) if "a" <= c <= "z" else c for c in text)
    assert tokens(wide) == tokens(text)


@pytest.mark.proves("S2")
@given(st.lists(st.one_of(ANY_TEXT, MIXED), max_size=5))
def test_an_fts_term_is_one_token_and_a_safe_query(texts: list[str]) -> None:
    terms = {fts_term(token) for text in texts for token in tokens(text)}
    with sqlite3.connect(":memory:") as db:
        db.execute("CREATE VIRTUAL TABLE f USING fts5 (t, tokenize = \"ascii tokenchars '_'\")")
        db.execute("CREATE VIRTUAL TABLE v USING fts5vocab (f, row)")
        for term in terms:
            db.execute("INSERT INTO f VALUES (?)", (term,))
            assert db.execute("SELECT count(*) FROM f WHERE f MATCH ?", (f'"{term}"',)).fetchone()
        assert db.execute("SELECT count(*) FROM v").fetchone()[0] <= len(terms)
        for term in terms:
            hits = db.execute("SELECT t FROM f WHERE f MATCH ?", (f'"{term}"',)).fetchall()
            assert term in {row[0] for row in hits}
    db.close()


def test_fts_terms_of_different_tokens_differ() -> None:
    signs = ["a/b", "a_b", "a.b", "ab", "a_2f_b", "c++", "c#", "c", "中", "\ud800", "\x00"]
    assert len({fts_term(sign) for sign in signs}) == len(signs)


@pytest.mark.proves("M2")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We deploy on Tuesdays!", "we  deploy on tuesdays."),
        ("用 pnpm，不用 npm。", "用pnpm,不用npm"),
        ("ＡＢＣ", "abc"),
        ("“quoted” (text)", "quoted text"),
        ("see: the wiki", "See the wiki:"),
    ],
)
def test_the_same_content_has_the_same_key(one: str, other: str) -> None:
    assert content_key(one) == content_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("version 2.1", "version 21"),
        ("C++", "C"),
        ("at 10:30", "at 1030"),
        ("is it on?", "is it on"),
        ("a < b", "a > b"),
        ("use tabs", "do not use tabs"),
        ("用 npm", "不用 npm"),
        ("5 GB", "-5 GB"),
    ],
)
def test_other_content_has_another_key(one: str, other: str) -> None:
    assert content_key(one) != content_key(other)


@given(st.one_of(ANY_TEXT, MIXED), st.integers(-3, 40))
def test_cutting_keeps_whole_characters_within_the_limit(text: str, limit: int) -> None:
    kept = cut_utf16(text, limit)
    assert text.startswith(kept)
    assert utf16_len(kept) <= max(0, limit)
    if kept != text:
        following = text[len(kept)]
        assert utf16_len(kept) + utf16_len(following) > max(0, limit)


@given(ANY_TEXT)
def test_length_is_that_of_utf16(text: str) -> None:
    assert utf16_len(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


@given(st.one_of(ANY_TEXT, st.text(st.sampled_from("\x1b[]0;31m\x07\x9b\\ a\n"), max_size=40)))
def test_nothing_that_steers_a_screen_stays(text: str) -> None:
    safe = strip_control(text)
    assert not set(safe) & {chr(i) for i in range(32) if i not in (9, 10)}
    assert not any("\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" for sign in safe)
    assert "\n" not in one_line(text)
    safe.encode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x1b[31mred\x1b[0m", "ared"),
        ("\x1b]0;title\x07x", "x"),
        ("one\r\ntwo\rthree\tfour", "one\ntwo\nthree\tfour"),
        ("rtl\u202eevil", "rtlevil"),
        ("👩\u200d💻 中文　空格", "👩\u200d💻 中文　空格"),
        ("push" + "".join(chr(0xE0000 + ord(sign)) for sign in "to main"), "push"),
        ("pu\u200bsh\u2060 \u2063now", "push now"),
    ],
)
def test_escapes_go_and_words_stay(text: str, expected: str) -> None:
    assert strip_control(text) == expected


def test_tokens_of_models_are_estimated_for_both_scripts() -> None:
    assert estimate_tokens("中文字符") == 4
    assert estimate_tokens("four") == 1
    assert estimate_tokens("") == 0


@pytest.mark.proves("S2")
@pytest.mark.parametrize(
    "unit",
    ["a", "中", "a/", "\u0301", "e\u0301\u0316", " ", "aB", "\x1b]", "\x1b[", ".", "_", "'", "A"],
)
def test_long_texts_of_one_kind_end(unit: str) -> None:
    # quadratic work would run into the time limit of the test
    long = unit * (400_000 // len(unit))
    for function in (tokens, query_terms, content_key, strip_control, one_line, utf16_len):
        function(long)
    assert under_test.TOKENS_VERSION >= 1
