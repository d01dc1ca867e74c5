"""Files of other people: back to the same bytes, links kept, refused when they can not be read."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from pmi.base.errors import Conflict, UsageError
from pmi.base.home import Home
from pmi.installer import manifest as records
from pmi.installer.manifest import Manifest
from pmi.installer.settings import Traces
from tests.installer.conftest import Make, install, snapshot, uninstall

ODD = (
    '\ufeff{\r\n\t"model" : "opus",\r\n\t"model": "sonnet",\r\n\t"env":{"KEY":"\\u00e9 变量"},\r\n'
    '\t"hooks": {\r\n\t\t"Stop": [ {"hooks":[{"type":"command","command":"other \\"x\\""}]} ],\r\n'
    '\t\t"PreToolUse": [ ]\r\n\t},\r\n\t"unknown": [1e5, 1.50, -0]\r\n}\r\n\r\n'
)


@pytest.mark.proves("I1")
@pytest.mark.parametrize("text", [ODD, "{}", "", "{ }\n", '{"a":1}', None], ids=repr)
def test_installing_and_removing_leaves_the_same_bytes(choose: Make, text: str | None) -> None:
    choices = choose()
    root = Path(choices.config_dir)
    (root / "rules").mkdir()
    (root / "rules" / "mine.md").write_text("my rule\n", encoding="utf-8")
    if text is not None:
        (root / "settings.json").write_bytes(text.encode())
        (root / "settings.json").chmod(0o640)
    before = snapshot(root)
    assert any(install(choices))
    loaded = json.loads((root / "settings.json").read_bytes().decode("utf-8-sig"))
    assert set(loaded["hooks"]) >= {"SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"}
    assert (root / "commands" / "pmi" / "remember.md").is_file()
    assert (root / "rules" / "pmi.md").is_file()
    uninstall(choices)
    assert snapshot(root) == before
    if text is not None:
        assert stat.S_IMODE((root / "settings.json").stat().st_mode) == 0o640


@pytest.mark.proves("I1")
def test_a_backup_of_the_first_bytes_is_in_the_home(choose: Make) -> None:
    choices = choose()
    Path(choices.settings_file).write_bytes(ODD.encode())
    install(choices)
    backups = list(Path(choices.home.path("backups", "claude")).glob("settings.json.*"))
    assert [path.read_bytes() for path in backups] == [ODD.encode()]
    assert stat.S_IMODE(backups[0].stat().st_mode) == 0o600


def test_installing_twice_changes_nothing_the_second_time(choose: Make) -> None:
    choices = choose()
    Path(choices.settings_file).write_bytes(ODD.encode())
    install(choices)
    first = snapshot(Path(choices.config_dir))
    assert install(choices) == [False] * 8
    assert snapshot(Path(choices.config_dir)) == first
    uninstall(choices)
    assert Path(choices.settings_file).read_bytes() == ODD.encode()


def test_an_upgrade_replaces_our_hooks_and_can_still_be_taken_back(choose: Make) -> None:
    old = choose(interpreter="/old/env/bin/python")
    Path(old.settings_file).write_bytes(ODD.encode())
    install(old)
    new = choose()
    install(new)
    text = Path(new.settings_file).read_text(encoding="utf-8-sig")
    assert "/old/env" not in text
    assert text.count("/pmi/hooks/run.py") == 4
    uninstall(new)
    assert Path(new.settings_file).read_bytes() == ODD.encode()


@pytest.mark.proves("I1")
def test_what_was_changed_since_stays_and_only_ours_is_cut(choose: Make) -> None:
    choices = choose()
    path = Path(choices.settings_file)
    path.write_bytes(ODD.encode())
    install(choices)
    changed = path.read_bytes().replace(b'"opus"', b'"haiku"').replace(b"1.50", b"2.50")
    path.write_bytes(changed)
    uninstall(choices)
    expected = ODD.encode().replace(b'"opus"', b'"haiku"').replace(b"1.50", b"2.50")
    assert path.read_bytes() == expected


def test_changed_since_then_installed_again_then_removed(choose: Make) -> None:
    choices = choose()
    path = Path(choices.settings_file)
    path.write_bytes(ODD.encode())
    install(choices)
    path.write_bytes(path.read_bytes().replace(b'"opus"', b'"haiku"'))
    install(choices)
    uninstall(choices)
    assert path.read_bytes() == ODD.encode().replace(b'"opus"', b'"haiku"')


@pytest.mark.proves("I1")
def test_a_linked_settings_file_stays_a_link(choose: Make, tmp_path: Path) -> None:
    choices = choose()
    real = tmp_path / "dotfiles" / "claude.json"
    real.parent.mkdir()
    real.write_bytes(ODD.encode())
    Path(choices.settings_file).symlink_to(real)
    install(choices)
    assert Path(choices.settings_file).is_symlink()
    assert b"/pmi/hooks/run.py" in real.read_bytes()
    uninstall(choices)
    assert Path(choices.settings_file).is_symlink()
    assert real.read_bytes() == ODD.encode()


@pytest.mark.proves("I1")
@pytest.mark.parametrize(
    ("data", "line"),
    [(b'{\n  "a": 1,\n}\n', "line 3"), (b"{\n// no\n}", "line 2"), (b'{"a": "\xff"}', "byte 7")],
    ids=["comma", "comment", "bytes"],
)
def test_a_file_that_can_not_be_parsed_is_refused_and_nothing_is_changed(
    choose: Make, isolated: Path, data: bytes, line: str
) -> None:
    choices = choose()
    Path(choices.settings_file).write_bytes(data)
    before = snapshot(isolated)
    with pytest.raises(UsageError) as refused:
        install(choices)
    assert line in refused.value.message
    assert choices.settings_file in refused.value.message
    assert snapshot(isolated) == before


def test_a_foreign_command_or_rules_file_of_our_name_comes_back(choose: Make) -> None:
    choices = choose()
    mine = {choices.command_file("map"): "my own map\n", choices.rules_file: "my own rules\n"}
    for path, text in mine.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    install(choices)
    for path, text in mine.items():
        assert Path(path).read_text(encoding="utf-8") != text
    uninstall(choices)
    for path, text in mine.items():
        assert Path(path).read_text(encoding="utf-8") == text


def test_a_server_that_was_registered_in_the_file_goes_and_other_state_stays(choose: Make) -> None:
    choices = choose()
    path = Path(choices.state_file)
    state = {"numStartups": 3, "mcpServers": {"other": {"command": "x"}}}
    path.write_text(json.dumps(state, indent=2), encoding="utf-8")
    before = path.read_bytes()
    install(choices)
    entry = json.loads(path.read_bytes())["mcpServers"]["pmi"]
    assert entry["args"] == ["-I", "-m", "pmi.memory_server"]
    text = path.read_text(encoding="utf-8").replace('"numStartups": 3', '"numStartups": 4')
    path.write_text(text, encoding="utf-8")
    uninstall(choices)
    assert path.read_bytes() == before.replace(b'"numStartups": 3', b'"numStartups": 4')


def test_a_file_that_changes_under_the_write_is_left_alone(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}", encoding="utf-8")

    def insert(text: str) -> tuple[str, Traces]:
        path.write_text('{"new": 1}', encoding="utf-8")
        return text + " ", Traces()

    with pytest.raises(Conflict):
        records.change_file(home, Manifest(), str(path), insert, lambda text, _: text)
    assert path.read_text(encoding="utf-8") == '{"new": 1}'


def test_nothing_is_written_into_a_project(
    choose: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    (project / ".claude").mkdir(parents=True)
    monkeypatch.chdir(project)
    choices = choose()
    install(choices)
    uninstall(choices)
    assert snapshot(project) == {".claude": "folder"}


def test_the_home_and_everything_in_it_is_the_users_alone(choose: Make) -> None:
    old = os.umask(0)
    try:
        choices = choose()
        install(choices)
    finally:
        os.umask(old)
    for path in [Path(choices.home.root), *Path(choices.home.root).rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
