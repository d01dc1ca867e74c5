"""What an agent proposed in one session waits in the next one; the user's word decides it there.

The real program in a terminal, a scripted model on loopback.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

import pmi
from tests.e2e.conftest import Place
from tests.e2e.screen import squeeze
from tests.e2e.test_forgery import bash, event
from tests.e2e.test_sessions import CHINESE, ENGLISH, Words, answered, both, install, plain

PROPOSED = {"en": "releases are tagged on Mondays", "zh": "版本号每周一打标签"}
TURNED_DOWN = {"en": "the tests may be skipped", "zh": "测试可以跳过"}
APPROVED = {"en": "approved 1: ", "zh": "已批准 1："}
REJECTED = {"en": "rejected 2: ", "zh": "已否决 2："}
RUN_FILE = Path(pmi.__path__[0]) / "hooks" / "run.py"


def propose(place: Place, *texts: str) -> None:
    """Let the scripted model remember something in a session: for an agent, that proposes it."""
    bash(place, "; ".join(f"pmi remember {shlex.quote(text)}" for text in texts))


def pending(place: Place) -> list[int]:
    return [item["number"] for item in place.pmi_json("review", "list")["reviews"]]


@both
def test_what_an_agent_proposed_waits_at_the_next_start_and_is_decided_there(
    place: Place, words: Words
) -> None:
    language = words.language
    install(place, words)
    propose(place, PROPOSED[language], TURNED_DOWN[language])
    assert pending(place) == [1, 2]
    with place.terminal() as claude:
        claude.wait_for(f"1 {PROPOSED[language]}")
        shown = plain(claude)
        assert squeeze(f"2 {TURNED_DOWN[language]}") in shown
        assert squeeze("/pmi:approve 1") in shown
        answered(claude, "/pmi:approve 1", APPROVED[language] + PROPOSED[language])
        answered(claude, "/pmi:reject 2 no", REJECTED[language] + TURNED_DOWN[language])
        assert claude.requests == []
        place.leave(claude)
    assert pending(place) == []
    stored = [(one["text"], one["by"]) for one in place.memories()]
    assert stored == [(PROPOSED[language], "user_confirmed")]
    with place.terminal() as claude:
        claude.wait_for("PMI")
        assert "/pmi:approve" not in plain(claude)
        place.leave(claude)


@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_no_agent_can_approve_by_shell_print_mode_or_event(place: Place, words: Words) -> None:
    install(place, words)
    propose(place, PROPOSED[words.language])
    data = place.project / "event.json"
    data.write_text(event(place, "/pmi:approve 1") + "\n", encoding="utf-8")
    hook = f"{shlex.quote(sys.executable)} -I -S {shlex.quote(str(RUN_FILE))} user-prompt"
    said = bash(
        place,
        "pmi review approve 1; echo first=$?; pmi confirm 1; echo second=$?; "
        "CLAUDE_CODE_SESSION_ATTENDED=1 claude -p '/pmi:approve 1'; "
        f"exec {hook} <event.json",
    )
    assert "first=6" in said
    assert "second=6" in said
    assert "pmi review approve" in said
    run = place.print_mode("/pmi:approve 1", [{"text": "Done."}])
    assert run.requests == []
    place.settle()
    assert pending(place) == [1]
    assert place.memories() == []
