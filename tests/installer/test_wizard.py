"""``pmi install``, ``doctor`` and ``uninstall`` as programs, in all kinds of places."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pmi.base.home import Home
from pmi.base.lock import is_running
from pmi.base.spool import waiting
from tests.installer.conftest import snapshot
from tests.support.isolation import environment
from tests.support.waiting import wait_until

ODD_NAMES = ["plain", "two words", 'it\'s (a) "home"', "家 目录", "$HOME & `x`;#"]


class Machine:
    """A user's machine below one folder, without Claude Code on its PATH."""

    def __init__(self, root: Path, **more: str) -> None:
        self.root = root
        self.env = environment(root, PATH="/usr/bin:/bin", **more)
        del self.env["PMI_HOME"]
        del self.env["CLAUDE_CONFIG_DIR"]
        self.user = Path(self.env["HOME"])
        self.config = self.user / ".claude"
        self.project = root / "pro ject"
        self.project.mkdir()

    def pmi(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-I", "-m", "pmi.cli.main", *arguments],
            cwd=self.project,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    def install(self, *arguments: str) -> dict[str, Any]:
        done = self.pmi("install", "--yes", "--json", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        report: dict[str, Any] = json.loads(done.stdout)["report"]
        idle = lambda: not waiting(self.home) and not is_running(self.home)
        wait_until(idle, 60, "the first worker's end")
        return report

    @property
    def home(self) -> Home:
        return Home(str(self.user / ".pmi"))


@pytest.mark.proves("H8", "I2")
@pytest.mark.parametrize("name", ODD_NAMES)
def test_every_registered_command_runs_in_a_home_of_any_name(tmp_path: Path, name: str) -> None:
    machine = Machine(tmp_path / name)
    report = machine.install("--name", "Ana")
    seen = {(one["code"], one["subject"]) for one in report["findings"]}
    for event in ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"):
        assert ("hook", event) in seen
    assert ("delivery", "worker") in seen
    assert ("server", "MCP server") in seen
    assert {one["severity"] for one in report["findings"]} == {"ok"}
    assert snapshot(machine.project) == {}
    assert machine.pmi("doctor").returncode == 0
    assert machine.pmi("uninstall", "--yes").returncode == 0
    assert not (machine.config / "settings.json").exists()


@pytest.mark.proves("H8")
def test_a_home_at_another_place_is_found_by_hooks_and_server(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    other = tmp_path / "my (other) 家"
    report = machine.install("--home", str(other), "--name", "Ana")
    assert {one["severity"] for one in report["findings"]} == {"ok"}
    assert (other / "memory.db").is_file()
    assert not (machine.user / ".pmi").exists()
    state = json.loads((machine.user / ".claude.json").read_text(encoding="utf-8"))
    assert state["mcpServers"]["pmi"]["env"] == {"PMI_HOME": str(other)}
    assert "Ana" in started(machine)


def started(machine: Machine) -> str:
    """Return what the registered SessionStart hook prints, run as Claude Code runs it."""
    settings = json.loads((machine.config / "settings.json").read_text(encoding="utf-8"))
    (group,) = settings["hooks"]["SessionStart"]
    (handler,) = group["hooks"]
    event = {"session_id": "s1", "cwd": str(machine.project), "source": "startup"}
    done = subprocess.run(
        [handler["command"], *handler["args"]],
        input=json.dumps({**event, "hook_event_name": "SessionStart"}) + "\n",
        env=machine.env,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_a_dry_run_says_the_plan_and_changes_nothing(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    before = snapshot(machine.user)
    done = machine.pmi("install", "--dry-run", "--language", "zh")
    assert done.returncode == 0
    assert str(machine.config / "settings.json") in done.stdout
    assert "pmi-recall、pmi-distill、pmi-remember" in done.stdout
    assert "什么也没有更改" in done.stdout
    assert snapshot(machine.user) == before


@pytest.mark.parametrize(
    ("more", "arguments", "language"),
    [
        ({"LC_ALL": "zh_CN.UTF-8"}, [], "zh"),
        ({"LC_ALL": "C.UTF-8"}, [], "en"),
        ({"LC_ALL": "zh_CN.UTF-8"}, ["--language", "en"], "en"),
    ],
    ids=["locale", "other locale", "flag"],
)
def test_the_language_comes_from_the_flag_else_the_locale(
    tmp_path: Path, more: dict[str, str], arguments: list[str], language: str
) -> None:
    machine = Machine(tmp_path / "m", **more)
    machine.install("--name", "小林", *arguments)
    config = (machine.user / ".pmi" / "config.toml").read_text(encoding="utf-8")
    assert f'language = "{language}"' in config
    page = (machine.user / ".pmi" / "profile" / "profile.md").read_text(encoding="utf-8")
    assert {"zh": "- 称呼：小林", "en": "- Name: 小林"}[language] in page.splitlines()


def test_without_claude_code_it_says_so_and_is_ready(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    done = machine.pmi("install", "--yes", "--language", "en")
    assert done.returncode == 0
    assert "Claude Code is not installed here yet" in done.stdout
    state = json.loads((machine.user / ".claude.json").read_text(encoding="utf-8"))
    assert state["mcpServers"]["pmi"]["type"] == "stdio"


def test_a_broken_settings_file_is_refused_with_its_line_before_anything_is_made(
    tmp_path: Path,
) -> None:
    machine = Machine(tmp_path / "m")
    (machine.config / "settings.json").write_text('{\n "a": 1,\n}\n', encoding="utf-8")
    before = snapshot(machine.user)
    done = machine.pmi("install", "--yes")
    assert done.returncode == 2
    assert "line 3" in done.stderr
    assert "settings.json" in done.stderr
    assert snapshot(machine.user) == before


def test_the_memory_is_deleted_only_on_request(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    machine.install("--name", "Ana")
    assert machine.pmi("uninstall", "--yes").returncode == 0
    assert (machine.user / ".pmi" / "memory.db").is_file()
    machine.install("--name", "Ana")
    refused = machine.pmi("uninstall", "--delete-memory")
    assert refused.returncode == 2
    assert (machine.user / ".pmi" / "memory.db").is_file()
    assert machine.pmi("uninstall", "--delete-memory", "--yes").returncode == 0
    assert not (machine.user / ".pmi").exists()


def break_hooks(machine: Machine) -> None:
    (machine.config / "settings.json").write_text("{}", encoding="utf-8")


def break_timeout(machine: Machine) -> None:
    path = machine.config / "settings.json"
    text = path.read_text(encoding="utf-8").replace('"timeout": 10', '"timeout": "10"')
    path.write_text(text, encoding="utf-8")


def break_commands(machine: Machine) -> None:
    (machine.config / "commands" / "pmi" / "undo.md").unlink()


def break_skill(machine: Machine) -> None:
    (machine.config / "skills" / "pmi-recall" / "SKILL.md").unlink()


def break_rules(machine: Machine) -> None:
    (machine.config / "rules" / "pmi.md").unlink()


def break_server(machine: Machine) -> None:
    (machine.user / ".claude.json").write_text("{}", encoding="utf-8")


def break_mode(machine: Machine) -> None:
    (machine.user / ".pmi" / "memory.db").chmod(0o644)


def break_interpreter(machine: Machine) -> None:
    path = machine.user / ".pmi" / "state" / "interpreter"
    path.write_text("/nowhere/python\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (break_hooks, "hooks_missing"),
        (break_timeout, "hooks_missing"),
        (break_commands, "command_missing"),
        (break_skill, "skill_missing"),
        (break_rules, "rules_missing"),
        (break_server, "server_missing"),
        (break_mode, "home_open"),
        (break_interpreter, "interpreter"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_the_doctor_finds_a_fault_and_mends_it(tmp_path: Path, fault: Any, code: str) -> None:
    machine = Machine(tmp_path / "m")
    machine.install("--name", "Ana")
    fault(machine)
    found = machine.pmi("doctor", "--json")
    assert found.returncode == 1
    codes = {one["code"] for one in json.loads(found.stdout)["findings"]}
    assert code in codes
    mended = machine.pmi("doctor", "--fix", "--json")
    assert mended.returncode == 0, mended.stdout
    findings = json.loads(mended.stdout)["findings"]
    assert all(one["severity"] != "error" for one in findings)


def test_the_doctor_names_what_only_the_user_can_mend(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    machine.install("--name", "Ana")
    path = machine.config / "settings.json"
    text = path.read_text(encoding="utf-8").replace("{", '{\n  "disableAllHooks": true,', 1)
    path.write_text(text, encoding="utf-8")
    page = machine.user / ".pmi" / "profile" / "preferences.md"
    secret = "ghp_" + "a1B2" * 9
    page.write_text(f"- my token: {secret}\n", encoding="utf-8")
    found = machine.pmi("doctor", "--fix", "--json")
    assert found.returncode == 1
    codes = {one["code"] for one in json.loads(found.stdout)["findings"]}
    assert {"hooks_disabled", "credential"} <= codes
    assert secret not in found.stdout
    assert secret in page.read_text(encoding="utf-8")


def test_there_is_nothing_to_examine_without_a_home(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "m")
    found = machine.pmi("doctor", "--json")
    assert found.returncode == 1
    (one,) = json.loads(found.stdout)["findings"]
    assert one["code"] == "home_missing"
    assert not os.path.exists(machine.user / ".pmi")


def test_an_environment_that_install_sh_did_not_make_is_not_named_for_removal(
    tmp_path: Path,
) -> None:
    machine = Machine(tmp_path / "m")
    machine.install("--name", "Ana")
    gone = machine.pmi("uninstall", "--yes")
    assert "pip uninstall personal-memory" in gone.stdout
    assert "rm -r" not in gone.stdout
