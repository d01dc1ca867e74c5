"""Where nothing is known, nothing is said; where PMI can not answer, the user learns it."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Place
from tests.e2e.fake_api import request_text


@pytest.mark.proves("H10")
def test_an_empty_memory_and_an_untouched_profile_show_and_inject_nothing(place: Place) -> None:
    place.install("--language", "en")
    with place.terminal([{"text": "Hello there."}]) as claude:
        claude.submit("hi")
        claude.wait_for_reply()
        screen = claude.history()
        seen = request_text(claude.requests[0])
        place.leave(claude)
    assert "PMI:" not in screen
    assert "hook additional context" not in seen
    assert "SessionStart" not in screen


@pytest.mark.proves("H13")
def test_hooks_and_worker_make_no_request_of_their_own(place: Place) -> None:
    place.install("--name", "Ana")
    with place.terminal([{"text": "Hello there."}]) as claude:
        claude.submit("we talked about herons")
        claude.wait_for_reply()
        place.settle()
        assert len(claude.requests) == 1
        place.leave(claude)


@pytest.mark.proves("H3")
def test_sessions_work_where_the_server_is_not_registered(place: Place) -> None:
    place.install("--name", "Ana", "--no-mcp")
    run = place.print_mode("hi", [{"text": "Hello."}])
    assert run.exit_code == 0
    assert run.stderr == ""
    assert "Ana" in request_text(run.conversation[0])


def test_without_hooks_the_command_file_tells_the_model_to_say_so(place: Place) -> None:
    place.install("--name", "Ana")
    (place.config / "settings.json").write_text("{}\n", encoding="utf-8")
    with place.terminal([{"text": "PMI did not answer; run pmi doctor."}]) as claude:
        claude.submit("/pmi:remember we deploy only on Tuesdays")
        claude.wait_for("run pmi doctor")
        assert "hook did not answer" in request_text(claude.requests[0])
        place.leave(claude)
    assert place.memories() == []
    report = place.pmi("doctor", "--json")
    assert report.returncode == 1
    assert "hooks_missing" in report.stdout


def test_a_paused_memory_says_so_and_gives_nothing(place: Place) -> None:
    place.install("--name", "Ana")
    assert place.pmi("pause").returncode == 0
    with place.terminal([{"text": "Hello."}]) as claude:
        claude.wait_for("PMI is paused")
        claude.submit("hi")
        claude.wait_for_reply()
        assert "Ana" not in request_text(claude.requests[0])
        place.leave(claude)
