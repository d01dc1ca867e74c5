"""What is said in one Claude Code session is there in the next one: the main job, for real.

A real terminal, the real program, a scripted model on loopback. The assertions are on what
reached the screen and what reached the model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

import pytest

from pmi.base.phrases import say
from tests.e2e.conftest import Place
from tests.e2e.fake_api import Script, request_text
from tests.e2e.screen import squeeze
from tests.e2e.terminal import ClaudeTerminal
from tests.support.repository import ROOT
from tests.support.waiting import wait_until


@dataclass(frozen=True)
class Words:
    """One language's words of the story."""

    language: str
    name: str
    prompt: str
    reply: str
    rule: str
    rule_query: str
    query: str
    number: str
    second: str
    taken_back: str
    question: str


ENGLISH = Words(
    language="en",
    name="Ana Novak",
    prompt="By the way, the staging database listens on port 4711.",
    reply="Noted: staging is on 4711.",
    rule="we deploy only on Tuesdays",
    rule_query="deploy",
    query="staging database",
    number="remembered as 1",
    second="remembered as 2",
    taken_back="taken back",
    question="When may I ship this?",
)
CHINESE = Words(
    language="zh",
    name="小林",
    prompt="顺便说一句，预发布数据库的端口是4711。",
    reply="好的，预发布环境用4711端口。",
    rule="我们只在星期二部署",
    rule_query="部署",
    query="预发布数据库",
    number="编号 1",
    second="编号 2",
    taken_back="已撤回",
    question="这个什么时候可以上线？",
)

both = pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])


def install(place: Place, words: Words) -> None:
    place.install("--name", words.name, "--language", words.language)


LATE = tuple(
    squeeze(say(key, language))
    for key in ("taken_not_stored", "busy_ask_again")
    for language in ("en", "zh")
)


def answered(claude: ClaudeTerminal, command: str, wanted: str) -> None:
    """Type a command; its answer must be on the screen without any request to the model.

    A machine that is busy with other tests may miss the hook's 0.7 s: then the screen must
    say so, and the answer must come with the next command.
    """
    before, shown, text = len(claude.requests), plain(claude), squeeze(wanted)

    def came() -> bool:
        return _more(text, shown, claude)

    def late() -> bool:
        return any(_more(note, shown, claude) for note in LATE)

    claude.submit(command)
    claude.wait_until(lambda: came() or late(), 30, f"{text!r} after {command!r}")
    for _ in range(5):
        if came():
            break
        asked = plain(claude)
        claude.submit("/pmi:map")
        claude.wait_until(partial(_changed, asked, claude), 30, f"the late answer to {command!r}")
    assert came()
    assert len(claude.requests) == before


def _changed(before: str, claude: ClaudeTerminal) -> bool:
    """Tell whether another answer of a hook is shown than before."""
    return plain(claude).count("blockedbyhook") > before.count("blockedbyhook")


def _more(text: str, before: str, claude: ClaudeTerminal) -> bool:
    """Tell whether a text is shown more often than it was before."""
    return plain(claude).count(text) > before.count(text)


def plain(claude: ClaudeTerminal) -> str:
    """Return all that was shown, without wrapping and without the marks around matches."""
    return unmarked(squeeze(claude.history()))


def unmarked(text: str) -> str:
    """Return a text without the marks around the words that a search matched."""
    return text.replace("«", "").replace("»", "")


@both
def test_what_was_said_in_one_session_is_there_in_the_next(place: Place, words: Words) -> None:
    install(place, words)
    seen = first_session(place, words)
    place.settle()
    seen += second_session(place, words)
    promised = screens_of_readme(words.language)
    assert promised
    assert [line for line in promised if line not in settled(seen)] == [], seen


def screens_of_readme(language: str) -> list[str]:
    """Return the lines that README shows of a session's screen in a language."""
    kind = "screen" if language == "en" else "screen-zh"
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [settled(line) for block in blocks for line in block.splitlines()]


def settled(text: str) -> str:
    """Return a text without white space, and without what differs from run to run."""
    text = re.sub(r"mem_[0-9a-z]{26}", "mem_…", squeeze(text))
    return re.sub(r"\d{1,2}(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)", "DAY", text)


