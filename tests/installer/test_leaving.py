"""Taking PMI out of Claude Code while somebody is still writing."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.lock import WorkerLock, is_running
from pmi.installer.leaving import remove_late_rules, worker_kept_out
from pmi.installer.wizard import uninstall as take_out
from pmi.learn import rules_file
from pmi.store.database import Store
from tests.installer.conftest import Make, install, uninstall

LESSONS = {
    "en": ("never push to main", "in *.tsx files use function components"),
    "zh": ("不要直接推送到主分支", "所有 .sql 文件都用小写关键字"),
}


@pytest.mark.proves("I1")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_planned_rules_before_writes_none_afterwards(
    choose: Make, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    choices = choose(language=language)
    install(choices)
    planned = rules_file.plan_rules

    def plan_and_be_late(store: Store) -> dict[str, str]:
        texts = planned(store)
        uninstall(choices)
        return texts

    with Memory.open(choices.home) as memory:
        for words in LESSONS[language]:
            memory.remember(words)
        monkeypatch.setattr(rules_file, "plan_rules", plan_and_be_late)
        assert rules_file.write_rules(memory.store) == []
    assert not Path(choices.config_dir, "rules").exists()


@pytest.mark.proves("I1")
@pytest.mark.parametrize("before", [None, "# Mine\n"])
def test_rules_that_came_late_go_and_what_was_there_comes_back(
    choose: Make, before: str | None
) -> None:
    choices = choose()
    rules = Path(choices.config_dir, "rules")
    rules.mkdir(parents=True)
    if before is not None:
        Path(choices.rules_file).write_text(before)
    install(choices)
    with Memory.open(choices.home) as memory:
        for words in LESSONS["en"]:
            memory.remember(words)
        texts = rules_file.plan_rules(memory.store)
    uninstall(choices)
    for path, text in texts.items():
        Path(path).write_text(text)
    remove_late_rules(choices.config_dir, before)
    assert [path.read_text() for path in rules.iterdir()] == ([] if before is None else [before])


def test_no_worker_starts_while_pmi_is_taken_out(home: Home) -> None:
    seen: list[bool] = []
    with worker_kept_out(home):
        looking = threading.Thread(target=lambda: seen.append(is_running(home)))
        looking.start()
        looking.join()
        assert not WorkerLock(home).acquire()
    assert seen == [True]
    assert not is_running(home)


def test_without_a_home_none_is_made(tmp_path: Path) -> None:
    home = Home(str(tmp_path / "none"))
    report = take_out(home, language="en", delete_memory=False, yes=True, quiet=True)
    assert report.ok
    assert not home.exists()
