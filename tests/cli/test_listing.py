"""``pmi list``, ``log`` and ``show``: everything that has an id, in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pmi.base.home import Home
from tests.cli.conftest import Answers, Pmi

KEY = "garden:minutes"
TEXT = {
    "en": "Minutes\nThe tap is shut off in winter.\nA plot costs 45 crowns.\n",
    "zh": "会议记录\n水龙头冬天关。\n每块地四十五元。\n",
}
FEE = {"en": "A plot costs 45 crowns", "zh": "每块地四十五元"}
TAP = {"en": "The tap is shut off in winter", "zh": "水龙头冬天关"}
both = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.fixture
def kept(pmi: Pmi, answers: Answers, home: Home, language: str) -> str:
    """Return the id of a source; four memories, two of them in a slot, are about it."""
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")
    source = answers("note", TEXT[language], "--origin-key", KEY, "--title", "Minutes")["source"]
    slot = {"slot": "garden/fee"}
    operations = [
        {"content": "30 crowns", "slug": "old-fee", "valid_from": "2024-01-01", **slot},
        {"content": FEE[language], "slug": "fee", "valid_from": "2025-01-01", "kind": "decision",
         "detail": "voted", "evidence": [{"source": KEY, "quote": FEE[language]}], **slot},
        {"content": TAP[language], "slug": "tap", "entities": [{"name": "tap", "kind": "thing"}],
         "evidence": [{"source": KEY, "quote": TAP[language]}],
         "links": [{"type": "relates_to", "target": "fee"}]},
        {"content": "Who pays?", "slug": "who", "stance": "question"},
        {"op": "link", "target": "fee", "links": [{"type": "caused_by", "target": "who"}]},
    ]  # fmt: skip
    result = pmi("propose", "-", text=json.dumps(operations))
    assert result.exit_code == 0, result.output
    return str(source["id"])


@both
def test_memories_are_chosen_by_status_kind_entity_and_source(
    answers: Answers, kept: str, language: str
) -> None:
    def slugs(*options: str) -> list[str]:
        return sorted(each["slug"] for each in answers("list", *options)["memories"])

    assert slugs() == ["fee", "tap", "who"]
    assert slugs("memories", "--status", "all") == ["fee", "old-fee", "tap", "who"]
    assert slugs("memories", "--status", "superseded") == ["old-fee"]
    assert slugs("memories", "--kind", "decision") == ["fee"]
    assert slugs("memories", "--entity", "TAP") == ["tap"]
    for source in (kept, kept[-6:], KEY):
        assert slugs("memories", "--source", source) == ["fee", "tap"]
    assert slugs("memories", "--source", KEY, "--entity", "tap") == ["tap"]
    assert slugs("recent") == ["fee", "old-fee", "tap", "who"]
    assert slugs("recent", "--limit", "1") == ["who"]


@both
def test_every_list_has_words_and_json(
    pmi: Pmi, answers: Answers, kept: str, language: str
) -> None:
    [slot] = answers("list", "slots")["slots"]
    assert (slot["slot"], slot["slug"]) == ("garden/fee", "fee")
    assert "garden/fee" in pmi("list", "slots").stdout
    assert [each["id"] for each in answers("list", "sources")["sources"]] == [kept]
    assert "Minutes" in pmi("list", "sources").stdout
    assert [each["name"] for each in answers("list", "entities")["entities"]] == ["tap"]
    assert "tap" in pmi("list", "entities").stdout
    said = pmi("list", "recent").stdout
    assert ("(superseded)" if language == "en" else "（已被取代）") in said
    answers("remember", "an agent's word", CLAUDECODE="1")
    assert answers("list", "proposals")["proposals"][0]["status"] == "pending"
    assert answers("list", "proposals", "--status", "approved")["proposals"] == []
    assert "an agent's word" in pmi("list", "proposals").stdout
    answers("remember", "my own word")
    assert [each["number"] for each in answers("list", "learnings")["learnings"]] == [2]


@pytest.mark.parametrize(
    "command",
    [
        ["sources", "--entity", "x"],
        ["entities", "--kind", "decision"],
        ["proposals", "--here"],
        ["slots", "--source", "x"],
        ["slots", "--status", "active"],
        ["memories", "--status", "pending"],
        ["learnings", "--status", "superseded"],
        ["memories", "--kind", "guess"],
    ],
    ids=" ".join,
)
def test_what_does_not_fit_is_a_usage_error(pmi: Pmi, home: Home, command: list[str]) -> None:
    result = pmi("list", *command, "--json")
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, "usage")


@pytest.mark.parametrize("option", ["--entity", "--source"])
def test_what_is_not_there_is_said_to_be_missing(pmi: Pmi, home: Home, option: str) -> None:
    assert pmi("list", "memories", option, "nothing").exit_code == 4


@both
def test_a_memory_is_shown_with_its_ties_on_both_sides(
    pmi: Pmi, answers: Answers, kept: str, language: str
) -> None:
    shown = pmi("show", "fee", "--history").stdout
    for words in (FEE[language], "fee", "garden/fee", "voted", "Minutes", kept, "Who pays?"):
        assert words in shown, words
    assert TAP[language] in shown
    assert ("caused by" if language == "en" else "起因") in shown
    assert "30 crowns" in shown
    between = "–" if language == "en" else "至"
    assert f"2024-01-01 {between} 2025-01-01" in shown
    other = pmi("show", "who").stdout
    assert ("causes" if language == "en" else "导致") in other
    assert FEE[language] in other
    assert "tap" in pmi("show", "tap").stdout


@both
def test_several_things_of_any_kind_are_shown_together(
    pmi: Pmi, answers: Answers, kept: str, language: str
) -> None:
    shown = answers("show", "fee", KEY, "tap", kept, "who")["shown"]
    assert [next(iter(each)) for each in shown] == [
        "memory", "source", "memory", "source", "memory",
    ]  # fmt: skip
    entity = answers("entity", "show", "tap")["entity"]["id"]
    assert answers("show", entity)["entity"]["id"] == entity
    assert answers("show", entity[-6:])["entity"]["id"] == entity
    text = pmi("show", "fee", "who").stdout
    assert FEE[language] in text
    assert "Who pays?" in text
    failed = pmi("show", "fee", "nothing-at-all")
    assert (failed.exit_code, failed.stdout) == (4, "")


@both
def test_a_source_is_read_in_pages_and_versions(
    pmi: Pmi, answers: Answers, kept: str, language: str
) -> None:
    pmi("note", f"{TEXT[language]}later\n", "--origin-key", KEY)
    page = answers("show", KEY, "--limit", "2", "--from", "2")
    assert (page["first"], page["total"], len(page["lines"])) == (2, 4, 2)
    assert [each["slug"] for each in page["memories"]] == ["tap", "fee"]
    assert len(page["source"]["versions"]) == 2
    shown = pmi("show", KEY, "--limit", "2").stdout
    assert f"pmi show {kept} --from 3" in shown
    assert "later" not in shown
    assert "later" in pmi("show", KEY).stdout
    assert "later" not in pmi("show", KEY, "--version", "1").stdout
    assert pmi("show", KEY, "--version", "7").exit_code == 4


@both
def test_the_log_says_what_each_change_was_about(
    pmi: Pmi, answers: Answers, kept: str, language: str
) -> None:
    answers("remember", "my own word")
    answers("confirm", "tap")
    answers("undo")
    answers("archive", "tap")
    answers("forget", "--yes", "who")
    lines = pmi("log").stdout.splitlines()
    assert len(lines) == len(answers("log")["entries"])
    by_op = {each["op"]: line for each, line in zip(answers("log")["entries"], lines, strict=True)}
    assert "Minutes" in by_op["add_source"]
    assert "my own word" in by_op["remember"]
    first = lines[-2]
    assert "30 crowns" in first
    assert ("and 4 more" if language == "en" else "另有 4 条") in first
    assert ("5 stored" if language == "en" else "5 条已保存") in first
    assert "Who pays?" not in pmi("log").stdout
    assert any(TAP[language] in line for line in lines), lines
