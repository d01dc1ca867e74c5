"""What is said under `PMI_DISABLE`, in an excluded folder or while paused is in no file of ours.

The hooks run as Claude Code runs them; then everything is archived that is there.
"""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.base import silence
from pmi.base.clock import format_time
from pmi.base.config import load, write_prepared
from pmi.base.home import Home
from pmi.base.pauses import begin_pause, end_pause
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive, SyncReport
from pmi.model.conversation import Reference
from pmi.store.conversations import list_sessions, read_messages
from tests.hooks.runner import EVENTS, run_hook, spooled
from tests.privacy.searching import files_with
from tests.support.transcripts import SESSION, append, encode, path_of, turn

SECOND = "22222222-2222-4333-8444-555555555555"
FORK = "33333333-2222-4333-8444-555555555555"
OFF = {"PMI_DISABLE": "1"}
WORDS = {"en": "the osprey nests in the marsh", "zh": "苍鹭在沼泽里筑巢"}
TOKENS = {"en": b"osprey", "zh": "苍鹭".encode()}


@pytest.fixture
def config(isolated: Path) -> Path:
    return isolated / "user" / ".claude"


def sync(home: Home, memory: Memory, config: Path) -> SyncReport:
    """Archive all transcripts, as a later session without PMI_DISABLE would, and index them."""
    rules = CaptureRules.from_config(load(home), home.root)
    report = Archive(memory.store, home, rules).sync_all([str(config)])
    memory.refresh()
    return report


def texts(memory: Memory, session: str = SESSION) -> list[str]:
    if session not in {one.id for one in list_sessions(memory.store)}:
        return []
    return [message.text for message in read_messages(memory.store, Reference(session))]


def now(offset_s: float = 0) -> str:
    return format_time(time.time() + offset_s)


def said(number: int, question: str, answer: str, at: str, **more: Any) -> list[dict[str, Any]]:
    return turn(number, question, answer, **{**more, "timestamp": at})


@pytest.mark.proves("V2")
@pytest.mark.parametrize("language", WORDS)
def test_a_disabled_session_is_never_archived(
    quiet_home: Home, memory: Memory, config: Path, language: str
) -> None:
    path = append(path_of(config), said(1, WORDS[language], WORDS[language], now(-60)))
    for event in EVENTS:
        run_hook(event, OFF, prompt=WORDS[language], source="startup", transcript_path=str(path))
    append(path, said(2, WORDS[language], "ok", now()))
    append(
        path_of(config, SECOND), said(3, "an open question", "an answer", now(), sessionId=SECOND)
    )
    assert spooled(quiet_home.root) == []
    sync(quiet_home, memory, config)
    assert texts(memory) == []
    assert texts(memory, SECOND) == ["an open question", "an answer"]
    assert files_with(quiet_home, TOKENS[language]) == []


@pytest.mark.proves("V2")
def test_a_mark_says_the_session_and_the_moment_and_nothing_else(quiet_home: Home) -> None:
    before = os.umask(0)
    try:
        for event in (*EVENTS, *EVENTS):
            run_hook(event, OFF, prompt=WORDS["en"], source="startup", prompt_id="p-7")
    finally:
        os.umask(before)
    [mark] = Path(quiet_home.path("state", "silent")).iterdir()
    assert mark.read_text() == f"{SESSION}\noff 0\n"
    assert stat.S_IMODE(mark.stat().st_mode) == 0o600
    assert stat.S_IMODE(mark.parent.stat().st_mode) == 0o700
    assert files_with(quiet_home, b"osprey") == []


@pytest.mark.proves("V2")
def test_it_is_heard_again_when_it_is_resumed_without(
    quiet_home: Home, memory: Memory, config: Path
) -> None:
    path = append(path_of(config), said(1, "before", "said before", now(-3600)))
    run_hook("session-start", OFF, source="resume")
    append(path, said(2, "osprey", "osprey", now()))
    run_hook("stop", OFF)
    run_hook("session-start", source="resume")
    append(path, said(3, "after", "said after", now(2)))
    sync(quiet_home, memory, config)
    assert texts(memory) == ["before", "said before", "after", "said after"]
    assert files_with(quiet_home, b"osprey") == []


@pytest.mark.proves("V2")
def test_the_first_prompt_counts_where_no_start_was_seen(
    quiet_home: Home, memory: Memory, config: Path
) -> None:
    append(path_of(config), said(1, "before", "said before", now(-3600)))
    append(path_of(config), said(2, "osprey", "osprey", now(-1)))
    run_hook("user-prompt", OFF, prompt="osprey")
    sync(quiet_home, memory, config)
    assert texts(memory) == ["before", "said before"]


