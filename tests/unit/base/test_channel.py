"""Which prompt is a typed command; whether it was typed is tested with real processes."""

from __future__ import annotations

import os

import pytest

from pmi.base.channel import authentic, is_claude, parse, program_of


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("/pmi:remember we deploy", ("remember", "we deploy")),
        ("  /pmi:remember  we deploy \n", ("remember", "we deploy")),
        ("/pmi:remember\nline one\nline two", ("remember", "line one\nline two")),
        ("/pmi:remember　记住这个", ("remember", "记住这个")),
        ("/pmi:map", ("map", "")),
        ("/pmi:undo ", ("undo", "")),
        ("/pmi:search 部署", ("search", "部署")),
        ("/pmi:Remember x", None),
        ("/pmi:rememberx", None),
        ("/pmi: remember x", None),
        ("/pmi:forget x", None),
        ("please /pmi:remember x", None),
        ("/pmi:", None),
        ("", None),
    ],
)
def test_only_a_whole_prompt_is_a_command(prompt: str, expected: tuple[str, str] | None) -> None:
    assert parse(prompt) == expected


@pytest.mark.parametrize(
    ("environ", "reason"),
    [
        ({}, "unattended"),
        ({"CLAUDE_CODE_SESSION_ATTENDED": "0", "CLAUDE_CODE_ENTRYPOINT": "cli"}, "unattended"),
        ({"CLAUDE_CODE_SESSION_ATTENDED": ""}, "unattended"),
        ({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}, "unattended"),
        ({"CLAUDE_CODE_ENTRYPOINT": "cli"}, "not_claude"),
        ({"CLAUDE_CODE_SESSION_ATTENDED": "1"}, "not_claude"),
        ({"CLAUDE_CODE_SESSION_ATTENDED": "1", "CLAUDE_PID": str(os.getppid())}, "not_claude"),
        ({"CLAUDE_CODE_SESSION_ATTENDED": "1", "AI_AGENT": "x_2_agent"}, "agent"),
    ],
)
def test_doubts(environ: dict[str, str], reason: str) -> None:
    assert authentic(environ) == reason


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("/usr/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe", True),
        ("/home/a/.local/share/claude/versions/2.1.332", True),
        ("/usr/bin/claude (deleted)", True),
        ("/usr/bin/bash", False),
        ("/home/claude/bin/zsh", False),
        ("/usr/bin/python3.11", False),
        ("/home/claude/venv/bin/python", False),
        ("/usr/bin/node", False),
        ("", False),
    ],
)
def test_claude_is_told_by_its_program(program: str, expected: bool) -> None:
    assert is_claude(program) is expected


def test_the_program_of_a_process_is_found() -> None:
    assert "python" in program_of(os.getpid()).lower()
    assert program_of(2**30) == ""
