"""``pmi review``, ``confirm``, ``archive``, ``restore-memory``: both sides are seen first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pmi.base.home import Home
from tests.cli.conftest import Answers, Pmi

KEY = "garden:minutes"
LANGUAGES = ["en", "zh"]
OWN = {"en": "We water only in the evening.", "zh": "只在傍晚浇水。"}
RIVAL = {"en": "We water only in the morning.", "zh": "只在早晨浇水。"}
QUOTE = {"en": "watering in the morning is better", "zh": "早晨浇水更好"}
ALONE = {"en": "The bees come in June.", "zh": "养蜂人六月来。"}
SLOT = {"slot": "garden/watering"}


@pytest.fixture
def disputed(pmi: Pmi, answers: Answers, home: Home, language: str) -> Any:
    """Return the outcomes where an agent contradicted the user, and claimed without a quote."""
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")
    pmi("note", f"x\n{QUOTE[language]}\n", "--origin-key", KEY, "--trust", "external",
        "--title", "Minutes")  # fmt: skip
    own = {"content": OWN[language], "valid_from": "2024-05-01", "slug": "water", **SLOT}
    pmi("propose", "-", text=json.dumps([own]))
    rival = {
        "content": RIVAL[language],
        "valid_from": "2025-05-01",
        "evidence": [{"source": KEY, "quote": QUOTE[language]}],
        **SLOT,
    }
    claims = json.dumps([rival, {"content": ALONE[language], "detail": "line 1\nline 2"}])
    said = pmi("propose", "-", "--as-agent", "reader", "--json", text=claims)
    return json.loads(said.stdout)["outcomes"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_has_one_line_per_side_and_says_how_to_decide(
    pmi: Pmi, answers: Answers, disputed: Any, language: str
) -> None:
    rival, alone = disputed
    assert (rival["verdict"], alone["verdict"]) == ("disputed", "review")
    shown = pmi("review", "list").stdout
    lines = shown.splitlines()
    heads = [line for line in lines if line[0].isdigit()]
    assert [int(line.split()[0]) for line in heads] == sorted([rival["number"], alone["number"]])
    who = "agent:reader" if language == "en" else "代理 reader"
    assert all(who in line for line in heads)
    assert sum(RIVAL[language] in line for line in lines) == 1
    assert sum(OWN[language] in line for line in lines) == 1
    assert ("it has no quote" if language == "en" else "没有原文依据") in shown
    assert "pmi review approve 1" in lines[-1]
    waiting = answers("review", "list")["reviews"]
    assert {each["status"] for each in waiting} == {"pending"}
    assert {each["number"] for each in waiting} == {1, 2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_shown_whole_with_the_quotes_of_both_sides(
    pmi: Pmi, answers: Answers, disputed: Any, language: str
) -> None:
    rival, alone = disputed
    names = (str(rival["number"]), rival["memory"]["id"], rival["memory"]["id"][-6:])
    for name in names:
        shown = pmi("review", "show", name).stdout
        assert all(words in shown for words in (RIVAL[language], OWN[language], QUOTE[language]))
        assert "2024-05-01" in shown
        assert "2025-05-01" in shown
        assert "Minutes" in shown
        assert f"pmi review approve {rival['number']}" in shown
        assert answers("review", "show", name)["review"]["subject"] == rival["memory"]["id"]
    shown = pmi("review", "show", alone["proposal"]).stdout
    assert ALONE[language] in shown
    assert "line 2" in shown
    assert ("Approving stores it" if language == "en" else "批准后保存") in shown
    both = answers("review", "show", "1", "2")["shown"]
    assert [each["review"]["number"] for each in both] == [1, 2]
    assert pmi("show", str(alone["number"])).stdout.strip() == shown.strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quoted_proposal_shows_its_quote_with_source_and_trust(
    pmi: Pmi, answers: Answers, disputed: Any, language: str
) -> None:
    change = {"op": "update", "target": "water", "kind": "decision",
              "evidence": [{"source": KEY, "quote": QUOTE[language]}]}  # fmt: skip
    said = pmi("propose", "-", "--as-agent", "x", "--json", text=json.dumps([change]))
    [outcome] = json.loads(said.stdout)["outcomes"]
    assert outcome["verdict"] == "review"
    shown = pmi("review", "show", str(outcome["number"])).stdout
    assert f"“{QUOTE[language]}”" in shown
    assert OWN[language] in shown
    assert ("decision" if language == "en" else "决定") in shown
    assert "Minutes" in shown
    [cited] = answers("review", "show", str(outcome["number"]))["evidence"]
    assert (cited["quote"], cited["trust"]) == (QUOTE[language], "external")


@pytest.mark.parametrize("language", LANGUAGES)
def test_approving_and_rejecting_are_read_back(
    pmi: Pmi, answers: Answers, disputed: Any, language: str
) -> None:
    rival, alone = disputed
    said = pmi("review", "approve", str(rival["number"]), str(alone["number"]))
    assert said.exit_code == 0, said.stderr
    assert RIVAL[language] in said.stdout
    assert ALONE[language] in said.stdout
    assert said.stdout.count("confirmed by you" if language == "en" else "已由你确认") == 2
    replaced = "in place of: " if language == "en" else "取代了："
    assert said.stdout.count(f"{replaced}{OWN[language]}") == 1
    assert answers("review", "list")["reviews"] == []
    assert answers("show", "water")["memory"]["status"] == "superseded"
    assert ("Nothing waits" if language == "en" else "没有待审核") in pmi("review", "list").stdout
    again = pmi("review", "approve", str(alone["number"]), "--json")
    assert json.loads(again.stdout)["error"]["code"] == "conflict"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rejecting_leaves_the_other_side_and_keeps_the_reason(
    pmi: Pmi, answers: Answers, disputed: Any, language: str
) -> None:
    rival, alone = disputed
    done = answers("review", "reject", str(rival["number"]), alone["proposal"][-6:],
                   "--reason", "不对")  # fmt: skip
    assert done["verb"] == "reject"
    assert [each["text"] for each in done["decided"]] == [RIVAL[language], ALONE[language]]
    assert [each["content"] for each in answers("list")["memories"]] == [OWN[language]]
    assert answers("log", "--limit", "1")["entries"][0]["payload"]["reason"] == "不对"
    decided = answers("review", "list", "--all")["reviews"]
    assert {each["status"] for each in decided} == {"rejected"}
    shown = pmi("review", "list", "--all").stdout
    assert ("(rejected)" if language == "en" else "（已否决）") in shown
    assert "pmi review approve" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_confirming_takes_a_memory_by_any_of_its_names(
    pmi: Pmi, answers: Answers, disputed: Any, language: str
) -> None:
    text = json.dumps(
        [{"content": "tea at four", "slug": "tea",
          "evidence": [{"source": KEY, "quote": QUOTE[language]}]}]
    )  # fmt: skip
    pmi("propose", "-", "--as-agent", "x", text=text)
    stored = answers("show", "tea")["memory"]
    assert stored["verification"] == "source_backed"
    said = pmi("confirm", "tea").stdout
    assert "tea at four" in said
    assert stored["id"][-6:] in said
    assert answers("show", "tea")["memory"]["verification"] == "user_confirmed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_archive_and_restore_by_the_user_act_and_by_an_agent_wait(
    pmi: Pmi, answers: Answers, disputed: Any, language: str
) -> None:
    waits = pmi("archive", "water", CLAUDECODE="1")
    assert waits.exit_code == 0
    assert "pmi review approve 3" in waits.stdout
    assert answers("show", "water")["memory"]["status"] == "active"
    shown = pmi("review", "show", "3").stdout
    assert OWN[language] in shown
    assert ("Approving puts it away" if language == "en" else "批准后归档") in shown
    said = pmi("review", "approve", "3").stdout
    assert OWN[language] in said
    assert answers("show", "water")["memory"]["status"] == "archived"
    again = answers("restore-memory", "water", CLAUDECODE="1")["outcomes"][0]
    assert (again["verdict"], again["reason"]) == ("review", "archived_by_user")
    assert answers("restore-memory", "water")["outcomes"][0]["verdict"] == "applied"
    assert answers("show", "water")["memory"]["status"] == "active"
    assert answers("archive", "water")["outcomes"][0]["memory"]["status"] == "archived"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_put_away_or_brought_back_is_not_called_stored(
    pmi: Pmi, disputed: Any, language: str
) -> None:
    put_away, brought = ("put away", "brought back") if language == "en" else ("已归档", "已恢复")
    assert pmi("archive", "water").stdout.startswith(f"1. applied — {put_away}")
    assert pmi("restore-memory", "water").stdout.startswith(f"1. applied — {brought}")
    operation = json.dumps([{"op": "archive", "target": "water"}])
    assert pmi("propose", "-", text=operation).stdout.startswith(f"1. applied — {put_away}")


def test_what_was_decided_before_is_told_under_its_number(pmi: Pmi, home: Home) -> None:
    claims = json.dumps([{"content": "tea at four"}])
    pmi("propose", "-", "--as-agent", "reader", text=claims)
    pmi("review", "reject", "1")
    again = pmi("review", "approve", "1")
    assert again.exit_code == 7
    assert "Proposal 1 was rejected before." in again.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_control_characters_never_reach_the_terminal(
    pmi: Pmi, disputed: Any, language: str
) -> None:
    text = json.dumps([{"content": "red \u001b[31malert\u0007", "detail": "a\u001b]0;x\u0007b"}])
    pmi("propose", "-", "--as-agent", "x", text=text)
    for command in (["review", "list"], ["review", "show", "3"], ["show", "3"], ["log"],
                    ["list", "proposals"], ["review", "approve", "3"]):  # fmt: skip
        shown = pmi(*command).stdout
        assert "alert" in shown, command
        assert not any(sign < " " and sign != "\n" for sign in shown), command


@pytest.mark.parametrize("name", ["0", "99", "zzzzzz", "prp_x", "1x", ""])
def test_what_is_not_there_is_not_decided(pmi: Pmi, home: Home, name: str) -> None:
    for command in (["review", "show"], ["review", "approve"], ["review", "reject"], ["confirm"]):
        result = pmi(*command, name, "--json")
        assert json.loads(result.stdout)["error"]["code"] == "not_found", (command, result.output)


def test_a_learning_is_approved_by_its_number_too(pmi: Pmi, answers: Answers, home: Home) -> None:
    answers("remember", "we deploy only on Tuesdays")
    assert "we deploy only on Tuesdays" in pmi("review", "approve", "1").stdout
