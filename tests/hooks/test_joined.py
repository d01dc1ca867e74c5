"""What was remembered in a folder that was moved is in front of the session in the new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from tests.hooks.runner import run_hook

OLD = "path:~/old/笔记"
WORDS = "the heron is fed at noon"


@pytest.fixture
def moved(quiet_home: Home, isolated: Path) -> str:
    """Return the new folder; its project was joined, the briefs are as that left them."""
    new = isolated / "user" / "笔记"
    new.mkdir(parents=True)
    with Memory.open(quiet_home) as memory:
        memory.remember(WORDS, project=OLD)
        memory.refresh()
        memory.join_projects(OLD, str(new))
    return str(new)


@pytest.mark.proves("P1")
@pytest.mark.parametrize("brief", [True, False], ids=["prepared", "from rows"])
def test_it_is_there_at_the_start_and_at_the_prompt(
    quiet_home: Home, moved: str, brief: bool
) -> None:
    if not brief:
        for path in Path(quiet_home.path("state", "brief")).iterdir():
            path.unlink()
    assert WORDS in run_hook("session-start", source="startup", cwd=moved).context
    ran = run_hook("user-prompt", session_id="another", prompt="feed the heron", cwd=moved)
    assert WORDS in ran.context


@pytest.mark.proves("P1")
def test_taken_apart_it_is_not_at_the_prompt(quiet_home: Home, moved: str) -> None:
    with Memory.open(quiet_home) as memory:
        memory.take_apart(OLD)
    ran = run_hook("user-prompt", session_id="another", prompt="feed the heron", cwd=moved)
    assert WORDS not in ran.context
