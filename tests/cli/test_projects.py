"""``pmi project``: what there is, where it lies, and that two of them are one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive
from tests.cli.conftest import Answers, Pmi
from tests.support.repositories import KEY, REMOTE, repository
from tests.support.transcripts import append, path_of, turn

both = pytest.mark.parametrize("language", ["en", "zh"])


@pytest.fixture
def folders(home: Home, isolated: Path, language: str) -> tuple[Path, Path]:
    """Return a repository and a folder that was moved away, with a conversation in each."""
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")
    user = Path(os.path.expanduser("~"))
    web, old = repository(user / "web", REMOTE), user / "旧 笔记"
    old.mkdir()
    config = isolated / "user" / ".claude"
    for number, folder in enumerate((web, old)):
        session = f"{number}3333333-2222-4333-8444-555555555555"
        append(path_of(config, session), turn(number, "q", "a", cwd=str(folder), sessionId=session))
    with Memory.open(home) as memory:
        Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
        memory.remember("use pnpm", project=KEY)
    old.rename(user / "笔记")
    return web, old


@both
def test_projects_are_listed_with_what_they_have(
    pmi: Pmi, answers: Answers, folders: tuple[Path, Path], language: str
) -> None:
    web, old = folders
    text = pmi("project", "list").stdout
    assert f"key: {KEY}" in text if language == "en" else f"键：{KEY}" in text
    gone = "~/旧 笔记 (gone)" if language == "en" else "~/旧 笔记（已不存在）"
    assert gone in text
    assert "~/web\n" in text
    found = {item["name"]: item for item in answers("project", "list")["projects"]}
    assert found["web"]["folders"] == [{"path": str(web), "gone": False}]
    assert (found["web"]["sessions"], found["web"]["memories"]) == (1, 1)
    assert found["旧 笔记"]["folders"] == [{"path": str(old), "gone": True}]
    assert found["web"]["last_at"]
    assert [item["key"] for item in answers("project", "list", "web")["projects"]] == [KEY]


def test_nothing_there_is_said(pmi: Pmi, home: Home) -> None:
    assert "pmi sync" in pmi("project", "list").stdout


@both
@pytest.mark.proves("P1")
def test_a_moved_folder_is_joined_looked_at_and_parted(
    pmi: Pmi, answers: Answers, folders: tuple[Path, Path], language: str
) -> None:
    _, old = folders
    new = old.with_name("笔记")
    rehearsed = pmi("project", "move", str(old), str(new), "--dry-run").stdout
    assert ("Nothing was changed" if language == "en" else "什么也没有更改") in rehearsed
    assert {item["name"] for item in answers("project", "list")["projects"]} == {"web", "旧 笔记"}
    said = pmi("project", "move", str(old), str(new)).stdout
    assert "旧 笔记" in said
    assert "pmi project move --undo 'path:~/旧 笔记'" in said
    [found] = answers("project", "list", "笔记")["projects"]
    assert (found["key"], found["aliases"]) == ("path:~/笔记", ["path:~/旧 笔记"])
    again = pmi("project", "move", str(old), str(new))
    assert again.exit_code == 0
    assert ("already" if language == "en" else "早已") in again.stdout
    assert "旧 笔记" in again.stdout
    named = answers("project", "move", str(old), str(new))
    assert (named["from"]["name"], named["to"]["name"]) == ("旧 笔记", "笔记")
    assert pmi("project", "move", "--undo", "path:~/旧 笔记").exit_code == 0
    assert pmi("project", "list", "笔记").exit_code == 4
    assert {item["name"] for item in answers("project", "list")["projects"]} == {"web", "旧 笔记"}


@pytest.mark.parametrize("language", ["en"])
def test_two_of_one_name_are_told_apart_by_their_keys(pmi: Pmi, folders: tuple[Path, Path]) -> None:
    _, old = folders
    new = old.parent / "elsewhere" / old.name
    new.mkdir(parents=True)
    said = pmi("project", "move", str(old), str(new)).stdout
    assert "path:~/旧 笔记 is part of path:~/elsewhere/旧 笔记 now" in said


@both
def test_a_circle_says_what_to_do(pmi: Pmi, folders: tuple[Path, Path], language: str) -> None:
    assert pmi("project", "move", "旧 笔记", "web").exit_code == 0
    refused = pmi("project", "move", "web", "旧 笔记")
    assert refused.exit_code == 7
    assert "pmi project move --undo path:~/旧 笔记" in refused.stderr
    assert ("already" if language == "en" else "早已") in refused.stderr


@pytest.mark.parametrize("language", ["en"])
@pytest.mark.parametrize(
    "words", [("move", "旧 笔记", "web"), ("move", "--undo", "旧 笔记")], ids=["join", "part"]
)
def test_an_agent_is_told_what_the_user_types(
    pmi: Pmi, folders: tuple[Path, Path], words: tuple[str, ...]
) -> None:
    refused = pmi("project", *words, CLAUDECODE="1")
    assert refused.exit_code == 6
    assert "pmi project move" in refused.stderr
    assert pmi("project", "list", CLAUDECODE="1").exit_code == 0


@pytest.mark.parametrize("language", ["en"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("move", "web"), 2),
        (("move", "--undo", "web", "旧 笔记"), 2),
        (("move", "--undo", "web"), 4),
        (("move", "nothing", "web"), 4),
        (("list", "nothing"), 4),
        (("move", "web", "web"), 2),
    ],
)
def test_what_can_not_be_done_is_refused(
    pmi: Pmi, folders: tuple[Path, Path], words: tuple[str, ...], code: int
) -> None:
    assert pmi("project", *words).exit_code == code


@pytest.mark.parametrize("language", ["en"])
def test_the_answer_says_who_went_where(
    answers: Answers, folders: tuple[Path, Path], no_worker: list[str]
) -> None:
    done = answers("project", "move", "旧 笔记", "web")
    assert (done["from"]["key"], done["to"]["key"]) == ("path:~/旧 笔记", KEY)
    assert (done["changed"], done["dry_run"]) == (True, False)
    assert no_worker
    assert json.dumps(done)


@pytest.mark.parametrize("language", ["en"])
def test_what_is_remembered_for_a_project_names_it_in_a_word(
    pmi: Pmi, answers: Answers, folders: tuple[Path, Path]
) -> None:
    done = answers("remember", "tests run first", "--project", "WEB")
    assert done["memory"]["project"] == KEY
    assert pmi("remember", "never", "--project", "weeb").exit_code == 4
