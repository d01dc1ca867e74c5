"""Ten stories about evidence, told by a person at a terminal, in English and in Chinese.

What an agent does in them is ``pmi propose --as-agent``; ``test_stories_mcp.py`` tells the same
ones with an agent that talks to the server.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.tales import TALES, Tale, create, fee
from tests.support.shell import Shell

both = pytest.mark.parametrize("tale", TALES, ids=[tale.language for tale in TALES])


@pytest.fixture
def shell(tale: Tale, isolated: Path) -> Shell:
    """Return a terminal of a person who speaks the tale's language and kept the minutes."""
    opened = Shell(isolated / "person", tale.language)
    opened.note(tale.minutes, tale.key)
    return opened


def verdicts(outcomes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(item["verdict"], item["reason"]) for item in outcomes]


@both
def test_a_quoted_line_becomes_a_memory_that_answers_with_its_quote(
    tale: Tale, shell: Shell
) -> None:
    claim, quote, question, _ = tale.tap
    [outcome] = shell.propose(create(tale, claim, quote))
    assert (outcome["verdict"], outcome["memory"]["verification"]) == ("applied", "source_backed")
    answer = shell.ask(question)
    assert not answer.insufficient
    assert (answer.texts("current")[0], answer.quotes()[0]) == (claim, quote)
    shown = shell.says("context", question)
    assert claim in shown
    assert quote in shown


@both
def test_a_wrong_quote_is_refused_with_the_nearest_line_and_nothing_is_stored(
    tale: Tale, shell: Shell
) -> None:
    claim, quote, _, wrong = tale.tap
    good = create(tale, tale.keeper[1], tale.keeper[2])
    path = shell.write("ops.json", [good, create(tale, claim, wrong)])
    code, error = shell.fails("propose", path, "--as-agent", "reader")
    assert (code, error["code"]) == (5, "quote_mismatch")
    assert quote in error["hint"]
    assert "2" in error["message"]
    assert shell.contents("--status", "all") == []


@pytest.mark.proves("M1")
@both
def test_the_later_decision_holds_whichever_was_read_first(tale: Tale, isolated: Path) -> None:
    ends = []
    for name, places in (("forward", (0, 1)), ("backward", (1, 0))):
        shell = Shell(isolated / name, tale.language)
        shell.note(tale.minutes, tale.key)
        for place in places:
            shell.propose(fee(tale, place))
        answer = shell.ask(tale.fee_question, "--history")
        (first, earlier, _), (second, later, _) = tale.fees
        assert answer.texts("current")[0] == later
        [old] = [item for item in answer.items("history") if item["text"] == earlier]
        assert (old["valid_from"], old["valid_to"], old["status"]) == (first, second, "superseded")
        then = shell.ask(tale.fee_question, "--as-of", "2024-06-01")
        assert then.texts("current")[0] == earlier
        rows = shell.memories("--status", "all")
        ends.append(
            sorted((row["content"], row["status"], row["valid_from"], row["valid_to"])
                   for row in rows)
        )  # fmt: skip
    assert ends[0] == ends[1]


@both
def test_what_the_user_confirmed_stays_until_the_user_approves_otherwise(
    tale: Tale, shell: Shell
) -> None:
    confirmed, rival, quote = tale.watering
    slot = {"slot": "garden/watering"}
    shell.propose({"op": "create", "content": confirmed, "valid_from": "2024-05-01", **slot},
                  agent="")  # fmt: skip
    against = {**create(tale, rival, quote), "valid_from": "2025-05-01", **slot}
    [outcome] = shell.propose(against)
    assert outcome["verdict"] == "disputed"
    answer = shell.ask(tale.watering_question)
    assert answer.texts("current")[0] == confirmed
    assert rival in answer.texts("conflict")
    assert verdicts(shell.propose(against, agent="other")) == [("merged", "known")]
    [waiting] = shell.reviews()
    assert waiting["memory"]["content"] == rival
    assert waiting["against"]["content"] == confirmed
    shown = shell.says("review", "show", str(waiting["number"]))
    assert all(words in shown for words in (confirmed, rival, quote))
    shell.says("review", "approve", str(waiting["number"]))
    assert shell.ask(tale.watering_question).texts("current")[0] == rival
    assert shell.reviews() == []
    assert rival in shell.says("undo")
    assert shell.ask(tale.watering_question).texts("current")[0] == confirmed


