"""An installation without its wizard: the steps on a Claude Code folder of the test's own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pmi.base.home import Home
from pmi.installer import plan as planning
from pmi.installer.manifest import Manifest, remove_outer_folders
from pmi.installer.plan import Choices
from pmi.installer.steps import plan

Make = Callable[..., Choices]


@pytest.fixture
def choose(isolated: Path) -> Make:
    """Return a maker of choices: the usual places, no Claude Code program, no first index."""

    def make(**given: object) -> Choices:
        folder, state_file = planning.claude_places()
        values: dict[str, object] = {
            "home": Home.locate(),
            "name": "Ana",
            "language": "en",
            "config_dir": folder,
            "state_file": state_file,
            "index": False,
            "interpreter": sys.executable,
        }
        return Choices(**{**values, **given})  # type: ignore[arg-type]

    return make


def install(choices: Choices) -> list[bool]:
    """Take all steps, checks first; return which had something to change."""
    record = Manifest.load(choices.home)
    steps = plan(choices)
    for step in steps:
        step.check(choices, record)
    changed = [step.apply(choices, record) for step in steps]
    record.save(choices.home)
    return changed


def uninstall(choices: Choices) -> dict[str, str]:
    """Take all steps back; return what became of each file."""
    record = Manifest.load(choices.home)
    done: dict[str, str] = {}
    for step in reversed(plan(choices)):
        done.update(step.undo(choices, record))
    remove_outer_folders(record)
    record.save(choices.home)
    return done


def snapshot(root: Path) -> dict[str, bytes | str]:
    """Return every file below a folder with its bytes, links with their targets."""
    found: dict[str, bytes | str] = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            found[name] = os.readlink(path)
        elif path.is_file():
            found[name] = path.read_bytes()
        else:
            found[name] = "folder"
    return found
