from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.search.snippet import snippet

CASES = {
    "word": ("we deploy on Tuesday", ["deploy"], "we «deploy» on Tuesday"),
    "stem": ("we deployed it", ["deploy"], "we «deployed» it"),
    "case": ("We DEPLOY", ["deploy"], "We «DEPLOY»"),
    "inside another word": ("redeploy and deploy", ["deploy"], "redeploy and «deploy»"),
    "bigrams join": ("我们周二部署服务", ["周二", "二部", "部署"], "我们«周二部署»服务"),
    "full width": ("用ＰＮＰＭ装", ["pnpm"], "用«ＰＮＰＭ»装"),
    "glued": ("重跑gen-itgc后", ["gen-itgc"], "重跑«gen-itgc»后"),
    "identifier": ("see src/auth.rs now", ["src/auth.rs"], "see «src/auth.rs» now"),
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
