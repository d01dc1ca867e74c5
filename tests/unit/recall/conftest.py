from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.learn import keywords
from pmi.model.summary import SummaryFile
from tests.support.talks import Talk, archive, write_talk

Keep = Callable[..., list[SummaryFile]]
load_tokenizer = keywords._load


@pytest.fixture
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have jieba load once for all tests: for each of them it is the same."""
    monkeypatch.setattr(keywords, "_load", lambda *_: tokenizer())


@functools.cache
def tokenizer() -> Any:
    """Return jieba's tokenizer, loaded."""
    return load_tokenizer(None, None)


@pytest.fixture
def keep(memory: Memory, isolated: Path, loaded_once: None) -> Keep:
    """Return what archives conversations and writes the summaries that are due."""
    config = isolated / "user" / ".claude"

    def run(*talks: tuple[str, Talk], **more: Any) -> list[SummaryFile]:
        for session, talk in talks:
            write_talk(config, session, talk, **more)
        archive(memory.store, config)
        memory.write_summaries()
        return memory.summaries()

    return run
