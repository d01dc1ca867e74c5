from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.text import tokens
from pmi.search.snippet import CLOSE, OPEN, snippet
from tests.unit.base.test_text import ANY_TEXT, MIXED

CASES = {
    "word": ("we deploy on Tuesday", ["deploy"], "we «deploy» on Tuesday"),
    "stem": ("we deployed it", ["deploy"], "we «deployed» it"),
    "case": ("We DEPLOY", ["deploy"], "We «DEPLOY»"),
    "inside another word": ("redeploy and deploy", ["deploy"], "redeploy and «deploy»"),
    "bigrams join": ("我们周二部署服务", ["周二", "二部", "部署"], "我们«周二部署»服务"),
    "full width": ("用ＰＮＰＭ装", ["pnpm"], "用«ＰＮＰＭ»装"),
    "glued to Chinese": ("重跑gen-itgc后", ["gen-itgc"], "重跑«gen-itgc»后"),
    "identifier": ("see src/auth.rs now", ["src/auth.rs"], "see «src/auth.rs» now"),
    "a part of an identifier": ("see src/auth.rs now", ["auth"], "see src/«auth».rs now"),
    "a version": ("since v2.1.", ["2.1"], "since «v2.1»."),
    "glued": ("on postgresql15 now", ["postgresql"], "on «postgresql15» now"),
    "camel case": ("call getUserName()", ["user"], "call «getUserName»()"),
    "stem of another length": ("two queries, one query", ["queri"], "two «queries», one «query»"),
    "accents": ("in the Cafés and cafe\u0301s", ["cafe"], "in the «Cafés» and «cafe\u0301s»"),
    "traditional": ("把資料庫備份了", ["资料", "料库"], "把«資料庫»備份了"),
    "after what gets longer": ("……㍿ ﬁne 部署…", ["部署"], "……㍿ ﬁne «部署»…"),
    "ligature": ("oﬃce", ["offic"], "«oﬃce»"),
    "hangul in parts": ("\u1109\u1165\u1107\u1165 on", ["서버"], "«\u1109\u1165\u1107\u1165» on"),
    "half width kana": ("ｻｰﾊﾞｰを", ["バー"], "ｻｰ«ﾊﾞｰ»を"),
    "one character": ("我的书。", ["书"], "我的«书»。"),
    "emoji": ("done 🎉!", ["🎉"], "done «🎉»!"),
    "glued to CJK": ("用C++写", ["c++"], "用«C++»写"),
    "lines become one": ("a\n\n  b\tc", ["b"], "a «b» c"),
    "nothing to mark": ("plain", ["zzz"], "plain"),
    "empty": ("", ["x"], ""),
}


@pytest.mark.parametrize("name", CASES)
def test_marks_what_matched(name: str) -> None:
    text, words, expected = CASES[name]
    assert snippet(text, words) == expected


def test_shows_the_part_where_most_matched() -> None:
    text = "start " + "padding " * 200 + "the heron nests in March " + "padding " * 200
    cut = snippet(text, ["heron", "nest", "march"])
    assert "«heron» «nests» in «March»" in cut
    assert cut.startswith("…")
    assert cut.endswith("…")
    assert len(cut) < 300


@given(text=st.text(max_size=400), words=st.lists(st.text(min_size=1, max_size=5), max_size=5))
def test_any_text_can_be_cut(text: str, words: list[str]) -> None:
    cut = snippet(text, words, 50)
    assert len(cut) < 50 + 2 * 52


@given(st.one_of(ANY_TEXT, MIXED))
def test_whatever_is_in_the_index_can_be_marked_without_changing_the_text(text: str) -> None:
    text = text.replace(OPEN, "").replace(CLOSE, "")
    line = " ".join(text.split())
    found = tokens(line)
    for word in found[:5]:
        marked = snippet(line, [word], 10_000)
        assert marked.replace(OPEN, "").replace(CLOSE, "") == line
        assert OPEN in marked
