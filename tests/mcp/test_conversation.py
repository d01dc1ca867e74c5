"""What was said in the running session: found, quoted, opened, by an agent over MCP."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession

from pmi import Memory
from pmi.base import sessions
from pmi.base.home import Home
from tests.mcp.conftest import error_of, text_of
from tests.support.waiting import wait_until

Run = Callable[..., Any]
SESSION = "0b6e5d5e-7a3c-4f7e-9a53-5f2c3d1e8a01"

SAID = [
    ("user", "From now on our release train leaves on Wednesdays. 发布列车每周三出发。"),
    ("assistant", "Understood, I will plan the releases for Wednesdays."),
    ("user", "And the staging database is called heron."),
]


@pytest.fixture
def transcript(home: Home, tmp_path: Path) -> Path:
    """Write a transcript as Claude Code does, and the state our hooks keep of its session."""
    folder = Path(os.environ["CLAUDE_CONFIG_DIR"]) / "projects" / "-work-web"
    folder.mkdir(parents=True)
    path = folder / f"{SESSION}.jsonl"
    lines, parent = [], None
    for number, (role, text) in enumerate(SAID):
        uuid = f"00000000-0000-4000-8000-{number:012d}"
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        line = {
            "type": role,
            "uuid": uuid,
            "parentUuid": parent,
            "sessionId": SESSION,
            "timestamp": f"2026-11-30T04:00:0{number}.000Z",
            "cwd": str(tmp_path),
            "version": "2.1.332",
            "isSidechain": False,
            "userType": "external",
            "entrypoint": "cli",
            "message": {"role": role, "content": content},
        }
        lines.append(json.dumps(line, ensure_ascii=False))
        parent = uuid
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sessions.save(
        home,
        SESSION,
        {
            **sessions.load(home, SESSION),
            "transcript": str(path),
            "cwd": str(tmp_path),
            "pid": os.getpid(),
        },
    )
    return path


def test_an_agent_quotes_what_was_just_said(talk: Run, memory: Memory, transcript: Path) -> None:
    def claim(content: str, quote: str) -> dict[str, Any]:
        return {"content": content, "evidence": [{"source": "conversation", "quote": quote}]}

    operations = [
        claim("Releases leave on Wednesdays", "our release train leaves on Wednesdays"),
        claim("发布在周三", "发布列车每周三出发"),
        claim("Plans follow the train", "I will plan the releases"),
        claim("Never said", "the staging database is called eagle"),
    ]

    async def ask(client: ClientSession) -> bool:
        # The worker reads the transcript meanwhile; where the machine is slow, ask again.
        result = await client.call_tool("memory_propose", {"operations": operations[:2]})
        return not result.is_error

    wait_until(lambda: bool(talk(ask)), 120, "the words are archived")

    async def ask_more(client: ClientSession) -> None:
        said = await error_of(client, "memory_propose", operations=operations[2:])
        assert said.startswith("quote_mismatch: Operation 2: ")
        assert "the staging database is called heron" in said
        answer = await text_of(client, "memory_propose", operations=operations[2:3])
        assert "1. applied" in answer

    talk(ask_more)
    stored = {item.content: item for item in memory.list_memories()}
    assert set(stored) == {operation["content"] for operation in operations[:3]}
    assert stored["发布在周三"].trust == "owner"
    assert stored["发布在周三"].verification == "source_backed"
    assert stored["Plans follow the train"].trust == "agent"
    reference = stored["Releases leave on Wednesdays"].evidence[0].reference
    assert reference.startswith(f"cc://{SESSION}")

    async def read(client: ClientSession) -> None:
        lines = await text_of(client, "memory_get", id=f"cc://{SESSION}:1-2")
        assert "[1] you 04:00: From now on" in lines
        assert "[2] assistant 04:00: Understood" in lines
        assert "heron" not in lines
        assert "heron" in await text_of(client, "memory_get", id=f"cc://{SESSION}:3")
        found = await text_of(
            client, "memory_search", query="heron", scope="transcripts", within=f"cc://{SESSION}"
        )
        assert f"cc://{SESSION}#" in found
        chinese = await text_of(client, "memory_search", query="发布列车", scope="transcripts")
        assert f"cc://{SESSION}#" in chinese

    talk(read)
