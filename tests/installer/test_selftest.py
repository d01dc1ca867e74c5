"""The self-test runs the real hooks, and begins nothing that the user did not ask for."""

from __future__ import annotations

from pathlib import Path

from pmi import Memory
from pmi.base.lock import WorkerLock, is_running
from pmi.base.spool import put, waiting
from pmi.installer.selftest import run_hooks
from tests.installer.conftest import Make, install
from tests.support.transcripts import append, path_of, turn
from tests.support.waiting import wait_until


def test_past_conversations_wait_for_the_user(choose: Make) -> None:
    choices = choose(mcp=False)
    append(path_of(Path(choices.config_dir)), turn(1, "said long ago", "indeed"))
    install(choices)
    findings = run_hooks(choices)
    wait_until(lambda: not is_running(choices.home), 30, "the worker's end")
    assert [(one.subject, one.severity) for one in findings] == [
        (name, "ok")
        for name in ("Stop", "worker", "UserPromptSubmit", "SessionEnd", "SessionStart")
    ]
    assert waiting(choices.home) == 0
    with Memory.open(choices.home) as memory:
        assert memory.sessions() == []


def test_what_others_left_meanwhile_is_taken_in(choose: Make) -> None:
    choices = choose(mcp=False)
    install(choices)
    with WorkerLock(choices.home):
        put(choices.home, {"event": "stop", "session": "s", "transcript": "", "cwd": ""})
    run_hooks(choices)
    wait_until(lambda: waiting(choices.home) == 0, 30, "an empty spool")
    wait_until(lambda: not is_running(choices.home), 30, "the worker's end")
