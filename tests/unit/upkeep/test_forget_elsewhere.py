"""Words of what is forgotten that stand beside it, as reasons; and files that are not ours."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from tests.support.learning import learn, say
from tests.unit.upkeep.test_forget_edited import found_in

WORDS = {"en": "never deploy the zebra on Fridays", "zh": "斑马服务周五一律不要部署"}
REASON = {"en": "the zebra retired", "zh": "斑马退役了"}
NAME = {"en": "zebra", "zh": "斑马"}

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