def first_session(place: Place, words: Words) -> str:
    """Say a thing in passing, have a rule remembered; return what was on the screen."""
    with place.terminal([{"text": words.reply}]) as claude:
        claude.wait_for("PMI")
        claude.submit(words.prompt)
        claude.wait_for_reply()
        assert words.name in request_text(claude.requests[0])
        answered(claude, f"/pmi:remember {words.rule}", words.number)
        (memory,) = place.memories()
        assert (memory["text"], memory["by"]) == (words.rule, "user_confirmed")
        answered(claude, "/pmi:map", words.rule)
        answered(claude, f"/pmi:search {words.rule_query}", words.rule)
        answered(claude, "/pmi:undo", words.taken_back)
        answered(claude, f"/pmi:remember {words.rule}", words.second)
        found_from_another_terminal(place, words)
        assert len(claude.requests) == 1
        place.leave(claude)
        return claude.history()


def found_from_another_terminal(place: Place, words: Words) -> None:
    """The session is still open: its turn is found shortly after its Stop."""
    wait_until(
        lambda: "4711" in place.pmi("search", words.query).stdout, 30, "the turn in the search"
    )


def second_session(place: Place, words: Words) -> str:
    """Ask in a new session, as the model would; return what was on the screen."""
    hits = place.pmi_json("search", words.query)["hits"]
    reference = next(hit["reference"] for hit in hits if hit["scope"] == "transcripts")
    script: Script = [
        {"tool": "mcp__pmi__memory_search", "input": {"query": words.rule_query}},
        {"tool": "mcp__pmi__memory_search", "input": {"query": words.query}},
        {"tool": "mcp__pmi__memory_get", "input": {"id": reference}},
        {"text": "Done."},
    ]
    with place.terminal(script) as claude:
        claude.wait_for("PMI")
        claude.submit(words.question)
        claude.wait_for_reply(60)
        bodies = [body for body in claude.requests if body.get("tools")]
        seen = [unmarked(request_text(body)) for body in bodies]
        place.leave(claude)
        shown = claude.history()
    start, after_search, after_second, after_get = seen
    rules = (place.config / "rules" / "pmi.md").read_text(encoding="utf-8")
    rule_line = next(line for line in rules.splitlines() if words.rule in line)
    assert rule_line in start
    assert any(words.rule in line for line in start.splitlines() if line not in rules)
    assert after_search.count(words.rule) > start.count(words.rule)
    assert after_second.count("4711") > after_search.count("4711")
    assert words.reply not in after_search
    assert after_get.count(words.prompt) > after_second.count(words.prompt)
    assert words.reply in after_get
    return shown


@both
def test_the_rule_carries_its_number_and_the_map_line_opens(place: Place, words: Words) -> None:
    install(place, words)
    with place.terminal() as claude:
        answered(claude, f"/pmi:remember {words.rule}", words.number)
        place.leave(claude)
    rules = (place.config / "rules" / "pmi.md").read_text(encoding="utf-8")
    assert any(words.rule in line and "(1)" in line for line in rules.splitlines())
    why = place.pmi("why", "1")
    assert why.returncode == 0
    assert f"/pmi:remember {words.rule}" in why.stdout or words.rule in why.stdout
    assert "cc://" in why.stdout


@both
def test_a_late_answer_is_shown_at_the_next_prompt(place: Place, words: Words) -> None:
    import sqlite3

    install(place, words)
    with place.terminal([{"text": words.reply}]) as claude:
        claude.wait_for("PMI")
        lock = sqlite3.connect(place.home.memory_db)
        try:
            lock.execute("BEGIN IMMEDIATE")
            late = {"en": "taken, not stored yet", "zh": "尚未保存"}[words.language]
            answered(claude, f"/pmi:remember {words.rule}", late)
            assert place.memories() == []
        finally:
            lock.rollback()
            lock.close()
        wait_until(lambda: place.memories() != [], 60, "the memory after the lock")
        place.settle()
        claude.submit(words.prompt)
        claude.wait_for(words.number)
        claude.wait_for_reply()
        place.leave(claude)
    assert [memory["text"] for memory in place.memories()] == [words.rule]


def test_uninstall_puts_the_files_back_and_the_next_session_knows_nothing(place: Place) -> None:
    settings = place.config / "settings.json"
    settings.write_text('{\n   "model": "claude-sonnet-5-5"\n}\n', encoding="utf-8")
    before = settings.read_bytes()
    install(place, ENGLISH)
    assert place.pmi("uninstall", "--yes").returncode == 0
    assert settings.read_bytes() == before
    run = place.print_mode("hi", [{"text": "Hello."}])
    assert run.exit_code == 0
    assert ENGLISH.name not in request_text(run.conversation[0])
    assert place.pmi("map").returncode == 0
