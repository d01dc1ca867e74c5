"""UserPromptSubmit on ordinary prompts: what fits, once, and never at the price of a wait."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import answers
from pmi.base.home import Home
from pmi.base.text import utf16_len
from tests.hooks.runner import run_bytes, run_hook

SESSION = "11111111-2222-4333-8444-555555555555"


@pytest.fixture
def known(quiet_home: Home) -> Memory:
    """Return a memory with a few rules in both languages, indexed."""
    memory = Memory.open(quiet_home)
    for words in (
        "We deploy only on Tuesdays",
        "数据库迁移要先备份",
        "Use pnpm instead of npm",
        "Reviews need two people",
    ):
        memory.remember(words)
    memory.refresh()
    return memory


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("when may I deploy this?", "Tuesdays"),
        ("DEPLOYING now", "Tuesdays"),
        ("怎么做数据库迁移？", "备份"),
        ("请用pnpm安装", "pnpm"),
        ("x " * 5000 + "deploy", "Tuesdays"),
    ],
)
def test_what_fits_is_given(known: Memory, prompt: str, expected: str) -> None:
    assert expected in run_hook("user-prompt", prompt=prompt).context


@pytest.mark.parametrize(
    "prompt",
    ["hi", "continue", "what is it?", "", "   ", "请继续", '" OR * NEAR( col:x', "/help", "🎉"],
)
def test_what_fits_nothing_gets_nothing(known: Memory, prompt: str) -> None:
    assert run_hook("user-prompt", prompt=prompt).stdout == b""


@pytest.mark.proves("H11")
def test_nothing_is_given_twice_until_the_view_is_new(known: Memory) -> None:
    assert "Tuesdays" in run_hook("user-prompt", prompt="deploy").context
    assert run_hook("user-prompt", prompt="deploy").stdout == b""
    assert "Tuesdays" in run_hook("user-prompt", session_id="another", prompt="deploy").context
    run_hook("session-start", source="compact")
    assert run_hook("user-prompt", prompt="deploy").stdout == b""  # the start gave it again


def test_what_the_start_gave_is_not_given_again(known: Memory) -> None:
    run_hook("session-start", source="startup")
    assert run_hook("user-prompt", prompt="deploy pnpm").stdout == b""


def test_a_memory_that_was_undone_is_not_given(known: Memory) -> None:
    known.remember("The canary region is Lisbon")
    known.refresh()
    known.undo()  # the index is behind now
    assert run_hook("user-prompt", prompt="which canary region").stdout == b""


def test_the_context_has_a_limit(known: Memory) -> None:
    for i in range(30):
        known.remember(f"Zebra rule {i}: {'stripes ' * 40}")
    known.refresh()
    context = run_hook("user-prompt", prompt="zebra stripes").context
    assert 400 < utf16_len(context) <= 1500


def test_an_answer_that_came_late_is_shown_once(quiet_home: Home) -> None:
    answers.write(quiet_home, SESSION, "p1", "PMI: remembered as 1: \x1b[31mtea")
    ran = run_hook("user-prompt", prompt="hello")
    assert ran.screen == "PMI: remembered as 1: tea"
    assert "decision" not in ran.answer
    assert run_hook("user-prompt", prompt="hello").stdout == b""


@pytest.mark.proves("H2")
@pytest.mark.parametrize("prompt", ["deploy on which day", "/pmi:map"])
def test_locked_databases_hold_nobody(known: Memory, quiet_home: Home, prompt: str) -> None:
    holders = []
    for path in (quiet_home.memory_db, quiet_home.search_db):
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        holders.append(holder)
    for event in ("user-prompt", "session-start"):
        ran = run_bytes(event, b'{"session_id": "s", "cwd": "/", "prompt": "%s"}' % prompt.encode())
        assert (ran.code, ran.stderr) == (0, b"")
    for holder in holders:
        assert holder.in_transaction  # it was locked all the time, and the hooks came back
        holder.execute("ROLLBACK")
        holder.close()


@pytest.mark.proves("H2")
def test_a_database_that_nobody_may_read_holds_nobody(known: Memory, quiet_home: Home) -> None:
    known.store.close()
    holder = sqlite3.connect(quiet_home.memory_db, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    ran = run_hook("user-prompt", prompt="deploy")
    assert ran.stdout == b""
    assert "lookup." in Path(quiet_home.path("logs", "hook.log")).read_text()
    holder.close()


@pytest.mark.proves("H6", "D5")
@pytest.mark.parametrize("name", ["memory_db", "search_db"])
@pytest.mark.parametrize("content", [b"", b"no database at all " * 500])
def test_a_damaged_database_is_silent_and_stays(
    known: Memory, quiet_home: Home, name: str, content: bytes
) -> None:
    known.store.close()
    path = Path(getattr(quiet_home, name))
    for extra in ("-wal", "-shm"):
        Path(f"{path}{extra}").unlink(missing_ok=True)
    path.write_bytes(content)
    assert run_hook("user-prompt", prompt="deploy").stdout == b""
    run_hook("session-start", source="startup")
    assert path.read_bytes() == content
