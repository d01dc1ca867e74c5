from __future__ import annotations

import pytest

from pmi import Memory
from pmi.learn import hearing
from tests.support.chats import Chat, detect_marked


@pytest.fixture
def chat(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Chat:
    """Return a session in which lines that name a kind are signals."""
    monkeypatch.setattr(hearing, "detect", detect_marked)
    return Chat(memory)
