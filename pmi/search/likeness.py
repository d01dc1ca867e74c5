"""Measures how like a model finds things that have nothing to do with each other.

Models differ: one calls strangers 0.05 alike, another 0.80. What is found by its meaning alone
must be more alike than strangers ever are, so each model is asked once about these. In a
language that it does not know a model finds everything alike: each has a measure of its own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmi.base.text import is_cjk

if TYPE_CHECKING:
    from pmi.search.embedding import Embedder

MARGIN = 1.0
"""So many standard deviations a text must be above the best of as many strangers."""

LATIN = (
    (
        "What is the melting point of tungsten?",
        "how do I tune a bagpipe",
        "Which gas giant has the most moons?",
        "recipe for pickled herring",
        "clauses of the treaty of Westphalia",
        "qwpo zxmc vbnu asdk",
    ),
    (
        "We deploy the billing service on Tuesdays, after the review.",
        "My sister's birthday is in May; she likes orchids.",
        "The integration tests fail because the port is taken already.",
        "I moved to the flat near the station last autumn.",
        "Use tabs in that repository, and never push to main.",
        "The dentist said to come back in six months.",
    ),
)
CJK = (
    (
        "钨的熔点是多少？",
        "企鹅怎样给蛋保温",
        "哈雷彗星的公转周期",
        "腌鲱鱼的做法",
        "谁赢了那一年的国际象棋奥赛？",
        "咕噜哔哔 嘎啦吧",
    ),
    (
        "发布前要先跑一遍迁移脚本，再通知测试同学。",
        "我对花生过敏，订餐的时候请注意。",
        "会议改到周四下午三点，在二楼的小会议室。",
        "这个接口超时的原因是连接池太小。",
        "女儿下个月开始学钢琴，老师住在隔壁小区。",
        "报表里的金额一律保留两位小数。",
    ),
)
"""Questions, and texts that answer none of them."""


@dataclass(frozen=True, slots=True)
class Strangers:
    """How like a model finds what has nothing to do with each other: mean and deviation."""

    mean: float
    spread: float

    def floor(self, documents: int) -> float:
        """Return from which likeness on a text may be found by its meaning alone.

        Among more strangers the one that is most alike by chance is more alike.

        >>> round(Strangers(0.0, 0.1).floor(2), 2), round(Strangers(0.0, 0.1).floor(100_000), 2)
        (0.22, 0.58)
        """
        best_of_many = math.sqrt(2 * math.log(max(2, documents)))
        return self.mean + self.spread * (best_of_many + MARGIN)


def measure_strangers(model: Embedder) -> tuple[Strangers, Strangers]:
    """Return how a model sees strangers: in Latin letters; in Chinese, Japanese and Korean."""
    return _measure(model, *LATIN), _measure(model, *CJK)


def is_mostly_cjk(text: str) -> bool:
    """Tell whether a question is rather Chinese, Japanese or Korean than anything else."""
    letters = [sign for sign in text if sign.isalpha()]
    return 3 * sum(map(is_cjk, letters)) > len(letters)


def _measure(model: Embedder, questions: Sequence[str], texts: Sequence[str]) -> Strangers:
    import numpy as np

    asked = np.stack([model.embed_question(text) for text in questions])
    pairs = asked @ model.embed_texts(texts).T
    return Strangers(float(pairs.mean()), float(pairs.std()))
