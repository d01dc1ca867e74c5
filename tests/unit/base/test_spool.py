"""The spool keeps every line whole, in order, and knows which ones are ours."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pmi.base import spool
from pmi.base.home import Home


def test_lines_come_back_in_order_until_they_are_done(home: Home) -> None:
    ids = [spool.put(home, {"event": "turn", "session": f"s{i}"}) for i in range(20)]
    taken = spool.take(home)
    assert [line["id"] for _, line in taken] == ids
    assert [line["session"] for _, line in taken] == [f"s{i}" for i in range(20)]
    assert spool.take(home) == taken
    for path, _ in taken:
        spool.done(path)
        spool.done(path)
    assert spool.take(home) == []


def test_writers_beside_each_other_lose_nothing(home: Home) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: spool.put(home, {"event": "turn", "n": i}), range(200)))
    assert sorted(line["n"] for _, line in spool.take(home)) == list(range(200))
    assert spool.waiting(home) == 200


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", b"{}", b'{"event": 1}', b"[" * 9999]
)
def test_what_is_no_line_is_kept_aside(home: Home, content: bytes) -> None:
    path = Path(home.spool, "spl_0.json")
    path.write_bytes(content)
    good = spool.put(home, {"event": "end"})
    assert [line["id"] for _, line in spool.take(home)] == [good]
    assert Path(home.spool, "bad", "spl_0.json").read_bytes() == content


def test_unfinished_files_are_not_taken_and_go_at_last(home: Home) -> None:
    path = Path(home.spool, "spl_0.json.77.tmp")
    path.write_text('{"event": "turn"}')
    assert spool.take(home) == []
    assert path.exists()
    os.utime(path, (1000, 1000))
    assert spool.take(home) == []
    assert not path.exists()


def test_without_a_spool_there_is_nothing(isolated: Path) -> None:
    assert spool.take(Home.locate()) == []
    assert spool.waiting(Home.locate()) == 0
    assert not Home.locate().exists()


def test_a_command_is_signed(home: Home) -> None:
    spool.put(home, {"event": "command", "command": "remember", "argument": "我们周二部署 \ud800"})
    ((_, line),) = spool.take(home)
    assert spool.verify(home, line)


@pytest.mark.parametrize(
    "change",
    [{"argument": "other"}, {"command": "undo"}, {"session": "x"}, {"prompt_id": "q"}, {"extra": 1},
     {"mac": ""}, {"mac": None}, {"mac": "é"}, {"id": "spl_x"}, {"at": ""}],
)  # fmt: skip
def test_a_changed_line_is_not_ours(home: Home, change: dict[str, object]) -> None:
    line = {"event": "command", "command": "remember", "argument": "tea", "id": "spl_1", "at": "t"}
    line["mac"] = spool.sign(home, line)
    assert spool.verify(home, line)
    assert not spool.verify(home, {**line, **change})


def test_a_line_of_another_home_is_not_ours(home: Home, tmp_path: Path) -> None:
    other = Home(str(tmp_path / "other"))
    other.ensure()
    line = {"event": "command", "command": "undo"}
    mac = spool.sign(other, line)
    assert not spool.verify(home, {**line, "mac": mac})  # no key here at all
    spool.ensure_key(home)
    assert not spool.verify(home, {**line, "mac": mac})


def test_the_key_is_private_and_never_replaced(home: Home) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: spool.ensure_key(home), range(32)))
    assert len(keys) == 1
    path = home.path("state", "key")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert len(keys.pop()) == spool.KEY_BYTES
    assert [name for name in os.listdir(home.state) if "tmp" in name] == []


def test_a_damaged_key_signs_nothing(home: Home) -> None:
    Path(home.path("state", "key")).write_text("short")
    with pytest.raises(OSError, match="not a key"):
        spool.put(home, {"event": "command", "command": "undo"})
    assert spool.waiting(home) == 0
