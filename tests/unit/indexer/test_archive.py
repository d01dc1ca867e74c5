"""What of conversations is kept: once each, with titles, tools, files and the live branch."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.indexer import lines
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive, SyncReport
from pmi.model.conversation import Reference
from pmi.search.index import catch_up
from pmi.search.live_branch import find_taken_back
from pmi.search.query import search
from pmi.store.conversations import (
    count_tools,
    find_session,
    list_sessions,
    list_touched_files,
    read_messages,
)
from tests.support.transcripts import (
    CWD,
    SAMPLES,
    SESSION,
    append,
    encode,
    line,
    path_of,
    turn,
    use_sample,
)

FORK = "22222222-2222-4333-8444-555555555555"


def run(archive: Archive, config: Path) -> SyncReport:
    return archive.sync_all([str(config)])


def texts(memory: Memory, session: str = SESSION) -> list[str]:
    return [message.text for message in read_messages(memory.store, Reference(session))]


def count(memory: Memory) -> int:
    found = memory.store.reading("transcripts").execute("SELECT count(*) FROM message")
    return int(found.fetchone()[0])


def call(uuid: str, tool: str, at: int = 0, **given: Any) -> dict[str, Any]:
    content = [{"type": "tool_use", "id": f"t-{uuid}", "name": tool, "input": given}]
    moment = f"2026-01-05T10:30:{at:02d}.000Z"
    return line("assistant", uuid, "", message={"content": content}, timestamp=moment)


@pytest.mark.proves("T3")
@pytest.mark.parametrize("order", [("resume", "fork"), ("fork", "resume")], ids=str)
def test_a_real_resume_and_its_fork_count_each_message_once(
    order: tuple[str, str], archive: Archive, config: Path, memory: Memory
) -> None:
    for name in order:
        use_sample(config, f"{name}.jsonl")
        run(archive, config)
    uuids = {
        value["uuid"]
        for name in order
        for value in map(json.loads, (SAMPLES / f"{name}.jsonl").read_bytes().splitlines())
        if value["type"] == "user"
    }
    stored = memory.store.reading("transcripts").execute(
        "SELECT uuid FROM message WHERE role = 'user'"
    )
    assert sorted(row[0] for row in stored) == sorted(uuids)
    sessions = list_sessions(memory.store)
    assert len(sessions) == 2
    first, second = (texts(memory, session.id) for session in sessions)
    shorter, longer = sorted((first, second), key=len)
    assert longer[: len(shorter)] == shorter


@pytest.mark.proves("T3")
def test_a_copy_under_another_name_and_in_another_folder_counts_once(
    archive: Archive, config: Path, memory: Memory
) -> None:
    path = append(path_of(config), turn(1, "one", "two"))
    for folder in ("-moved", "-moved-again"):
        target = path_of(config, SESSION, folder)
        shutil.copy(path, target)
    run(archive, config)
    assert count(memory) == 2
    assert texts(memory) == ["one", "two"]


@pytest.mark.proves("T3")
def test_what_goes_on_in_two_files_at_once_stands_in_both_sessions_once(
    archive: Archive, config: Path, memory: Memory
) -> None:
    for number in range(1, 6):
        both = turn(number, f"q {number}", f"a {number}")
        append(path_of(config), both)
        append(path_of(config, FORK), [each | {"sessionId": FORK} for each in both])
        run(archive, config)
    assert count(memory) == 10
    assert texts(memory) == texts(memory, FORK)


@pytest.mark.proves("T2")
def test_subagents_are_searched_and_lead_to_their_parent(
    archive: Archive, config: Path, memory: Memory
) -> None:
    use_sample(config, "subagent/main.jsonl").rename(path_of(config))
    shutil.copytree(SAMPLES / "subagent" / "main", path_of(config).with_suffix(""))
    run(archive, config)
    catch_up(memory.store)
    [hit] = search(memory.store, "notes.txt", scopes=["transcripts"], role="assistant").hits[:1]
    session = find_session(memory.store, Reference.parse(hit.reference).session)
    assert session is not None
    parent = find_session(memory.store, session.parent or session.id)
    assert parent is not None
    assert parent.parent == ""


@pytest.mark.proves("T4")
@pytest.mark.parametrize("size", [1_000, 3_000_000], ids=["small", "longer than a chunk"])
def test_no_image_reaches_any_file_of_ours(
    size: int, archive: Archive, config: Path, memory: Memory, home: Home
) -> None:
    data = "QUJDREVG" * (size // 8)
    image = {"type": "image", "source": {"type": "base64", "data": data}}
    file = {"type": "image", "file": {"base64": data, "type": "image/png"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": [image]}
    pasted = [image, {"type": "text", "text": "这是什么？"}]
    append(
        path_of(config),
        [
            line("user", "u-1", pasted),
            line("user", "u-2", [result], toolUseResult=file),
            *turn(3, "after", "the images"),
        ],
    )
    run(archive, config)
    catch_up(memory.store)
    assert texts(memory) == ["这是什么？", "after", "the images"]
    for path in Path(home.root).rglob("*"):
        assert not path.is_file() or b"QUJDREVGQUJD" not in path.read_bytes()


@pytest.mark.proves("T4")
def test_a_long_line_is_held_without_its_image(tmp_path: Path) -> None:
    image = {"type": "image", "source": {"type": "base64", "data": "QUJD" * 2_000_000}}
    path = append(tmp_path / "x.jsonl", [line("user", "u-1", [image]), *turn(2, "a", "b")])
    with lines.open_file(str(path)) as file:
        pieces = list(lines.read_pieces(file, 0))
    assert max(len(raw) for piece in pieces for raw in piece.lines) < 2_000
    assert [piece.start for piece in pieces[1:]] == [piece.end for piece in pieces[:-1]]
    assert pieces[-1].end == path.stat().st_size


@pytest.mark.proves("T5")
def test_the_first_folder_that_any_line_names_counts(
    archive: Archive, config: Path, memory: Memory
) -> None:
    unnamed = turn(1, "no folder yet", "none")
    for each in unnamed:
        del each["cwd"]
    append(path_of(config), [{"type": "mode", "sessionId": SESSION}, *unnamed])
    append(path_of(config), [*turn(2, "here", "yes"), *turn(3, "there", "yes", cwd="/tmp/b")])
    run(archive, config)
    [session] = list_sessions(memory.store)
    assert session.cwd == CWD


@pytest.mark.proves("T6")
def test_what_claude_code_deleted_is_found_and_marked_and_nothing_is_pruned_by_itself(
    archive: Archive, config: Path, memory: Memory
) -> None:
    path = append(path_of(config), turn(1, "where does the heron nest", "苍鹭在三月筑巢"))
    run(archive, config)
    shutil.rmtree(path.parent)
    for gone in (1, 0, 0):
        assert run(archive, config).gone == gone
    catch_up(memory.store)
    [hit, *_] = search(memory.store, "三月筑巢", scopes=["transcripts"]).hits
    assert hit.reference == f"cc://{SESSION}#a-1"
    assert "gone" in hit.marks
    session = find_session(memory.store, SESSION)
    assert session is not None
    assert not session.original


@pytest.mark.proves("T6")
def test_a_file_that_comes_back_is_an_original_again(
    archive: Archive, config: Path, memory: Memory
) -> None:
    path = append(path_of(config), turn(1, "one", "two"))
    run(archive, config)
    away = path.rename(path.with_suffix(".away"))
    run(archive, config)
    away.rename(path)
    run(archive, config)
    [session] = list_sessions(memory.store)
    assert session.original
    assert count(memory) == 2


CUSTOM = {"type": "custom-title", "customTitle": "The herons", "sessionId": SESSION}
MADE = {"type": "ai-title", "aiTitle": "Where birds nest", "sessionId": SESSION}
SUMMARY = {"type": "summary", "summary": "苍鹭筑巢", "leafUuid": "a-1"}
FOREIGN = {"type": "summary", "summary": "Of another session", "leafUuid": "nowhere"}
TITLES: dict[str, tuple[list[dict[str, Any]], str]] = {
    "the first prompt": ([], "first question"),
    "a summary before the prompt": ([SUMMARY], "苍鹭筑巢"),
    "what the model made of it": ([SUMMARY, MADE], "Where birds nest"),
    "the user's word": ([CUSTOM, MADE, SUMMARY], "The herons"),
    "the user's last word": ([CUSTOM, CUSTOM | {"customTitle": "苍鹭"}, MADE], "苍鹭"),
    "a summary of another session": ([FOREIGN], "first question"),
    "an empty one": ([CUSTOM | {"customTitle": ""}, MADE], "Where birds nest"),
    "no text": ([CUSTOM | {"customTitle": ["x"]}], "first question"),
}


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("early", [True, False], ids=["before", "behind"])
def test_a_session_is_called(
    name: str, early: bool, archive: Archive, config: Path, memory: Memory
) -> None:
    given, title = TITLES[name]
    said = turn(1, "first question", "first answer")
    append(path_of(config), [*given, *said] if early else [*said, *given])
    run(archive, config)
    append(path_of(config), turn(2, "second question", "second answer"))
    run(archive, config)
    assert [session.title for session in list_sessions(memory.store)] == [title]


@pytest.mark.parametrize("tool_chars", [0, 200])
def test_tools_and_touched_files_are_noted_whether_their_words_are_kept_or_not(
    tool_chars: int, home: Home, config: Path, memory: Memory
) -> None:
    rules = CaptureRules(tool_chars=tool_chars)
    append(
        path_of(config),
        [
            *turn(1, "mend it", "I look"),
            call("c-1", "Read", 1, file_path="/w/说明.md"),
            call("c-2", "Edit", 2, file_path="/w/a.py", old_string="x", new_string="y"),
            call("c-3", "Edit", 3, file_path="/w/a.py", old_string="y", new_string="z"),
            call("c-4", "Bash", 4, command="pytest -q"),
            call("c-5", "NotebookEdit", 5, notebook_path="/w/n.ipynb"),
            call("c-6", "Grep", 6, path="/w"),
            call("c-7", "Edit", 7, file_path=["no", "text"]),
        ],
    )
    for _ in range(2):
        Archive(memory.store, home, rules).sync_all([str(config)])
        path_of(config).write_bytes(b'{"type":"mode"}\n' + path_of(config).read_bytes())
    found = list_touched_files(memory.store, [SESSION, FORK])
    assert [(each.path, each.changed) for each in found[SESSION]] == [
        ("/w/说明.md", False),
        ("/w/a.py", True),
        ("/w/n.ipynb", True),
    ]
    edited = found[SESSION][1]
    assert (edited.first_at[-7:], edited.last_at[-7:]) == ("02.000Z", "03.000Z")
    assert found[FORK] == []
    assert count_tools(memory.store, SESSION) == {
        "Edit": 3,
        "Bash": 1,
        "Grep": 1,
        "NotebookEdit": 1,
        "Read": 1,
    }
    assert len(texts(memory)) == (9 if tool_chars else 2)


@pytest.mark.proves("V1")
def test_a_credential_in_a_files_name_is_not_kept(
    archive: Archive, config: Path, memory: Memory
) -> None:
    key = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"
    append(path_of(config), [call("c-1", "Read", file_path=f"/w/{key}.txt")])
    run(archive, config)
    [touched] = list_touched_files(memory.store, [SESSION])[SESSION]
    assert key not in touched.path


def test_a_prompt_that_was_taken_back_is_told_from_those_that_stand(
    archive: Archive, config: Path, memory: Memory
) -> None:
    between = {"parentUuid": "a-1", "type": "attachment", "attachment": {"type": "date"}}
    append(
        path_of(config),
        [
            *turn(1, "one", "two"),
            between | {"uuid": "x-1"},
            line("user", "u-2", "taken back", parentUuid="x-1"),
            line("user", "u-3", "instead", parentUuid="x-1"),
        ],
    )
    run(archive, config)
    append(path_of(config), [line("assistant", "a-3", "done", parentUuid="u-3")])
    run(archive, config)
    assert find_taken_back(memory.store, SESSION) == {"u-2"}


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("compact", []),
        ("interactive", ["Take your time."]),
        ("interactive-interrupt", []),
        ("interactive-queued", []),
        ("tools", []),
        ("resume", []),
    ],
)
def test_in_a_real_session_what_the_user_took_back_is_known(
    name: str, left: list[str], archive: Archive, config: Path, memory: Memory
) -> None:
    use_sample(config, f"{name}.jsonl")
    run(archive, config)
    [session] = list_sessions(memory.store)
    taken = find_taken_back(memory.store, session.id)
    said = read_messages(memory.store, Reference(session.id))
    assert [each.text for each in said if each.uuid in taken] == left


@pytest.mark.proves("T1")
def test_a_run_without_changes_opens_no_file(
    archive: Archive, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        append(path_of(config, f"{number}{FORK[1:]}"), turn(number, "a", "b"))
    assert run(archive, config).files_read == 5

    def refuse(path: str) -> None:
        raise AssertionError(path)

    monkeypatch.setattr("pmi.indexer.sync.open_file", refuse)
    report = run(archive, config)
    assert (report.files_seen, report.files_read, report.problems) == (5, 0, [])


def test_many_small_files_are_stored_in_one_transaction(
    memory: Memory, home: Home, config: Path
) -> None:
    for number in range(30):
        session = f"{number:08d}{FORK[8:]}"
        said = [each | {"uuid": f"{number}-{each['uuid']}"} for each in turn(1, "a", "b")]
        append(path_of(config, session), [each | {"sessionId": session} for each in said])
    stored: list[int] = []
    archive = Archive(memory.store, home, CaptureRules(), between=lambda: stored.append(1))
    assert run(archive, config).messages == 60
    assert len(stored) < 10


def test_a_dry_run_says_what_would_be_read_and_writes_nothing(
    archive: Archive, config: Path, memory: Memory
) -> None:
    same = append(path_of(config), turn(1, "one", "two"))
    grown = append(path_of(config, FORK), turn(2, "three", "four", sessionId=FORK))
    gone = append(path_of(config, FORK, "-b"), turn(3, "five", "six", sessionId=FORK))
    run(archive, config)
    more = encode(turn(4, "seven", "eight", sessionId=FORK))
    with grown.open("ab") as file:
        file.write(more)
    gone.unlink()
    new = append(path_of(config, f"3{FORK[1:]}"), turn(5, "nine", "ten"))
    before = count(memory)
    report = archive.sync_all([str(config)], dry_run=True)
    assert (report.files_seen, report.files_read) == (3, 2)
    assert (report.files_new, report.files_grown, report.gone) == (1, 1, 1)
    assert report.bytes_read == len(more) + new.stat().st_size
    assert same.exists()
    assert count(memory) == before
    assert run(archive, config).gone == 1


def test_progress_counts_bytes_of_what_is_read_up_to_all_of_them(
    archive: Archive, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "READ_BYTES", 1000)
    path = append(path_of(config), [each for n in range(20) for each in turn(n, "q", "a")])
    seen: list[tuple[int, int]] = []
    archive.sync_all([str(config)], lambda done, total: seen.append((done, total)))
    size = path.stat().st_size
    assert len(seen) > 5
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (size, size)
