from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import spool
from pmi.base.home import Home, write_file
from pmi.base.lock import WorkerLock, is_running
from pmi.base.process import start_worker
from pmi.indexer import worker
from pmi.indexer.worker import main, run
from pmi.search.query import search
from tests.support.repository import ROOT
from tests.support.transcripts import SESSION, append, path_of, turn
from tests.support.waiting import wait_until
from tests.worker.conftest import Put
from tests.worker.processes import workers_of


def test_a_turn_is_found_after_its_stop(home: Home, memory: Memory, put: Put, config: Path) -> None:
    path = append(path_of(config), turn(1, "where does the heron nest?", "苍鹭在三月筑巢"))
    put("turn", session=SESSION, transcript=str(path))
    start_worker(home)
    found = wait_until(lambda: search(memory.store, "三月筑巢").hits, 50, "the turn in the index")
    assert found[0].reference == f"cc://{SESSION}#a-1"


def test_a_start_brings_in_whatever_ended_without_a_word(
    home: Home, memory: Memory, put: Put, config: Path
) -> None:
    append(path_of(config), turn(1, "the interrupted turn", "with no Stop"))
    put("start", session="another")
    run(home)
    assert search(memory.store, "interrupted").hits


def test_a_turn_that_ends_while_everything_is_read_is_found_before_that_is_done(
    home: Home, memory: Memory, put: Put, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pmi.indexer.batch.BATCH_MESSAGES", 1)
    monkeypatch.setattr(worker, "FRESH_S", 0.0)
    for number in range(5):
        session = f"{number}1111111-2222-4333-8444-555555555555"
        turns = turn(number, f"old question {number}", "old answer", sessionId=session)
        for each in turns:
            each["uuid"] = f"{number}-{each['uuid']}"
        append(path_of(config, session), turns)
    put("start", session="another")
    fresh = "99999999-2222-4333-8444-555555555555"
    seen: list[tuple[bool, bool]] = []
    serve_waiting = worker.Turn.serve_commands

    def found(words: str, session: str) -> bool:
        return any(session in hit.reference for hit in search(memory.store, words).hits)

    def serve(turn_of_work: worker.Turn) -> None:
        if len(seen) == 4:
            said = turn(9, "fresh question", "苍鹭在三月筑巢", sessionId=fresh)
            path = append(path_of(config, fresh, "-zz"), said)
            put("turn", session=fresh, transcript=str(path))
        seen.append((found("三月筑巢", fresh), found("old question 4", "41111111")))
        serve_waiting(turn_of_work)

    monkeypatch.setattr(worker.Turn, "serve_commands", serve)
    run(home)
    assert (True, False) in seen
    assert seen[-1] == (True, True)


def test_a_session_resumed_elsewhere_is_found_by_its_id(
    home: Home, memory: Memory, put: Put, config: Path
) -> None:
    append(path_of(config), turn(1, "first words", "an answer"))
    missing = config / "projects" / "-another-folder" / f"{SESSION}.jsonl"
    put("turn", session=SESSION, transcript=str(missing))
    run(home)
    assert search(memory.store, "first words").hits


def test_a_file_outside_of_a_projects_folder_is_not_read(
    home: Home, memory: Memory, put: Put, isolated: Path
) -> None:
    path = append(isolated / "elsewhere.jsonl", turn(1, "secret words", "an answer"))
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    assert not search(memory.store, "secret").hits


@pytest.mark.proves("H9")
def test_a_second_worker_does_nothing(
    home: Home,
    put: Put,
    start: Callable[[], subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    put("command", prompt_id="p-1", command="remember", argument="we deploy daily")
    with WorkerLock(home):
        assert start().wait(60) == 0
        assert not start_worker(home)
        assert spool.waiting(home) == 1
    assert start().wait(60) == 0
    assert spool.waiting(home) == 0


@pytest.mark.proves("H9")
def test_many_workers_at_once_serve_every_command_once(
    home: Home, memory: Memory, put: Put, start: Callable[[], subprocess.Popen[bytes]]
) -> None:
    running = []
    for number in range(6):
        put("command", prompt_id=f"p-{number}", command="remember", argument=f"rule {number}")
        running.append(start())
    for process in running:
        assert process.wait(120) == 0
    run(home)
    assert memory.counts()["memories"] == 6
    assert memory.counts()["entries"] == 6


@pytest.mark.proves("H9")
def test_a_line_put_while_a_worker_ends_is_not_lost(
    home: Home, memory: Memory, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = WorkerLock.release
    late = iter(["the last moment"])

    def releasing(lock: WorkerLock) -> None:
        for text in late:
            put("command", prompt_id="p-late", command="remember", argument=text)
            assert is_running(home)  # so the hook starts no worker of its own
        release(lock)

    monkeypatch.setattr(WorkerLock, "release", releasing)
    run(home)
    assert spool.waiting(home) == 0
    assert [each.content for each in memory.list_memories()] == ["the last moment"]


def test_a_change_without_a_line_while_a_worker_ends_is_prepared_too(
    home: Home, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_house = worker.Turn._keep_house
    late = iter(["said in a shell"])

    def keeping(turn_of_work: worker.Turn) -> None:
        keep_house(turn_of_work)
        for text in late:
            memory.remember(text)

    monkeypatch.setattr(worker.Turn, "_keep_house", keeping)
    run(home)
    assert "said in a shell" in Path(home.path("state", "brief", "everywhere.json")).read_text()


@pytest.mark.proves("D6")
def test_write_ahead_logs_are_cut_at_the_end(home: Home, put: Put, config: Path) -> None:
    append(
        path_of(config), [each for n in range(60) for each in turn(n, "question", "answer " * 99)]
    )
    put("start")
    run(home)
    for name in ("memory", "transcripts", "search"):
        log = Path(home.path(f"{name}.db-wal"))
        assert not log.exists() or log.stat().st_size == 0


def test_without_a_home_nothing_is_made(isolated: Path) -> None:
    missing = isolated / "nowhere"
    assert main(["--home", str(missing)]) == 0
    assert not missing.exists()


@pytest.mark.proves("H15")
def test_after_many_hook_runs_no_worker_is_left(home: Home, put: Put, isolated: Path) -> None:
    event = b'{"session_id": "s-1", "transcript_path": "", "cwd": "/"}'
    for number in range(200):
        name = ("stop", "session-end", "session-start")[number % 3]
        command = [sys.executable, "-I", "-S", str(ROOT / "hooks" / "run.py"), name]
        done = subprocess.run(command, input=event, capture_output=True, check=True, timeout=60)
        assert done.stderr == b""
    wait_until(lambda: not workers_of(home.root), 60, "the end of all workers")
    run(home)
    assert spool.waiting(home) == 0


def test_the_worker_imports_nothing_heavy() -> None:
    program = (
        "import sys; from pmi.indexer import worker, commands; from pmi import Memory; "
        "print(*sorted(sys.modules))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    heavy = {"click", "mcp", "jieba", "sqlite_utils", "subprocess", "pydantic", "yaml", "logging"}
    assert heavy.isdisjoint(done.stdout.split())


@pytest.mark.proves("V2")
def test_while_the_config_can_not_be_read_nothing_is_archived_and_nothing_lost(
    home: Home, memory: Memory, put: Put, config: Path
) -> None:
    path = append(path_of(config), turn(1, "words of a folder that is kept out", "an answer"))
    put("turn", session=SESSION, transcript=str(path))
    write_file(home.config_file, '[capture]\nexclude = ["~/work\n')
    run(home)
    archived = memory.store.reading("transcripts").execute("SELECT count(*) FROM message")
    assert archived.fetchone()[0] == 0
    assert spool.waiting(home)
    write_file(home.config_file, "[capture]\nexclude = []\n")
    run(home)
    assert search(memory.store, "kept out").hits
    assert not spool.waiting(home)
