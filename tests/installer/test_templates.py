"""Templates: both languages, within their limits, and an untouched profile says nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from pmi.base import channel
from pmi.installer.phrases import PHRASES, say
from pmi.installer.skills import SKILLS
from pmi.profile import pages
from tests.installer.conftest import Make
from tests.support.repository import ROOT

TEMPLATES = ROOT / "templates"
LANGUAGES = ("en", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fixed_part_of_the_rules_is_short(language: str) -> None:
    text = (TEMPLATES / "rules" / f"pmi.{language}.md").read_text(encoding="utf-8")
    assert 100 < len(text) <= 600


@pytest.mark.proves("H10")
@pytest.mark.parametrize("language", LANGUAGES)
def test_tools_and_commands_that_templates_name_exist(language: str) -> None:
    from pmi.cli.catalogue import COMMANDS as CLI

    server = (ROOT / "memory_server" / "tools.py").read_text(encoding="utf-8")
    for path in TEMPLATES.rglob(f"*.{language}.md"):
        text = path.read_text(encoding="utf-8")
        for tool in re.findall(r"`(memory_\w+)`", text):
            assert f"def {tool}(" in server, path
        for command in re.findall(r"`pmi (\w+)", text):
            assert command in CLI, path
        for typed in re.findall(r"/pmi:(\w+)", text):
            assert typed in channel.COMMANDS, path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", channel.COMMANDS)
def test_a_command_file_can_not_be_called_by_the_model_and_names_the_doctor(
    name: str, language: str
) -> None:
    text = (TEMPLATES / "commands" / f"{name}.{language}.md").read_text(encoding="utf-8")
    _, front, body = text.split("---\n", 2)
    head = yaml.safe_load(front)
    assert head["disable-model-invocation"] is True
    assert isinstance(head["description"], str)
    assert isinstance(head["argument-hint"], str)
    assert "`pmi doctor`" in body
    assert "$ARGUMENTS" not in body


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_says_when_it_is_for_and_is_short(name: str, language: str) -> None:
    text = (TEMPLATES / "skills" / name / f"SKILL.{language}.md").read_text(encoding="utf-8")
    _, front, body = text.split("---\n", 2)
    head = yaml.safe_load(front)
    assert head["name"] == name
    assert set(head) == {"name", "description"}
    assert 40 < len(head["description"]) < 400
    assert 300 < len(body) < 3000


@pytest.mark.proves("H10")
@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("skills/*/SKILL.*.md")), ids=str)
def test_arguments_and_their_values_that_skills_name_exist(path: Path) -> None:
    """H10: an agent that follows a skill to the letter calls what is there."""
    from pmi.memory_server.tools import make_tools

    schema = json.dumps([tool.parameters for tool in make_tools()])
    text = path.read_text(encoding="utf-8")
    for name, value in re.findall(r"`(\w+): \"([\w-]+)\"`", text):
        assert f'"{name}":' in schema
        assert value in FREE_VALUES or f'"{value}"' in schema
    for name in re.findall(r"`([a-z_]+)`", text):
        assert name in WORDS or f'"{name}"' in schema or name.startswith("memory_")


FREE_VALUES = {"conversation"}
WORDS = {"conversation", "insufficient_evidence", "applied", "merged", "more", "all", "none"}
"""What skills show as code that is no argument: words of results and of the user."""


def test_templates_come_in_both_languages_and_nothing_else_is_there() -> None:
    names = {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.md")}
    stems = {name.rsplit(".", 2)[0] for name in names}
    expected = {f"profile/{page}" for page in pages.PAGES} | {
        f"commands/{name}" for name in channel.COMMANDS
    }
    expected |= {f"skills/{name}/SKILL" for name in SKILLS}
    assert stems == expected | {"rules/pmi", "rules/pmi-paths"}
    assert names == {f"{stem}.{language}.md" for stem in stems for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_untouched_profile_has_no_filled_line(choose: Make, language: str) -> None:
    from pmi.installer.manifest import Manifest
    from pmi.installer.steps import ProfileStep

    for name, expected in (("", False), ("小林", True)):
        choices = choose(language=language, name=name)
        choices.home.ensure()
        ProfileStep().apply(choices, Manifest())
        filled = [line for page in pages.PAGES for line in pages.read_page(choices.home, page)]
        assert bool(filled) is expected
        assert len(filled) <= 1


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_every_sentence_is_there_in_both_languages_with_the_same_values(key: str) -> None:
    texts = PHRASES[key]
    assert set(texts) == set(LANGUAGES)
    fields = [set(re.findall(r"{(\w+)", texts[language])) for language in LANGUAGES]
    assert fields[0] == fields[1]
    assert say(key, "xx", **dict.fromkeys(fields[0], 1.0)) == texts["en"].format(
        **dict.fromkeys(fields[0], 1.0)
    )
