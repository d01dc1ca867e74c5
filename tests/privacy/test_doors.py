"""Whatever door a credential or a private part comes through, no byte of it is in a file of ours.

Hooks, worker, command line and server run as they do for a user; then every file below the home
is searched, and everything that can be asked is asked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession

from pmi import Memory
from pmi.base import spool
from pmi.base.home import Home
from pmi.base.redact import clean
from tests.cli.conftest import program
from tests.hooks.runner import run_hook
from tests.mcp.conftest import session as serve
from tests.privacy.credentials import Credential, make_credentials
from tests.privacy.doors import operations, write_conversations
from tests.privacy.searching import every_file, files_with
from tests.support.transcripts import SESSION, path_of
from tests.support.waiting import wait_until
from tests.worker.processes import workers_of

CREDENTIALS = make_credentials(11)

EVERY_PLACE = ("Question", "Answer", "Queued", "Task", "Report")
PRIVATE = [
    "<private>osprey</private>",
    "<PRIVATE reason='x'>osprey",
    "< private >osprey<private>x</private>osprey</private>",
    "＜private＞osprey＜/private＞",
    "<ｐｒｉｖａｔｅ>osprey",
    "<private\n>osprey</private\n>",
    "好的 <private>osprey</private>，继续",
]


def settle(home: Home) -> None:
    """Wait until the workers have done all there is to do."""
    wait_until(
        lambda: not spool.waiting(home) and not workers_of(home.root), 300, "the worker to end"
    )


def run_session(home: Home, path: Path, prompts: list[str]) -> list[str]:
    """Let a session run through all four hooks, and return what they printed."""
    fields: dict[str, Any] = {"transcript_path": str(path), "cwd": os.environ["HOME"]}
    said = [run_hook("session-start", source="startup", **fields).stdout.decode()]
    for number, prompt in enumerate(prompts):
        ran = run_hook("user-prompt", prompt=prompt, prompt_id=f"p-{number}", **fields)
        said.append(ran.stdout.decode())
    for event in ("stop", "session-end"):
        run_hook(event, last_assistant_message="\n".join(prompts), reason="other", **fields)
    settle(home)
    return said


def type_commands(home: Home, texts: list[str]) -> None:
    """Leave typed commands as the hook does."""
    for number, text in enumerate(texts):
        line = {"event": "command", "session": SESSION, "prompt_id": f"typed-{number}"}
        name = "remember" if number % 2 else "search"
        cwd = os.environ["HOME"]
        spool.put(home, line | {"command": name, "argument": clean(text), "cwd": cwd})


def use_shell(texts: list[str], folder: Path) -> None:
    """Bring the texts in through the command line, one program for all of a kind."""
    for number, text in enumerate(texts):
        page = folder / f"page-{number}.md"
        page.write_text(f"---\ntitle: {text}\n---\n# {text}\n\nBody {number} {text}\n")
    assert program("import", str(folder), "--trust", "owner").returncode == 0
    everything = "\n\n".join(f"Paragraph {number}: {text}" for number, text in enumerate(texts))
    assert program("note", everything, "--origin-key", "test:all").returncode == 0
    with Memory.open(Home.locate()) as memory:
        for number, text in enumerate(texts):
            memory.remember(f"Sentence {number} says {text}")


async def use_server(texts: list[str]) -> str:
    """Bring the texts in as an agent does, and return everything it was answered."""
    said: list[str] = []

    async def call(client: ClientSession, tool: str, **arguments: Any) -> None:
        result = await client.call_tool(tool, arguments)
        said.append("".join(getattr(part, "text", "") for part in result.content))

    async with serve() as client:
        for number, text in enumerate(texts):
            kept = {"title": text, "text": f"Page {number} of the agent: {text}"}
            await call(client, "memory_add_source", **kept)
            for operation in operations(text, "test:all"):
                await call(client, "memory_propose", operations=[operation])
        for query in ("password", "Question", "密码", "Bearer", "Paragraph"):
            await call(client, "memory_search", query=query, limit=20)
            await call(client, "memory_get_context", question=query)
        await call(client, "memory_get", id=f"cc://{SESSION}")
        await call(client, "memory_map")
        for kind in ("sources", "entities", "proposals", "slots", "recent"):
            await call(client, "memory_list", what=kind)
    return "\n".join(said)


def ask_everything(memory: Memory) -> Iterator[str]:
    """Yield what the command line answers to whoever looks around."""
    asked = [
        ["list"], ["list", "sources"], ["list", "entities"], ["review", "list"], ["log"],
        ["sessions"], ["map"], ["today"], ["show", f"cc://{SESSION}", "--limit", "5000"],
        ["show", f"cc://{SESSION}.a1b2c3"], ["context", "what is the password?"],
        *(["search", query, "--limit", "50"] for query in ("password", "Answer", "the", "口令")),
    ]  # fmt: skip
    for arguments in asked:
        for more in ([], ["--json"]):
            done = program(*arguments, *more)
            yield done.stdout + done.stderr


def everything_comes_in(home: Home, isolated: Path, tmp_path: Path, texts: list[str]) -> str:
    """Let the texts come in through every door, and return all that was said about them."""
    import anyio

    path = write_conversations(isolated / "user" / ".claude", texts)
    said = run_session(home, path, [f"please use {text}" for text in texts[::6]])
    use_shell(texts, tmp_path)
    type_commands(home, texts)
    with Memory.open(home) as memory:
        said.append(anyio.run(use_server, texts))
        said.append(program("sync").stdout)
        said += run_session(home, path, ["what is the password?"])
        said += ask_everything(memory)
    return "\n".join(said)


@pytest.mark.proves("V1")
def test_no_byte_of_any_credential_is_kept_or_said(
    home: Home, isolated: Path, tmp_path: Path
) -> None:
    said = everything_comes_in(home, isolated, tmp_path, [each.text for each in CREDENTIALS])
    original = path_of(isolated / "user" / ".claude").read_text()
    assert all(needle in original for each in CREDENTIALS for needle in each.needles)
    assert said.count("[redacted:") > 500
    assert all(f"{word} {number}: " in said for number in range(20) for word in EVERY_PLACE)
    assert leaks(home, said, CREDENTIALS) == []


def leaks(home: Home, said: str, credentials: list[Credential]) -> list[str]:
    found = []
    lowered = said.lower()
    files = [(path, path.read_bytes().lower()) for path in every_file(home)]
    for credential in credentials:
        for needle in (each.lower() for each in credential.needles):
            found += [
                f"{credential.name}: {needle} in {path.name}"
                for path, data in files
                if needle.encode() in data
            ]
            if needle in lowered:
                found.append(f"{credential.name}: {needle} was said")
    return found


@pytest.mark.proves("V2")
def test_nothing_private_is_kept_or_said(home: Home, isolated: Path, tmp_path: Path) -> None:
    said = everything_comes_in(home, isolated, tmp_path, PRIVATE)
    assert files_with(home, b"osprey") == []
    assert "osprey" not in said
    assert said.count("[private]") > 50
