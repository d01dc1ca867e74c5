"""What a person reads, and a program gets, when something is not as it should be."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pmi.base.home import Home
from pmi.recall import render
from pmi.store import database
from tests.cli.conftest import Answers, Pmi, program
from tests.support.transcripts import SESSION, append, path_of, turn
from tests.support.waiting import wait_until

NEEDS_A_HOME = [
    ["remember", "a thing"],
    ["search", "thing"],
    ["show", "1"],
    ["why", "1"],
    ["map"],
    ["sessions"],
    ["list"],
    ["log"],
    ["undo"],
    ["forget", "--yes", "1"],
    ["confirm", "1"],
    ["propose", "ops.json"],
    ["archive", "1"],
    ["restore-memory", "1"],
    ["entity", "list"],
    ["review", "list"],
    ["learnings", "list"],
    ["sync"],
    ["rebuild"],
    ["pause"],
    ["resume"],
    ["sql", "SELECT 1"],
    ["mcp"],
]

IS_ROOT = os.geteuid() == 0 and shutil.which("unshare") is not None


def error_of(output: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(output)["error"]
    return found


@pytest.mark.proves("D7")
@pytest.mark.parametrize("command", NEEDS_A_HOME, ids=lambda words: words[0])
def test_without_a_home_every_command_says_what_to_do(pmi: Pmi, command: list[str]) -> None:
    for_programs = pmi(*command, "--json")
    assert for_programs.exit_code == 10
    assert error_of(for_programs.stdout)["code"] == "no_home"
    for_people = pmi(*command)
    assert for_people.exit_code == 10
    assert for_people.stdout == ""
    assert "pmi install" in for_people.stderr
    assert not Path(Home.locate().root).exists()


@pytest.mark.parametrize(
    ("command", "code", "exit_code"),
    [
        (["show", "999"], "not_found", 4),
        (["show", "cc://no-such-session"], "not_found", 4),
        (["show", "cc://bad reference"], "usage", 2),
        (["why", "mem_00000000000000000000000000"], "not_found", 4),
        (["undo", "--entry", "77"], "not_found", 4),
        (["undo", "--entry", str(2**63)], "not_found", 4),
        (["undo"], "not_found", 4),
        (["forget", "--yes", "nothing"], "not_found", 4),
        (["confirm", "999"], "not_found", 4),
        (["review", "show", "zzzzzz"], "not_found", 4),
        (["review", "approve", "zzzzzz"], "not_found", 4),
        (["learnings", "reject", "999"], "not_found", 4),
        (["remember", " "], "usage", 2),
        (["remember"], "usage", 2),
        (["search"], "usage", 2),
        (["search", " "], "usage", 2),
        (["search", "x", "--limit", "0"], "usage", 2),
        (["search", "x", "--since", "someday"], "usage", 2),
        (["search", "x", "--until", "2026-02-31"], "usage", 2),
        (["list", "everything"], "usage", 2),
        (["sql"], "usage", 2),
        (["no-such-command"], "usage", 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_arguments_have_a_stable_code(
    pmi: Pmi, home: Home, command: list[str], code: str, exit_code: int
) -> None:
    pmi("list", "--json")
    result = pmi(*command, "--json")
    assert result.exit_code == exit_code, result.output
    error = error_of(result.stdout)
    assert error["code"] == code
    assert error["message"]
    assert error["hint"]


def test_a_mistake_in_the_configuration_is_named_with_its_line(pmi: Pmi, home: Home) -> None:
    Path(home.config_file).write_text("[general]\nlanguage = zh\n", encoding="utf-8")
    result = pmi("remember", "a thing", CLAUDECODE="1")
    assert result.exit_code == 2
    assert "config.toml" in result.stderr
    assert "line 2" in result.stderr


@contextmanager
def write_lock(path: str) -> Iterator[None]:
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
    finally:
        connection.close()


@pytest.mark.proves("D5", "D7")
def test_a_locked_database_is_said_to_be_locked_and_loses_nothing(
    pmi: Pmi, answers: Answers, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers("remember", "the first thing")
    monkeypatch.setattr(database, "WRITE_WAIT_S", 0.2)
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 100)
    monkeypatch.setattr(database.Store.__init__, "__kwdefaults__", {"wait_s": 0.2})
    with write_lock(home.memory_db):
        result = pmi("remember", "the second thing", "--json")
        assert result.exit_code == 11, result.output
        assert error_of(result.stdout)["code"] == "locked"
        assert [each["content"] for each in answers("list")["memories"]] == ["the first thing"]
    answers("remember", "the second thing")
    assert len(answers("list")["memories"]) == 2


@pytest.mark.proves("D5")
def test_a_damaged_database_is_named_and_kept(pmi: Pmi, answers: Answers, home: Home) -> None:
    answers("remember", "a thing")
    for name in ("memory.db-wal", "memory.db-shm"):
        Path(home.path(name)).unlink(missing_ok=True)
    rubbish = b"this is no database" * 500
    Path(home.memory_db).write_bytes(rubbish)
    result = pmi("list", "--json")
    assert result.exit_code == 13, result.output
    assert error_of(result.stdout)["code"] == "damaged"
    assert Path(home.memory_db).read_bytes() == rubbish


@pytest.mark.proves("D5")
@pytest.mark.parametrize("command", ["sessions", "show cc://{}", "search heron", "sync"])
def test_a_page_that_was_overwritten_is_named_by_whatever_reads_it(
    pmi: Pmi, home: Home, command: str
) -> None:
    said = [one for number in range(1, 400, 2) for one in turn(number, "a heron?", "yes, " * 40)]
    append(path_of(Path(os.environ["CLAUDE_CONFIG_DIR"])), said)
    assert pmi("sync").exit_code == 0
    for name in ("transcripts.db-wal", "transcripts.db-shm"):
        Path(home.path(name)).unlink(missing_ok=True)
    whole = Path(home.transcripts_db).read_bytes()
    half = len(whole) // 8192 * 4096
    Path(home.transcripts_db).write_bytes(whole[:8192] + b"\xff" * half + whole[8192 + half :])
    append(path_of(Path(os.environ["CLAUDE_CONFIG_DIR"])), turn(999, "again?", "yes"))
    result = pmi(*command.format(SESSION).split(), "--json")
    assert result.exit_code == 13, result.output
    assert home.transcripts_db in error_of(result.stdout)["message"]


def test_a_database_of_a_newer_version_is_left_alone(
    pmi: Pmi, answers: Answers, home: Home
) -> None:
    answers("remember", "a thing")
    with sqlite3.connect(home.memory_db) as connection:
        connection.execute("INSERT INTO migration VALUES ('m999_from_the_future', 'then')")
    connection.close()
    result = pmi("list", "--json")
    assert result.exit_code == 12, result.output
    assert error_of(result.stdout)["code"] == "schema_too_new"


def test_a_bug_leaves_a_report_without_the_user_s_words(
    pmi: Pmi, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> str:
        raise ZeroDivisionError("my secret plan")

    monkeypatch.setattr(render, "map_text", broken)
    result = pmi("map", "--json")
    assert result.exit_code == 70
    error = error_of(result.stdout)
    assert error["code"] == "bug"
    report = Path(error["hint"]).read_text(encoding="utf-8")
    assert "ZeroDivisionError" in report
    assert "secret plan" not in report + result.output
    assert Path(error["hint"]).stat().st_mode & 0o777 == 0o600


def test_a_disk_that_takes_nothing_is_no_bug(
    pmi: Pmi, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device", "/there")

    monkeypatch.setattr(render, "map_text", full)
    result = pmi("map", "--json")
    assert result.exit_code == 14
    assert (
        error_of(result.stdout)["message"] == "/there can not be written: No space left on device."
    )


@pytest.mark.parametrize("given", ["x" * 100_000, "云" * 100_000])
@pytest.mark.parametrize(
    "command", ["show", "why", "sessions show", "entity show", "search heron --project"]
)
def test_a_huge_argument_is_not_repeated_whole(
    pmi: Pmi, home: Home, command: str, given: str
) -> None:
    told = pmi(*command.split(), given)
    assert told.exit_code != 0
    assert given[:40] in told.stderr
    assert len(told.stderr) < 3000
    assert len(error_of(pmi(*command.split(), given, "--json").stdout)["message"]) < 1100


def test_a_reader_that_leaves_is_no_error(home: Home) -> None:
    done = subprocess.run(
        f"{sys.executable} -m pmi.cli.main log --help | true",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""


def test_ctrl_c_stops_with_130(home: Home) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "pmi.cli.main", "remember", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that starts the tests in the background has them ignore it
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    with running:
        wait_until(lambda: _waits_for_input(running.pid), what="pmi reads standard input")
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert said.strip() == "Stopped."


def _waits_for_input(pid: int) -> bool:
    if not Path("/proc/self/syscall").exists():
        pytest.skip("needs /proc to see what a process waits for")
    try:
        call = Path(f"/proc/{pid}/syscall").read_text(encoding="ascii").split()
    except OSError:
        return False
    return len(call) > 1 and call[0] == "0" and call[1] == "0x0"  # read(0, …)


@pytest.mark.proves("D7")
@pytest.mark.skipif(not IS_ROOT, reason="LOUD: mounting a full disk needs root and unshare")
def test_a_full_disk_is_said_to_be_full_and_loses_nothing(tmp_path: Path, home: Home) -> None:
    assert program("remember", "the first thing").returncode == 0
    script = f"""
        mount -t tmpfs -o size=2m none {tmp_path} && cp -a {home.root}/. {tmp_path}/ || exit 99
        dd if=/dev/zero of={tmp_path}/filler bs=4k 2>/dev/null
        export PMI_HOME={tmp_path}
        {sys.executable} -m pmi.cli.main remember --json "$(head -c 15000 /dev/zero | tr '\\0' x)"
        echo "exit $?"; rm {tmp_path}/filler
        {sys.executable} -m pmi.cli.main list --json
    """
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    failed, _, listed = done.stdout.partition("exit 14")
    assert error_of(failed)["code"] == "unwritable", done.stdout + done.stderr
    memories = json.loads(listed)["memories"]
    assert [each["content"] for each in memories] == ["the first thing"]


@pytest.mark.proves("D7")
@pytest.mark.skipif(not IS_ROOT, reason="LOUD: a read-only mount needs root and unshare")
def test_a_read_only_home_reads_and_says_why_it_does_not_write(tmp_path: Path, home: Home) -> None:
    assert program("remember", "the first thing").returncode == 0
    script = f"""
        mount --bind {home.root} {tmp_path} && mount -o remount,ro,bind {tmp_path} || exit 99
        export PMI_HOME={tmp_path}
        {sys.executable} -m pmi.cli.main list --json; echo "exit $?"
        {sys.executable} -m pmi.cli.main remember --json "the second thing"; echo "exit $?"
        {sys.executable} -m pmi.cli.main pause --json; echo "exit $?"
    """
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    listed, stored, paused, _ = done.stdout.split("exit ")
    assert json.loads(listed)["memories"][0]["content"] == "the first thing", done.stderr
    for answer in (stored, paused):
        assert error_of(answer.split("\n", 1)[1])["code"] == "unwritable"
    assert done.stdout.count("exit 14") == 2
