"""``pmi sync`` with nothing to do says so at once, and never when there is something."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pmi.base.home import Home
from pmi.cli import seal
from tests.cli.conftest import Pmi
from tests.support.transcripts import SESSION, append, path_of, turn


@pytest.fixture
def synced(pmi: Pmi, home: Home, isolated: Path) -> Path:
    """Return a transcript that was read, with nothing left to do."""
    path = append(path_of(isolated / "user" / ".claude"), turn(1, "one", "two", cwd="/srv/x"))
    assert "2" in pmi("sync").stdout
    assert seal.find_sentence(home)
    return path


def begun(*arguments: str) -> str:
    command = [sys.executable, "-m", "pmi.cli.start", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_it_says_the_same_as_one_that_looks(pmi: Pmi, home: Home, synced: Path) -> None:
    sentence = seal.find_sentence(home)
    seal.break_seal(home)
    assert pmi("sync").stdout == f"{sentence}\n" == begun("sync")
    assert seal.find_sentence(home) == sentence


def test_it_loads_neither_click_nor_a_database(home: Home, synced: Path) -> None:
    code = "import sys; from pmi.cli.start import main; main(); print(*sys.modules)"
    command = [sys.executable, "-c", code, "sync"]
    done = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    sentence, _, loaded = done.partition("\n")
    assert sentence
    assert not {"click", "sqlite3", "dataclasses", "pmi.api"} & set(loaded.split())


def grow(path: Path, home: Home) -> None:
    append(path, turn(2, "three", "four"))


def add(path: Path, home: Home) -> None:
    other = SESSION.replace("1", "2")
    append(path.with_name(f"{other}.jsonl"), turn(3, "five", "six", sessionId=other))


def add_subagent(path: Path, home: Home) -> None:
    folder = path.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    append(folder / "agent-a1.jsonl", turn(3, "five", "six", agentId="a1"))


def rewrite(path: Path, home: Home) -> None:
    data = path.read_bytes()
    path.write_bytes(data.replace(b"one", b"eno"))
    os.utime(path, ns=(1, 1))


def settings(path: Path, home: Home) -> None:
    Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")


def page(path: Path, home: Home) -> None:
    Path(home.path("profile", "profile.md")).write_text("I am Ana.\n")


def spool(path: Path, home: Home) -> None:
    Path(home.path("spool", "x.json")).write_text("{}")


def lose_index(path: Path, home: Home) -> None:
    Path(home.search_db).unlink()


def lose_briefs(path: Path, home: Home) -> None:
    shutil.rmtree(home.path("state", "brief"))


def lose_projects(path: Path, home: Home) -> None:
    Path(home.path("state", "projects.json")).write_text("{}")


def spoil(path: Path, home: Home) -> None:
    Path(home.path("state", seal.NAME)).write_bytes(b"\xff\xfe\x00")


@pytest.mark.parametrize(
    "change",
    [
        grow,
        add,
        add_subagent,
        rewrite,
        Path.unlink,
        settings,
        page,
        spool,
        lose_index,
        lose_briefs,
        lose_projects,
        spoil,
    ],
    ids=lambda change: change.__name__,
)
def test_whatever_changes_is_looked_at(
    home: Home, synced: Path, change: Callable[..., None]
) -> None:
    change(synced) if change is Path.unlink else change(synced, home)
    assert seal.find_sentence(home) == ""


def test_what_is_appended_meanwhile_is_for_the_next_one(home: Home, synced: Path) -> None:
    before = seal.look(home)
    append(synced, turn(2, "three", "four"))
    seal.seal(home, before, "nothing")
    assert seal.find_sentence(home) == ""


def test_a_remembered_sentence_is_brought_to_hooks(pmi: Pmi, home: Home, synced: Path) -> None:
    assert pmi("remember", "use pnpm").exit_code == 0
    assert seal.find_sentence(home) == ""


def test_without_a_home_the_command_line_says_so(home: Home) -> None:
    shutil.rmtree(home.root)
    assert seal.find_sentence(home) == ""


@pytest.mark.parametrize("arguments", [("--version",), ("sync", "--json"), ("sync", "--dry-run")])
def test_every_other_command_is_run(home: Home, synced: Path, arguments: tuple[str, ...]) -> None:
    assert begun(*arguments).strip()
