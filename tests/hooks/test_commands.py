"""Typed commands: signed and answered when the user typed them, refused when anybody else did."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pmi.base import answers, channel, pauses, sessions, spool
from pmi.base.home import Home
from tests.hooks.attended import make_claude, type_command
from tests.hooks.runner import run_hook, spooled
from tests.support.waiting import wait_until

pytestmark = pytest.mark.skipif(
    not os.path.exists("/proc/self/exe"), reason="a copied interpreter is no macOS program"
)
SESSION = "11111111-2222-4333-8444-555555555555"


@pytest.fixture(scope="module")
def claude(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a program that looks like Claude Code's."""
    return make_claude(tmp_path_factory.mktemp("bin"))


@pytest.fixture
def worker(quiet_home: Home) -> Callable[[str], threading.Thread]:
    """Return a way to answer the next command as the worker would."""

    def answer(text: str) -> threading.Thread:
        def serve() -> None:
            ((path, line),) = wait_until(lambda: spool.take(quiet_home), what="a line")
            assert spool.verify(quiet_home, line)
            answers.write(quiet_home, line["session"], line["prompt_id"], text)
            spool.done(path)

        thread = threading.Thread(target=serve)
        thread.start()
        return thread

    return answer


def is_blocked(answer: dict[str, Any]) -> bool:
    """Tell whether the prompt was kept from the model without a word of it."""
    output = {"hookEventName": "UserPromptSubmit", "suppressOriginalPrompt": True}
    return (answer["decision"], answer["hookSpecificOutput"]) == ("block", output)


@pytest.mark.parametrize("words", ["we deploy on Tuesdays", "数据库迁移要先备份", "two\nlines"])
def test_a_typed_command_is_signed_and_answered(
    quiet_home: Home, claude: str, worker: Callable[[str], threading.Thread], words: str
) -> None:
    thread = worker(f"PMI: remembered as 1: \x1b[31m{words}")
    answer = type_command(claude, f"/pmi:remember {words}")
    thread.join()
    assert is_blocked(answer)
    # a slow machine may miss the answer in time; then it must be said so, and shown later
    late = "PMI: taken, not stored yet; the result is shown at your next prompt"
    assert answer["reason"] in (f"PMI: remembered as 1: {words}", late)


@pytest.mark.parametrize("command", ["/pmi:map", "/pmi:undo"])
def test_an_answer_that_came_late_is_shown_before_the_next_command_is_answered(
    quiet_home: Home, claude: str, command: str
) -> None:
    answers.write(quiet_home, SESSION, "p-0", "PMI：已记住，编号 1：茶")
    reason = type_command(claude, command)["reason"]
    assert reason.splitlines()[0] == "PMI：已记住，编号 1：茶"
    assert len(reason.splitlines()) == 2
    assert answers.late(quiet_home, SESSION) == []


def test_the_line_holds_what_the_worker_needs(quiet_home: Home, claude: str) -> None:
    type_command(claude, "  /pmi:remember we deploy on Tuesdays \n")
    (line,) = spooled(quiet_home.root)
    assert line["event"] == "command"
    assert (line["command"], line["argument"]) == ("remember", "we deploy on Tuesdays")
    assert (line["session"], line["prompt_id"]) == (SESSION, "p-1")
    assert spool.verify(quiet_home, line)
    assert not spool.verify(quiet_home, {**line, "argument": "we never deploy"})


@pytest.mark.proves("V1", "V2")
def test_the_line_holds_no_secret(quiet_home: Home, claude: str) -> None:
    typed = "/pmi:remember key ghp_" + "a1" * 18 + " <private>my salary</private> ok <PRIVATE>rest"
    type_command(claude, typed)
    (line,) = spooled(quiet_home.root)
    assert line["argument"] == "key [redacted:github_token] [private] ok [private]"
    for folder, _, files in os.walk(quiet_home.root):
        for name in files:
            data = Path(folder, name).read_bytes()
            assert b"ghp_" not in data
            assert b"salary" not in data
            assert b"rest" not in data


@pytest.mark.proves("H3", "H12")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (
            "/pmi:remember tea",
            "PMI: taken, not stored yet; the result is shown at your next prompt",
        ),
        (
            "/pmi:approve 12",
            "PMI: taken, not stored yet; the result is shown at your next prompt",
        ),
        ("/pmi:undo", "PMI: taken, not stored yet; the result is shown at your next prompt"),
        (
            "/pmi:confirm 41",
            "PMI: taken, not stored yet; the result is shown at your next prompt",
        ),
        (
            "/pmi:edit 41 use pnpm",
            "PMI: taken, not stored yet; the result is shown at your next prompt",
        ),
        ("/pmi:learnings all", "PMI is busy, ask again"),
        ("/pmi:map", "PMI is busy, ask again"),
        ("/pmi:search tea", "PMI is busy, ask again"),
    ],
)
def test_without_a_worker_nothing_is_claimed(
    quiet_home: Home, claude: str, command: str, reason: str
) -> None:
    answer = type_command(claude, command)
    assert is_blocked(answer)
    assert answer["reason"] == reason


