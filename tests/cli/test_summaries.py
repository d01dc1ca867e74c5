"""The summary of a session from the command line: shown, replaced, missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from tests.cli.conftest import Answers, Pmi
from tests.support.talks import Talk, archive, write_talk

SESSION = "3f9a1c2b-1111-4222-8333-444444444444"
TALK: Talk = (("user", "mend the turbine gate"), ("assistant", "Mended."))


@pytest.fixture
def told(home: Home, isolated: Path) -> Home:
    """Archive a session and write its summary."""
    config = isolated / "user" / ".claude"
    write_talk(config, SESSION, TALK)
    with Memory.open(home) as memory:
        archive(memory.store, config)
        memory.write_summaries()
    return home


def test_a_summary_is_shown_and_named_at_a_glance(told: Home, pmi: Pmi, answers: Answers) -> None:
    assert (
        "## Asked\n\n- [1] mend the turbine gate" in pmi("sessions", "summary", "3f9a1c2b").stdout
    )
    found = answers("sessions", "summary", "3f9a1c2b")["summary"]
    assert found["session"] == SESSION
    assert f"summary: {found['path']}" in pmi("sessions", "show", "3f9a1c2b").stdout


@pytest.mark.parametrize("branch", ["HEAD", "late-ferry"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_outside_of_a_repository_no_branch_is_named(
    home: Home, isolated: Path, pmi: Pmi, language: str, branch: str
) -> None:
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n')
    config = isolated / "user" / ".claude"
    path = write_talk(config, SESSION, TALK)
    told = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [json.dumps({**line, "gitBranch": branch}) for line in told]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with Memory.open(home) as memory:
        archive(memory.store, config)
        memory.write_summaries()
    for command in ("summary", "show"):
        assert (branch in pmi("sessions", command, SESSION).stdout) == (branch != "HEAD")


def test_its_text_is_replaced_from_a_file_and_from_standard_input(
    told: Home, pmi: Pmi, tmp_path: Path
) -> None:
    better = tmp_path / "better.md"
    better.write_text("The gate was stuck; 已经修好。", encoding="utf-8")
    assert pmi("sessions", "summary", SESSION, "--replace", str(better)).exit_code == 0
    assert pmi("sessions", "summary", SESSION).stdout == "The gate was stuck; 已经修好。\n"
    assert pmi("sessions", "summary", SESSION, "--replace", "-", text="Short.").exit_code == 0
    assert pmi("sessions", "summary", SESSION).stdout == "Short.\n"
    with Memory.open(told) as memory:
        [file] = memory.summaries()
    assert Path(file.path).read_text().startswith(f'---\ntranscript_ref: "cc://{SESSION}"\n')


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_can_not_be_done_is_said(told: Home, pmi: Pmi, language: str) -> None:
    Path(told.config_file).write_text(f'[general]\nlanguage = "{language}"\n')
    with Memory.open(told) as memory:
        [file] = memory.summaries()
    empty = pmi("sessions", "summary", SESSION, "--replace", "-", text=" ")
    Path(file.path).write_text(Path(file.path).read_text() + "mine")
    edited = pmi("sessions", "summary", SESSION, "--replace", "-", text="theirs")
    Path(file.path).unlink()
    missing = pmi("sessions", "summary", SESSION)
    said = [one.stderr for one in (empty, edited, missing)]
    assert all(one.exit_code for one in (empty, edited, missing))
    wanted = {
        "en": ["1 to 100000 characters", "was edited by hand", "has no summary"],
        "zh": ["1 至 100000 个字符", "已被手动编辑", "没有摘要"],
    }
    for text, part in zip(said, wanted[language], strict=True):
        assert part in text
