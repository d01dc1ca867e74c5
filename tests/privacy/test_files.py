"""The home is the user's alone under any umask, nothing listens, and agents read what they may."""

from __future__ import annotations

import ast
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pmi.base import spool
from pmi.base.home import Home
from tests.cli.conftest import program
from tests.hooks.runner import EVENTS, run_hook
from tests.mcp.conftest import session as serve
from tests.mcp.conftest import text_of
from tests.privacy.searching import every_file
from tests.support.repository import ROOT
from tests.support.transcripts import append, path_of, turn
from tests.support.waiting import wait_until
from tests.worker.processes import workers_of

LISTENERS = {
    "socketserver", "http", "xmlrpc", "wsgiref", "asyncio", "uvicorn", "starlette", "flask",
    "aiohttp", "tornado", "twisted", "multiprocessing",
}  # fmt: skip
CALLS = {"listen", "bind", "create_server", "start_server", "serve_forever"}
"""What opens a port: no module of the product imports or calls it."""


@contextmanager
def masked(value: int) -> Iterator[None]:
    """Let programs that are started inside inherit a umask."""
    before = os.umask(value)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.proves("V3")
@pytest.mark.parametrize("mask", [0o000, 0o777], ids=oct)
def test_every_file_of_a_home_is_the_users_alone(isolated: Path, tmp_path: Path, mask: int) -> None:
    import anyio

    long_text = "A page that is long enough for a file of its own. 很长的一页。" * 200
    (tmp_path / "page.md").write_text(f"# Page\n\n{long_text}\n")
    path = append(path_of(isolated / "user" / ".claude"), turn(1, "a question", "an answer"))
    home = Home.locate()

    async def talk() -> None:
        async with serve() as client:
            operation = {"op": "create", "content": "We deploy on Tuesdays."}
            await text_of(client, "memory_propose", operations=[operation])

    with masked(mask):
        home.ensure()
        assert program("remember", "we deploy only on Tuesdays").returncode == 0
        for event in EVENTS:
            run_hook(event, prompt="hello", source="startup", transcript_path=str(path))
        run_hook("user-prompt", prompt="/pmi:map")
        run_hook("stop", {"PMI_DISABLE": "1"}, session_id="another")
        wait_until(lambda: not spool.waiting(home) and not workers_of(home.root), 120)
        assert program("import", str(tmp_path)).returncode == 0
        assert program("note", long_text).returncode == 0
        anyio.run(talk)
        for command in (["pause"], ["resume"], ["sync"], ["rebuild"], ["reindex"]):
            assert program(*command).returncode == 0, command
    assert len(every_file(home)) > 12
    assert modes(home) == set()
    assert stat.S_IMODE(os.stat(home.root).st_mode) == 0o700


def modes(home: Home) -> set[str]:
    """Return files that are not 0600 and folders that are not 0700."""
    wrong = set()
    for folder, folders, files in os.walk(home.root):
        for names, wanted in ((folders, 0o700), (files, 0o600)):
            for name in names:
                mode = stat.S_IMODE(os.lstat(os.path.join(folder, name)).st_mode)
                if mode != wanted:
                    wrong.add(f"{name}: {mode:o}")
    return wrong


def sources() -> list[Path]:
    """Return all modules of the product."""
    folders = ("pmi", "hooks", "indexer", "installer", "memory_server")
    found = {path.resolve() for folder in folders for path in (ROOT / folder).rglob("*.py")}
    return sorted(found)


def opens_a_port(source: str) -> list[str]:
    """Return what a module imports or calls that could listen."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found += [f".{node.func.attr}"] * (node.func.attr in CALLS)
    return [
        name
        for name in found
        if name.startswith(".") or name == "socket" or name.partition(".")[0] in LISTENERS
    ]


@pytest.mark.proves("V3")
def test_nothing_of_ours_can_open_a_port() -> None:
    found = {
        path.relative_to(ROOT.resolve()).as_posix(): names
        for path in sources()
        if (names := opens_a_port(path.read_text(encoding="utf-8")))
    }
    assert len(sources()) > 100
    assert found == {}


def test_the_search_for_ports_sees_them() -> None:
    source = "import socket\nfrom http.server import HTTPServer\ns.bind(1)\nimport os, asyncio.x\n"
    assert opens_a_port(source) == ["socket", "http.server", "asyncio.x", ".bind"]


@pytest.mark.proves("V3")
@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="needs /proc")
def test_the_running_server_has_no_socket_of_the_network(home: Home) -> None:
    import anyio

    async def look() -> tuple[set[str], set[str]]:
        async with serve() as client:
            await text_of(client, "memory_map")
            return network_sockets(), sockets_of(server_of(home))

    network, own = anyio.run(look)
    assert own & network == set()


def server_of(home: Home) -> int:
    """Return the id of the server that this process started."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
            parent = int((path.parent / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if b"pmi.memory_server" in words and parent == os.getpid():
            return int(path.parent.name)
    raise AssertionError(f"no server of {home.root}")


def sockets_of(pid: int) -> set[str]:
    links = [os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir()]
    return {link[8:-1] for link in links if link.startswith("socket:[")}


def network_sockets() -> set[str]:
    """Return the inodes of all sockets of the network, of whatever process."""
    found: set[str] = set()
    for kind in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        table = Path(f"/proc/self/net/{kind}")
        lines = table.read_text().splitlines()[1:] if table.exists() else []
        found |= {line.split()[9] for line in lines}
    return found
