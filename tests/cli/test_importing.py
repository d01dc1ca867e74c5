"""``pmi note`` and ``pmi import``: texts kept as sources, as a person would keep them."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.ids import short_id
from pmi.model.operation import Citation, Operation
from tests.cli.conftest import Answers, Pmi, program

ENGLISH = "We deploy only on Tuesdays.\nRefunds need an approval.\n"
CHINESE = "我们只在周二部署。\n退款需要人工批准。\n"
BOTH = pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["english", "chinese"])
SECRETS = {
    "github": "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
    "aws": "AKIA" + "IOSFODNN7EXAMPLQ",
    "api": "sk-ant-" + "api03-abcdefghijklmnopqrst",
    "password": "hunter2-" + "correct-horse",
    "chinese": "Xy7" + "mima-2026",
    "unclosed": "what nobody may know",
}


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the user's folder of notes."""
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "notes"
    (folder / "会议").mkdir(parents=True)
    write(folder / "deploy.md", f"---\ntitle: Deploying\ndate: 2026-09-12\n---\n{ENGLISH}")
    write(folder / "会议" / "三月.md", CHINESE)
    return folder


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


def results(done: Any) -> dict[str, str]:
    return {Path(file["path"]).name: file["result"] for file in done["files"]}


def speak_chinese(home: Home) -> None:
    write(Path(home.config_file), '[general]\nlanguage = "zh"\n')


@pytest.mark.parametrize("command", [["note", "x"], ["import", "notes"]], ids=["note", "import"])
def test_an_agent_can_not_make_a_text_the_user_s_word(
    pmi: Pmi, answers: Answers, home: Home, notes: Path, command: list[str]
) -> None:
    words = [str(notes) if word == "notes" else word for word in command]
    refused = pmi(*words, "--trust", "owner", CLAUDECODE="1")
    assert refused.exit_code == 6
    assert "the user types" in refused.stderr
    assert answers("log")["entries"] == []


# --- import --------------------------------------------------------------------------------


@pytest.mark.proves("M4")
def test_edited_renamed_and_deleted_files_are_taken_up(
    pmi: Pmi, answers: Answers, home: Home, notes: Path
) -> None:
    first = answers("import", str(notes))
    assert results(first) == {"deploy.md": "new", "三月.md": "new"}
    keys = [file["key"] for file in first["files"]]
    assert keys == ["file:~/notes/deploy.md", "file:~/notes/会议/三月.md"]
    assert first["files"][0]["source"]["versions"][0]["source_time"] == "2026-09-12"
    held = [quote(home, keys[0], "only on Tuesdays"), quote(home, keys[1], "只在周二部署")]

    again = answers("import", str(notes))
    assert again["counts"] == {"new": 0, "version": 0, "known": 2}

    write(notes / "deploy.md", "We deploy daily.\nRefunds need an approval.\n")
    write(notes / "会议" / "三月.md", CHINESE.replace("只在周二", "每天"))
    shown = pmi("import", str(notes)).stdout
    for held_one, words in zip(held, ("only on Tuesdays", "只在周二部署"), strict=True):
        assert f"  {short_id(held_one)} It says: {words} — “{words}”" in shown
    assert "changed" in shown
    assert answers("import", str(notes))["counts"]["known"] == 2

    (notes / "deploy.md").rename(notes / "releases.md")
    assert results(answers("import", str(notes))) == {"releases.md": "known", "三月.md": "known"}

    (notes / "releases.md").unlink()
    assert results(answers("import", str(notes))) == {"三月.md": "known"}
    with Memory.open(home) as memory:
        assert len(memory.list_sources()) == 2
        assert memory.source_text(keys[0], "1") == ENGLISH
        assert [item.id for item in memory.list_memories()] == held[::-1]
        assert memory.rebuild().changed == 0


@pytest.mark.parametrize(
    ("name", "text", "encoding"),
    [
        ("crlf.md", ENGLISH.replace("\n", "\r\n"), "utf-8"),
        ("mark.txt", CHINESE, "utf-8-sig"),
        ("宽.txt", CHINESE, "utf-16"),
        ("国标.txt", CHINESE, "gb18030"),
        ("国标.md", CHINESE, "gb18030"),
        ("NOTES", ENGLISH, "utf-8"),
        ("a b (1).markdown", CHINESE, "utf-8"),
    ],
)
def test_files_of_any_name_and_encoding(
    answers: Answers, memory: Memory, tmp_path: Path, *, name: str, text: str, encoding: str
) -> None:
    write(tmp_path / name, text, encoding)
    [file] = answers("import", str(tmp_path / name))["files"]
    assert file["result"] == "new"
    assert file["source"]["trust"] == "external"
    assert memory.source_text(file["key"]) == text


