"""A full disk and a read-only home: a clear error, nothing lost, everything there afterwards.

Root may write anywhere, so permissions prove nothing: a small file system of its own, mounted
in a mount namespace of its own, does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.support.repository import ROOT

PREPARE = """
import errno, os, sys, subprocess
from pmi import Memory
from pmi.base.errors import PmiError, Unwritable
from pmi.base.home import Home

mounted = sys.argv[1]
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", mounted], check=True)
home = Home(os.path.join(mounted, "pmi home"))
home.ensure()

def fill():
    handle = os.open(os.path.join(mounted, "ballast"), os.O_WRONLY | os.O_CREAT, 0o600)
    for size in (65536, 4096, 512, 1):
        try:
            while True:
                os.write(handle, b"x" * size)
        except OSError as error:
            assert error.errno == errno.ENOSPC, error
    os.close(handle)

def remember_until_it_fails(memory, name="c"):
    stored = 0
    for number in range(5000):
        try:
            memory.remember(f"{name} {number} " + "words " * 60, cause=f"{name}:{number}")
        except Unwritable as error:
            assert error.exit_code == 14 and error.message, error
            return stored
        stored += 1
    raise AssertionError("the disk never got full")

def read_only():
    subprocess.run(["mount", "-o", "remount,ro", mounted], check=True)
"""

FULL_WHILE_OPEN = """
with Memory.open(home) as memory:
    stored = remember_until_it_fails(memory)
    assert stored > 3, stored
    assert len(memory.list_memories()) == stored, "what was said to be stored is there"
    fill()
    # The write-ahead file may have room for a few more; what was said to be stored is stored.
    stored += remember_until_it_fails(memory, "late")
    assert len(memory.list_memories()) == stored
with Memory.open(home) as memory:
    pass
os.unlink(os.path.join(mounted, "ballast"))
subprocess.run(["mount", "-o", "remount,size=16m", mounted], check=True)
with Memory.open(home) as memory:
    assert len(memory.list_memories()) == stored
    assert memory.store.reading("memory").execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    memory.remember("one more", cause="again")
    memory.remember("one more", cause="again")
    assert len(memory.list_memories()) == stored + 1
    assert memory.rebuild().changed == 0
"""

FULL_BEFORE_OPEN = """
with Memory.open(home) as memory:
    memory.remember("the first sentence")
fill()
try:
    with Memory.open(home) as memory:
        memory.remember("a second sentence")
except Unwritable as error:
    assert home.memory_db in error.message
else:
    raise AssertionError("stored on a full disk")
os.unlink(os.path.join(mounted, "ballast"))
with Memory.open(home) as memory:
    assert [item.content for item in memory.list_memories()] == ["the first sentence"]
"""

FULL_FIRST_TIME = """
fill()
for _ in range(2):
    try:
        with Memory.open(home) as memory:
            memory.remember("the first sentence")
    except Unwritable:
        pass
    else:
        raise AssertionError("stored on a full disk")
try:
    Home(os.path.join(mounted, "other", "x" * 200)).ensure()
except Unwritable:
    pass
os.unlink(os.path.join(mounted, "ballast"))
with Memory.open(home) as memory:
    memory.remember("the first sentence")
    assert len(memory.list_memories()) == 1
"""

READ_ONLY = """
with Memory.open(home) as memory:
    memory.remember("we deploy only on Tuesdays")
    memory.remember("只在周二部署")
before = sorted(os.listdir(home.root))
read_only()
with Memory.open(home) as memory:
    found = [item.content for item in memory.list_memories()]
    assert found == ["只在周二部署", "we deploy only on Tuesdays"]
    for act in (lambda: memory.remember("more"), memory.undo, lambda: memory.reject(["1"])):
        try:
            act()
        except Unwritable as error:
            assert error.hint
        else:
            raise AssertionError("written on a read-only disk")
    assert memory.get("1").status == "active"
assert sorted(os.listdir(home.root)) == before
"""

READ_ONLY_FIRST_TIME = """
read_only()
for act in (
    lambda: Memory.open(home).counts(),
    lambda: Home(os.path.join(mounted, "other")).ensure(),
):
    try:
        act()
    except Unwritable as error:
        assert mounted in error.message
    else:
        raise AssertionError("written on a read-only disk")
"""

STORIES = {
    "full while open": FULL_WHILE_OPEN,
    "full before it is opened": FULL_BEFORE_OPEN,
    "full before there is anything": FULL_FIRST_TIME,
    "read-only": READ_ONLY,
    "read-only before there is anything": READ_ONLY_FIRST_TIME,
}


def can_mount() -> bool:
    if os.geteuid() != 0 or not shutil.which("unshare") or not shutil.which("mount"):
        return False
    tried = subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False
    )
    return tried.returncode == 0


@pytest.mark.proves("D7")
@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES.keys())
def test_a_disk_that_takes_nothing_is_said_and_loses_nothing(story: str, tmp_path: Path) -> None:
    if not can_mount():
        pytest.skip("D7 IS NOT PROVEN HERE: it needs root and `unshare -m` to mount a small disk")
    mounted = tmp_path / "disk"
    mounted.mkdir()
    code = textwrap.dedent(PREPARE) + textwrap.dedent(story)
    done = subprocess.run(
        ["unshare", "-m", sys.executable, "-c", code, str(mounted)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert list(mounted.iterdir()) == [], "the mount must not outlive its namespace"
