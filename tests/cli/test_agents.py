"""``pmi`` inside an agent: it may ask and propose; the user's word stays the user's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pmi.base.home import Home
from tests.cli.conftest import Answers, Pmi

INSIDE = [{"CLAUDECODE": "1"}, {"PMI_INSIDE": "1"}, {"CLAUDECODE": "true"}]
INSIDE_NAMES = ["in-claude-code", "in-a-program-of-ours", "in-doubt"]

REFUSED = [
    ["confirm", "1"],
    ["review", "approve", "prp_00000000000000000000000000"],
    ["review", "reject", "prp_00000000000000000000000000"],
    ["learnings", "confirm", "1"],
    ["learnings", "reject", "1"],
    ["forget", "--yes", "1"],
    ["undo", "--entry", "1"],
    ["pause"],
    ["resume"],
    ["uninstall", "--delete-memory", "--yes"],
    ["uninstall", "--yes"],
    ["entity", "merge", "a", "b"],
]


def files_of(home: Home) -> set[str]:
    found = {str(path) for path in Path(home.root).rglob("*")}
    return {path for path in found if not path.endswith(("-wal", "-shm"))}


@pytest.mark.parametrize("inside", INSIDE, ids=INSIDE_NAMES)
@pytest.mark.parametrize("command", REFUSED, ids=lambda words: " ".join(words[:2]))
def test_an_agent_is_refused_what_is_the_user_s(
    pmi: Pmi, answers: Answers, home: Home, command: list[str], inside: dict[str, str]
) -> None:
    answers("remember", "we deploy only on Tuesdays")
    before = answers("log")
    result = pmi(*command, "--json", **inside)
    assert result.exit_code == 6, result.output
    error = json.loads(result.stdout)["error"]
    assert error["code"] == "policy_denied"
    assert "pmi" in error["hint"]
    assert answers("log") == before
    assert not Path(home.path("state", "paused")).exists()
    assert answers("show", "1")["memory"]["status"] == "active"


@pytest.mark.parametrize("inside", INSIDE, ids=INSIDE_NAMES)
def test_what_an_agent_remembers_waits_for_the_user(
    pmi: Pmi, answers: Answers, home: Home, inside: dict[str, str]
) -> None:
    outcome = answers("remember", "the user loves tabs", **inside)["outcomes"][0]
    assert outcome["verdict"] == "review"
    assert outcome["memory"] is None
    assert answers("list")["memories"] == []
    waiting = answers("review", "list")["reviews"]
    assert [each["subject"] for each in waiting] == [outcome["proposal"]]
    assert (waiting[0]["number"], waiting[0]["actor"]) == (outcome["number"], "agent:cli")

    for name in (outcome["proposal"], outcome["proposal"][-6:], str(outcome["number"])):
        shown = answers("review", "show", name)["review"]["proposal"]
        assert shown["operation"]["content"] == "the user loves tabs"
    answers("review", "approve", outcome["proposal"])
    (approved,) = answers("list")["memories"]
    assert approved["verification"] == "user_confirmed"


def test_a_rejected_proposal_stores_nothing(answers: Answers, home: Home) -> None:
    outcome = answers("remember", "用户喜欢制表符", CLAUDECODE="1")["outcomes"][0]
    answers("review", "reject", outcome["proposal"], "--reason", "不对")
    assert answers("list")["memories"] == []
    assert answers("review", "list")["reviews"] == []
    decided = answers("review", "list", "--all")["reviews"]
    assert [each["status"] for each in decided] == ["rejected"]


def test_an_agent_may_read_everything(answers: Answers, home: Home) -> None:
    answers("remember", "we deploy only on Tuesdays")
    for command in (["map"], ["show", "1"], ["why", "1"], ["list"], ["log"], ["sessions"]):
        assert answers(*command, CLAUDECODE="1")


def test_an_agent_may_take_its_own_change_back(answers: Answers, home: Home) -> None:
    answers("remember", "the user loves tabs", CLAUDECODE="1")
    answers("undo", CLAUDECODE="1")
    assert answers("review", "list")["reviews"] == []


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM memory",
        "UPDATE memory SET verification = 'user_confirmed'",
        "PRAGMA query_only = 0",
        "PRAGMA journal_mode = DELETE",
        "ATTACH 'elsewhere.db' AS elsewhere",
        "VACUUM INTO 'copy.db'",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x (y)",
        "SELECT 1; DELETE FROM memory",
        "BEGIN IMMEDIATE",
        "SELECT load_extension('x')",
        "WITH x AS (SELECT 1) INSERT INTO learning SELECT * FROM learning",
    ],
)
def test_sql_can_only_read(
    pmi: Pmi, answers: Answers, home: Home, query: str, elsewhere: Path
) -> None:
    answers("remember", "we deploy only on Tuesdays")
    before = files_of(home)
    result = pmi("sql", query, "--json")
    assert json.loads(result.stdout)["error"]["code"] == "usage", result.output
    assert files_of(home) == before
    assert list(elsewhere.iterdir()) == []


def test_sql_reads_rows_as_json_csv_and_table(pmi: Pmi, answers: Answers, home: Home) -> None:
    answers("remember", "用 pnpm，不用 npm")
    query = "SELECT number, text FROM learning"
    assert answers("sql", query)["rows"] == [{"number": 1, "text": "用 pnpm，不用 npm"}]
    assert pmi("sql", "--csv", query).stdout == "number,text\n1,用 pnpm，不用 npm\n"
    assert pmi("sql", query).stdout == "number\ttext\n1\t用 pnpm，不用 npm\n"
    assert any("CREATE TABLE" in line for line in answers("sql", "--schema")["schema"])
