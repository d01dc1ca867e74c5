"""From a turn's end to a learning: by real workers, killed, several at once, in long sessions."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import pauses
from pmi.base.clock import now
from pmi.base.home import Home, write_file
from pmi.indexer.worker import run
from pmi.model.conversation import Said, Session
from pmi.store import archiving, journal, learnings, scanning, uses
from tests.support.transcripts import append, line, path_of, turn
from tests.worker.learning_storm import compare

NOW = "2027-03-01T10:00:00.000Z"
SESSION = "11111111-2222-4333-8444-555555555555"

Put = Callable[..., str]


def texts(memory: Memory, status: str = "") -> list[str]:
    found = learnings.list_learnings(memory.store.reading("memory"), status)
    return [item.text for item in found]


@pytest.mark.parametrize("said", ["Never push to the main branch.", "以后不要手动修改 dist 目录。"])
def test_the_worker_stages_a_turn_when_it_ended(
    home: Home, memory: Memory, put: Put, config: Path, said: str
) -> None:
    path = append(path_of(config), turn(1, said, "All right.", timestamp=NOW))
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    [item] = learnings.list_learnings(memory.store.reading("memory"), "pending")
    assert said.startswith(item.text.rstrip(".。"))
    assert item.reference == f"cc://{SESSION}#u-1"


def test_a_turn_that_was_interrupted_before_an_answer_is_staged_too(
    home: Home, memory: Memory, put: Put, config: Path
) -> None:
    asked = line("user", "u-1", "Never push to the main branch.", timestamp=NOW)
    append(path_of(config), [asked])
    put("start", session="another")
    run(home)
    assert len(texts(memory)) == 1


def test_a_start_tells_which_learnings_it_has_shown(home: Home, memory: Memory, put: Put) -> None:
    for session in ("a", "b", "b"):
        put("start", session=session, shown=[41, 42])
    put("start", session="c", shown=["41", -1, True, None, {}])
    put("start", session="d", shown="41")
    run(home)
    count = uses.count_uses(memory.store.reading("transcripts"))
    assert {number: each.shown for number, each in count.items()} == {41: 2, 42: 2}


@pytest.mark.proves("V1")
def test_a_learning_holds_no_credential_and_nothing_private(
    home: Home, memory: Memory, put: Put, config: Path
) -> None:
    secret = "ghp_" + "a1B2" * 9
    said = (
        f"Never push the token {secret} to the main branch. "
        "Never push to the heron branch <private>of the client Smith</private> by hand."
    )
    path = append(path_of(config), turn(1, said, "All right.", timestamp=NOW))
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    found = learnings.list_learnings(memory.store.reading("memory"))
    assert found
    memory.store.checkpoint("memory")
    data = Path(home.memory_db).read_bytes()
    assert secret.encode() not in data
    assert b"Smith" not in data


@pytest.mark.parametrize("how", ["excluded", "paused", "own"])
@pytest.mark.proves("V2")
def test_nothing_is_learned_where_nothing_is_kept(
    home: Home, memory: Memory, put: Put, config: Path, how: str
) -> None:
    cwd = home.root if how == "own" else "/tmp/demo/heron-app"
    if how == "excluded":
        write_file(home.config_file, f'[capture]\nexclude = ["{cwd}"]\n')
    if how == "paused":
        pauses.begin_pause(home)
    at = now() if how == "paused" else NOW
    said = "Never push to the main branch."
    path = append(path_of(config), turn(1, said, "All right.", timestamp=at, cwd=cwd))
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    assert texts(memory) == []


@pytest.mark.proves("H9")
def test_killed_at_any_moment_every_learning_is_there_once(tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    print("seed", seed)
    assert compare(tmp_path, 3, seed)[0] >= 6


def fill(memory: Memory, messages: list[Said], session: str = "s-1") -> None:
    """Archive a conversation."""
    with memory.store.writing("transcripts") as connection:
        there = Session(session, "", "path:w", "/w", "", "", "", "", 0, original=True)
        archiving.ensure_session(connection, there, "cli")
        archiving.add_said(connection, {session: messages})


def conversation(turns: int, said: Callable[[int], str]) -> list[Said]:
    """Return a conversation in which each answer comes after two uses of a tool."""
    messages = []
    above = ""
    for number in range(turns):
        rows = (
            ("u", "user", "prompt", said(number)),
            ("t", "tool", "tool", "ls"),
            ("r", "tool", "tool", "a b c"),
            ("a", "assistant", "reply", "All right, what is next?"),
        )
        for name, role, origin, text in rows:
            uuid = f"{name}-{number}"
            messages.append(Said(uuid, above, role, origin, NOW, text))  # type: ignore[arg-type]
            above = uuid
    return messages


def test_several_processes_at_once_make_each_learning_once(home: Home, memory: Memory) -> None:
    words = ["alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel"]
    for number, word in enumerate(words * 3):
        said = f"Never push to the {word} branch."
        fill(memory, [Said(f"m-{number}", "", "user", "prompt", NOW, said)], f"s-{number}")
    memory.close()
    program = (
        "import sys\nfrom pmi import Memory\n"
        f"with Memory.open({home.root!r}, actor='hook') as memory:\n    memory.stage()\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(4)]
    assert [each.wait(120) for each in running] == [0] * 4
    connection = memory.store.reading("memory")
    assert sorted(item.count for item in learnings.list_learnings(connection)) == [3] * 8
    causes = [entry.cause for entry in journal.iterate(connection)]
    assert len(causes) == len(set(causes)) == 24
    assert memory.rebuild().changed == 0


def test_a_session_of_5000_turns_is_looked_through_page_by_page(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("alder", "birch", "cedar", "dogwood")

    def said(number: int) -> str:
        if number % 50:
            return f"what does function {number} do?"
        return f"Never push to the {words[number // 50 % 4]}{number} branch."

    fill(memory, conversation(5000, said))
    pages: list[int] = []
    listing = scanning.list_typed

    def count(*given: object, **more: object) -> list[scanning.Unread]:
        found = listing(*given, **more)  # type: ignore[arg-type]
        pages.append(len(found))
        return found

    monkeypatch.setattr(scanning, "list_typed", count)
    made = memory.stage()
    assert len(made) == len(texts(memory, "pending")) == 8
    assert max(pages) <= 200
    assert sum(pages) == 5000
    assert memory.stage() == []
