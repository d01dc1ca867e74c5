"""The worker writes the summary of a session once it is over, beside everything else it does."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import answers, spool
from pmi.base.clock import now
from pmi.base.home import Home
from pmi.indexer.worker import run
from pmi.recall import summaries
from tests.support.transcripts import SESSION, append, path_of, turn
from tests.worker.conftest import Put

Start = Callable[[], subprocess.Popen[bytes]]


def fresh_turn(number: int, question: str) -> list[dict[str, object]]:
    """Return a turn that is said now, so that nothing but a word about it can end it."""
    lines = turn(number, question, "Mended.")
    for line in lines:
        line["timestamp"] = now()
    return lines


def files(home: Home) -> dict[str, bytes]:
    folder = Path(home.path("sessions"))
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_session_that_ended_has_its_summary_in_the_same_run(
    home: Home, put: Put, config: Path
) -> None:
    path = append(path_of(config), fresh_turn(1, "mend the turbine gate"))
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    assert files(home) == {}
    put("end", session=SESSION, transcript=str(path))
    run(home)
    [name] = files(home)
    assert name.endswith("-mend-turbine-gate-11111111.md")
    before = files(home)
    put("start", session="another")
    run(home)
    assert files(home) == before


def test_one_that_nobody_ended_has_it_at_a_later_run(home: Home, put: Put, config: Path) -> None:
    path = append(path_of(config), turn(1, "mend the turbine gate", "Mended."))
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    assert files(home) == {}
    put("start", session="another")
    run(home)
    assert len(files(home)) == 1


def test_a_start_here_tells_of_the_session_before(home: Home, put: Put, config: Path) -> None:
    path = append(path_of(config), fresh_turn(1, "mend the turbine gate"))
    put("end", session=SESSION, transcript=str(path))
    run(home)
    briefs = [item.read_text() for item in Path(home.path("state", "brief")).iterdir()]
    assert any("Mend the turbine gate" in text and "about mend, turbine" in text for text in briefs)


def test_typed_commands_are_answered_between_two_summaries(
    home: Home, memory: Memory, put: Put, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        session = f"{number}1111111-2222-4333-8444-555555555555"
        said = turn(number, f"mend gate {number} of the turbine", "Mended.", sessionId=session)
        for line in said:
            line["uuid"] = f"{number}-{line['uuid']}"
        append(path_of(config, session), said)
    answered: list[bool] = []
    write = summaries._written

    def written(*given: object, **more: object) -> object:
        if not answered:
            put("command", prompt_id="p-1", command="remember", argument="we deploy on Tuesdays")
        answered.append(bool(answers.wait(home, "s-1", "p-1", 0)))
        return write(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(summaries, "_written", written)
    put("start", session="another")
    run(home)
    assert answered == [False, True, False]  # an answer is taken by who waits for it
    assert len(files(home)) == 3


@pytest.mark.proves("H9")
def test_killed_again_and_again_each_session_has_its_summary_once(
    home: Home, memory: Memory, put: Put, config: Path, start: Start
) -> None:
    for number in range(6):
        session = f"{number}1111111-2222-4333-8444-555555555555"
        said = turn(
            number, f"mend gate {number} of the turbine 请修闸门", "修好了。", sessionId=session
        )
        for line in said:
            line["uuid"] = f"{number}-{line['uuid']}"
        append(path_of(config, session), said)
    put("start", session="another")
    for hundredths in (20, 35, 50, 65, 80, 95):
        process = start()
        try:
            process.wait(hundredths / 100)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert start().wait(120) == 0
    assert sorted(file.session[0] for file in memory.summaries()) == list("012345")
    assert len([name for name in files(home) if name.endswith(".md")]) == 6
    before = files(home)
    put("start", session="another")
    assert start().wait(120) == 0
    assert files(home) == before


@pytest.fixture
def unwritable(home: Home) -> Iterator[None]:
    """Put something that is no folder where the summaries belong."""
    folder = Path(home.path("sessions"))
    folder.rmdir()
    folder.write_text("")
    yield
    folder.unlink()


def test_what_can_not_be_written_holds_up_nothing_else(
    home: Home, memory: Memory, put: Put, config: Path, unwritable: None
) -> None:
    append(path_of(config), turn(1, "mend the turbine gate", "Mended."))
    put("start", session="another")
    put("command", prompt_id="p-1", command="remember", argument="we deploy on Tuesdays")
    run(home)
    assert spool.waiting(home) == 0
    assert memory.search("turbine gate").hits
    assert os.path.isdir(home.path("state", "brief"))
