"""A start says how many conversations and documents wait to be distilled, and no more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.base import clock
from pmi.base.home import Home
from pmi.base.project import brief_name, identify
from pmi.base.text import utf16_len
from pmi.model.distilling import Undistilled
from pmi.model.source import SourceDraft
from pmi.recall.undistilled import notes
from pmi.rules.distilling import later
from tests.hooks.runner import run_hook
from tests.support.conversations import archive, talk

SAID = talk("We deploy on Tuesdays.", "周五绝不部署。", "The staging host is heron.")
NOW = "2026-11-30T12:00:00.000Z"
LANGUAGES = {"en": ("1 to distil", "pmi-distill"), "zh": ("1 项待提炼", "pmi-distill")}


def ago(minutes: int) -> str:
    return later(clock.now(), -60 * minutes)


@pytest.fixture
def here(isolated: Path) -> str:
    return str(identify(str(isolated), {})["key"])


@pytest.fixture
def known(quiet_home: Home) -> Iterator[Memory]:
    with Memory.open(quiet_home) as memory:
        memory.remember("The kettle is blue")
        yield memory


def brief_of(home: Home, project: str) -> Path:
    return Path(home.path("state", "brief", f"{brief_name(project)}.json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_session_that_ended_here_is_counted_for_the_user_and_for_the_model(
    known: Memory, isolated: Path, here: str, language: str
) -> None:
    Path(known.home.config_file).write_text(
        f'[general]\nlanguage = "{language}"\n', encoding="utf-8"
    )
    archive(known, "s-one", SAID, started=ago(400), project=here)
    archive(known, "s-else", SAID, started=ago(400), project="git:code.example/else")
    known.refresh([here])
    ran = run_hook("session-start", source="startup", cwd=str(isolated))
    screen, told = LANGUAGES[language]
    assert screen in ran.screen
    assert told in ran.context
    known.mark_distilled(["cc://s-one"])
    known.refresh([here])
    ran = run_hook("session-start", source="startup", cwd=str(isolated))
    assert screen not in ran.screen
    assert told not in ran.context


def test_one_that_ended_after_the_brief_was_made_is_counted_when_it_has_settled(
    known: Memory, isolated: Path, here: str
) -> None:
    archive(known, "s-one", SAID, started=ago(2), project=here)
    known.refresh([here])
    assert "to distil" not in run_hook("session-start", cwd=str(isolated)).screen
    path = brief_of(known.home, here)
    brief: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    [note] = brief["undistilled"]
    assert note["from"] > clock.now()
    note["from"] = ago(1)
    path.write_text(json.dumps(brief), encoding="utf-8")
    assert "1 to distil" in run_hook("session-start", cwd=str(isolated)).screen


def test_documents_are_counted_too(known: Memory, isolated: Path, here: str) -> None:
    known.add_source(SourceDraft("Refunds need two signatures."))
    known.refresh([here])
    ran = run_hook("session-start", source="startup", cwd=str(isolated))
    assert "1 document" in ran.context


@pytest.mark.proves("H5", "H6")
@pytest.mark.parametrize(
    "broken",
    [7, "x", [7], [{}], [{"from": 1}], [{"from": "", "count": "x"}], {"from": ""}],
    ids=str,
)
def test_a_broken_note_costs_nothing_but_itself(
    known: Memory, isolated: Path, here: str, broken: object
) -> None:
    known.refresh([here])
    path = brief_of(known.home, here)
    brief = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**brief, "undistilled": broken}), encoding="utf-8")
    ran = run_hook("session-start", source="startup", cwd=str(isolated))
    assert "The kettle is blue" in ran.context


def waits(minutes: int) -> Undistilled:
    return Undistilled("cc://s:1-6", "session", "", "", NOW, 6, 3, later(NOW, 60 * minutes))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("settled", "documents", "expected"),
    [
        ([], 0, []),
        ([-5, -3], 0, [("", 2)]),
        ([-5, 20, 10], 2, [("", 3), (later(NOW, 600), 4), (later(NOW, 1200), 5)]),
        ([10], 0, [(later(NOW, 600), 1)]),
        ([], 3, [("", 3)]),
        ([-1] * 5000, 9999, [("", 14999)]),
    ],
    ids=str,
)
def test_there_is_a_note_for_each_moment_from_which_on_one_more_waits(
    language: str, settled: list[int], documents: int, expected: list[tuple[str, int]]
) -> None:
    unread = [waits(minutes) for minutes in settled]
    made = notes(unread, documents, language, today=NOW, limit_units=200)
    assert [(note["from"], note["count"]) for note in made] == expected
    assert all(utf16_len(note["title"] + note["text"]) + 2 <= 200 for note in made)


def test_a_share_that_is_too_small_says_nothing() -> None:
    assert notes([waits(-5)], 0, "en", today=NOW, limit_units=20) == []
