from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from pmi import Memory
from pmi.base.errors import NotFound
from pmi.base.home import Home
from pmi.indexer import batch, following, lines, sync
from pmi.indexer.capture import CaptureRules
from pmi.indexer.discover import list_transcripts
from pmi.indexer.sync import Archive
from pmi.model.conversation import Reference
from pmi.store.conversations import list_sessions, read_messages
from pmi.store.database import Store
from tests.support.transcripts import (
    CWD,
    SESSION,
    append,
    encode,
    line,
    path_of,
    turn,
    use_sample,
)

FORK = "22222222-2222-4333-8444-555555555555"


def texts(memory: Memory, session: str = SESSION) -> list[str]:
    return [message.text for message in read_messages(memory.store, Reference(session))]


def run(archive: Archive, config: Path) -> sync.SyncReport:
    return archive.sync_all([str(config)])


@pytest.mark.proves("T1")
def test_appended_lines_are_found_and_the_rest_is_not_read_again(
    archive: Archive, config: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = append(path_of(config), turn(1, "first question", "first answer"))
    run(archive, config)
    size = path.stat().st_size
    read_from: list[int] = []
    original = lines.read_pieces

    def spy(file: BinaryIO, offset: int) -> Iterator[lines.Piece]:
        read_from.append(offset)
        return original(file, offset)

    monkeypatch.setattr(following, "read_pieces", spy)
    assert run(archive, config).files_read == 0
    append(path, turn(2, "第二个问题", "第二个回答"))
    assert run(archive, config).messages == 2
    assert read_from == [size]
    assert texts(memory) == ["first question", "first answer", "第二个问题", "第二个回答"]


@pytest.mark.proves("T1")
def test_a_torn_last_line_waits_until_it_is_whole(
    archive: Archive, config: Path, memory: Memory
) -> None:
    whole = encode(turn(1, "one", "two"))
    path = path_of(config)
    path.write_bytes(whole[:-30])
    run(archive, config)
    assert texts(memory) == ["one"]
    path.write_bytes(whole)
    run(archive, config)
    assert texts(memory) == ["one", "two"]


@pytest.mark.proves("T1")
def test_a_bad_line_loses_only_itself(archive: Archive, config: Path, memory: Memory) -> None:
    path = path_of(config)
    path.write_bytes(
        encode(turn(1, "one", "two")) + b"{broken\n\xff\xfe\n" + encode(turn(2, "a", "b"))
    )
    run(archive, config)
    assert texts(memory) == ["one", "two", "a", "b"]
    row = memory.store.reading("transcripts").execute("SELECT bad_lines FROM transcript_file")
    assert row.fetchone()[0] == 2


@pytest.mark.proves("T1")
def test_a_giant_line_is_counted_and_passed_over(
    archive: Archive, config: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "READ_BYTES", 1000)
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 5000)
    giant = turn(2, "x" * 9000, "after")
    append(path_of(config), [*turn(1, "one", "two"), *giant])
    run(archive, config)
    assert texts(memory) == ["one", "two", "after"]
    row = memory.store.reading("transcripts").execute("SELECT long_lines FROM transcript_file")
    assert row.fetchone()[0] == 1


def test_a_rewritten_file_is_read_again_and_nothing_is_doubled(
    archive: Archive, config: Path, memory: Memory
) -> None:
    path = append(path_of(config), turn(1, "one", "two"))
    run(archive, config)
    path.write_bytes(encode([*turn(3, "new start", "yes"), *turn(1, "one", "two")]))
    run(archive, config)
    assert sorted(texts(memory)) == ["new start", "one", "two", "yes"]


@pytest.mark.proves("T2")
def test_subagents_are_found_in_both_layouts_and_point_to_their_parent(
    archive: Archive, config: Path, memory: Memory
) -> None:
    main = append(path_of(config), turn(1, "look around", "done"))
    agent = {"isSidechain": True}
    below = main.parent / SESSION / "subagents" / "agent-a1.jsonl"
    below.parent.mkdir(parents=True)
    append(below, [line("assistant", "s-1", "the heron nests here", agentId="a1", **agent)])
    beside = main.parent / "agent-b2.jsonl"
    append(beside, [line("assistant", "s-2", "苍鹭在这里筑巢", agentId="b2", **agent)])
    run(archive, config)
    found = list_sessions(memory.store, parent=SESSION)
    assert {session.id for session in found} == {f"{SESSION}.a1", f"{SESSION}.b2"}
    assert texts(memory, f"{SESSION}.a1") == ["the heron nests here"]
    assert texts(memory, f"{SESSION}.b2") == ["苍鹭在这里筑巢"]
    assert [session.id for session in list_sessions(memory.store)] == [SESSION]


