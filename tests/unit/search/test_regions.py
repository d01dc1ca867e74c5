"""What is said in several ways in Chinese is found by each of them."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.text import comparable
from pmi.search.index import catch_up
from pmi.search.query import search
from pmi.search.regions import _PAIRS, other_terms
from tests.unit.search.conftest import Say


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("连接池设多大", "資料庫的連線池要設多大"),
        ("連線池設多大", "数据库的连接池开到三十二"),
        ("服务器内存", "那台伺服器的記憶體不夠"),
        ("伺服器記憶體", "那台服务器的内存不够"),
        ("日志在哪个文件夹", "日誌放在資料夾底下"),
        ("星期二", "周二下午四点"),
        ("週日", "禮拜天休息"),
    ],
)
@pytest.mark.parametrize("scope", ["transcripts", "sessions"])
def test_either_word_finds_the_other(
    memory: Memory, say: Say, asked: str, said: str, scope: str
) -> None:
    say("颱風天遠端上班", session="s1")
    say(said, session="s2")
    catch_up(memory.store)
    [hit] = search(memory.store, asked, scopes=[scope]).hits  # type: ignore[list-item]
    assert hit.reference.startswith("cc://s2")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("连接池多大", "資料庫的連線池設為三十二"),
        ("伺服器記憶體多大", "服务器内存六十四吉"),
        ("星期二做什么", "周二只部署"),
    ],
)
def test_an_answer_in_the_other_words_is_evidence(memory: Memory, asked: str, said: str) -> None:
    memory.remember("颱風天遠端上班")
    memory.remember(said)
    answer = memory.get_context(asked)
    assert answer.items[0].text == said
    assert not answer.insufficient_evidence


def test_a_part_of_a_longer_word_has_no_counterpart_of_its_own() -> None:
    assert other_terms("程式碼") == ["代码"]
    assert other_terms("源代码") == ["原始", "始码"]
    assert other_terms("deploy 部署") == []


def test_no_word_is_its_own_counterpart() -> None:
    words = comparable(_PAIRS).split()
    assert len(words) % 2 == 0
    assert all(one != other for one, other in zip(words[::2], words[1::2], strict=True))
