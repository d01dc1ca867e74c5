from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.config import defaults
from pmi.base.home import Home
from pmi.base.pauses import NEVER, begin_pause, end_pause, list_pauses
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive
from pmi.model.conversation import Reference
from pmi.store.conversations import read_messages
from tests.support.transcripts import SESSION, append, path_of, turn


@pytest.mark.parametrize(
    ("glob", "folder", "excluded"),
    [
        ("/made/secret", "/made/secret", True),
        ("/made/secret/", "/made/secret/deep/er", True),
        ("/made/secret", "/made/secrets", False),
        ("/made/*/private", "/made/a/private/x", True),
        ("**/客户", "/made/客户/甲", True),
        ("/made/secret/**", "/made/secret", True),
        ("/", "/made", True),
        ("~/clients", "~/clients/a", True),
        ("[", "/made", False),
        ("", "/made", False),
    ],
)
def test_excluded_folders(glob: str, folder: str, excluded: bool) -> None:
    rules = CaptureRules(exclude=(glob,))
    assert rules.allows(os.path.expanduser(folder), "cli") is not excluded


def pause(home: Home, second: int) -> None:
    path = Path(home.path("state", "paused"))
    path.write_text("2026-01-05\n")
    os.utime(path, (second, second))


@pytest.mark.proves("V2")
@pytest.mark.parametrize("over", [False, True], ids=["still paused", "resumed"])
def test_what_was_said_during_a_pause_is_never_kept(
    home: Home, memory: Memory, isolated: Path, monkeypatch: pytest.MonkeyPatch, *, over: bool
) -> None:
    config = isolated / "user" / ".claude"
    turns = [each for number in (1, 3, 5) for each in turn(number, f"question {number}", "answer")]
    append(path_of(config), turns)
    pause(home, 1767607320)  # 10:02 on the day of the transcript
    if over:
        monkeypatch.setattr("pmi.base.pauses.now", lambda: "2026-01-05T10:04:00.000Z")
        end_pause(home)
    rules = CaptureRules.from_config(defaults(), home.root)
    Archive(memory.store, home, rules).sync_all([str(config)])
    said = [each.text for each in read_messages(memory.store, Reference(SESSION))]
    kept = ["question 1", "answer", "question 5", "answer"]
    assert said == (kept if over else kept[:2])


def test_pauses_add_up(home: Home) -> None:
    for second in (1767607320, 1767610920):
        pause(home, second)
        end_pause(home)
    assert [first for first, _ in list_pauses(home)] == [
        "2026-01-05T10:02:00.000Z",
        "2026-01-05T11:02:00.000Z",
    ]
    end_pause(home)
    assert len(list_pauses(home)) == 2


@pytest.mark.proves("V2")
@pytest.mark.parametrize("broken", ["{broken", "[" * 100_000, '[["a"]]', "7"])
def test_all_before_a_list_of_pauses_was_damaged_counts_as_said_in_one(
    home: Home, broken: str
) -> None:
    kept = Path(home.path("state", "pauses.json"))
    kept.write_text(broken)
    os.utime(kept, (1767607200, 1767607200))
    assert list_pauses(home) == [("", "2026-01-05T10:00:00.000Z")]
    pause(home, 1767610920)
    end_pause(home)
    first, second = list_pauses(home)
    assert first == ("", "2026-01-05T10:00:00.000Z")
    assert second[0] == "2026-01-05T11:02:00.000Z"


def test_a_second_pause_does_not_shorten_the_first(home: Home) -> None:
    pause(home, 1767607320)
    begin_pause(home)
    assert list_pauses(home) == [("2026-01-05T10:02:00.000Z", NEVER)]
