"""Whatever arrives on stdin, a hook exits 0 and prints nothing but one JSON document."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pmi.base.home import Home
from tests.hooks.runner import EVENTS, RUN, run_bytes, run_hook, spooled

JUNK = {
    "empty": b"",
    "space": b"  \n",
    "words": b"hello",
    "half": b'{"session_id": "x", "cwd"',
    "array": b'[{"session_id": "x"}]',
    "string": b'"x"',
    "number": b"17",
    "null": b"null",
    "bytes": b"\xff\xfe\x00\x01",
    "invalid_utf8": b'{"session_id": "\xc3\x28"}',
    "two_documents": b'{"session_id": "x"}{"session_id": "y"}',
    "deep": b'{"a":' * 100_000,
    "long_words": b"x" * 3_000_000,
    "nine_megabytes": b'{"prompt": "' + b"x" * 9_000_000 + b'"}',
}

ODD = {
    "nothing": {},
    "numbers": {"session_id": 1, "cwd": 2, "transcript_path": 3, "prompt": 4, "source": 5},
    "nulls": dict.fromkeys(("session_id", "cwd", "transcript_path", "prompt", "source")),
    "lists": {name: [1, {"a": []}] for name in ("session_id", "cwd", "prompt", "source")},
    "path_as_id": {"session_id": "../../../etc/passwd", "cwd": "relative", "prompt": "hi"},
    "surrogates": {"session_id": "\ud800", "cwd": "/\ud800", "prompt": "\udfff deploy"},
    "nul": {"session_id": "a\0b", "cwd": "/a\0b", "prompt": "a\0b"},
    "long": {"session_id": "s" * 100_000, "cwd": "/" + "d" * 100_000, "prompt": "p" * 1_000_000},
}


@pytest.mark.proves("H5", "H6")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("name", JUNK)
def test_junk_is_met_with_silence(quiet_home: Home, event: str, name: str) -> None:
    ran = run_bytes(event, JUNK[name])
    assert (ran.code, ran.stdout, ran.stderr) == (0, b"", b"")
    assert f"hook {event}" in Path(quiet_home.path("logs", "hook.log")).read_text()
    assert spooled(quiet_home.root) == []


@pytest.mark.proves("H5", "H6")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("name", ODD)
def test_odd_fields_disturb_nobody(quiet_home: Home, event: str, name: str) -> None:
    ran = run_bytes(event, json.dumps(ODD[name]).encode())
    assert (ran.code, ran.stderr) == (0, b"")
    assert ran.stdout == b"" or isinstance(json.loads(ran.stdout), dict)
    inside = os.path.realpath(quiet_home.root)
    for folder, _, files in os.walk(Path(quiet_home.root).parent):
        if files and not os.path.realpath(folder).startswith(inside):
            assert not any(name.endswith((".json", ".txt")) for name in files)


@pytest.mark.proves("H5")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("data", [b"", b'{"session_id": "x"', b'{"session_id": "x"}\n'])
def test_an_input_that_is_never_closed_does_not_hold_the_hook(
    quiet_home: Home, event: str, data: bytes
) -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, data)
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(RUN), event],
            stdin=reading,
            capture_output=True,
            check=False,
            timeout=20,  # ten times the hook's own deadline
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    whole = data.endswith(b"\n") and event != "user-prompt"
    assert len(spooled(quiet_home.root)) == (1 if whole else 0)


@pytest.mark.proves("H6")
@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["stop", "more"], ["--help"], [""]])
def test_an_unknown_event_is_silent(quiet_home: Home, arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(RUN), *arguments],
        input=b"{}",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.proves("H6")
@pytest.mark.parametrize("event", EVENTS)
def test_closed_descriptors_are_no_fault(quiet_home: Home, event: str) -> None:
    command = f'"$0" -I -S "$1" {event} <&- >&- 2>&-'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, str(RUN)], check=False, timeout=60
    )
    assert done.returncode == 0


@pytest.mark.proves("H6", "H9")
def test_a_broken_program_is_silent(tmp_path: Path) -> None:
    script = tmp_path / "hooks" / "run.py"
    script.parent.mkdir()
    script.write_bytes(RUN.read_bytes())
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(script), "stop"],
        input=b"{}",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.proves("H5")
def test_a_prompt_of_a_megabyte_arrives_whole(quiet_home: Home) -> None:
    ran = run_hook("user-prompt", prompt="部署 deploy " * 90_000)
    assert ran.stdout == b""
    assert not Path(quiet_home.path("logs", "hook.log")).exists()
