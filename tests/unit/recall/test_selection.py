from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.recall.selection import (
    STRONG_SHARE,
    coverage,
    is_question,
    is_strong,
    spells,
    take_apart,
    weigh,
)
from tests.support import questions

COVERED = {
    "all words": ("when do we deploy billing", {"deploy", "bill"}, 1.0),
    "one of two": ("when do we deploy billing", {"deploy"}, 0.5),
    "nothing": ("when do we deploy billing", set(), 0.0),
    "stop words count nothing": ("what is it that we have", {"what"}, 1 / 6),
    "pairs": ("部署", {"部署"}, 1.0),
    "a pair across two words is not missed": ("计费部署", {"计费", "部署"}, 1.0),
    "a pair beside a stop word is not missed": ("部署在周二", {"部署", "周二"}, 1.0),
    "what only asks is not missed": ("周末谁值班", {"值班"}, 0.5),
    "nor is how long": ("日志保留多长时间", {"日志", "保留"}, 1.0),
    "a word that is missed counts": ("部署流程", {"部署"}, 1 / 3),
    "one sign": ("部", {"部"}, 1.0),
    "both scripts": ("deploy 部署", {"部署"}, 0.5),
}


@pytest.mark.parametrize("case", COVERED)
def test_what_covers_how_much_of_a_question(case: str) -> None:
    question, matched, share = COVERED[case]
    asked = take_apart(question)
    pairs = (pair for run in asked.runs for pair in run.pairs)
    weights = dict.fromkeys((*asked.words, *pairs), 1.0)
    assert coverage(asked, weights, matched) == pytest.approx(share, abs=0.01)


def test_a_long_question_is_covered_by_eight_words_worth() -> None:
    asked = take_apart(" ".join(f"word{number}" for number in range(40)))
    weights = dict.fromkeys(asked.words, 1.0)
    assert coverage(asked, weights, set(asked.words[:4])) == pytest.approx(0.5)
    assert coverage(asked, weights, set(asked.words)) == 1.0


def test_rare_words_weigh_more_and_unknown_ones_as_the_others() -> None:
    weights = weigh({"rare": 1, "common": 900, "unknown": 0}, 1000)
    assert weights["rare"] > weights["unknown"] > weights["common"] > 0
    assert weigh({"a": 0}, 0) == {"a": 1.0}


STRONG = {
    "covers enough": ("who leads the team", 0.5, {"lead"}, set(), True),
    "covers too little": ("who leads the team", STRONG_SHARE - 0.01, {"lead"}, set(), False),
    "exactly enough": ("who leads the team", STRONG_SHARE, {"lead"}, set(), True),
    "only a name": ("where does ana live", 0.5, {"ana"}, {"ana"}, False),
    "a name and more": ("where does ana live", 0.9, {"ana", "live"}, {"ana"}, True),
    "only the name was asked": ("ana", 1.0, {"ana"}, {"ana"}, True),
    "only through the entity": ("ana", 1.0, set(), {"ana"}, False),
    "only a chinese name": ("林晓在哪里", 0.5, {"林晓"}, {"林晓"}, True),
    "chinese name, other words": ("林晓的工资", 0.5, {"林晓"}, {"林晓"}, False),
}


@pytest.mark.parametrize("case", STRONG)
def test_what_counts_as_evidence(case: str) -> None:
    question, share, own, names, expected = STRONG[case]
    assert is_strong(share, own, names, take_apart(question)) is expected


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("When?", True),
        ("什么时候？", True),
        ('he asked "when?"', True),
        ("on Tuesdays", False),
        ("? no", False),
        ("", False),
        ("那升级窗口定在周四凌晨可以吗", True),
        ("v2.9.0什么时候发布", True),
        ("好的，那部署腳本在哪裡", True),
        ("Kafka积压了12万条怎么办。", True),
        ("这个接口能不能下线", True),
        ("数据库迁移要先备份", False),
        ("无论什么时候都用中文回答", False),
        ("谁改的就由谁来测", False),
        ("我知道怎么弄了", False),
        ("为什么慢我查过，是因为缺索引", False),
        ("没什么问题", False),
        ("升级要注意什么？我们现在用的是 RDS", False),
    ],
)
def test_a_question_is_told_from_a_statement(text: str, *, asks: bool) -> None:
    assert is_question(text) is asks


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what does Ana Lee think?", "Ana Lee"),
        ("Ana Lee's office", "Ana Lee"),
        ("ask (Ana Lee), please", "Ana Lee"),
        ("林晓芸对什么过敏？", "林晓芸"),
        ("用Postgres的原因", "Postgres"),
        ("请问北京办公室在哪", "北京办公室"),
    ],
)
def test_names_are_among_the_spells_of_a_question(question: str, name: str) -> None:
    assert name in spells(question)


@given(question=st.text(max_size=80), words=st.sets(st.text(max_size=3), max_size=5))
def test_any_text_has_a_share_between_none_and_all(question: str, words: set[str]) -> None:
    asked = take_apart(question)
    pairs = (pair for run in asked.runs for pair in run.pairs)
    weights = weigh(dict.fromkeys((*asked.words, *pairs), 0), 10)
    assert 0 <= coverage(asked, weights, words) <= 1
    spells(question)


def test_the_share_finds_what_is_answered_and_keeps_silent_about_the_rest(memory: Memory) -> None:
    found = list(questions.shares(memory, questions.fill(memory)))
    split = len(questions.ANSWERED) + len(questions.LONG_ANSWERED)
    answered = [right for _, right, wrong in found[:split] if right >= max(STRONG_SHARE, wrong)]
    silent = [wrong for _, _, wrong in found[split:] if wrong < STRONG_SHARE]
    assert len(answered) >= 48 <= split
    assert len(silent) >= 39 <= len(found) - split
