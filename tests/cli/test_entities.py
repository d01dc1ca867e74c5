"""``pmi entity``: who and what memories are about, in the user's words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pmi.base.home import Home
from tests.cli.conftest import Answers, Pmi

NAMES = {"en": ("Ana Lee", "Ana", "A. Lee"), "zh": ("孟晓岚", "岚姨", "孟小岚")}
both = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.fixture
def people(pmi: Pmi, home: Home, language: str) -> tuple[str, str, str]:
    """Return a name, an alias and another spelling; two memories name the first and the last."""
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")
    name, alias, other = NAMES[language]
    operations = [
        {"content": "The key is hers.", "slug": "key", "entities": [{"name": name}]},
        {"content": "She likes tea.", "slug": "tea",
         "entities": [{"name": other, "kind": "person"}, "tea house"]},
    ]  # fmt: skip
    assert pmi("propose", "-", text=json.dumps(operations)).exit_code == 0
    return name, alias, other


@both
def test_an_entity_is_said_named_and_found_by_every_name(
    pmi: Pmi, answers: Answers, people: tuple[str, str, str], language: str
) -> None:
    name, alias, _ = people
    said = pmi("entity", "set", name, "--kind", "person", "--summary", "keeps the key",
               "--parent", "tea house").stdout  # fmt: skip
    assert "keeps the key" in said
    assert alias in pmi("entity", "alias", name, alias).stdout
    for known in (name, alias, name.lower(), answers("entity", "show", name)["entity"]["id"]):
        found = answers("entity", "show", known)
        assert (found["entity"]["name"], found["entity"]["kind"]) == (name, "person")
        assert [each["slug"] for each in found["memories"]] == ["key"]
        assert answers("show", known)["entity"] == found["entity"]
    shown = pmi("entity", "show", alias).stdout
    assert ("person" if language == "en" else "人") in shown
    assert all(words in shown for words in (alias, "keeps the key", "tea house", "The key is hers"))
    assert name in pmi("entity", "show", "tea house").stdout
    assert name in pmi("entity", "list").stdout
    assert name in pmi("show", "key").stdout


@both
def test_two_become_one(
    pmi: Pmi, answers: Answers, people: tuple[str, str, str], language: str
) -> None:
    name, _, other = people
    said = pmi("entity", "merge", name, other).stdout
    assert name in said
    assert other in said
    assert {each["name"] for each in answers("entity", "list")["entities"]} == {name, "tea house"}
    assert answers("entity", "show", other)["entity"]["name"] == name
    found = answers("list", "memories", "--entity", other)["memories"]
    assert {each["slug"] for each in found} == {"key", "tea"}


@both
def test_what_the_user_said_about_an_entity_an_agent_only_proposes_to_change(
    pmi: Pmi, answers: Answers, people: tuple[str, str, str], language: str
) -> None:
    name, *_ = people
    answers("entity", "set", name, "--summary", "keeps the key")
    waits = pmi("entity", "set", name, "--summary", "lost the key", CLAUDECODE="1")
    assert "pmi review approve 1" in waits.stdout
    assert answers("entity", "show", name)["entity"]["summary"] == "keeps the key"
    shown = pmi("review", "show", "1").stdout
    assert "lost the key" in shown
    assert "lost the key" in pmi("review", "list").stdout
    assert "lost the key" in pmi("review", "approve", "1").stdout
    assert answers("entity", "show", name)["entity"]["summary"] == "lost the key"


@both
def test_what_the_user_says_again_is_the_user_s_word_from_then_on(
    pmi: Pmi, answers: Answers, people: tuple[str, str, str], language: str
) -> None:
    name, *_ = people
    answers("entity", "set", name, "--summary", "keeps the key", CLAUDECODE="1")
    answers("entity", "set", name, "--summary", "keeps the key")
    entries = len(answers("log")["entries"])
    answers("entity", "set", name, "--summary", "keeps the key")
    assert len(answers("log")["entries"]) == entries
    answers("entity", "set", name, "--summary", "lost the key", CLAUDECODE="1")
    assert answers("entity", "show", name)["entity"]["summary"] == "keeps the key"


@both
def test_taking_a_change_back_names_it(
    pmi: Pmi, people: tuple[str, str, str], language: str
) -> None:
    pmi("entity", "set", people[0], "--summary", "keeps the key")
    said = pmi("undo").stdout
    assert ("entry 2 (propose) taken back" if language == "en" else "记录 2（提议）") in said


@both
def test_errors_are_told(pmi: Pmi, people: tuple[str, str, str], language: str) -> None:
    name, alias, other = people
    pmi("entity", "set", name, "--parent", other)
    for command, code in (
        (["show", "nobody"], "not_found"),
        (["set", "nobody", "--kind", "person"], "not_found"),
        (["set", name], "usage"),
        (["set", name, "--kind", "alien"], "usage"),
        (["set", name, "--parent", "nobody"], "not_found"),
        (["set", name, "--parent", name], "usage"),
        (["set", other, "--parent", name], "usage"),
        (["set", name, "--summary", "x" * 400], "usage"),
        (["alias", "nobody", alias], "not_found"),
        (["alias", name, other], "conflict"),
        (["alias", name, ""], "usage"),
        (["alias", name, "x" * 100], "usage"),
        (["merge", name, "nobody"], "not_found"),
        (["merge", name, name.upper()], "usage"),
        (["merge", name, other], "usage"),
    ):
        result = pmi("entity", *command, "--json")
        assert json.loads(result.stdout)["error"]["code"] == code, (command, result.output)
        failed = pmi("entity", *command).stderr
        assert failed.startswith("Error:" if language == "en" else "错误："), failed


def test_merging_is_the_user_s(pmi: Pmi, answers: Answers, home: Home) -> None:
    result = pmi("entity", "merge", "a", "b", "--json", CLAUDECODE="1")
    assert result.exit_code == 6
    assert "pmi entity merge a b" in json.loads(result.stdout)["error"]["hint"]


def test_none_is_said_to_be_none(pmi: Pmi, answers: Answers, home: Home) -> None:
    assert pmi("entity", "list").stdout == "No entities.\n"
    assert answers("entity", "list") == {"entities": []}
