"""What is remembered of a session is chosen together: a list first, then exactly what was chosen.

A real terminal, the real program with the installed skills, a scripted model on loopback.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pmi.installer.skills import SKILLS
from tests.e2e.conftest import Place
from tests.e2e.fake_api import Script, request_text
from tests.e2e.test_sessions import answered
from tests.support.waiting import wait_until


@dataclass(frozen=True)
class Words:
    """One language's words of the story."""

    language: str
    said: str
    other: str
    chosen: str
    offer: str
    choice: str
    stored: str
    skill: str
    confirmed: str
    rule: str
    slugged: str
    instead: str
    taken_back: str


ENGLISH = Words(
    language="en",
    said="Our release train leaves on Wednesdays.",
    other="The coffee machine is broken again.",
    chosen="The release train leaves on Wednesdays",
    offer="Which of these shall be remembered?",
    choice="only the first one, please",
    stored="It is stored, not confirmed yet.",
    skill="First turn: a list",
    confirmed="confirmed",
    rule="we deploy only on Tuesdays",
    slugged="deploy-only-tuesdays: we deploy on Wednesdays",
    instead="In the place of 1, which is history now: we deploy only on Tuesdays",
    taken_back="taken back: 2 we deploy on Wednesdays",
)
CHINESE = Words(
    language="zh",
    said="我们的发布列车每周三出发。",
    other="咖啡机又坏了。",
    chosen="发布列车每周三出发",
    offer="要记住其中哪些？",
    choice="只要第一条",
    stored="已存下，尚未确认。",
    skill="第一轮：列出",
    confirmed="已确认",
    rule="只在周二部署",
    slugged="只在周二部署：改在周三部署",
    instead="它取代了 1，原来的内容转为历史：只在周二部署",
    taken_back="2 改在周三部署",
)

both = pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])


@both
def test_bare_remember_lists_first_and_stores_only_what_was_chosen(
    place: Place, words: Words
) -> None:
    place.install("--language", words.language)
    proposed = {
        "content": words.chosen,
        "kind": "procedure",
        "evidence": [{"quote": words.said}],
    }
    script: Script = [
        {"text": "OK."},
        {"text": "OK."},
        {"tool": "Skill", "input": {"skill": "pmi-remember"}},
        {"tool": "mcp__pmi__memory_list", "input": {"what": "learnings", "source": "conversation"}},
        {"text": f"1. {words.chosen} “{words.said}”\n{words.offer}"},
        {"tool": "mcp__pmi__memory_propose", "input": {"operations": [proposed]}},
        {"text": words.stored},
    ]
    with place.terminal(script) as claude:
        for text in (words.said, words.other):
            claude.submit(text)
            claude.wait_for_reply()
        claude.submit("/pmi:remember")
        claude.wait_for(words.offer)
        assert any(words.skill in request_text(body) for body in claude.requests)
        assert place.memories() == []
        claude.submit(words.choice)
        claude.wait_for(words.stored)
        [stored] = wait_until(place.memories, 30, "the memory")
        assert (stored["text"], stored["by"]) == (words.chosen, "source_backed")
        short = str(stored["id"])[-6:]
        assert any(short in request_text(body) for body in claude.requests[-1:])
        answered(claude, f"/pmi:confirm {short}", words.chosen)
        assert words.confirmed in claude.history()
        place.leave(claude)
    [kept] = place.memories()
    assert kept["by"] == "user_confirmed"
    assert place.pmi_json("why", short)["why"]["words"] == words.said


@both
def test_what_was_not_chosen_is_not_stored(place: Place, words: Words) -> None:
    place.install("--language", words.language)
    script: Script = [
        {"text": "OK."},
        {"text": f"1. {words.chosen}\n{words.offer}"},
        {"text": "Fine."},
    ]
    with place.terminal(script) as claude:
        claude.submit(words.other)
        claude.wait_for_reply()
        claude.submit("/pmi:remember")
        claude.wait_for(words.offer)
        claude.submit("none")
        claude.wait_for_reply()
        place.leave(claude)
    assert place.memories() == []
    assert place.pmi_json("review", "list")["reviews"] == []


@both
def test_a_typed_slug_replaces_and_undo_brings_the_old_words_back(
    place: Place, words: Words
) -> None:
    place.install("--language", words.language)
    with place.terminal() as claude:
        answered(claude, f"/pmi:remember {words.rule}", words.rule)
        answered(claude, f"/pmi:remember {words.slugged}", words.instead)
        answered(claude, "/pmi:undo", words.taken_back)
        assert claude.requests == []
        place.leave(claude)
    rules = (place.config / "rules" / "pmi.md").read_text(encoding="utf-8")
    assert [one["text"] for one in place.memories()] == [words.rule]
    assert words.rule in rules


@both
def test_the_model_is_told_of_the_skills_and_gets_their_text_when_it_asks(
    place: Place, words: Words
) -> None:
    place.install("--language", words.language)
    script: Script = [
        *({"tool": "Skill", "input": {"skill": name}} for name in SKILLS),
        {"text": "Done."},
    ]
    run = place.print_mode("What do you know of me?", script, "--allowedTools", "Skill")
    first, last = request_text(run.requests[0]), request_text(run.requests[-1])
    for name in SKILLS:
        text = (place.config / "skills" / name / "SKILL.md").read_text(encoding="utf-8")
        _, front, body = text.split("---\n", 2)
        assert f"- {name}: " in first
        assert front.partition("description: ")[2].strip()[:200] in first
        assert body.strip() in last
