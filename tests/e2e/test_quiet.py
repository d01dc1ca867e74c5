"""Where nothing is known, nothing is said; where PMI can not answer, the user learns it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.e2e.conftest import Place
from tests.e2e.fake_api import request_text
from tests.e2e.test_sessions import answered


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
        assert "PMI's hook should have answered it" in request_text(claude.requests[0])
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


@dataclass(frozen=True)
class Words:
    """One language's words of what is kept, and of what is not."""

    language: str
    before: str
    silent: str
    after: str
    typed: str
    paused: str
    resumed: str
    off: str


ENGLISH = Words(
    language="en",
    before="from now on always write the commit messages in Latin",
    silent="from now on always write the release notes for zanzibar in English",
    after="from now on always write the changelog in the imperative",
    typed="zanzibar is the word",
    paused="PMI is paused",
    resumed="PMI is on again",
    off="PMI is off in this session",
)
CHINESE = Words(
    language="zh",
    before="以后发布标签一律要签名",
    silent="以后桑给巴尔集群一律手动部署",
    after="以后变更日志一律用祈使句写",
    typed="暗号是桑给巴尔",
    paused="PMI 已暂停",
    resumed="PMI 已恢复",
    off="PMI 在本会话中已关闭",
)

both = pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])


def kept(place: Place) -> list[str]:
    """Return the words of all learnings; nothing that was said in silence may be anywhere."""
    found = place.pmi_json("learnings", "list", "--all")["learnings"]
    for silent in ("zanzibar", "桑给巴尔"):
        assert place.pmi_json("search", silent)["hits"] == []
    return [item["text"] for item in found]


@both
def test_nothing_said_between_pause_and_resume_is_kept_and_the_rest_is(
    place: Place, words: Words
) -> None:
    place.install("--name", "Ana", "--language", words.language)
    with place.terminal([{"text": "OK."}] * 3) as claude:
        claude.submit(words.before)
        claude.wait_for_reply()
        answered(claude, "/pmi:pause", words.paused)
        claude.submit(words.silent)
        claude.wait_for_reply()
        answered(claude, f"/pmi:remember {words.typed}", words.paused)
        answered(claude, "/pmi:resume", words.resumed)
        claude.submit(words.after)
        claude.wait_for_reply()
        assert len(claude.requests) == 3, "the typed commands cost no request"
        place.leave(claude)
    assert kept(place) == [words.before, words.after]
    assert place.memories() == []


@both
def test_a_session_that_is_switched_off_leaves_nothing_and_gets_nothing(
    place: Place, words: Words
) -> None:
    place.install("--name", "Ana", "--language", words.language)
    with place.terminal([{"text": "OK."}], env={"PMI_DISABLE": "1"}) as claude:
        claude.wait_for(words.off)
        claude.submit(words.silent)
        claude.wait_for_reply()
        assert "Ana" not in request_text(claude.requests[0])
        place.leave(claude)
    assert place.pmi("sync").returncode == 0
    assert kept(place) == []
    assert place.pmi_json("sessions")["sessions"] == []