@pytest.mark.proves("V2")
@pytest.mark.parametrize("order", ["silent first", "fork first", "original gone"])
def test_copies_of_a_disabled_session_are_not_archived_either(
    quiet_home: Home, memory: Memory, config: Path, order: str
) -> None:
    path = append(path_of(config), said(1, "open", "said openly", now(-3600)))
    run_hook("session-start", OFF, source="resume")
    append(path, said(2, "osprey", "osprey", now()))
    if order == "original gone":
        sync(quiet_home, memory, config)
        path.unlink()
    copied = [*said(1, "open", "said openly", now(-3600)), *said(2, "osprey", "osprey", now())]
    fork = path_of(config, FORK, "-a-folder-that-sorts-first" if order == "fork first" else "-z")
    append(fork, [line | {"sessionId": FORK} for line in copied])
    run_hook("session-start", session_id=FORK, source="fork", transcript_path=str(fork))
    append(fork, said(3, "new", "said anew", now(2), sessionId=FORK))
    rules = CaptureRules.from_config(load(quiet_home), quiet_home.root)
    archive = Archive(memory.store, quiet_home, rules)
    [found] = [each for each in _transcripts(config) if each.path == str(fork)]
    archive.sync_session(found)
    sync(quiet_home, memory, config)
    assert texts(memory, FORK) == ["open", "said openly", "new", "said anew"]
    assert files_with(quiet_home, b"osprey") == []


def _transcripts(config: Path) -> list[Any]:
    from pmi.indexer.discover import list_transcripts

    return list(list_transcripts(os.path.realpath(config)))


@pytest.mark.proves("V2")
def test_its_sub_agents_its_names_and_its_tools_are_silent_too(
    quiet_home: Home, memory: Memory, config: Path
) -> None:
    path = append(path_of(config), said(1, "open", "said openly", now(-3600)))
    sync(quiet_home, memory, config)
    run_hook("session-start", OFF, source="resume")
    agent = path.with_suffix("") / "subagents" / "agent-a1.jsonl"
    agent.parent.mkdir(parents=True)
    more = {"isSidechain": True, "agentId": "a1"}
    append(agent, said(5, "osprey task", "osprey report", now(), **more))
    tool = said(2, "x", "osprey", now())[1]
    call = {"type": "tool_use", "name": "Read", "input": {"file_path": "/tmp/osprey.md"}}
    tool["message"]["content"].append(call)
    names = [
        {"type": "custom-title", "customTitle": "osprey", "sessionId": SESSION},
        {"type": "summary", "summary": "osprey", "leafUuid": "a-1"},
    ]
    append(path, [tool, *names])
    sync(quiet_home, memory, config)
    assert [one.title for one in list_sessions(memory.store)] == ["open"]
    assert files_with(quiet_home, b"osprey") == []


@pytest.mark.proves("V2")
def test_a_session_that_is_disabled_while_the_archive_runs_is_silent(
    quiet_home: Home, memory: Memory, config: Path
) -> None:
    rules = CaptureRules.from_config(load(quiet_home), quiet_home.root)
    archive = Archive(memory.store, quiet_home, rules)
    append(path_of(config, SECOND), said(1, "open", "yes", now(), sessionId=SECOND))
    archive.sync_all([str(config)])
    run_hook("session-start", OFF, source="startup")
    append(path_of(config), said(2, "osprey", "osprey", now()))
    archive.sync_all([str(config)])
    assert texts(memory) == []


@pytest.mark.parametrize("value", ["1", "true", "yes", "0 1"])
def test_any_value_but_0_disables(quiet_home: Home, value: str) -> None:
    ran = run_hook("session-start", {"PMI_DISABLE": value}, source="startup")
    assert "PMI_DISABLE" in ran.screen
    assert list(silence.list_silent(quiet_home)) == [SESSION]


@pytest.mark.parametrize("value", ["", "0"])
def test_0_and_nothing_do_not(quiet_home: Home, value: str) -> None:
    run_hook("stop", {"PMI_DISABLE": value})
    assert silence.list_silent(quiet_home) == {}
    assert len(spooled(quiet_home.root)) == 1


def test_a_mark_that_can_not_be_understood_keeps_its_session_silent(
    quiet_home: Home, memory: Memory, config: Path
) -> None:
    folder = Path(quiet_home.path("state", "silent"))
    folder.mkdir()
    (folder / SESSION).write_bytes(b"\xff\xfe nonsense")
    append(path_of(config), said(1, "osprey", "osprey", now()))
    (folder / "other").write_text(f"{SESSION}\n")
    sync(quiet_home, memory, config)
    assert texts(memory) == []