@pytest.mark.parametrize("command", ["/pmi:search  ", "/pmi:approve", "/pmi:reject "])
def test_a_command_without_words_tells_how_to_use_it(
    quiet_home: Home, claude: str, command: str
) -> None:
    answer = type_command(claude, command)
    assert is_blocked(answer)
    assert command.strip() + " " in answer["reason"]
    assert spooled(quiet_home.root) == []


@pytest.mark.proves("D7", "H12")
def test_a_spool_that_can_not_be_written_is_told(quiet_home: Home, claude: str) -> None:
    os.rmdir(quiet_home.spool)
    Path(quiet_home.spool).touch()
    answer = type_command(claude, "/pmi:remember tea")
    assert is_blocked(answer)
    assert "nothing is stored" in answer["reason"]


FORGERIES: dict[str, dict[str, Any]] = {
    "unattended": {"environment": {"CLAUDE_CODE_SESSION_ATTENDED": "0"}},
    "agent": {"environment": {"AI_AGENT": "claude-code_2-1-332_agent"}},
    "other_pid": {"environment": {"CLAUDE_PID": "1"}},
    "no_pid": {"environment": {"CLAUDE_PID": ""}},
    "pipes": {"sockets": False},
    "no_session": {"own_session": False},
}


@pytest.mark.proves("H7")
@pytest.mark.parametrize("how", FORGERIES)
@pytest.mark.parametrize(
    "command",
    [
        "remember tea",
        "confirm 1",
        "edit 1 tea",
        "learnings",
        "map",
        "search tea",
        "undo",
        "approve 1",
        "reject 1 no",
        "pause",
        "resume",
    ],
)
def test_a_forged_command_does_nothing(
    quiet_home: Home, claude: str, how: str, command: str
) -> None:
    answer = type_command(claude, f"/pmi:{command}", **FORGERIES[how])
    assert is_blocked(answer)
    name = command.split(maxsplit=1)[0]
    assert f"pmi {channel.IN_A_SHELL.get(name, name)}" in answer["reason"]
    assert spooled(quiet_home.root) == []
    assert not Path(quiet_home.path("state", "key")).exists()
    assert not Path(quiet_home.path("state", "paused")).exists()


@pytest.mark.parametrize("name", ["python3.11", "bash", "sh", "node-runner", "env"])
def test_another_program_is_not_claude(quiet_home: Home, tmp_path: Path, name: str) -> None:
    answer = type_command(make_claude(tmp_path, name), "/pmi:remember tea")
    assert is_blocked(answer)
    assert spooled(quiet_home.root) == []


def test_an_event_piped_into_the_hook_does_nothing(quiet_home: Home) -> None:
    ran = run_hook(
        "user-prompt",
        {"CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_PID": str(os.getpid())},
        prompt="/pmi:remember tea",
    )
    assert is_blocked(ran.answer)
    assert spooled(quiet_home.root) == []


@pytest.mark.proves("H7")
@pytest.mark.parametrize(
    "prompt",
    ["/pmi:nonsense x", "say /pmi:remember x", "/pmi:", "pmi:remember x", "/pmi:rememberx"],
)
def test_nothing_else_is_ever_blocked(quiet_home: Home, claude: str, prompt: str) -> None:
    assert type_command(claude, prompt) == {}
    assert spooled(quiet_home.root) == []


def test_a_paused_memory_answers_that_it_is_paused(quiet_home: Home, claude: str) -> None:
    Path(quiet_home.path("state", "paused")).touch()
    answer = type_command(claude, "/pmi:remember tea")
    assert is_blocked(answer)
    assert "pmi resume" in answer["reason"]
    assert spooled(quiet_home.root) == []


@pytest.mark.proves("V2")
def test_pause_and_resume_act_at_once_without_a_worker(quiet_home: Home, claude: str) -> None:
    mark = Path(quiet_home.path("state", "paused"))
    answer = type_command(claude, "/pmi:pause")
    assert is_blocked(answer)
    assert "/pmi:resume" in answer["reason"]
    assert mark.exists()
    assert "paused" in run_hook("session-start", source="startup").screen
    assert type_command(claude, "/pmi:pause")["reason"] == answer["reason"]
    assert "on again" in type_command(claude, "/pmi:resume")["reason"]
    assert not mark.exists()
    assert "on again" in type_command(claude, "/pmi:resume")["reason"]
    assert spooled(quiet_home.root) == []
    assert len(pauses.list_pauses(quiet_home)) == 1


def test_a_disabled_session_answers_no_command(quiet_home: Home, claude: str) -> None:
    assert type_command(claude, "/pmi:pause", environment={"PMI_DISABLE": "1"}) == {}
    assert not Path(quiet_home.path("state", "paused")).exists()


@pytest.mark.parametrize("typed", ["/pmi:remember", "  /pmi:remember \n"])
def test_remember_without_words_goes_on_to_the_model(
    quiet_home: Home, claude: str, typed: str
) -> None:
    assert type_command(claude, typed) == {}
    assert spooled(quiet_home.root) == []
    assert sessions.load(quiet_home, SESSION)["transcript"] == "/nowhere/transcript.jsonl"


def test_remember_without_words_is_answered_where_nothing_is_kept(
    quiet_home: Home, claude: str
) -> None:
    Path(quiet_home.path("state", "paused")).touch()
    assert is_blocked(type_command(claude, "/pmi:remember"))
