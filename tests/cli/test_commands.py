from __future__ import annotations

import re
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.ids import short_id
from tests.cli.conftest import Answers, Pmi, program
from tests.support.learning import learn

BOTH = [
    pytest.param("we deploy only on Tuesdays", "deploy", id="english"),
    pytest.param("我们只在周二部署上线", "部署", id="chinese"),
]


def speak_chinese(home: Home) -> None:
    Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")


@pytest.mark.parametrize(("sentence", "word"), BOTH)
def test_what_is_remembered_is_shown_listed_mapped_and_explained(
    answers: Answers, home: Home, sentence: str, word: str
) -> None:
    receipt = answers("remember", sentence)
    assert receipt["number"] == 1
    assert not receipt["already_known"]
    stored = receipt["memory"]
    assert stored["content"] == sentence
    assert stored["verification"] == "user_confirmed"
    assert stored["evidence"][0]["quote"] == sentence
    assert stored["evidence"][0]["trust"] == "owner"

    for reference in (stored["id"], short_id(stored["id"]), "1"):
        assert answers("show", reference)["memory"]["id"] == stored["id"]
    assert answers("show", "1", "--history")["history"][0]["id"] == stored["id"]
    assert answers("why", "1")["why"]["words"] == sentence
    assert [each["id"] for each in answers("list")["memories"]] == [stored["id"]]
    page = answers("map")["pages"][0]
    assert page["total"] == 1
    assert page["observations"][0]["text"] == sentence
    assert page["observations"][0]["confirmed"] is True
    assert answers("log")["entries"][0]["op"] == "remember"


@pytest.mark.parametrize(("sentence", "word"), BOTH)
def test_search_finds_a_memory_by_a_word(
    answers: Answers, home: Home, sentence: str, word: str
) -> None:
    stored = answers("remember", sentence)["memory"]
    found = answers("search", word, "--scope", "memories")
    assert found["query"] == word
    assert [hit["reference"] for hit in found["hits"]] == [stored["id"]]
    assert found["hits"][0]["why"]


def test_saying_the_same_again_stores_nothing_new(answers: Answers, home: Home) -> None:
    first = answers("remember", "We deploy only on Tuesdays")
    again = answers("remember", "we deploy only on tuesdays.")
    assert again["already_known"]
    assert again["memory"]["id"] == first["memory"]["id"]
    assert len(answers("list")["memories"]) == 1


def test_undo_takes_the_last_change_back_and_names_it(answers: Answers, home: Home) -> None:
    answers("remember", "one thing")
    answers("remember", "another thing")
    assert answers("undo")["undone"]["texts"] == ["another thing"]
    assert [each["content"] for each in answers("list")["memories"]] == ["one thing"]
    answers("undo", "--entry", "1")
    assert answers("list")["memories"] == []


def test_a_number_is_never_given_twice(answers: Answers, home: Home) -> None:
    answers("remember", "one thing")
    answers("undo")
    assert answers("remember", "another thing")["number"] == 2


def test_forget_leaves_nothing_to_list_and_says_so(answers: Answers, home: Home) -> None:
    stored = answers("remember", "the unforgettable zebra")["memory"]
    assert answers("forget", "--yes", "1")["forgotten"] == [stored["id"]]
    assert answers("list", "memories", "--status", "all")["memories"] == []


def test_forget_asks_first(pmi: Pmi, answers: Answers, home: Home) -> None:
    answers("remember", "a thing to keep")
    refused = pmi("forget", "1", text="n\n")
    assert refused.exit_code == 0
    assert "a thing to keep" in refused.stderr
    assert len(answers("list")["memories"]) == 1


def test_a_learning_that_waits_can_be_forgotten(pmi: Pmi, answers: Answers, home: Home) -> None:
    with Memory.open(home) as memory:
        number = learn(memory.store, "never edit the heron folder")
    assert "never edit the heron folder" in pmi("forget", str(number), text="n\n").stderr
    assert answers("forget", "--yes", str(number))["forgotten"] == [f"learning:{number}"]
    with Memory.open(home) as memory:
        assert memory.learnings(None) == []
    assert pmi("forget", "--yes", str(number)).exit_code == 4


