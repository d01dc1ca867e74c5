"""``pmi note``: a text of one's own kept as a source, as a person would keep it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.ids import short_id
from pmi.model.operation import Citation, Operation
from tests.cli.conftest import Answers, Pmi

ENGLISH = "We deploy only on Tuesdays.\nRefunds need an approval.\n"
CHINESE = "我们只在周二部署。\n退款需要人工批准。\n"
BOTH = pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["english", "chinese"])


def write(path: Path, text: str, encoding: str = "utf-8") -> None:
    path.write_bytes(text.encode(encoding))


def quote(home: Home, source: str, words: str) -> str:
    """Have an agent propose a memory that quotes a source; return its id."""
    with Memory.open(home, actor="agent:reader") as agent:
        operation = Operation("create", content=f"It says: {words}",
                              evidence=(Citation(source, words),))  # fmt: skip
        [done] = agent.propose([operation])
    assert done.memory is not None, done
    return done.memory.id


def speak_chinese(home: Home) -> None:
    write(Path(home.config_file), '[general]\nlanguage = "zh"\n')


@BOTH
def test_a_note_is_the_user_s_own_word(answers: Answers, home: Home, text: str) -> None:
    done = answers("note", text, "--title", "A talk", "--source-time", "2026-09-12")
    assert done["result"] == "new"
    source = done["source"]
    assert (source["kind"], source["title"], source["trust"]) == ("text", "A talk", "owner")
    assert source["versions"][0]["source_time"] == "2026-09-12"
    assert answers("note", text)["result"] == "known"
    assert answers("log")["entries"][0]["op"] == "add_source"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_a_note_reads_standard_input_in_any_encoding(
    home: Home, encoding: str, memory: Memory
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pmi.cli.main", "note", "-", "--origin-key", "会议", "--json"],
        input=CHINESE.encode(encoding),
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert json.loads(done.stdout)["source"]["origin_key"] == "会议"
    assert memory.source_text("会议") == CHINESE.strip()


def test_the_same_url_is_a_new_version_and_lost_quotes_are_named(
    pmi: Pmi, answers: Answers, home: Home
) -> None:
    url = "https://w.example/rules"
    assert answers("note", ENGLISH, "--url", url)["source"]["kind"] == "url"
    held = quote(home, url, "only on Tuesdays")
    shown = pmi("note", "We deploy daily.", "--url", url).stdout
    assert "version 2" in shown
    assert f"{short_id(held)} It says: only on Tuesdays — “only on Tuesdays”" in shown
    assert answers("note", "We deploy daily.", "--url", url)["result"] == "known"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["<private>all of it"], 2),
        (["x", "--source-time", "soon"], 2),
        (["x", "--url", "w.example"], 2),
        (["x", "--kind", "url"], 2),
        (["x", "--origin-key", "cc://1"], 2),
        (["x", "--as-agent", "no name"], 2),
        (["x", "--trust", "owner", "--as-agent", "reader"], 6),
        (["x", "--trust", "high"], 2),
        ([], 2),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_bad_notes_are_refused_in_the_user_s_language(
    pmi: Pmi, home: Home, arguments: list[str], code: int, language: str
) -> None:
    if language == "zh":
        speak_chinese(home)
    refused = pmi("note", *arguments)
    assert refused.exit_code == code
    assert refused.stderr.startswith("错误：" if language == "zh" else "Error: ")
    if language == "zh" and "high" not in arguments and arguments:
        assert "can " not in refused.stderr
        assert "怎么办：" in refused.stderr


def test_binary_on_standard_input_is_refused(home: Home) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pmi.cli.main", "note", "-"],
        input=b"PK\x03\x04\x00",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert b"NUL" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "variables", "trust", "actor"),
    [
        ([], {}, "owner", "user"),
        (["--trust", "external"], {}, "external", "user"),
        (["--as-agent", "reader"], {}, "agent", "agent:reader"),
        (["--as-agent", "reader", "--trust", "external"], {}, "external", "agent:reader"),
        ([], {"CLAUDECODE": "1"}, "agent", "agent:cli"),
        (["--as-agent", "reader"], {"CLAUDECODE": "1"}, "agent", "agent:reader"),
    ],
)
def test_whose_word_a_note_is(
    *,
    answers: Answers,
    home: Home,
    arguments: list[str],
    variables: dict[str, str],
    trust: str,
    actor: str,
) -> None:
    assert answers("note", ENGLISH, *arguments, **variables)["source"]["trust"] == trust
    assert answers("log")["entries"][0]["actor"] == actor
