"""Every command that hooks name to the user or the model exists."""

from __future__ import annotations

import re

import pytest

from pmi.base.channel import COMMANDS, IN_A_SHELL
from pmi.base.phrases import PHRASES, say
from pmi.cli import catalogue

SENTENCES = [(key, language) for key, forms in PHRASES.items() for language in forms]


@pytest.mark.proves("H10")
@pytest.mark.parametrize(("key", "language"), SENTENCES)
def test_named_commands_exist(key: str, language: str) -> None:
    sentence = PHRASES[key][language]
    for name in re.findall(r"/pmi:([a-z-]+)", sentence):
        assert name in COMMANDS
    for name in re.findall(r"\bpmi ([a-z]+)", sentence):
        assert name in catalogue.COMMANDS


@pytest.mark.proves("H10")
@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_refused_command_names_exists_in_the_shell(name: str) -> None:
    command = IN_A_SHELL.get(name, name)
    assert command.partition(" ")[0] in catalogue.COMMANDS
    assert f"pmi {command}" in say("refused_unattended", "en", command=f"pmi {command}")


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_say_the_same_with_the_same_values(key: str) -> None:
    forms = PHRASES[key]
    assert set(forms) == {"en", "zh"}
    values = {language: set(re.findall(r"\{(\w+)\}", text)) for language, text in forms.items()}
    assert values["en"] == values["zh"]
    assert not re.search(r"[\u4e00-\u9fff]", forms["en"])
    assert re.search(r"[\u4e00-\u9fff\uff1a]", forms["zh"])
    assert not re.search(r"MUST|OVERRIDE|必须", forms["en"] + forms["zh"])
