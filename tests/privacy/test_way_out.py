"""What an older version let in does not get out: everything is redacted again when it is shown."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import anyio
import pytest

from pmi import Memory
from pmi.base.config import load, write_prepared
from pmi.base.home import Home
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive
from pmi.model.source import SourceDraft
from tests.cli.conftest import program
from tests.hooks.runner import run_hook
from tests.mcp.conftest import session as serve
from tests.privacy.credentials import make_credentials
from tests.support.transcripts import SESSION, append, path_of, turn

SECRETS = {
    each.name: each
    for each in make_credentials(5)
    if each.name in ("GitHub", "URL password", "Chinese", "JSON")
}
WORD = "marker"


@pytest.fixture
def old_home(home: Home, isolated: Path) -> Home:
    """Return a home into whose databases secrets were written behind the redaction's back."""
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, "marker asked", "marker answered"))
    with Memory.open(home) as memory:
        rules = CaptureRules.from_config(load(home), home.root)
        Archive(memory.store, home, rules).sync_all([str(config)])
        memory.add_source(SourceDraft("marker page", origin_key="test:page", trust="owner"))
        memory.remember("marker sentence")
        memory.refresh()
        leaked = " ; ".join([WORD, *(each.text for each in SECRETS.values()), "<private>osprey"])
        with memory.store.writing("transcripts") as connection:
            connection.execute("UPDATE message SET text = ?", (leaked,))
            connection.execute("UPDATE session SET title = ?", (leaked,))
        with memory.store.writing("memory") as connection:
            connection.execute("UPDATE memory SET content = ?, detail = ?", (leaked, leaked))
            connection.execute("UPDATE evidence SET quote = ?", (leaked,))
            connection.execute("UPDATE source_version SET text = ?", (leaked,))
        memory.refresh()
    write_prepared(home)
    return home


def out(text: str) -> list[str]:
    """Return which secrets a text gives away."""
    found = [each.name for each in SECRETS.values() if any(piece in text for piece in each.needles)]
    return found + ["private"] * ("osprey" in text)


@pytest.mark.proves("V1", "V2")
@pytest.mark.parametrize(
    "arguments",
    [
        ["search", WORD], ["show", f"cc://{SESSION}"], ["show", "1"], ["show", "test:page"],
        ["list"], ["list", "sources"], ["why", "1"], ["sessions"], ["sessions", WORD], ["map"],
        ["context", WORD], ["log"], ["today"],
    ],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_the_command_line_gives_nothing_away(
    old_home: Home, arguments: list[str], more: list[str]
) -> None:
    done = program(*arguments, *more)
    assert done.returncode == 0, done.stderr
    assert out(done.stdout + done.stderr) == []


@pytest.mark.proves("V1", "V2")
@pytest.mark.parametrize("name", SECRETS)
def test_who_looks_for_a_secret_does_not_get_the_rest_of_it(old_home: Home, name: str) -> None:
    assert program("reindex").returncode == 0
    secret = SECRETS[name].secret
    for start, end in ((0, 4), (0, 12), (-6, None)):
        for more in ([], ["--json"]):
            asked = secret[start:end]
            said = program("search", f"{asked} {WORD}", *more).stdout
            assert WORD in said
            assert out(said.replace(asked, "")) == []


@pytest.mark.proves("V1", "V2")
def test_the_server_gives_nothing_away(old_home: Home) -> None:
    async def ask() -> str:
        asked: list[tuple[str, dict[str, Any]]] = [
            ("memory_search", {"query": WORD}),
            ("memory_get_context", {"question": WORD}),
            ("memory_get", {"id": f"cc://{SESSION}"}),
            ("memory_get", {"id": "1"}),
            ("memory_get", {"id": "test:page"}),
            ("memory_map", {}),
            ("memory_list", {"what": "memories"}),
            ("memory_list", {"what": "sources"}),
        ]
        said = []
        async with serve() as client:
            for tool, arguments in asked:
                result = await client.call_tool(tool, arguments)
                said.append("".join(getattr(part, "text", "") for part in result.content))
        return "\n".join(said)

    said = anyio.run(ask)
    assert WORD in said
    assert out(said) == []


@pytest.mark.proves("V1", "V2")
def test_the_hooks_give_nothing_away(old_home: Home) -> None:
    fields: dict[str, Any] = {"cwd": os.environ["HOME"]}
    said = run_hook("session-start", source="startup", **fields)
    asked = run_hook("user-prompt", prompt=f"what about the {WORD} sentence", **fields)
    assert out(said.stdout.decode() + asked.stdout.decode()) == []
