"""``pmi propose``: each operation is answered; one that is wrong leaves nothing behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pmi.base.home import Home
from tests.cli.conftest import Answers, Pmi, program

KEY = "garden:minutes"
TEXT = "Minutes\nThe tap is shut off on 1 November.\n工具房的钥匙在孟晓岚手里。\n"
QUOTED = {"source": KEY, "quote": "The tap is shut off on 1 November."}
TAP: dict[str, Any] = {
    "op": "create",
    "content": "The tap is closed in winter.",
    "slug": "tap",
    "slot": "garden/tap",
    "valid_from": "2025-11-01",
    "evidence": [QUOTED],
}
KEEPER: dict[str, Any] = {
    "op": "create",
    "content": "孟晓岚保管工具房的钥匙。",
    "entities": [{"name": "孟晓岚", "kind": "person"}],
    "evidence": [{"source": KEY, "quote": "工具房的钥匙在孟晓岚手里"}],
}


@pytest.fixture
def propose(pmi: Pmi, home: Home, tmp_path: Path) -> Any:
    """Return a way to propose operations as an agent, giving exit code and JSON."""
    assert pmi("note", TEXT, "--origin-key", KEY).exit_code == 0

    def run(operations: Any, *options: str) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "ops.json"
        path.write_text(json.dumps(operations, ensure_ascii=False), encoding="utf-8")
        result = pmi("propose", str(path), "--as-agent", "reader", "--json", *options)
        return result.exit_code, json.loads(result.stdout)

    return run


def test_each_operation_is_answered_with_the_stored_row(propose: Any) -> None:
    code, said = propose({"operations": [TAP, KEEPER, {"content": "The bees come in June."}]})
    assert code == 0
    assert said["dry_run"] is False
    tap, keeper, bees = said["outcomes"]
    assert (tap["verdict"], tap["reason"], tap["memory"]["slug"]) == ("applied", "quoted", "tap")
    assert tap["memory"]["evidence"][0]["quote"] == QUOTED["quote"]
    assert keeper["memory"]["entities"][0]["name"] == "孟晓岚"
    assert (bees["verdict"], bees["reason"], bees["number"]) == ("review", "no_evidence", 1)
    assert bees["memory"] is None
    assert bees["proposal"].startswith("prp_")
    _, again = propose([TAP | {"slug": ""}])
    assert again["outcomes"][0]["verdict"] == "merged"


def test_what_gave_way_is_named(pmi: Pmi, propose: Any, answers: Answers, tmp_path: Path) -> None:
    _, said = propose([TAP])
    first = said["outcomes"][0]["memory"]["id"]
    later = {**TAP, "slug": "tap-open", "content": "The tap is open.", "valid_from": "2026-04-01"}
    path = tmp_path / "later.json"
    path.write_text(json.dumps([later]), encoding="utf-8")
    shown = pmi("propose", str(path), "--as-agent", "reader").stdout
    assert first[-6:] in shown
    assert "The tap is closed in winter." in shown
    assert answers("show", "tap")["memory"]["successor"]


def test_a_rehearsal_says_the_same_and_writes_nothing(propose: Any, answers: Answers) -> None:
    before = answers("log")
    code, would = propose([TAP, KEEPER, {"content": "The bees come."}], "--dry-run")
    assert (code, would["dry_run"]) == (0, True)
    assert answers("log") == before
    assert answers("list", "memories", "--status", "all")["memories"] == []
    assert answers("review", "list")["reviews"] == []
    _, did = propose([TAP, KEEPER, {"content": "The bees come."}])
    told = [[each["verdict"] for each in said["outcomes"]] for said in (would, did)]
    assert told == [["applied", "applied", "review"]] * 2


def test_a_rehearsal_finds_what_is_wrong_too(propose: Any) -> None:
    code, said = propose([TAP, {**KEEPER, "slug": "tap"}], "--dry-run")
    assert (code, said["error"]["code"]) == (7, "conflict")


WRONG: list[tuple[dict[str, Any], str, int]] = [
    ({"colour": "red"}, "usage", 2),
    ({"op": "conquer"}, "usage", 2),
    ({"kind": "guess"}, "usage", 2),
    ({"stance": "maybe"}, "usage", 2),
    ({"content": ""}, "usage", 2),
    ({"content": 5}, "usage", 2),
    ({"content": None}, "usage", 2),
    ({"valid_from": "2026-02-31"}, "usage", 2),
    ({"valid_from": "yesterday"}, "usage", 2),
    ({"valid_from": "2026-02-01", "valid_to": "2026-01-01"}, "usage", 2),
    ({"slug": "Not A Slug"}, "usage", 2),
    ({"slug": "12"}, "usage", 2),
    ({"slot": "no slot!"}, "usage", 2),
    ({"entities": "Ana"}, "usage", 2),
    ({"entities": [{"name": "Ana", "kind": "alien"}]}, "usage", 2),
    ({"entities": [{"name": "Ana", "shoe": 42}]}, "usage", 2),
    ({"entities": [{"name": "Ana", "parent": "Ana"}]}, "usage", 2),
    ({"links": [{"type": "loves", "target": "tap"}]}, "usage", 2),
    ({"links": [{"type": "supports", "target": "nothing"}]}, "not_found", 4),
    ({"evidence": [{"source": KEY, "quote": "tap"}]}, "quote_mismatch", 5),
    ({"evidence": [{"source": KEY, "quote": "The tap is open"}]}, "quote_mismatch", 5),
    ({"evidence": [{"source": "src_nothing", "quote": "The tap"}]}, "not_found", 4),
    ({"evidence": [{"source": "cc://nothing", "quote": "The tap"}]}, "not_found", 4),
    ({"evidence": [{"source": "conversation", "quote": "The tap"}]}, "not_found", 4),
    ({"op": "supersede", "target": "nothing"}, "not_found", 4),
    ({"op": "supersede", "target": ""}, "usage", 2),
    ({"op": "archive", "target": "mem_00000000000000000000000000"}, "not_found", 4),
    ({"slug": "tap"}, "conflict", 7),
]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("change", "code", "exit_code"), WRONG, ids=[json.dumps(each[0])[:40] for each in WRONG]
)
def test_one_that_is_wrong_is_named_and_nothing_is_written(
    propose: Any,
    pmi: Pmi,
    answers: Answers,
    home: Home,
    *,
    change: dict[str, Any],
    code: str,
    exit_code: int,
    language: str,
) -> None:
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")
    wrong = {"op": "create", "content": "Something.", "evidence": [QUOTED], **change}
    got, said = propose([TAP, wrong])
    assert (got, said["error"]["code"]) == (exit_code, code), said
    assert said["error"]["message"].startswith("Operation 2: ")
    assert said["error"]["hint"]
    assert answers("list", "memories", "--status", "all")["memories"] == []
    assert answers("review", "list", "--all")["reviews"] == []
    assert answers("list", "entities")["entities"] == []


@pytest.mark.parametrize(
    ("change", "code"),
    [({"links": [{"type": "supports", "target": "nothing"}]}, 4), ({"slug": "tap"}, 7)],
)
def test_what_waits_for_the_user_could_be_let_through(
    propose: Any, answers: Answers, change: dict[str, Any], code: int
) -> None:
    assert propose([TAP, {"content": "The bees come.", **change}])[0] == code
    assert answers("review", "list")["reviews"] == []
    links = {"links": [{"type": "supports", "target": "tap"}]}
    _, said = propose([TAP, {"content": "The bees come.", **links}])
    assert [each["verdict"] for each in said["outcomes"]] == ["applied", "review"]


@pytest.mark.parametrize("kind", ["links", "parents"])
def test_circles_are_refused(propose: Any, answers: Answers, kind: str) -> None:
    propose([TAP, {**KEEPER, "slug": "keeper"}])
    if kind == "links":
        first = {"op": "link", "target": "tap", "links": [{"type": "part_of", "target": "keeper"}]}
        back = {"op": "link", "target": "keeper", "links": [{"type": "part_of", "target": "tap"}]}
    else:
        first = {"op": "update", "entities": [{"name": "shop", "parent": "house"}]}
        back = {"op": "update", "entities": [{"name": "house", "parent": "shop"}]}
    code, said = propose([first, back])
    assert (code, said["error"]["code"]) == (2, "usage")
    assert answers("show", "tap")["memory"]["links"] == []
    assert [each["name"] for each in answers("list", "entities")["entities"]] == ["孟晓岚"]


def test_ten_thousand_operations_with_one_wrong_write_nothing(
    propose: Any, answers: Answers
) -> None:
    many: list[dict[str, Any]] = [{"content": f"Fact number {n}."} for n in range(9_999)]
    many[7_776] = {"content": "Fact", "valid_from": "2026-13-01"}
    before = answers("log")
    code, said = propose([TAP, *many])
    assert (code, said["error"]["code"]) == (2, "usage")
    assert said["error"]["message"].startswith("Operation 7778: ")
    assert answers("log") == before
    code, said = propose([*many, TAP, TAP])
    assert (code, said["error"]["code"]) == (2, "usage")


FILES = [
    (b"", "line 1: this is no JSON"),
    (b'[\n{"op": "create",}\n]', "line 2: this is no JSON"),
    (b'[{"content": "x"}]]', "line 1: this is no JSON"),
    (b'[\n\n{"content": "\xff"}]', "line 3: this is not UTF-8"),
    ('[{"content": "中"}]'.encode("gb18030"), "line 1: this is not UTF-8"),
    (b'[\n{"content": 1e999}]', "line 2: 1e999 can not be used"),
    (b'[\n{"content": NaN}]', "line 2: NaN can not be used"),
    (b'[\n{"content": ' + b"9" * 9000 + b"}]", "line 2: 999"),
    (b"[" * 100_000, "nested too deeply"),
    (b"{}", "Operations are a list"),
    (b'"x"', "Operations are a list"),
    (b"[]", "There are no operations"),
    (b"[3]", "Operation 1: 3 is no object"),
    (b'[{"content": "lone \\ud800 half"}]', ""),
]


@pytest.mark.parametrize(("data", "told"), FILES, ids=[each[1] or "half" for each in FILES])
def test_a_file_that_is_no_list_of_operations_is_told_with_its_line(
    pmi: Pmi, home: Home, tmp_path: Path, data: bytes, told: str
) -> None:
    path = tmp_path / "ops.json"
    path.write_bytes(data)
    result = pmi("propose", str(path), "--json")
    assert result.exit_code == (2 if told else 0), result.output
    if told:
        error = json.loads(result.stdout)["error"]
        assert error["code"] == "usage"
        assert told in error["message"]
        Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")
        assert pmi("propose", str(path)).stderr.startswith("错误：")


@pytest.mark.parametrize("name", ["", "two words", "猫", "a" * 41, "user:x", "a/b", "a\nb"])
def test_a_name_that_no_agent_has_is_refused(pmi: Pmi, home: Home, name: str) -> None:
    result = pmi("propose", "-", "--as-agent", name, "--json", text='[{"content": "x"}]')
    assert (result.exit_code, json.loads(result.stdout)["error"]["code"]) == (2, "usage")


@pytest.mark.parametrize(
    ("options", "inside", "actor"),
    [
        (["--as-agent", "a.b_c-1"], {}, "agent:a.b_c-1"),
        (["--as-agent", "x"], {"CLAUDECODE": "1"}, "agent:x"),
        ([], {"CLAUDECODE": "1"}, "agent:cli"),
        ([], {}, "user"),
    ],
)
def test_who_acts_is_written_down(
    pmi: Pmi,
    answers: Answers,
    home: Home,
    *,
    options: list[str],
    inside: dict[str, str],
    actor: str,
) -> None:
    text = '[{"content": "The bees come in June."}]'
    result = pmi("propose", "-", *options, text=text, **inside)
    assert result.exit_code == 0
    assert answers("log")["entries"][0]["actor"] == actor
    confirmed = [each["verification"] for each in answers("list")["memories"]]
    assert confirmed == (["user_confirmed"] if actor == "user" else [])


def test_the_exit_code_is_6_where_all_is_refused(pmi: Pmi, answers: Answers, home: Home) -> None:
    Path(home.config_file).write_text('[policy]\ninferred_create = "deny"\n', encoding="utf-8")
    text = '[{"content": "The bees come in June."}]'
    result = pmi("propose", "-", "--as-agent", "x", "--json", text=text)
    assert result.exit_code == 6
    assert json.loads(result.stdout)["outcomes"][0]["verdict"] == "refused"
    assert answers("list")["memories"] == []


@pytest.mark.parametrize("path", ["nothing.json", "."])
def test_what_is_no_file_is_told(pmi: Pmi, home: Home, path: str) -> None:
    result = pmi("propose", path, "--json")
    assert json.loads(result.stdout)["error"]["code"] in {"not_found", "usage"}


def test_a_real_pipe_in_chinese_is_answered_in_chinese(home: Home) -> None:
    Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")
    done = program("propose", "-", "--as-agent", "读者", text='[{"content": "养蜂人六月来。"}]')
    assert done.returncode == 2
    done = program("propose", "-", "--as-agent", "reader", text='[{"content": "养蜂人六月来。"}]')
    assert done.returncode == 0, done.stderr
    assert "等待用户审核（没有原文依据） 编号 1 prp_" in done.stdout
    assert "由用户输入：pmi review approve 1" in done.stdout
