"""Traditional and simplified characters are one for comparing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.han import TRADITIONAL, simplify
from pmi.base.text import comparable, is_cjk
from tests.unit.base.test_text import ANY_TEXT


@pytest.mark.proves("S1")
@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("資料庫", "资料库"),
        ("後臺裡的麵包", "后台里的面包"),
        ("看著頭髮發現瞭解", "看着头发发现了解"),
        ("什麼時候", "什么时候"),
        ("甚麼", "什么"),
        ("憑證與權限", "凭证与权限"),
        ("佈署週二", "布署周二"),
    ],
)
def test_both_spellings_are_one(traditional: str, simplified: str) -> None:
    assert comparable(traditional) == comparable(simplified) == simplified


@given(st.one_of(ANY_TEXT, st.text(st.sampled_from(TRADITIONAL + "中文aé\n"))))
def test_characters_are_exchanged_one_for_one_and_once(text: str) -> None:
    plain = simplify(text)
    assert len(plain) == len(text)
    assert simplify(plain) == plain


def test_only_cjk_is_exchanged_by_cjk() -> None:
    assert all(is_cjk(sign) and is_cjk(simplify(sign)) for sign in TRADITIONAL)
    assert len(TRADITIONAL) == len(set(TRADITIONAL)) > 2_500
