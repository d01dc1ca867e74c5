"""Settings, their defaults, and the copy that hooks read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi.base import config
from pmi.base.errors import UsageError
from pmi.base.home import Home


def write(home: Home, text: str) -> None:
    Path(home.config_file).write_text(text)


def test_without_a_file_the_defaults_count(home: Home) -> None:
    assert config.load(home) == config.load_for_hook(home) == config.defaults()
    assert config.defaults()["inject"]["brief"] == 2900


def test_what_is_given_counts_and_unknown_keys_are_left_alone(home: Home) -> None:
    write(
        home, '[general]\nlanguage = "zh"\ncolour = "red"\n[other]\nx = 1\n[inject]\nprompt = 99\n'
    )
    settings = config.load(home)
    assert settings["general"]["language"] == "zh"
    assert settings["inject"]["prompt"] == 99
    assert settings["inject"]["brief"] == 2900
    assert "other" not in settings


@pytest.mark.parametrize(
    "text",
    ["[general", 'x = "', '[general]\nlanguage = "de"', "[inject]\nprompt = -1",
     '[inject]\nprompt = "many"', "[inject]\nprompt = true", '[capture]\nexclude = "x"',
     "[capture]\nexclude = [1]", "[embedding]\nweight = 1.5", "[embedding]\nweight = nan",
     "[embedding]\nweight = true", '[embedding]\nprovider = "cloud"'],
)  # fmt: skip
def test_a_wrong_file_is_told_and_hooks_go_on(home: Home, text: str) -> None:
    write(home, text)
    with pytest.raises(UsageError, match=r"config\.toml"):
        config.load(home)
    assert config.load_for_hook(home) == config.defaults()
    assert "config" in Path(home.path("logs", "hook.log")).read_text()


@pytest.mark.parametrize(("text", "weight"), [("0", 0.0), ("1", 1.0), ("0.45", 0.45)])
def test_a_share_may_be_written_without_a_dot(home: Home, text: str, weight: float) -> None:
    write(home, f"[embedding]\nweight = {text}\n")
    assert config.load(home)["embedding"]["weight"] == weight
    assert config.load_for_hook(home) == config.load(home)


def test_a_syntax_error_names_its_line(home: Home) -> None:
    write(home, '[general]\nlanguage = "en"\nname = \n')
    with pytest.raises(UsageError, match="line 3"):
        config.load(home)


def test_hooks_read_the_prepared_copy_while_it_fits(home: Home) -> None:
    write(home, '[general]\nlanguage = "zh"\n')
    config.write_prepared(home)
    prepared = Path(home.path("state", "config.json"))
    prepared.write_text(prepared.read_text().replace('"prompt": 1500', '"prompt": 77'))
    assert config.load_for_hook(home)["inject"]["prompt"] == 77  # it is the copy that was read
    write(home, '[general]\nlanguage = "en"\nname = "Ada"\n')
    assert config.load_for_hook(home)["inject"]["prompt"] == 1500
    assert config.load_for_hook(home)["general"]["name"] == "Ada"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"stamp": 1}', "null", '{"stamp": null}'])
def test_a_damaged_copy_is_as_good_as_none(home: Home, content: str) -> None:
    write(home, '[general]\nlanguage = "zh"\n')
    Path(home.path("state", "config.json")).write_text(content)
    assert config.load_for_hook(home)["general"]["language"] == "zh"


@pytest.mark.parametrize(
    ("pattern", "folder", "expected"),
    [
        ("~/secret", "~/secret", True),
        ("~/secret", "~/secret/a/b", True),
        ("~/secret/**", "~/secret/a", True),
        ("~/secret/**", "~/secret", True),
        ("/", "/anywhere/at/all", True),
        ("~/secret/", "~/secret", True),
        ("~/secret", "~/secrets", False),
        ("~/*/private", "~/work/private/x", True),
        ("/客户/*", "/客户/甲/x", True),
        ("[", "~/x", False),
        ("", "~/x", False),
    ],
)
def test_excluded_folders(home: Home, pattern: str, folder: str, expected: bool) -> None:
    settings = config.defaults()
    settings["capture"]["exclude"] = [pattern]
    assert config.excluded(settings, os.path.expanduser(folder)) is expected


def test_the_table_is_complete() -> None:
    for section, key, default, kind, sentence in config.DEFAULTS:
        assert sentence.endswith(".")
        assert kind
        assert config.defaults()[section][key] == default
