from __future__ import annotations

from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.ids import short_id
from pmi.model.operation import Operation
from tests.cli.conftest import Answers, Pmi, program

SAID = {
    "en": ("we deploy only on Tuesdays", "when do we deploy?", "What holds", "Evidence:"),
    "zh": ("我们只在周二部署上线", "什么时候部署上线？", "当前有效", "依据："),
}


def speak(home: Home, language: str) -> None:
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")


@pytest.mark.parametrize("language", SAID)
def test_a_question_is_answered_with_quote_and_id(
    pmi: Pmi, answers: Answers, home: Home, language: str
) -> None:
    sentence, question, heading, verdict = SAID[language]
    speak(home, language)
    stored = answers("remember", sentence)["memory"]
    shown = pmi("context", question).output
    for words in (question, sentence, f"“{sentence}”", short_id(stored["id"]), heading, verdict):
        assert words in shown
    assert "? =" not in shown
    answer = answers("context", *question.split())["context"]
    assert not answer["insufficient_evidence"]
    assert answer["items"][0]["reference"] == stored["id"]
    assert answer["items"][0]["quotes"][0]["quote"] == sentence
    assert pmi("show", answer["items"][0]["reference"]).exit_code == 0


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Insufficient evidence"), ("zh", "依据不足")]
)
def test_too_little_evidence_is_said(pmi: Pmi, home: Home, language: str, words: str) -> None:
    speak(home, language)
    result = pmi("context", "zzz")
    assert result.exit_code == 0
    assert words in result.output


def test_all_options_limit_the_answer(answers: Answers, home: Home, tmp_path: Path) -> None:
    with Memory.open(home) as memory:
        for day, name, project in (("2026-01-05", "Ana", "path:/a"), ("2026-06-01", "Bo", "")):
            operation = Operation(
                "create",
                f"{name} leads the design team",
                slot="lead",
                valid_from=day,
                valid_to="2026-03-01" if name == "Ana" else "",
                project=project,
            )
            memory.propose([operation])

    def found(*options: str) -> list[str]:
        items = answers("context", "who leads the design team", *options)["context"]["items"]
        return [item["text"].split()[0] for item in items if item["section"] == "current"]

    assert found() == ["Bo"]
    assert found("--as-of", "2026-02-01") == ["Ana"]
    assert found("--as-of", "2026-02-01", "--project", "path:/b") == []
    assert found("--project", "path:/b") == ["Bo"]
    assert found("--here") == ["Bo"]
    assert found("--from", "2026-05-01", "--to", "2026-07-01") == ["Bo"]
    assert found("--to", "2026-05-01") == []
    assert found("--participants", "Bo,Zoe") == ["Bo"]
    assert found("--participant", "Ana") == []
    assert found("--history", "--max-tokens", "100") == ["Bo"]


@pytest.mark.parametrize(
    "options",
    [
        [],
        [" "],
        ["x", "--as-of", "tomorrow"],
        ["x", "--from", "2026-13-01"],
        ["x", "--from", "2026-02-01", "--to", "2026-01-01"],
        ["x", "--max-tokens", "5"],
    ],
    ids=" ".join,
)
def test_what_can_not_be_asked_is_a_usage_error(pmi: Pmi, home: Home, options: list[str]) -> None:
    speak(home, "zh")
    result = pmi("context", *options)
    assert result.exit_code == 2
    assert result.stderr.startswith("错误：")
    assert not any(word in result.stderr for word in ("There is", "is before", "earlier"))


def test_a_question_comes_from_standard_input(home: Home) -> None:
    program("remember", "the heron nests in March")
    result = program("context", "-", text="when does the heron nest?\n")
    assert result.returncode == 0
    assert "the heron nests in March" in result.stdout


def test_sources_are_a_scope_of_search(answers: Answers, home: Home) -> None:
    from pmi.model.source import SourceDraft

    with Memory.open(home) as memory:
        source = memory.add_source(SourceDraft("the heron nests in March", title="birds")).source
    for scope in ("sources", "all"):
        [hit] = answers("search", "heron", "--scope", scope)["hits"]
        assert (hit["scope"], hit["reference"], hit["title"]) == ("sources", source.id, "birds")
    assert answers("search", "heron", "--scope", "memories")["hits"] == []
