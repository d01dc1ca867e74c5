"""What a search result says of why it was found, and a receipt of where a rule holds."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.model.finding import Hit, SearchAnswer
from pmi.model.memory import Remembered
from pmi.recall.render import hits_text, receipt


@pytest.mark.parametrize(
    ("snippet", "why", "said"),
    [
        ("«重复扣款»了", ("复扣", "扣款", "重复"), "= 重复扣款"),
        ("原因是没有幂等", ("复扣", "扣款", "退款", "重复", "+beside"), "= 重复扣款 退款"),
        ("原因是没有幂等", ("扣款", "mysql", "重复"), "= mysql 扣款 重复"),
        ("原因是没有幂等", ("天天", "锁"), "= 锁 天天"),
        ("«数据库»慢", ("据库", "数据", "连接", "接池"), "= 数据库 连接池"),
    ],
)
def test_words_are_not_shown_cut_in_pairs(snippet: str, why: tuple[str, ...], said: str) -> None:
    hit = Hit("transcripts", "cc://s#m", "", snippet, "2026-11-05", "", "user", why, 1.0)
    text = hits_text(SearchAnswer("?", (hit,)), "zh", today="2026-11-30")
    assert text.splitlines()[3] == f"   {said}"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "such files are opened: **/*.tsx."), ("zh", "打开这类文件时它是规则：**/*.tsx。")],
)
def test_the_receipt_says_which_files_a_rule_waits_for(
    memory: Memory, language: str, words: str
) -> None:
    done = memory.remember("in *.tsx files use function components")
    assert isinstance(done, Remembered)
    assert words in receipt(done, language)
