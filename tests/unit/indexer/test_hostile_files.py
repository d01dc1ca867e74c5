"""Whatever lies where a transcript should, the others are read, and it is said what was not."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import Unwritable
from pmi.base.home import Home
from pmi.indexer import lines, transcripts
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive, SyncReport
from pmi.model.conversation import Reference
from pmi.store.conversations import list_sessions, read_messages
from pmi.store.files_read import list_unread
from tests.support.transcripts import SESSION, append, encode, line, path_of, turn

OTHER = "99999999-2222-4333-8444-555555555555"


def texts(memory: Memory, session: str = SESSION) -> list[str]:
    return [message.text for message in read_messages(memory.store, Reference(session))]


def run(archive: Archive, config: Path) -> SyncReport:
    return archive.sync_all([str(config)])


def good(number: int) -> bytes:
    return encode(turn(number, f"问题 {number}", f"answer {number}"))


def with_field(name: str, value: object) -> bytes:
    return encode([line("user", "x-1", "kept") | {name: value}])


ODD_VALUES: tuple[object, ...] = (None, 7, [], {"a": 1}, True)
LINES: dict[str, tuple[bytes, list[str]]] = {
    "undecodable bytes": (b'{"type":"user","message":"\xff\xfe"}\n', []),
    "NUL bytes": (b"\x00" * 500 + b"\n", []),
    "a NUL in the words": (encode([line("user", "x-1", "ke\x00pt")]), ["kept"]),
    "half a character in the words": (
        encode([line("user", "x-1", "kept?")]).replace(b"?", b"\\ud83d"),
        ["kept\ufffd"],
    ),
    "a number of 5,000 digits": (
        encode([line("user", "x-1", "kept", sentAtMs=0)]).replace(
            b'"sentAtMs":0', b'"sentAtMs":' + b"9" * 5000
        ),
        ["kept"],
    ),
    "NaN": (encode([line("user", "x-1", "kept", cost=float("nan"))]), ["kept"]),
    "nested 100,000 deep": (b'{"type":"user","x":' + b"[" * 100_000 + b"\n", []),
    "a byte order mark": (b"\xef\xbb\xbf" + encode([line("user", "x-1", "kept")]), ["kept"]),
    "line ends of Windows": (encode([line("user", "x-1", "kept")])[:-1] + b"\r\n", ["kept"]),
    "a key twice": (
        encode([line("user", "x-1", "kept")]).replace(b'{"', b'{"uuid":"old","', 1),
        ["kept"],
    ),
    "two objects in one line": (b'{"type":"user"}{"type":"user"}\n', []),
    "blank lines": (b"\n  \n\r\n", []),
    "cwd with NUL": (with_field("cwd", "/tmp/a\x00b"), ["kept"]),
    "cwd with half a character": (
        with_field("cwd", "/tmp/?").replace(b"/tmp/?", b"/tmp/\\udc00"),
        ["kept"],
    ),
    "a folder of a million characters": (with_field("cwd", "/x" * 500_000), ["kept"]),
    "a time that is none": (with_field("timestamp", "zzzz"), ["kept"]),
    "an id with spaces": (with_field("uuid", "a b"), []),
    "an id of a thousand characters": (with_field("uuid", "a" * 1000), []),
    "an unusual session": (with_field("sessionId", "../../etc/passwd"), ["kept"]),
    **{
        f"{name} is {json.dumps(value)}": (with_field(name, value), kept)
        for value in ODD_VALUES
        for name, kept in (
            ("uuid", []),
            ("message", []),
            ("parentUuid", ["kept"]),
            ("sessionId", ["kept"]),
            ("timestamp", ["kept"]),
            ("cwd", ["kept"]),
            ("gitBranch", ["kept"]),
            ("entrypoint", ["kept"]),
            ("version", ["kept"]),
        )
    },
}


@pytest.mark.proves("T1")
@pytest.mark.parametrize("name", LINES)
def test_a_hostile_line_loses_at_most_itself(
    name: str, archive: Archive, config: Path, memory: Memory
) -> None:
    raw, kept = LINES[name]
    path_of(config).write_bytes(good(1) + raw + good(2))
    assert run(archive, config).problems == []
    said = texts(memory)
    assert said == ["问题 1", "answer 1", *kept, "问题 2", "answer 2"]
    assert all(each.id == SESSION for each in list_sessions(memory.store) if each.messages)


def a_folder(place: Path) -> None:
    place.mkdir()


def a_pipe(place: Path) -> None:
    os.mkfifo(place)


def a_link_to_nothing(place: Path) -> None:
    place.symlink_to("nothing.jsonl")


def a_link_to_itself(place: Path) -> None:
    place.symlink_to(place.name)


def an_empty_file(place: Path) -> None:
    place.touch()


def a_picture(place: Path) -> None:
    place.write_bytes(b"\x89PNG\r\n\x1a\n" + os.urandom(100_000))


@pytest.mark.proves("T1", "T2")
@pytest.mark.parametrize(
    "make",
    [a_folder, a_pipe, a_link_to_nothing, a_link_to_itself, an_empty_file, a_picture],
    ids=lambda make: make.__name__,
)
@pytest.mark.parametrize("below", ["", f"{SESSION}/subagents"], ids=["beside", "below"])
def test_what_is_no_transcript_is_passed_over(
    make: Callable[[Path], None], below: str, archive: Archive, config: Path, memory: Memory
) -> None:
    folder = append(path_of(config), turn(1, "one", "two")).parent / below
    folder.mkdir(parents=True, exist_ok=True)
    make(folder / ("agent-x.jsonl" if below else f"{OTHER}.jsonl"))
    assert run(archive, config).problems == []
    assert texts(memory) == ["one", "two"]


def test_a_pipe_that_takes_a_files_place_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.jsonl")
    with pytest.raises(OSError, match="plain file"):
        lines.open_file(str(tmp_path / "x.jsonl"))


@pytest.mark.proves("T1")
def test_what_can_not_be_opened_is_noted_until_it_can(
    archive: Archive, config: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = append(path_of(config), turn(1, "one", "two"))
    append(path_of(config, OTHER), turn(2, "three", "four", sessionId=OTHER))
    opened = lines.open_file

    def refusing(wanted: str) -> object:
        if wanted == str(path):
            raise PermissionError(13, "Permission denied")
        return opened(wanted)

    monkeypatch.setattr("pmi.indexer.sync.open_file", refusing)
    for _ in range(2):
        assert run(archive, config).problems == [f"{path}: Permission denied"]
    assert texts(memory, OTHER) == ["three", "four"]
    unread = list_unread(memory.store.reading("transcripts"))
    assert unread.closed == {str(path): "Permission denied"}
    monkeypatch.undo()
    assert run(archive, config).problems == []
    assert texts(memory) == ["one", "two"]
    assert list_unread(memory.store.reading("transcripts")).closed == {}


def test_a_name_that_is_not_utf_8_is_reported(
    archive: Archive, config: Path, memory: Memory
) -> None:
    folder = append(path_of(config), turn(1, "one", "two")).parent
    try:
        (Path(os.fsdecode(os.fsencode(str(folder)) + b"/\xff\xfe.jsonl"))).write_bytes(good(2))
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    [problem] = run(archive, config).problems
    assert problem.endswith(": the name is not UTF-8")
    assert texts(memory) == ["one", "two"]


@pytest.mark.proves("T1")
@pytest.mark.parametrize("change", ["shrinks", "is replaced", "is deleted", "grows"])
def test_a_file_that_changes_while_it_is_read_loses_and_doubles_nothing(
    change: str, archive: Archive, config: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "READ_BYTES", 2048)
    numbers = range(1, 41)
    path = path_of(config)
    path.write_bytes(b"".join(map(good, numbers)))
    whole = path.read_bytes()
    original = transcripts.parse_lines
    done: list[int] = []

    def changing(raws: list[bytes], tool_chars: int) -> object:
        done.append(1)
        if len(done) == 3:
            if change == "shrinks":
                os.truncate(path, 5000)
            elif change == "is replaced":
                path.with_suffix(".new").write_bytes(good(99) + whole)
                path.with_suffix(".new").rename(path)
            elif change == "is deleted":
                path.unlink()
            else:
                append(path, turn(99, "问题 99", "answer 99"))
        return original(raws, tool_chars)

    monkeypatch.setattr("pmi.indexer.following.parse_lines", changing)
    assert run(archive, config).problems == []
    if change == "shrinks":
        path.write_bytes(whole)
    run(archive, config)
    run(archive, config)
    said = texts(memory)
    assert len(said) == len(set(said))
    if change != "is deleted":
        expected = [text for number in numbers for text in (f"问题 {number}", f"answer {number}")]
        assert [text for text in said if not text.endswith(" 99")] == expected
        assert ("问题 99" in said) == (change in ("is replaced", "grows"))


@pytest.mark.proves("T1")
def test_a_full_disk_stores_all_of_a_batch_or_nothing_and_the_next_run_goes_on(
    home: Home, config: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(path_of(config), turn(1, "one", "two"))

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("pmi.indexer.batch.save_file", full)
    with pytest.raises((Unwritable, sqlite3.OperationalError)):
        run(Archive(memory.store, home, CaptureRules()), config)
    count = memory.store.reading("transcripts").execute("SELECT count(*) FROM message")
    assert count.fetchone()[0] == 0
    monkeypatch.undo()
    run(Archive(memory.store, home, CaptureRules()), config)
    assert texts(memory) == ["one", "two"]