@pytest.mark.proves("V2")
def test_what_is_said_in_an_excluded_folder_is_not_archived_wherever_the_session_began(
    quiet_home: Home, memory: Memory, config: Path
) -> None:
    secret = Path(os.environ["HOME"], "secret")
    (secret / "deep").mkdir(parents=True)
    Path(quiet_home.config_file).write_text('[capture]\nexclude = ["~/secret"]\n')
    write_prepared(quiet_home)
    other = str(secret.parent)
    path = append(path_of(config), said(1, "open", "said openly", now(), cwd=other))
    append(path, said(2, "osprey", "osprey", now(), cwd=str(secret / "deep")))
    append(path, said(3, "open again", "yes", now(), cwd=other))
    calls: list[dict[str, Any]] = []
    inputs = [
        {"file_path": str(secret / "a.md")},
        {"file_path": "~/secret/a.md"},
        {"command": f"cat {secret}/deep/a.md | head"},
        {"command": "cat secret/a.md"},
        {"command": "grep -r x ../user/secret"},
        {"command": "ls; cat '~/secret/a.md'"},
    ]
    for number, given in enumerate(inputs, start=10):
        asked, replied = said(number, "", "", now(), cwd=other)
        tool = {"type": "tool_use", "name": "Read", "id": f"t{number}", "input": given}
        replied["message"]["content"] = [tool]
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "osprey inside"}
        asked |= {"uuid": f"r-{number}", "parentUuid": replied["uuid"]}
        asked["message"] = {"role": "user", "content": [result]}
        calls += [replied, asked]
    append(path, calls[:6])
    sync(quiet_home, memory, config)
    append(path, calls[6:])
    sync(quiet_home, memory, config)
    spoken = [text for text in texts(memory) if text != "[private]"]
    assert spoken == ["open", "said openly", "open again", "yes"]
    assert files_with(quiet_home, b"osprey") == []


@pytest.mark.proves("V2")
@pytest.mark.parametrize("how", ["excluded", "paused"])
@pytest.mark.parametrize("began", ["within", "outside"])
def test_no_title_tells_of_what_was_left_out(
    quiet_home: Home, memory: Memory, config: Path, how: str, began: str
) -> None:
    Path(quiet_home.config_file).write_text('[capture]\nexclude = ["/made/secret"]\n')
    names = [
        {"type": "ai-title", "aiTitle": "osprey", "sessionId": SESSION},
        {"type": "summary", "summary": "osprey", "leafUuid": "a-3"},
    ]
    kept = said(3, "open", "said openly", now(), cwd="/made")
    path = append(path_of(config), kept if began == "outside" else [])
    sync(quiet_home, memory, config)
    if how == "paused":
        begin_pause(quiet_home)
    folder = "/made/secret" if how == "excluded" else "/made"
    append(path, [*said(1, "osprey", "osprey", now(), cwd=folder), *names])
    sync(quiet_home, memory, config)
    end_pause(quiet_home)
    later = said(5, "on again", "yes", now(1), cwd="/made")
    append(path, [*later, *names])
    sync(quiet_home, memory, config)
    titles = [one.title for one in list_sessions(memory.store)]
    assert titles == ["open" if began == "outside" else "on again"]
    assert files_with(quiet_home, b"osprey") == []


@pytest.mark.proves("V2")
@pytest.mark.parametrize("at", ["9999-12-31T00:00:00.000Z", "", "\u0662\u0660", "yesterday"])
def test_what_was_said_at_no_time_or_far_ahead_is_not_kept_in_a_pause(
    quiet_home: Home, memory: Memory, config: Path, at: str
) -> None:
    begin_pause(quiet_home)
    append(path_of(config), said(1, "osprey", "osprey", at))
    sync(quiet_home, memory, config)
    assert texts(memory) == []


@pytest.mark.proves("V2")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("how", ["disabled", "excluded", "paused"])
def test_nothing_is_shown_to_the_model_where_pmi_keeps_out(
    quiet_home: Home, memory: Memory, event: str, how: str
) -> None:
    memory.remember("we deploy only on Tuesdays")
    memory.refresh()
    folder = Path(os.environ["HOME"], "secret")
    folder.mkdir()
    if how == "excluded":
        Path(quiet_home.config_file).write_text('[capture]\nexclude = ["~/secret"]\n')
    if how == "paused":
        Path(quiet_home.path("state", "paused")).touch()
    write_prepared(quiet_home)
    environment = OFF if how == "disabled" else {}
    ran = run_hook(
        event, environment, prompt="when do we deploy", source="startup", cwd=str(folder)
    )
    assert ran.context == ""
    assert "Tuesdays" not in ran.screen
    assert ran.screen.startswith("PMI") is (event == "session-start")


def test_the_bytes_of_a_transcript_are_never_touched(
    quiet_home: Home, memory: Memory, config: Path
) -> None:
    lines = said(1, "osprey", "osprey", now())
    path = append(path_of(config), lines)
    run_hook("session-start", OFF, source="startup", transcript_path=str(path))
    sync(quiet_home, memory, config)
    assert path.read_bytes() == encode(lines)
