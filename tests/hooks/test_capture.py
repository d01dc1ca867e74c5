"""Stop and SessionEnd leave a line for the worker and nothing else; silence is kept."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pmi.base.home import Home
from tests.hooks.runner import EVENTS, run_hook, spooled


@pytest.mark.proves("H7")
@pytest.mark.parametrize(("event", "word"), [("stop", "turn"), ("session-end", "end")])
def test_a_line_is_left_and_nothing_printed(quiet_home: Home, event: str, word: str) -> None:
    ran = run_hook(event, {"CLAUDE_PID": "4711"}, prompt_id="p-1", last_assistant_message="secret")
    assert ran.stdout == b""
    (line,) = spooled(quiet_home.root)
    assert line["event"] == word
    assert line["session"] == "11111111-2222-4333-8444-555555555555"
    assert line["transcript"] == "/nowhere/transcript.jsonl"
    assert (line["prompt_id"], line["pid"], line["v"]) == ("p-1", 4711, 1)
    assert "secret" not in str(line)


@pytest.mark.proves("H7")
def test_a_stop_that_a_hook_caused_does_nothing(quiet_home: Home) -> None:
    assert run_hook("stop", stop_hook_active=True).stdout == b""
    assert spooled(quiet_home.root) == []


@pytest.mark.proves("H4")
@pytest.mark.parametrize("event", EVENTS)
def test_no_hook_opens_the_transcript(quiet_home: Home, tmp_path: Path, event: str) -> None:
    transcript = tmp_path / "transcript.jsonl"
    os.mkfifo(transcript)  # opening it would wait for a writer that never comes
    run_hook(event, transcript_path=str(transcript), prompt="hello there", source="startup")


@pytest.mark.proves("H13")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("prompt", ["hello", "/pmi:remember we deploy on Tuesdays"])
def test_inside_our_own_programs_every_hook_does_nothing(
    home: Home, event: str, prompt: str
) -> None:
    before = sorted(os.walk(home.root))
    ran = run_hook(event, {"PMI_INSIDE": "1"}, prompt=prompt, source="startup")
    assert ran.stdout == b""
    assert sorted(os.walk(home.root)) == before


@pytest.mark.parametrize("event", ["stop", "session-end", "user-prompt"])
@pytest.mark.parametrize("how", ["disabled", "paused"])
def test_silenced_hooks_keep_nothing(quiet_home: Home, event: str, how: str) -> None:
    environment = {"PMI_DISABLE": "1"} if how == "disabled" else {}
    if how == "paused":
        Path(quiet_home.path("state", "paused")).touch()
    assert run_hook(event, environment, prompt="when do we deploy").stdout == b""
    assert spooled(quiet_home.root) == []


@pytest.mark.parametrize("how", ["disabled", "paused", "excluded"])
def test_the_start_says_that_it_is_silenced(quiet_home: Home, how: str) -> None:
    environment = {"PMI_DISABLE": "1"} if how == "disabled" else {}
    if how == "paused":
        Path(quiet_home.path("state", "paused")).touch()
    if how == "excluded":
        Path(quiet_home.config_file).write_text('[capture]\nexclude = ["~/secret"]\n')
    folder = Path(os.environ["HOME"], "secret", "inner")
    folder.mkdir(parents=True)
    ran = run_hook("session-start", environment, cwd=str(folder), source="startup")
    assert ran.screen.startswith("PMI")
    assert ran.context == ""
    assert spooled(quiet_home.root) == []


@pytest.mark.proves("D7")
@pytest.mark.parametrize("event", EVENTS)
def test_without_a_home_nothing_is_made(isolated: Path, event: str) -> None:
    ran = run_hook(event, prompt="/pmi:remember x", source="startup")
    assert ran.stdout == b""
    assert not Path(os.environ["PMI_HOME"]).exists()


@pytest.mark.proves("V3")
def test_files_are_private_under_any_umask(quiet_home: Home) -> None:
    before = os.umask(0)
    try:
        for event in EVENTS:
            run_hook(event, prompt="hello", source="startup")
        run_hook("user-prompt", prompt="/pmi:map")
    finally:
        os.umask(before)
    for folder, folders, files in os.walk(quiet_home.root):
        for name in files:
            mode = stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)
            assert (name, mode) == (name, 0o600)
        for name in folders:
            assert stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) == 0o700


def test_a_secret_in_an_error_is_not_logged(quiet_home: Home) -> None:
    os.rmdir(quiet_home.spool)
    Path(quiet_home.spool).touch()
    run_hook("stop", session_id="x", cwd="/p/ghp_" + "a1" * 20)
    assert "ghp_" not in Path(quiet_home.path("logs", "hook.log")).read_text()
