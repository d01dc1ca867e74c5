"""Session state, answers, log, lock: small files that hooks and worker share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base import answers, process, sessions
from pmi.base.errors import Locked
from pmi.base.home import Home
from pmi.base.lock import WorkerLock, is_running
from pmi.base.log import note

NAMES = [
    "s",
    "11111111-2222-4333-8444-555555555555",
    "../../x",
    "",
    ".hidden",
    "a/b",
    "中文",
    "x" * 500,
]


@pytest.mark.parametrize("session", NAMES)
def test_state_comes_back(home: Home, session: str) -> None:
    assert sessions.load(home, session)["given"] == []
    sessions.save(home, session, {"given": ["mem_1", "mem_2", "mem_1"], "pid": 7})
    state = sessions.load(home, session)
    assert (state["given"], state["pid"], state["session"]) == (["mem_1", "mem_2"], 7, session)
    assert len(os.listdir(home.path("state", "sessions"))) == 1


def test_ids_of_other_types_cost_no_session_its_state(home: Home) -> None:
    sessions.save(home, "s", {"pid": 7})
    stored = '{"given": ["mem_1", ["a"], {}, null], "matched": [[1], "mem_2"], "pid": 7}'
    Path(home.path("state", "sessions", "s.json")).write_text(stored)
    state = sessions.load(home, "s")
    assert (state["given"], state["matched"], state["pid"]) == (["mem_1"], ["mem_2"], 7)
    sessions.save(home, "s", state)


@given(st.lists(st.text(st.characters(), max_size=200), min_size=2, max_size=2, unique=True))
def test_two_sessions_never_share_a_file(names: list[str]) -> None:
    files = [sessions.file_name(name) for name in names]
    assert files[0] != files[1]
    for file in files:
        assert file.isascii()
        assert 0 < len(file) <= sessions.MAX_NAME
        assert "/" not in file
        assert not file.startswith(".")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"given": "mem_1", "pid": "x"}', "null"])
def test_damaged_state_is_new_state(home: Home, content: str) -> None:
    sessions.save(home, "s", {})
    Path(home.path("state", "sessions", "s.json")).write_text(content)
    state = sessions.load(home, "s")
    assert (state["given"], state["pid"]) == ([], 0)


def test_what_was_given_is_bounded(home: Home) -> None:
    sessions.save(home, "s", {"given": [f"mem_{i}" for i in range(9000)]})
    given_now = sessions.load(home, "s")["given"]
    assert len(given_now) == sessions.MAX_GIVEN
    assert given_now[-1] == "mem_8999"


def test_the_last_session_of_a_process_is_found(home: Home) -> None:
    for i, (session, pid) in enumerate([("one", 7), ("two", 7), ("three", 8)]):
        sessions.save(home, session, {"pid": pid})
        os.utime(home.path("state", "sessions", f"{session}.json"), (1000 + i, 1000 + i))
    assert sessions.session_of_process(home, 7) == "two"
    assert sessions.session_of_process(home, 9) == ""


def test_old_states_are_pruned(home: Home) -> None:
    sessions.save(home, "old", {})
    sessions.save(home, "new", {})
    old = time.time() - 40 * 86_400
    os.utime(home.path("state", "sessions", "old.json"), (old, old))
    assert sessions.prune(home, 30) == 1
    assert os.listdir(home.path("state", "sessions")) == ["new.json"]


def test_an_answer_is_fetched_once(home: Home) -> None:
    answers.write(home, "s", "p", "PMI：记住了")
    assert answers.wait(home, "s", "p", 0) == "PMI：记住了"
    assert answers.wait(home, "s", "p", 0) is None


def test_late_answers_are_those_of_the_session(home: Home) -> None:
    for i, prompt in enumerate(["p1", "p2"]):
        answers.write(home, "s", prompt, f"answer {i}")
        os.utime(home.path("state", "answers", f"s.{prompt}.txt"), (time.time() + i,) * 2)
    answers.write(home, "s-2", "p3", "of another")
    assert answers.late(home, "s") == ["answer 0", "answer 1"]
    assert answers.late(home, "s") == []
    assert answers.late(home, "s-2") == ["of another"]


def test_an_answer_of_yesterday_is_not_shown(home: Home) -> None:
    answers.write(home, "s", "p", "old")
    old = time.time() - answers.KEEP_S - 60
    os.utime(home.path("state", "answers", "s.p.txt"), (old, old))
    assert answers.late(home, "s") == []
    assert os.listdir(home.path("state", "answers")) == []


def test_the_log_is_redacted_and_on_one_line(home: Home) -> None:
    note(home, "here", ValueError("password=hunter22\n\x1b[31m second line <private>x</private>"))
    (line,) = Path(home.path("logs", "hook.log")).read_text().splitlines()
    assert "ValueError" in line
    assert "hunter22" not in line
    assert "\x1b" not in line
    assert "second line" in line


def test_the_log_turns_over(home: Home) -> None:
    path = Path(home.path("logs", "hook.log"))
    path.write_text("x" * 1_000_001)
    note(home, "here", "one")
    note(home, "here", "two")
    assert path.read_text().endswith("two\n")
    assert Path(f"{path}.1").read_text().endswith("one\n")


def test_a_log_that_can_not_be_written_disturbs_nobody(home: Home, isolated: Path) -> None:
    os.rmdir(home.path("logs"))
    Path(home.path("logs")).touch()
    note(home, "here", "lost")
    note(Home(str(isolated / "none")), "here", "lost")
    assert not (isolated / "none").exists()


def test_one_worker_at_a_time(home: Home) -> None:
    assert not is_running(home)
    with WorkerLock(home):
        assert is_running(home)
        assert not WorkerLock(home).acquire()
        with pytest.raises(Locked), WorkerLock(home):
            pass
    assert not is_running(home)
    assert WorkerLock(home).acquire()


def test_a_killed_worker_gives_its_lock_back(home: Home) -> None:
    script = (
        "import sys; from pmi.base.home import Home; from pmi.base.lock import WorkerLock\n"
        f"lock = WorkerLock(Home({home.root!r})); lock.acquire(); print('held', flush=True)\n"
        "sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == b"held\n"
    assert is_running(home)
    holder.kill()
    holder.wait()
    holder.stdin.close()
    holder.stdout.close()
    assert WorkerLock(home).acquire(10)


def test_a_running_worker_is_not_started_again(home: Home) -> None:
    with WorkerLock(home):
        assert process.start_worker(home) is False


def test_the_worker_is_where_it_is_said_to_be() -> None:
    assert Path(process.worker_program()).name == "run_worker.py"
    assert Path(process.worker_program()).exists()