@pytest.mark.proves("T2")
def test_sidecars_and_journals_are_no_sessions(config: Path) -> None:
    main = append(path_of(config), turn(1, "a question", "an answer"))
    folder = main.parent / SESSION
    for name in ("subagents/agent-a1.meta.json", "subagents/journal.jsonl", "tool-results/x.jsonl"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}\n")
    (main.parent / "memory").mkdir()
    (main.parent / "memory" / "MEMORY.md").write_text("x")
    (main.parent / "sessions-index.json").write_text("{}")
    assert [found.path for found in list_transcripts(str(config))] == [str(main)]


def test_a_compactions_own_subagent_is_left_out(
    archive: Archive, config: Path, memory: Memory
) -> None:
    use_sample(config, "agent-acompact-fffbd0.jsonl")
    run(archive, config)
    assert (
        memory.store.reading("transcripts").execute("SELECT count(*) FROM message").fetchone()[0]
        == 0
    )


@pytest.mark.proves("T3")
def test_a_forks_copies_count_once_and_both_ids_resolve(
    archive: Archive, config: Path, memory: Memory
) -> None:
    use_sample(config, "resume.jsonl")
    use_sample(config, "fork.jsonl")
    run(archive, config)
    sessions = list_sessions(memory.store)
    assert len(sessions) == 2
    by_length = sorted((texts(memory, session.id) for session in sessions), key=len)
    assert by_length[0] == by_length[1][: len(by_length[0])]
    assert by_length[1][-1] == "Third answer."
    count = memory.store.reading("transcripts").execute("SELECT count(*) FROM message")
    assert count.fetchone()[0] == len(by_length[1])


@pytest.mark.proves("T3")
def test_copied_lines_that_name_their_first_session_resolve_there(
    archive: Archive, config: Path, memory: Memory
) -> None:
    copied = turn(1, "old question", "old answer")
    new = turn(2, "new question", "new answer", sessionId=FORK)
    append(path_of(config, FORK), [*copied, *new])
    run(archive, config)
    assert texts(memory, FORK) == ["old question", "old answer", "new question", "new answer"]
    assert texts(memory, SESSION) == ["old question", "old answer"]


@pytest.mark.proves("T5")
def test_the_first_folder_counts_and_unknown_types_are_counted(
    archive: Archive, config: Path, memory: Memory
) -> None:
    unknown = {"type": "hologram", "sessionId": SESSION}
    moved = turn(2, "moved", "yes", cwd="/tmp/elsewhere")
    append(path_of(config), [unknown, *turn(1, "one", "two"), unknown, *moved])
    run(archive, config)
    assert list_sessions(memory.store)[0].cwd == CWD
    row = memory.store.reading("transcripts").execute("SELECT unknown FROM transcript_file")
    assert json.loads(row.fetchone()[0]) == {"hologram": 2}


@pytest.mark.proves("T6")
def test_a_purged_original_stays_readable_and_is_marked(
    archive: Archive, config: Path, memory: Memory
) -> None:
    path = append(path_of(config), turn(1, "one", "two"))
    run(archive, config)
    assert list_sessions(memory.store)[0].original
    path.unlink()
    assert run(archive, config).gone == 1
    assert not list_sessions(memory.store)[0].original
    assert texts(memory) == ["one", "two"]


@pytest.mark.proves("H14")
@pytest.mark.parametrize(
    ("cwd", "entrypoint", "kept"),
    [
        ("/home/me/.claude-mem/observer", "sdk-ts", False),
        ("/home/me/.claude-mem/observer", "cli", True),
        ("/home/me/work", "sdk-cli", True),
        ("/home/me/secret/deep", "cli", False),
        ("/home/me/secrets", "cli", True),
    ],
)
def test_foreign_excluded_and_own_sessions_are_not_kept(
    home: Home, config: Path, memory: Memory, *, cwd: str, entrypoint: str, kept: bool
) -> None:
    rules = CaptureRules(exclude=("/home/me/secret",), foreign=(".claude-mem",), own_root=home.root)
    append(path_of(config), turn(1, "one", "two", cwd=cwd, entrypoint=entrypoint))
    report = run(Archive(memory.store, home, rules), config)
    assert report.messages == (2 if kept else 0)


@pytest.mark.proves("H14")
def test_a_session_inside_our_own_home_is_not_kept(
    archive: Archive, home: Home, config: Path
) -> None:
    append(path_of(config), turn(1, "one", "two", cwd=home.path("state")))
    assert run(archive, config).messages == 0


