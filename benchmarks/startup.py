"""How fast ``pmi --help`` and the MCP server start, against bare ones of the same run.

``python benchmarks/startup.py [--short]`` prints medians and ratios; nothing is judged here.
The server is measured alone, ten at once, and ten at once while memory.db is write-locked.
"""

from __future__ import annotations

import json
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pmi import Memory
from pmi.base.home import Home

BARE_SERVER = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("bare")
@server.tool()
def ping(text: str) -> str:
    return text
server.run()
"""
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}
OURS = [sys.executable, "-I", "-m", "pmi.memory_server"]
AT_ONCE = 10


def run_s(command: list[str]) -> float:
    """Return how long a whole process takes."""
    begun = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def initialize_s(command: list[str], count: int) -> list[float]:
    """Return for so many servers started at once when each had answered ``initialize``."""
    line = json.dumps(INITIALIZE).encode() + b"\n"
    begun = time.perf_counter()
    servers = [
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        for _ in range(count)
    ]
    took = []
    for server in servers:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(line)
        server.stdin.flush()
    for server in servers:
        assert server.stdout is not None
        assert b"serverInfo" in server.stdout.readline()
        took.append(time.perf_counter() - begun)
    for server in servers:
        server.kill()
        server.communicate()
    return took


@contextmanager
def write_lock(home: Home) -> Iterator[None]:
    """Hold the write lock of memory.db."""
    connection = sqlite3.connect(home.memory_db, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.close()


def alternate(
    rounds: int, first: Callable[[], list[float]], second: Callable[[], list[float]]
) -> tuple[float, float]:
    """Return the medians of two measurements taken in turn, so that both see the same machine."""
    ones, others = [], []
    for _ in range(rounds):
        ones += first()
        others += second()
    return statistics.median(ones), statistics.median(others)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    rounds = 3 if "--short" in arguments else 15
    with tempfile.TemporaryDirectory() as folder:
        for name in [name for name in os.environ if name.startswith(("CLAUDE", "PMI_"))]:
            del os.environ[name]
        os.environ.update(HOME=folder, PMI_HOME=str(Path(folder, ".pmi")))
        home = Home.locate()
        home.ensure()
        with Memory.open(home) as memory:
            memory.remember("we deploy only on Tuesdays")
        bare_file = Path(folder, "bare.py")
        bare_file.write_text(BARE_SERVER, encoding="utf-8")
        bare_server = [sys.executable, "-I", str(bare_file)]

        pmi = [sys.executable, "-m", "pmi.cli.main", "--help"]
        bare, shown = alternate(
            rounds * 2,
            lambda: [run_s([sys.executable, "-c", "pass"])],
            lambda: [run_s(pmi)],
        )
        print(f"{'':34}{'bare':>9}{'pmi':>9}")
        print(
            f"{'pmi --help':34}{bare * 1e3:7.0f} ms{shown * 1e3:6.0f} ms"
            f"   +{(shown - bare) * 1e3:.0f} ms"
        )

        def compare(title: str, count: int) -> None:
            base, ours = alternate(
                rounds,
                lambda: initialize_s(bare_server, count),
                lambda: initialize_s(OURS, count),
            )
            print(f"{title:34}{base * 1e3:7.0f} ms{ours * 1e3:6.0f} ms   {ours / base:.2f}x")

        compare("server: initialize", 1)
        compare(f"server: initialize, {AT_ONCE} at once", AT_ONCE)
        with write_lock(home):
            compare(f"server: {AT_ONCE} at once, locked", AT_ONCE)


if __name__ == "__main__":
    main(sys.argv[1:])