@both
def test_a_question_stays_open_until_somebody_answers_it(tale: Tale, shell: Shell) -> None:
    question, claim, quote = tale.keeper
    [asked] = shell.propose({**create(tale, question), "stance": "question", "slug": "keeper"},
                            agent="")  # fmt: skip
    assert asked["verdict"] == "applied"
    assert question in shell.ask(question).texts("question")
    answers = {"links": [{"type": "answers", "target": "keeper"}]}
    # The user's own question: an agent's answer to it waits for the user.
    [outcome] = shell.propose({**create(tale, claim, quote), **answers})
    assert verdicts([outcome]) == [("review", "protected")]
    assert question in shell.ask(question).texts("question")
    shell.says("review", "approve", str(outcome["number"]))
    answer = shell.ask(question)
    assert question not in answer.texts("question")
    assert answer.texts("current")[0] == claim


@both
def test_a_claim_without_a_quote_waits_and_a_wrong_approval_is_taken_back(
    tale: Tale, shell: Shell
) -> None:
    claim, question = tale.bees
    [outcome] = shell.propose(create(tale, claim))
    assert verdicts([outcome]) == [("review", "no_evidence")]
    assert outcome["memory"] is None
    assert shell.ask(question).insufficient
    shell.says("review", "approve", str(outcome["number"]))
    [stored] = shell.memories()
    assert (stored["content"], stored["verification"]) == (claim, "user_confirmed")
    assert shell.ask(question).texts("current") == [claim]
    shell.says("undo")
    assert shell.contents() == []
    [waiting] = shell.reviews()
    assert waiting["number"] == outcome["number"]


@both
def test_a_text_that_changed_names_the_memory_whose_words_are_gone(
    tale: Tale, shell: Shell
) -> None:
    claim, quote, *_ = tale.tap
    shell.propose(create(tale, claim, quote), create(tale, tale.keeper[1], tale.keeper[2]))
    path = shell.root / "later.md"
    path.write_text(tale.later_minutes, encoding="utf-8")
    intake = shell.note(tale.later_minutes, tale.key)
    assert intake["result"] == "version"
    assert [(lost["content"], lost["quote"]) for lost in intake["lost"]] == [(claim, quote)]
    assert claim in shell.contents()
    assert shell.note(tale.later_minutes, tale.key)["result"] == "known"


@both
def test_a_person_is_found_by_every_name_once_two_names_are_one(tale: Tale, shell: Shell) -> None:
    name, alias, other = tale.person
    claim, quote = tale.about_person
    shell.propose(
        {**create(tale, claim, quote), "entities": [{"name": name, "kind": "person"}]},
        {**create(tale, tale.keeper[1], tale.keeper[2]), "entities": [other]},
    )
    shell.says("entity", "alias", name, alias)
    assert shell.contents("--entity", alias) == [claim]
    shell.says("entity", "merge", name, other)
    for known in (name, alias, other):
        assert sorted(shell.contents("--entity", known)) == sorted([claim, tale.keeper[1]])
    [entity] = shell.answers("entity", "list")["entities"]
    assert (entity["name"], set(entity["aliases"])) == (name, {alias, other})


@pytest.mark.proves("M3")
@both
def test_what_the_user_put_away_no_agent_brings_back_alone(tale: Tale, shell: Shell) -> None:
    claim, quote, question, _ = tale.tap
    [outcome] = shell.propose(create(tale, claim, quote))
    slug = outcome["memory"]["slug"]
    shell.says("archive", slug)
    assert claim not in shell.ask(question).texts("current")
    [again] = shell.propose({"op": "restore", "target": slug})
    assert verdicts([again]) == [("review", "archived_by_user")]
    [said_again] = shell.propose(create(tale, claim, quote))
    assert said_again["verdict"] == "review"
    assert shell.contents() == []
    shell.says("restore-memory", slug)
    assert shell.contents() == [claim]
    assert shell.ask(question).texts("current")[0] == claim


@both
def test_asked_about_what_nobody_said_it_says_so(tale: Tale, shell: Shell) -> None:
    shell.propose(create(tale, tale.tap[0], tale.tap[1]))
    answer = shell.ask(tale.nobody)
    assert answer.insufficient
    assert [item for item in answer.items("current") if not item["weak"]] == []
    assert tale.insufficient in shell.says("context", tale.nobody)
