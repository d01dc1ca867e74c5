"""Words of what is forgotten that stand beside it, as reasons; and files that are not ours."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.profile.summary_files import list_files
from pmi.recall.summaries import write_summaries
from pmi.upkeep.cleaning import is_unfinished
from tests.support.learning import learn, say
from tests.unit.upkeep.test_forget_edited import found_in

WORDS = {"en": "never deploy the zebra on Fridays", "zh": "斑马服周五一律不要部署"}
REASON = {"en": "the zebra retired", "zh": "斑马服退役了"}
NAME = {"en": "zebra", "zh": "斑马服"}

both = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.mark.proves("V4")
@both
@pytest.mark.parametrize("confirmed", [True, False])
@pytest.mark.parametrize("undone", [True, False])
def test_why_something_was_turned_down_is_forgotten_with_it(
    memory: Memory, home: Home, language: str, confirmed: bool, undone: bool
) -> None:
    number = str(learn(memory.store, WORDS[language]))
    kept = str(learn(memory.store, "use pnpm"))
    if confirmed:
        memory.confirm([number])
    typed = say(memory.store, f"/pmi:reject {number} {REASON[language]}")
    memory.reject([number], REASON[language], cause=f"typed:s-1:{typed.partition('#')[2]}")
    memory.reject([kept], "only that day")
    if undone:
        memory.undo(memory.log()[1].seq)
    memory.forget([number])
    memory.refresh()
    assert memory.rebuild().changed == 0
    memory.store.close()
    assert found_in(home, NAME[language]) == []
    assert found_in(home, "only that day")


@pytest.mark.proves("V4")
@both
def test_lines_that_were_set_aside_are_forgotten_too(
    memory: Memory, home: Home, language: str
) -> None:
    number = learn(memory.store, WORDS[language])
    line = {"event": "command", "command": "remember", "argument": WORDS[language]}
    aside = Path(home.path("spool", "bad", "spl_1.json"))
    aside.parent.mkdir(parents=True)
    aside.write_text(json.dumps(line))
    memory.forget([str(number)])
    assert WORDS[language] not in json.loads(aside.read_text())["argument"]


def test_links_and_pipes_between_our_files_hold_nothing_up_and_stay(
    memory: Memory, home: Home, tmp_path: Path
) -> None:
    number = learn(memory.store, WORDS["en"])
    outside = tmp_path / "outside.md"
    outside.write_text(WORDS["en"])
    os.symlink(outside, home.path("sessions", "mine.md"))
    os.symlink(tmp_path / "gone", home.path("state", "gone"))
    os.mkfifo(home.path("logs", "pipe"))
    memory.forget([str(number)])
    assert outside.read_text() == WORDS["en"]
    memory.store.close()
    assert found_in(home, "never deploy") == [home.path("sessions", "mine.md")]


@pytest.mark.proves("V4", "H9")
@both
@pytest.mark.parametrize("step", ["begin_cleaning", "finish_cleaning"])
def test_forgetting_that_was_killed_is_finished(
    memory: Memory, home: Home, monkeypatch: pytest.MonkeyPatch, language: str, step: str
) -> None:
    number = str(learn(memory.store, WORDS[language]))
    memory.confirm([number])
    write_summaries(memory.store, ["s-1"])
    memory.refresh()
    with monkeypatch.context() as patch:
        patch.setattr(f"pmi.upkeep.forget.{step}", _killed)
        with pytest.raises(KeyboardInterrupt):
            memory.forget([number])
    if step == "begin_cleaning":  # the memory is still there, and can be named again
        memory.forget([number])
    memory.refresh()
    assert not is_unfinished(home)
    assert memory.rebuild().changed == 0
    memory.store.close()
    assert found_in(home, NAME[language]) == []


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_summary_that_lost_words_is_still_ours(memory: Memory, home: Home) -> None:
    number = str(learn(memory.store, WORDS["en"]))
    write_summaries(memory.store, ["s-1"])
    assert [file.state for file in list_files(home)] == ["ours"]
    memory.forget([number])
    assert [file.state for file in list_files(home)] == ["ours"]
