"""Skills: installed, brought up to date, taken away; what is not ours is left alone and said."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pmi.installer.manifest import Manifest
from pmi.installer.phrases import say
from pmi.installer.plan import Choices
from pmi.installer.skills import SKILLS, SkillsStep, examine_skills
from tests.installer.conftest import Make, install, snapshot, uninstall

LANGUAGES = ("en", "zh")


def text_of(choices: Choices, name: str) -> str:
    return Path(choices.skill_file(name)).read_text(encoding="utf-8")


def template_of(choices: Choices, name: str) -> str:
    return Path(choices.template("skills", name, "SKILL")).read_text(encoding="utf-8")


def described(choices: Choices) -> str:
    return SkillsStep().describe(choices)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_skill_is_installed_in_the_chosen_language_and_goes_again(
    choose: Make, language: str
) -> None:
    choices = choose(language=language)
    before = snapshot(Path(choices.config_dir))
    install(choices)
    for name in SKILLS:
        assert text_of(choices, name) == template_of(choices, name)
        assert name in described(choices)
    done = uninstall(choices)
    assert [done[choices.skill_file(name)] for name in SKILLS] == ["removed"] * 3
    assert snapshot(Path(choices.config_dir)) == before


def test_another_language_replaces_what_nobody_touched(choose: Make) -> None:
    install(choose())
    chinese = choose(language="zh")
    assert any(install(chinese))
    for name in SKILLS:
        assert text_of(chinese, name) == template_of(chinese, name)
    assert not any(install(chinese))


def test_an_upgrade_replaces_an_older_text_of_ours(choose: Make) -> None:
    choices = choose()
    install(choices)
    record = Manifest.load(choices.home)
    path = Path(choices.skill_file("pmi-recall"))
    path.write_text("an older text of ours\n", encoding="utf-8")
    from pmi.installer import manifest as records

    records.write_own(record, str(path), "an older text of ours\n")
    record.save(choices.home)
    install(choices)
    assert text_of(choices, "pmi-recall") == template_of(choices, "pmi-recall")


@pytest.mark.proves("I1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edited_skill_is_kept_through_upgrade_and_uninstall_and_that_is_said(
    choose: Make, language: str
) -> None:
    choices = choose(language=language)
    install(choices)
    path = Path(choices.skill_file("pmi-distill"))
    mine = path.read_text(encoding="utf-8") + "\nOnly on Fridays.\n"
    path.write_text(mine, encoding="utf-8")
    assert not any(install(choices))
    assert path.read_text(encoding="utf-8") == mine
    assert say("skills_edited", language, names="pmi-distill") in described(choices)
    states = {one.subject: (one.code, one.severity) for one in examine_skills(choices)}
    assert states[str(path)] == ("skill", "ok")
    done = uninstall(choices)
    assert done[str(path)] == "skill_kept"
    assert path.read_text(encoding="utf-8") == mine
    assert not Path(choices.skill_file("pmi-recall")).exists()


@pytest.mark.proves("I1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_somebody_elses_skill_of_our_name_is_left_alone_and_that_is_said(
    choose: Make, language: str
) -> None:
    choices = choose(language=language)
    path = Path(choices.skill_file("pmi-recall"))
    path.parent.mkdir(parents=True)
    path.write_text("---\nname: pmi-recall\n---\nmine\n", encoding="utf-8")
    before = snapshot(Path(choices.config_dir))
    assert say("skills_foreign", language, names="pmi-recall") in described(choices)
    install(choices)
    codes = {one.subject: one.code for one in examine_skills(choices)}
    assert codes[str(path)] == "skill_foreign"
    uninstall(choices)
    assert snapshot(Path(choices.config_dir)) == before


def put_bytes(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff\xfe")


def put_file_for_folder(path: Path) -> None:
    path.parent.parent.mkdir(parents=True)
    path.parent.write_text("mine", encoding="utf-8")


def put_folder_for_file(path: Path) -> None:
    path.mkdir(parents=True)


def put_pipe(path: Path) -> None:
    path.parent.mkdir(parents=True)
    os.mkfifo(path)


def put_link_to_itself(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.symlink_to(path.name)


NO_SKILLS = [put_bytes, put_file_for_folder, put_folder_for_file, put_pipe, put_link_to_itself]


@pytest.mark.proves("I1")
@pytest.mark.parametrize("put", NO_SKILLS)
def test_what_can_be_no_skill_is_left_alone_and_the_others_are_installed(
    choose: Make, put: Callable[[Path], None]
) -> None:
    choices = choose()
    put(Path(choices.skill_file("pmi-recall")))
    before = snapshot(Path(choices.config_dir))
    install(choices)
    codes = {one.code for one in examine_skills(choices)}
    assert codes == {"skill_foreign", "skills"}
    uninstall(choices)
    assert snapshot(Path(choices.config_dir)) == before


def test_a_missing_skill_is_found_and_comes_back(choose: Make) -> None:
    choices = choose()
    install(choices)
    Path(choices.skill_file("pmi-remember")).unlink()
    codes = [one.code for one in examine_skills(choices) if one.severity == "error"]
    assert codes == ["skill_missing"]
    install(choices)
    assert {one.code for one in examine_skills(choices)} == {"skills"}


def test_skills_of_an_installation_without_a_record_are_taken_for_ours(choose: Make) -> None:
    choices = choose()
    install(choices)
    Path(choices.home.path("state", "installed.json")).unlink()
    assert not SkillsStep().apply(choices, Manifest())
    assert {one.code for one in examine_skills(replace(choices, language="zh"))} == {"skills"}


def test_a_folder_in_which_the_user_put_a_file_stays_with_it(choose: Make) -> None:
    choices = choose()
    install(choices)
    note = Path(choices.skill_file("pmi-recall")).parent / "notes.md"
    note.write_text("mine\n", encoding="utf-8")
    uninstall(choices)
    assert [path.name for path in note.parent.iterdir()] == ["notes.md"]