@pytest.mark.proves("H14")
def test_what_our_own_tools_answered_is_not_kept(
    archive: Archive, config: Path, memory: Memory
) -> None:
    call = {
        "type": "tool_use",
        "id": "t1",
        "name": "mcp__pmi__memory_search",
        "input": {"query": "x"},
    }
    asked = line("assistant", "c-1", "", message={"content": [call]})
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "REMEMBERED TEXT"}]
    answered = line("user", "r-1", result, parentUuid="c-1")
    append(path_of(config), [*turn(1, "one", "two"), asked])
    run(archive, config)
    append(path_of(config), [answered])
    run(archive, config)
    assert texts(memory) == ["one", "two", "x"]


def test_a_parent_that_is_passed_over_is_replaced_by_the_message_above(
    archive: Archive, config: Path, memory: Memory
) -> None:
    between = {"parentUuid": "a-1", "type": "system", "subtype": "turn_duration", "uuid": "sys"}
    append(path_of(config), [*turn(1, "one", "two"), between])
    run(archive, config)
    append(path_of(config), [line("user", "u-2", "next", parentUuid="sys")])
    run(archive, config)
    assert read_messages(memory.store, Reference(SESSION))[-1].parent == "a-1"


def test_a_forgotten_message_does_not_come_back(
    archive: Archive, config: Path, memory: Memory
) -> None:
    path = append(path_of(config), turn(1, "one", "two"))
    with memory.store.writing("transcripts") as connection:
        connection.execute("INSERT INTO tombstone (uuid, at) VALUES ('u-1', '')")
    run(archive, config)
    append(path, turn(2, "three", "four"))
    run(archive, config)
    assert texts(memory) == ["two", "three", "four"]


def test_a_file_that_can_not_be_read_does_not_stop_the_others(
    archive: Archive, config: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = append(path_of(config, FORK, "-a"), turn(1, "never", "seen"))
    append(path_of(config), turn(2, "one", "two"))
    original = lines.open_file

    def refusing(path: str) -> BinaryIO:
        if path == str(bad):
            raise PermissionError(13, "Permission denied")
        return original(path)

    monkeypatch.setattr(sync, "open_file", refusing)
    report = run(archive, config)
    assert report.problems == [f"{bad}: Permission denied"]
    assert texts(memory) == ["one", "two"]
    with pytest.raises(NotFound):
        texts(memory, FORK)


@pytest.mark.proves("D6")
def test_a_hundred_small_runs_equal_one_and_the_log_stays_bounded(
    home: Home, config: Path, isolated: Path
) -> None:
    turns = [turn(number, f"question {number} 部署", "answer " * 50) for number in range(100)]
    rows = []
    for name in ("often", "once"):
        place = Home(str(isolated / name))
        place.ensure()
        path = path_of(config / name)
        with Store(place) as store, Store(place) as reader:
            archive = Archive(store, place, CaptureRules())
            held = reader.reading("transcripts")
            held.execute("BEGIN")
            held.execute("SELECT count(*) FROM message").fetchone()
            for lines_of_turn in turns:
                append(path, lines_of_turn)
                if name == "often":
                    archive.sync_all([str(config / name)])
            archive.sync_all([str(config / name)])
            held.execute("COMMIT")
            store.checkpoint("transcripts")
            assert Path(place.transcripts_db + "-wal").stat().st_size <= 4 << 20
            found = store.reading("transcripts").execute(
                "SELECT message.id, session_message.session, position, uuid, role, at, text "
                "FROM session_message JOIN message ON message.id = message ORDER BY 1, 2, 3"
            )
            rows.append([tuple(row) for row in found])
    assert rows[0] == rows[1]
    assert len(rows[0]) == 200


@pytest.mark.proves("D1")
def test_writes_in_short_batches_and_others_get_their_turn_between(
    memory: Memory, home: Home, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "READ_BYTES", 4096)
    monkeypatch.setattr(batch, "BATCH_MESSAGES", 50)
    many = [each for number in range(500) for each in turn(number, "问题 " * 40, "answer " * 80)]
    append(path_of(config), many)
    held: list[float] = []
    stop = threading.Event()

    def other_writer() -> None:
        with Store(home) as store:
            while not stop.is_set():
                started = time.monotonic()
                with store.writing("transcripts") as connection:
                    connection.execute(
                        "INSERT OR IGNORE INTO tombstone (uuid, at) VALUES ('x', '')"
                    )
                held.append(time.monotonic() - started)
                stop.wait(0.01)

    batches: list[int] = []
    memory.store.reading("transcripts")
    writer = threading.Thread(target=other_writer)
    writer.start()
    try:
        archive = Archive(memory.store, home, CaptureRules(), between=lambda: batches.append(1))
        assert run(archive, config).messages == 1000
    finally:
        stop.set()
        writer.join()
    assert len(batches) >= 20
    assert max(held) < 5  # ten times the promise: catches a hang only
