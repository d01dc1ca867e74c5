"""``pmi signals test``: a text, lines of JSON and a transcript, in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Answers, Pmi

SAID = [
    ("no, we always use pnpm here", "correction"),
    ("thanks", ""),
    ("以后用中文回答", "preference"),
]


def transcript_line(number: int, said: str) -> str:
    return json.dumps(
        {
            "type": "user",
            "uuid": f"u{number}",
            "parentUuid": None,
            "sessionId": "3f9a1c",
            "timestamp": "2026-11-30T10:00:00.000Z",
            "message": {"role": "user", "content": said},
        }
    )


def as_lines() -> str:
    return "\n".join(said for said, _ in SAID)


def as_json() -> str:
    return "\n".join(json.dumps({"before": "I'll use npm.", "said": said}) for said, _ in SAID)


def as_transcript() -> str:
    return "\n".join(transcript_line(number, said) for number, (said, _) in enumerate(SAID))


@pytest.mark.parametrize(
    "text", [as_lines(), as_json(), as_transcript()], ids=["text", "json", "transcript"]
)
def test_each_signal_is_printed_whatever_the_file_is(
    answers: Answers, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "said.txt"
    file.write_text(text, encoding="utf-8")
    done = answers("signals", "test", str(file))
    assert done["messages"] == 3
    assert [one["kind"] for one in done["signals"]] == ["correction", "preference"]
    assert set(done["signals"][0]) == {"kind", "rule", "quote", "text"}


def test_paragraphs_are_messages(answers: Answers, tmp_path: Path) -> None:
    file = tmp_path / "said.txt"
    file.write_text("from now on answer\nin English\n\nnever push to main\n", encoding="utf-8")
    assert answers("signals", "test", str(file))["messages"] == 2


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en_GB.UTF-8", ["said:", "stored:", "1 signal in 1 messages"]),
        ("zh_CN.UTF-8", ["原话", "入库", "偏好"]),
    ],
)
def test_the_text_is_in_the_user_s_language(pmi: Pmi, language: str, words: list[str]) -> None:
    result = pmi("signals", "test", "-", text="以后用中文回答", LC_ALL=language)
    assert result.exit_code == 0, result.output
    assert all(word in result.stdout for word in words), result.stdout


def test_a_file_that_is_not_there_is_said(pmi: Pmi, tmp_path: Path) -> None:
    result = pmi("signals", "test", str(tmp_path / "none.txt"))
    assert result.exit_code == 4
    assert "none.txt" in result.output


@pytest.mark.parametrize("text", ["", "{", '{"said": 3}', "\x00\xff", "{}\n{}", '{"type":"user"}'])
def test_an_empty_or_broken_file_has_no_signals(
    answers: Answers, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "said.txt"
    file.write_text(text, encoding="utf-8")
    assert answers("signals", "test", str(file))["signals"] == []
