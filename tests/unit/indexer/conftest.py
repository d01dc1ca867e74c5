from __future__ import annotations

from pathlib import Path

import pytest

from pmi import Memory
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive


@pytest.fixture
def config(isolated: Path) -> Path:
    """Return Claude Code's folder of the test."""
    return isolated / "user" / ".claude"


@pytest.fixture
def archive(memory: Memory) -> Archive:
    """Return an archive with the default rules."""
    return Archive(memory.store, memory.home, CaptureRules(own_root=memory.home.root))
