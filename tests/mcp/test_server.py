"""The server as a process: how it starts, with how little, beside others, and how it ends."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.memory_server import server
from tests.mcp.conftest import SERVER

HANG_S = 60
PROTOCOL = "2025-11-25"

Started = subprocess.Popen[bytes]


@contextmanager
def started(command: list[str] = SERVER) -> Iterator[Started]:
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def pipe(end: IO[bytes] | None) -> IO[bytes]:
    assert end is not None
    return end


def send(process: Started, method: str, number: int = 0, **params: Any) -> None:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    if number:
        message["id"] = number
    pipe(process.stdin).write(json.dumps(message).encode() + b"\n")
    pipe(process.stdin).flush()


def receive(process: Started) -> dict[str, Any]:
    ready, _, _ = select.select([pipe(process.stdout)], [], [], HANG_S)
    assert ready, "no answer"
    answer: dict[str, Any] = json.loads(pipe(process.stdout).readline())
    return answer


def ask_to_initialize(process: Started) -> None:
    client = {"name": "test", "version": "1"}
    send(process, "initialize", 1, protocolVersion=PROTOCOL, capabilities={}, clientInfo=client)


def call(process: Started, number: int, tool: str, **arguments: Any) -> str:
    send(process, "tools/call", number, name=tool, arguments=arguments)
    result = receive(process)["result"]
    text: str = result["content"][0]["text"]
    assert not result.get("isError"), text
    return text


def initialize(process: Started) -> dict[str, Any]:
    ask_to_initialize(process)
    answer = receive(process)
    send(process, "notifications/initialized")
    result: dict[str, Any] = answer["result"]
    return result


def test_instructions_are_short_and_name_only_tools_that_exist(home: Home) -> None:
    with started() as process:
        result = initialize(process)
        said = result["instructions"]
        send(process, "tools/list", 2)
        tools = {tool["name"] for tool in receive(process)["result"]["tools"]}
    assert result["serverInfo"]["name"] == "pmi"
    assert len(said) < 2000
    assert set(re.findall(r"memory_\w+", said)) == tools
    assert "insufficient_evidence" in said
    assert said.isascii() or set(re.findall(r"[^\x00-\x7f]", said)) <= set("…“”")


def test_nothing_is_loaded_or_written_before_the_handshake(home: Home) -> None:
    code = (
        "import json, sys\n"
        "import mcp.server.mcpserver\n"
        "before = set(sys.modules)\n"
        "from pmi.memory_server.server import build\n"
        "build()\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))\n"
    )
    before = {entry.path for entry in os.scandir(home.root)}
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    ours = {"pmi"} | {
        f"pmi.memory_server{part}"
        for part in ("", ".boundary", ".life", ".schemas", ".server", ".tools", ".wire")
    }
    assert {name for name in json.loads(done.stdout) if name.startswith("pmi")} == ours
    assert not set(json.loads(done.stdout)) & {"sqlite3", "yaml", "jieba", "click", "tomllib"}
    with started() as process:
        initialize(process)
    assert {entry.path for entry in os.scandir(home.root)} == before


def test_the_server_ends_soon_after_end_of_input(home: Home) -> None:
    with started() as process:
        initialize(process)
        pipe(process.stdin).close()
        assert process.wait(timeout=HANG_S) == 0
        assert pipe(process.stderr).read() == b""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_at_once_on_a_signal(home: Home, number: int) -> None:
    with started() as process:
        initialize(process)
        process.send_signal(number)
        assert process.wait(timeout=HANG_S) == 0
        assert pipe(process.stderr).read() == b""


def test_end_of_input_does_not_wait_for_a_tool_that_waits_for_a_lock(memory: Memory) -> None:
    memory.remember("a thing")
    with started() as process, write_lock(memory.home):
        initialize(process)
        send(process, "tools/call", 2, name="memory_propose",
             arguments={"operations": [{"content": "waits"}]})  # fmt: skip
        pipe(process.stdin).close()
        begun = time.monotonic()
        assert process.wait(timeout=HANG_S) == 0
        assert time.monotonic() - begun < 20  # a write would wait for its turn for 30 s


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b"null", b'{"jsonrpc":"2.0"}', b"\xff\xfe"])
def test_rubbish_on_the_wire_does_not_stop_the_server(home: Home, line: bytes) -> None:
    with started() as process:
        pipe(process.stdin).write(line + b"\n")
        pipe(process.stdin).flush()
        ask_to_initialize(process)
        while "result" not in (answer := receive(process)):
            continue
    assert answer["result"]["serverInfo"]["name"] == "pmi"


@pytest.mark.proves("S2")
def test_halves_of_characters_are_taken_for_unknown_ones(memory: Memory) -> None:
    memory.remember("we deploy only on Tuesdays")
    half = "\udce9 deploy \ud83d"
    with started() as process:
        initialize(process)
        assert "Tuesdays" in call(process, 2, "memory_search", query=half)
        assert "Tuesdays" in call(process, 3, "memory_get_context", question=half)
        assert "src_" in call(process, 4, "memory_add_source", text=f"{half} words", title=half)
        claim = {"content": f"words {half}", "evidence": [{"source": half, "quote": half}]}
        send(process, "tools/call", 5, name="memory_propose", arguments={"operations": [claim]})
        assert "not_found" in receive(process)["result"]["content"][0]["text"]
        assert "review" in call(process, 6, "memory_propose", operations=[{"content": half}])
    assert memory.list_sources()[0].title.startswith("?")


@contextmanager
def write_lock(home: Home) -> Iterator[None]:
    connection = sqlite3.connect(home.memory_db, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
    finally:
        connection.close()


@pytest.mark.proves("D3")
def test_ten_servers_at_once_start_and_search_while_the_database_is_locked(
    memory: Memory,
) -> None:
    memory.remember("we deploy only on Tuesdays")
    memory.remember("前端一律用 pnpm")
    memory.refresh()
    with ExitStack() as stack:
        stack.enter_context(write_lock(memory.home))
        processes = [stack.enter_context(started()) for _ in range(10)]
        for process in processes:
            ask_to_initialize(process)
        for process in processes:
            assert receive(process)["result"]["serverInfo"]["name"] == "pmi"
            send(process, "notifications/initialized")
        for process in processes:
            assert "Tuesdays" in call(process, 2, "memory_search", query="deploy")
            assert "pnpm" in call(process, 3, "memory_search", query="前端")


def test_the_version_is_the_package_s(home: Home) -> None:
    import pmi

    assert server.build().version in {pmi.__version__, "0"}