def test_here_binds_a_sentence_to_the_folder_s_project(
    answers: Answers, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = tmp_path / "web" / ".git"
    git.mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text('[remote "origin"]\n\turl = git@code.example:team/web.git\n')
    monkeypatch.chdir(tmp_path / "web")
    stored = answers("remember", "--here", "pages are rendered on the server")["memory"]
    assert stored["project"] == "git:code.example/team/web"
    answers("remember", "tests are small")
    assert [page["name"] for page in answers("map")["pages"]] == ["web", ""]
    here = answers("list", "--here")["memories"]
    assert [each["id"] for each in here] == [stored["id"]]


def test_the_receipt_says_where_a_rule_holds(pmi: Pmi, home: Home) -> None:
    here = pmi("remember", "--project", "git:h.example/web", "pages are small").stdout
    assert "It is a rule in every session of its project from now on." in here
    everywhere = pmi("remember", "tests are small").stdout
    assert "It is a rule in every session from now on." in everywhere


def test_remember_reads_standard_input(pmi: Pmi, answers: Answers, home: Home) -> None:
    assert pmi("remember", "-", text="牛奶不放冰箱门上\n").exit_code == 0
    assert answers("list")["memories"][0]["content"] == "牛奶不放冰箱门上"


def test_rebuild_makes_the_same_rows(answers: Answers, home: Home) -> None:
    answers("remember", "one thing")
    answers("undo")
    answers("remember", "另一件事")
    assert answers("rebuild")["rebuilt"]["changed"] == 0


def test_pause_is_noted_and_ended(answers: Answers, home: Home) -> None:
    assert answers("pause") == {"paused": True}
    assert Path(home.path("state", "paused")).exists()
    assert answers("resume") == {"paused": False}
    assert not Path(home.path("state", "paused")).exists()
    assert answers("resume") == {"paused": False}


def test_sessions_of_an_empty_archive_are_an_empty_list(answers: Answers, home: Home) -> None:
    assert answers("sessions") == {"sessions": []}


def test_doctor_names_what_is_not_installed(pmi: Pmi, home: Home) -> None:
    result = pmi("doctor")
    assert result.exit_code == 1
    assert "pmi install" in result.stdout


def test_every_human_output_speaks_chinese_where_the_home_does(pmi: Pmi, home: Home) -> None:
    speak_chinese(home)
    assert "已记住" in pmi("remember", "只在周二部署").stdout
    assert "早已记住" in pmi("remember", "只在周二部署").stdout
    assert "通用" in pmi("map").stdout
    assert "依据" in pmi("show", "1").stdout
    assert "原话" in pmi("why", "1").stdout
    assert "没有归档的会话" in pmi("sessions").stdout
    assert "没有待审核" in pmi("review", "list").stdout
    assert "已撤回" in pmi("undo").stdout
    assert "已暂停" in pmi("pause").stdout
    assert "已恢复" in pmi("resume").stdout
    assert "日志重建" in pmi("rebuild").stdout
    refused = pmi("show", "999")
    assert refused.exit_code == 4
    assert refused.stderr.startswith("错误：")


def test_the_locale_decides_where_there_is_no_home(pmi: Pmi) -> None:
    assert pmi("map", LANG="zh_CN.UTF-8").stderr.startswith("错误：")
    assert pmi("map", LANG="en_US.UTF-8").stderr.startswith("Error:")


def test_stored_control_characters_never_reach_the_terminal(pmi: Pmi, home: Home) -> None:
    pmi("remember", "red \x1b[31malert\x1b[0m \x07 bell")
    for command in (["map"], ["list"], ["show", "1"], ["why", "1"]):
        shown = pmi(*command).stdout
        assert "alert" in shown
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", shown)


def test_credentials_are_redacted_before_they_are_stored(pmi: Pmi, home: Home) -> None:
    secret = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    result = pmi("remember", f"the token is {secret}")
    assert secret not in result.output
    for name in ("memory.db", "memory.db-wal"):
        path = Path(home.path(name))
        assert not path.exists() or secret.encode() not in path.read_bytes()


def test_the_program_speaks_utf8_in_any_locale(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "POSIX")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = program("map", "--json", "--project", "path:~/数据")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().startswith("{")


@pytest.mark.parametrize(
    ("before", "after"),
    [("We deploy only on Tuesdays", "we deploy on Wednesdays"), ("只在周二部署", "改在周三部署")],
)
def test_a_slug_names_the_memory_that_gives_way(
    home: Home, answers: Answers, pmi: Pmi, before: str, after: str
) -> None:
    slug = answers("remember", "--kind", "procedure", before)["memory"]["slug"]
    done = answers("remember", "--slug", slug, after)
    assert (done["memory"]["content"], done["memory"]["kind"]) == (after, "procedure")
    assert (done["replaced"]["content"], done["replaced"]["status"]) == (before, "superseded")
    assert answers("list", "memories")["memories"][0]["content"] == after
    assert pmi("undo").exit_code == 0
    assert answers("list", "memories")["memories"][0]["content"] == before
    assert pmi("remember", "--slug", "no-such", after).exit_code == 4
    assert pmi("remember", "--slug", slug, "--here", after).exit_code == 2
