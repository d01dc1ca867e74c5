"""Measures what a model knows: how like it finds strangers, and how like question and answer.

Models differ: one calls strangers 0.05 alike, another 0.80. What is found by its meaning alone
must be more alike than strangers ever are, so each model is asked once about these. In a
language that it does not know a model finds everything alike: there words are left alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.text import is_cjk

if TYPE_CHECKING:
    from pmi.search.embedding import Embedder

MARGIN = 0.5
"""So many standard deviations a text must be above the best of as many strangers."""

KNOWN_FROM = 1.25
"""A language is known where answers are so many deviations above strangers, on the average."""

LATIN = (
    (
        "when is the invoicing system released?",
        "We deploy the billing service on Tuesdays, after the review.",
    ),
    (
        "which flowers could I give to my sibling",
        "My sister's birthday is in May; she likes orchids.",
    ),
    (
        "why does the test suite break",
        "The integration tests fail because the port is taken already.",
    ),
    ("where do I live now?", "I moved to the flat near the station last autumn."),
    ("how is code indented there", "Use tabs in that repository, and never push to main."),
    ("next appointment for my teeth", "The dentist said to come back in six months."),
)
CJK = (
    ("上线之前有哪些步骤？", "发布前要先跑一遍迁移脚本，再通知测试同学。"),
    ("哪些食物我不能吃", "我对花生过敏，订餐的时候请注意。"),
    ("什么时候在哪里开会？", "会议改到周四下午三点，在二楼的小会议室。"),
    ("为什么请求总是失败", "这个接口超时的原因是连接池太小。"),
    ("孩子在上什么乐器课？", "女儿下个月开始学钢琴，老师住在隔壁小区。"),
    ("数字要精确到几位", "报表里的金额一律保留两位小数。"),
)
"""Questions, each with the text that answers it in other words; all others are strangers."""


class Measured(NamedTuple):
    """What a model was found to know of a language.

    Attributes:
        mean, spread: Of how like it finds strangers: mean and standard deviation.
        answers: Mean of how like it finds a question and its answer.
    """

    mean: float
    spread: float
    answers: float

    @property
    def known(self) -> bool:
        """Tell whether it knows the language at all."""
        return self.answers > self.mean + KNOWN_FROM * self.spread

    def floor(self, documents: int) -> float:
        """Return from which likeness on a text may be found by its meaning alone.

        Among more strangers the one that is most alike by chance is more alike. It is never
        nearer to strangers than to answers.

        >>> measured = Measured(0.0, 0.1, 0.5)
        >>> round(measured.floor(2), 2), round(measured.floor(100_000), 2)
        (0.25, 0.53)
        """
        best_of_many = math.sqrt(2 * math.log(max(2, documents)))
        by_chance = self.mean + self.spread * (best_of_many + MARGIN)
        return max(by_chance, (self.mean + self.answers) / 2)

    @property
    def unit(self) -> float:
        """Return what few scores are measured in: about a quarter of what sets answers apart."""
        return max(self.spread, (self.answers - self.mean) / 4)


def measure(model: Embedder) -> tuple[Measured, Measured]:
    """Return what a model knows: in Latin letters; in Chinese, Japanese and Korean."""
    return _measure(model, LATIN), _measure(model, CJK)


def is_mostly_cjk(text: str) -> bool:
    """Tell whether a question is rather Chinese, Japanese or Korean than anything else."""
    letters = [sign for sign in text if sign.isalpha()]
    return 3 * sum(map(is_cjk, letters)) > len(letters)


def _measure(model: Embedder, told: Sequence[tuple[str, str]]) -> Measured:
    import numpy as np

    questions = np.stack([model.embed_question(question) for question, _ in told])
    pairs = questions @ model.embed_texts([text for _, text in told]).T
    own = np.eye(len(told), dtype=bool)
    return Measured(float(pairs[~own].mean()), float(pairs[~own].std()), float(pairs[own].mean()))