def test_hidden_things_loops_and_the_home_are_left_out_and_formats_are_counted(
    pmi: Pmi, answers: Answers, home: Home, notes: Path
) -> None:
    for name in (".hidden.md", ".git/x.md", "paper.pdf", "会议/slides.PDF", "Makefile"):
        (notes / name).parent.mkdir(exist_ok=True)
        write(notes / name, "text")
    (notes / "loop").symlink_to(notes)
    (notes / "home").symlink_to(home.root)
    write(Path(home.path("profile", "profile.md")), "# About me\n- Name: Ada\n")
    (notes / "again.md").symlink_to(notes / "deploy.md")
    done = answers("import", str(notes), str(notes / "deploy.md"))
    assert sorted(results(done)) == ["again.md", "三月.md"]
    assert done["unknown"] == {".pdf": 2, "Makefile": 1}
    assert ".pdf 2" in pmi("import", str(notes)).stdout


def test_excluded_folders_are_left_out(answers: Answers, home: Home, notes: Path) -> None:
    write(Path(home.config_file), f'[capture]\nexclude = ["{notes}/会议"]\n')
    assert results(answers("import", str(notes))) == {"deploy.md": "new"}


def test_problems_are_listed_and_stop_nothing(
    pmi: Pmi, answers: Answers, home: Home, notes: Path
) -> None:
    write(notes / "a-binary.txt", "a\0b")
    write(notes / "a-private.md", "<private>all of it")
    write(notes / "a-front.md", "---\ntitle: [open\n---\ntext\n")
    write(notes / "a-empty.md", "")
    os.mkfifo(notes / "pipe.txt")
    done = answers("import", str(notes), str(notes / "gone.md"))
    assert results(done) == {"a-front.md": "new", "deploy.md": "new", "三月.md": "new"}
    told = {Path(each["path"]).name: each["problem"] for each in done["problems"]}
    assert sorted(told) == ["a-binary.txt", "a-empty.md", "a-front.md", "a-private.md", "gone.md"]
    assert "line" in told["a-front.md"]
    speak_chinese(home)
    shown = pmi("import", str(notes), str(notes / "gone.md"))
    assert shown.exit_code == 0
    assert "其中有 NUL 字节" in shown.stdout
    assert "无法理解它的文件头" in shown.stdout
    assert "没有那个文件或目录" in shown.stdout or "无法读取" in shown.stdout
    assert "已知 3 个" in shown.stdout


