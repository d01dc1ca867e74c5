from __future__ import annotations

import json
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import answers, spool
from pmi.base.home import Home
from pmi.indexer.worker import run
from tests.worker.conftest import Put

CASES = {
    "en": ("we deploy only on Tuesdays", "deploy-only-tuesdays: we deploy on Wednesdays"),
    "zh": ("只在周二部署", "只在周二部署：改在周三部署"),
}


@pytest.mark.parametrize("language", CASES)
def test_a_typed_slug_replaces_says_what_and_is_taken_back(
    home: Home, memory: Memory, put: Put, language: str
) -> None:
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")
    before, typed = CASES[language]
    text = typed.partition(":" if language == "en" else "：")[2].strip()
    put("command", prompt_id="p-1", command="remember", argument=before)
    run(home)
    put("command", prompt_id="p-2", command="remember", argument=typed)
    run(home)
    said = answers.wait(home, "s-1", "p-2", 0) or ""
    assert all(part in said for part in ("2", text, before)), said
    assert ("in the place of 1" in said.lower()) is (language == "en")
    [stored] = memory.list_memories()
    assert stored.content == text
    quotes = [(item.quote, item.reference) for item in memory.get(stored.id).evidence]
    assert quotes == [(text, "cc://s-1#p-2")]
    put("command", prompt_id="p-3", command="undo", argument="")
    run(home)
    assert text in (answers.wait(home, "s-1", "p-3", 0) or "")
    assert [item.content for item in memory.list_memories()] == [before]


def test_a_line_that_our_hook_did_not_sign_replaces_nothing(
    home: Home, memory: Memory, put: Put
) -> None:
    memory.remember("we deploy only on Tuesdays")
    put("command", prompt_id="p-1", command="remember", argument=CASES["en"][1])
    [(path, line)] = spool.take(home)
    Path(path).write_text(json.dumps({**line, "mac": "0" * 64}), encoding="utf-8")
    run(home)
    assert [item.content for item in memory.list_memories()] == ["we deploy only on Tuesdays"]
    assert len(memory.list_reviews()) == 1
