"""Which documents are worth scoring, however many postings a question has."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.text import fts_term
from pmi.search import scoring
from pmi.search.query import search
from pmi.search.scoring import Filter, count_documents, count_words, pool
from pmi.search.terms import Term, choose_terms
from tests.unit.search.conftest import Say


def terms_of(memory: Memory, *words: str) -> list[Term]:
    connection = memory.store.reading("search")
    counts = count_words(connection, "message", words)
    counted = ((word, fts_term(word), counts[word]) for word in words)
    return choose_terms(counted, count_documents(connection, "message"), 10**6)


@pytest.fixture
def herons(memory: Memory, say: Say) -> Memory:
    """Return a memory where a common word stands in all messages, a rare one in few."""
    say(*(f"heron {number} 苍鹭" for number in range(400)), project="path:~/a")
    say("heron nest 筑巢", "nest 筑巢", session="s2", project="path:~/b")
    return memory


@pytest.mark.parametrize("count", [0, 1, 300])
def test_documents_are_counted_as_they_are(memory: Memory, say: Say, count: int) -> None:
    say(*("heron" for _ in range(count)))
    assert count_documents(memory.store.reading("search"), "message") == count


@pytest.mark.parametrize("words", [("heron", "nest"), ("苍鹭", "筑巢")])
def test_many_postings_bring_the_documents_with_the_weightiest_words(
    herons: Memory, monkeypatch: pytest.MonkeyPatch, words: tuple[str, str]
) -> None:
    connection = herons.store.reading("search")
    terms = terms_of(herons, *words)
    exact = pool(connection, "message", terms, Filter(), limit=2)
    monkeypatch.setattr(scoring, "RANKED_POSTINGS", 0)
    assert set(pool(connection, "message", terms, Filter(), limit=2)) == set(exact)
    assert len(pool(connection, "message", terms, Filter(), limit=1000)) == 402
    only = Filter(projects=("path:~/b",))
    assert set(pool(connection, "message", terms, only)) == set(exact)


def test_a_common_word_brings_no_new_document_where_enough_weigh_more(
    herons: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "RANKED_POSTINGS", 0)
    monkeypatch.setattr(scoring, "POOL", 2)
    terms = terms_of(herons, "heron", "nest")
    assert len(pool(herons.store.reading("search"), "message", terms, Filter())) == 2


@pytest.mark.proves("S5")
def test_the_answer_is_as_long_as_it_is_asked_for_with_many_postings(
    herons: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoring, "RANKED_POSTINGS", 0)
    assert len(search(herons.store, "heron", limit=1000).hits) == 401