def test_a_folder_that_can_not_be_read_is_told(
    pmi: Pmi, home: Home, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = os.listdir

    def locked(path: str) -> list[str]:
        if path.endswith("会议"):
            raise PermissionError(13, "Permission denied")
        return names(path)

    monkeypatch.setattr("pmi.documents.places.os.listdir", locked)
    shown = pmi("import", str(notes))
    assert shown.exit_code == 0
    assert "1 new" in shown.stdout
    assert "会议 can not be read: Permission denied." in shown.stdout


@pytest.mark.parametrize("what", ["gone.md", "empty", "x.pdf"])
def test_nothing_that_could_be_read_is_not_found(pmi: Pmi, home: Home, tmp_path: Path, what: str
) -> None:  # fmt: skip
    (tmp_path / "empty").mkdir()
    write(tmp_path / "x.pdf", "%PDF")
    refused = pmi("import", str(tmp_path / what))
    assert refused.exit_code == 4
    assert "nothing" in refused.stdout


def test_a_dry_run_says_what_would_be_and_writes_nothing(
    pmi: Pmi, answers: Answers, home: Home, notes: Path
) -> None:
    answers("import", str(notes))
    quote(home, "file:~/notes/deploy.md", "only on Tuesdays")
    write(notes / "deploy.md", "We deploy daily.\n")
    write(notes / "new.md", "more")
    entries = len(answers("log")["entries"])
    done = answers("import", str(notes), "--dry-run")
    assert done["dry_run"] is True
    assert done["counts"] == {"new": 1, "version": 1, "known": 1}
    assert done["files"][0]["lost"][0]["quote"] == "only on Tuesdays"
    assert "would be" in pmi("import", str(notes), "--dry-run").stdout
    assert len(answers("log")["entries"]) == entries


def test_trust_is_external_unless_said_and_stays_as_it_was(
    answers: Answers, home: Home, notes: Path
) -> None:
    def trusts(*options: str, **variables: str) -> set[str]:
        done = answers("import", str(notes), *options, **variables)
        return {file["source"]["trust"] for file in done["files"]}

    assert trusts() == {"external"}
    assert trusts("--trust", "owner") == {"owner"}
    assert trusts() == {"owner"}
    write(notes / "deploy.md", "We deploy daily.\n")
    assert trusts() == {"owner"}
    write(notes / "deploy.md", "We deploy hourly.\n")
    assert trusts("--as-agent", "reader") == {"owner", "agent"}


def test_a_file_that_names_its_url_is_known_by_it(
    answers: Answers, home: Home, tmp_path: Path
) -> None:
    front = "---\nurl: https://w.example/1\n---\n"
    for name, text in (("2025", ENGLISH), ("2026", CHINESE)):
        (tmp_path / name).mkdir()
        write(tmp_path / name / "page.md", front + text)
    assert results(answers("import", str(tmp_path / "2025"))) == {"page.md": "new"}
    later = answers("import", str(tmp_path / "2026"))
    assert results(later) == {"page.md": "version"}
    assert later["files"][0]["source"]["url"] == "https://w.example/1"


def test_two_files_with_one_url_are_two_sources_however_often_they_are_imported(
    answers: Answers, home: Home, tmp_path: Path
) -> None:
    for name, text in (("a.md", ENGLISH), ("b.md", CHINESE)):
        write(tmp_path / name, f"---\nurl: https://w.example/1\n---\n{text}")
    assert results(answers("import", str(tmp_path))) == {"a.md": "new", "b.md": "new"}
    assert results(answers("import", str(tmp_path))) == {"a.md": "known", "b.md": "known"}


@pytest.mark.parametrize("padding", [0, 3000], ids=["short", "long"])
def test_no_byte_of_a_secret_in_a_file_reaches_the_home(
    pmi: Pmi, answers: Answers, home: Home, tmp_path: Path, padding: int
) -> None:
    text = (
        f"---\ntitle: key {SECRETS['api']}\n---\ntoken {SECRETS['github']}\n"
        f"aws {SECRETS['aws']}\nkey {SECRETS['api']}\npassword: {SECRETS['password']}\n"
        f"密码：{SECRETS['chinese']}\nWe deploy on Tuesdays.\n{'x' * padding}\n"
        f"<private>{SECRETS['unclosed']}"
    )
    write(tmp_path / f"{SECRETS['github']}.md", text)
    shown = pmi("import", str(tmp_path))
    assert "5 secrets" in shown.stdout
    assert answers("import", str(tmp_path))["counts"]["known"] == 1
    for folder, _, names in os.walk(home.root):
        for name in names:
            data = name.encode() + Path(folder, name).read_bytes()
            assert [kind for kind, secret in SECRETS.items() if secret.encode() in data] == []
    assert not any(secret in shown.output for secret in SECRETS.values())


def test_progress_is_shown_on_a_terminal_only(home: Home, notes: Path) -> None:
    quiet = program("import", str(notes))
    assert (quiet.returncode, quiet.stderr) == (0, "")
    leader, follower = pty.openpty()
    try:
        subprocess.run(
            [sys.executable, "-m", "pmi.cli.main", "import", str(notes)],
            stdout=subprocess.PIPE,
            stderr=follower,
            timeout=60,
            check=True,
        )
        assert b"100%" in os.read(leader, 65536)
    finally:
        os.close(leader)
        os.close(follower)


def test_everything_speaks_chinese_where_the_home_does(pmi: Pmi, home: Home, notes: Path) -> None:
    speak_chinese(home)
    assert "已保存为来源" in pmi("note", ENGLISH, "--url", "https://w.example/1").stdout
    quote(home, "https://w.example/1", "only on Tuesdays")
    shown = pmi("note", "password: hunter2-horse", "--url", "https://w.example/1").stdout
    assert "第 2 版" in shown
    assert "略去 1 处" in shown
    assert "已不在新版本中" in shown
    assert (
        "早已保存" in pmi("note", "password: hunter2-horse", "--url", "https://w.example/1").stdout
    )
    assert "新增 2 个" in pmi("import", str(notes)).stdout
    assert "没有可以读取的文件" in pmi("import", str(notes / "gone")).stdout
