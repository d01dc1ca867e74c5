from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base import answers, spool
from pmi.base.home import Home
from pmi.base.process import worker_program
from pmi.indexer import commands, worker
from pmi.indexer.worker import Turn, run
from pmi.model.conversation import Reference
from pmi.model.operation import Operation
from pmi.store.conversations import read_messages
from pmi.store.database import Store
from tests.support.transcripts import SESSION, append, path_of, turn
from tests.support.waiting import wait_until
from tests.worker.conftest import Put

WORDS = {"en": "we deploy only on Tuesdays", "zh": "我们只在周二部署"}


def answer(home: Home, prompt: str, session: str = "s-1") -> str:
    text = answers.wait(home, session, prompt, 0)
    assert text is not None
    return text


def use_language(home: Home, language: str) -> None:
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n')


@pytest.mark.proves("H12")
@pytest.mark.parametrize("language", WORDS)
def test_remember_is_stored_with_its_words_and_answered_with_its_number(
    home: Home, memory: Memory, put: Put, language: str
) -> None:
    use_language(home, language)
    text = WORDS[language]
    put("command", prompt_id="p-1", command="remember", argument=text)
    run(home)
    said = answer(home, "p-1")
    assert text in said
    assert "1" in said
    assert ("remembered" in said) is (language == "en")
    stored = memory.list_memories()[0]
    kept = memory.get(stored.id)
    assert (kept.content, kept.verification, kept.trust) == (text, "user_confirmed", "owner")
    assert [(e.quote, e.reference) for e in kept.evidence] == [(text, "cc://s-1#p-1")]
    message = read_messages(memory.store, Reference.parse("cc://s-1#p-1"))[0]
    assert (message.role, message.origin) == ("user", "typed_command")
    assert message.text == f"/pmi:remember {text}"
    assert spool.waiting(home) == 0


@pytest.mark.parametrize("language", WORDS)
def test_map_search_and_undo_answer(home: Home, memory: Memory, put: Put, language: str) -> None:
    use_language(home, language)
    text = WORDS[language]
    put("command", prompt_id="p-1", command="remember", argument=text)
    put("command", prompt_id="p-2", command="map", argument="")
    put(
        "command",
        prompt_id="p-3",
        command="search",
        argument=text.split()[-1][-7:] if language == "zh" else "Tuesdays",
    )
    put("command", prompt_id="p-4", command="undo", argument="")
    put("command", prompt_id="p-5", command="map", argument="")
    run(home)
    said = [answer(home, f"p-{number}") for number in range(1, 6)]
    assert all(text in each for each in (said[0], said[1], said[3]))
    assert "mem_" in said[2]
    assert text not in said[4]
    assert memory.counts()["memories"] == 0


@pytest.mark.parametrize("language", WORDS)
def test_approve_and_reject_decide_and_read_back(
    home: Home, memory: Memory, put: Put, language: str
) -> None:
    use_language(home, language)
    with Memory.open(home, actor="agent:test") as agent:
        for text in (WORDS[language], "tea at four", "tea at five"):
            agent.propose([Operation("create", content=text)])
    put("command", prompt_id="p-1", command="approve", argument="1")
    put("command", prompt_id="p-2", command="reject", argument="2, 3 已过时 12")
    put("command", prompt_id="p-3", command="approve", argument="1")
    put("command", prompt_id="p-4", command="approve", argument="77")
    run(home)
    approved, rejected = answer(home, "p-1"), answer(home, "p-2")
    assert ("approved 1: " if language == "en" else "已批准 1：") + WORDS[language] in approved
    assert ("confirmed by you" if language == "en" else "已由你确认") in approved
    assert "tea at four" in rejected
    assert "tea at five" in rejected
    for prompt in ("p-3", "p-4"):
        assert answer(home, prompt).startswith("PMI")
    assert [item.content for item in memory.list_memories()] == [WORDS[language]]
    assert memory.list_memories()[0].verification == "user_confirmed"
    assert memory.list_reviews() == []
    reasons = [entry.payload.get("reason") for entry in memory.log() if entry.op == "reject"]
    assert reasons == ["已过时 12"]


@pytest.mark.parametrize("name", ["approve", "reject"])
def test_a_forged_decision_decides_nothing(home: Home, memory: Memory, put: Put, name: str) -> None:
    with Memory.open(home, actor="agent:test") as agent:
        agent.propose([Operation("create", content="tea at four")])
    put("command", prompt_id="p-1", command=name, argument="1")
    path, line = spool.take(home)[0]
    Path(path).write_text(json.dumps({**line, "mac": ""}))
    run(home)
    assert "pmi review" in answer(home, "p-1")
    assert [item.status for item in memory.list_reviews()] == ["pending"]


def test_an_unknown_entry_is_answered_in_words(home: Home, put: Put) -> None:
    put("command", prompt_id="p-1", command="undo", argument="")
    put("command", prompt_id="p-2", command="conquer", argument="")
    run(home)
    assert answer(home, "p-1").startswith("PMI")
    assert "conquer" in answer(home, "p-2")
    assert spool.waiting(home) == 0


@pytest.mark.parametrize("forgery", ["no mac", "false mac", "changed words", "other key"])
def test_a_line_that_our_hook_did_not_sign_acts_as_an_agent(
    home: Home, memory: Memory, put: Put, forgery: str
) -> None:
    put("command", prompt_id="p-1", command="remember", argument="we deploy daily")
    path, line = spool.take(home)[0]
    if forgery == "no mac":
        del line["mac"]
    elif forgery == "false mac":
        line["mac"] = "0" * 64
    elif forgery == "changed words":
        line["argument"] = "we never deploy"
    else:
        Path(home.path("state", "key")).write_text(os.urandom(32).hex())
    Path(path).write_text(json.dumps(line))
    put("command", prompt_id="p-2", command="map", argument="")
    run(home)
    assert memory.list_memories(None) == []
    assert [proposal.actor for proposal in memory.list_proposals()] == ["agent:spool"]
    assert memory.learnings(None) == []
    held = memory.store.reading("transcripts").execute("SELECT uuid FROM message").fetchall()
    assert "p-1" not in [row[0] for row in held]
    assert not Path(home.path("..", ".claude", "rules", "pmi.md")).exists()


def test_a_forged_undo_takes_nothing_back(home: Home, memory: Memory, put: Put) -> None:
    put("command", prompt_id="p-1", command="remember", argument="we deploy daily")
    run(home)
    put("command", prompt_id="p-2", command="undo", argument="")
    path, line = spool.take(home)[0]
    Path(path).write_text(json.dumps({**line, "mac": ""}))
    run(home)
    assert memory.counts()["memories"] == 1


@pytest.mark.proves("H9")
@pytest.mark.parametrize("name", ["remember", "undo"])
@pytest.mark.parametrize("killed_after", ["archive", "journal", "answer"])
def test_a_command_that_was_cut_short_is_done_exactly_once(
    home: Home,
    memory: Memory,
    put: Put,
    *,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    killed_after: str,
) -> None:
    memory.remember("the first of all")
    put("command", prompt_id="p-1", command=name, argument="we deploy daily" * (name == "remember"))

    class Killed(BaseException):
        pass

    def die(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        if killed_after == "archive":
            patch.setattr(commands, "_answer", die)
        elif killed_after == "journal":
            patch.setattr(answers, "write", die)
        else:
            patch.setattr(spool, "done", die)
        with pytest.raises(Killed):
            run(home)
    assert spool.waiting(home) == 1
    run(home)
    assert spool.waiting(home) == 0
    assert memory.counts()["entries"] == 2
    assert memory.counts()["memories"] == (2 if name == "remember" else 0)
    assert ("we deploy daily" if name == "remember" else "the first of all") in answer(home, "p-1")


@pytest.mark.proves("D7", "H9")
def test_a_locked_store_keeps_the_line_and_it_is_served_later(
    home: Home, memory: Memory, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "WRITE_WAIT_S", 0.0)
    monkeypatch.setattr("pmi.store.database.BUSY_TIMEOUT_MS", 20)
    put("command", prompt_id="p-1", command="remember", argument="we deploy daily")
    with memory.store.writing("memory"):
        run(home, patience_s=0.0)
    assert spool.waiting(home) == 1
    assert memory.counts()["memories"] == 0
    run(home)
    assert "we deploy daily" in answer(home, "p-1")


def test_a_lock_that_ends_is_waited_for(
    home: Home, memory: Memory, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "WRITE_WAIT_S", 0.0)
    monkeypatch.setattr("pmi.store.database.BUSY_TIMEOUT_MS", 20)
    put("command", prompt_id="p-1", command="remember", argument="we deploy daily")
    with memory.store.writing("memory"):
        thread = threading.Thread(target=run, args=(home,))
        thread.start()
        log = Path(home.path("logs", "hook.log"))
        wait_until(lambda: log.exists() and "waits" in log.read_text(), what="a wait in the log")
    thread.join()
    assert "we deploy daily" in answer(home, "p-1")


def test_what_was_said_before_a_command_stands_before_it(
    home: Home, memory: Memory, put: Put, config: Path
) -> None:
    path = append(path_of(config), [*turn(1, "one", "two"), *turn(3, "later", "yes")])
    put(
        "command",
        session=SESSION,
        prompt_id="p-1",
        command="remember",
        argument="we deploy daily",
        transcript=str(path),
        at="2026-01-05T10:02:00.000Z",
    )
    run(home)
    put("turn", session=SESSION, transcript=str(path))
    run(home)
    messages = read_messages(memory.store, Reference(SESSION))
    assert [message.text for message in messages] == [
        "one",
        "two",
        "/pmi:remember we deploy daily",
        "later",
        "yes",
    ]


def test_typed_commands_are_served_between_two_batches_of_other_work(
    home: Home, put: Put, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pmi.indexer.batch.BATCH_MESSAGES", 10)
    monkeypatch.setattr("pmi.indexer.lines.READ_BYTES", 4096)
    turns = [each for number in range(60) for each in turn(number, "question", "answer")]
    path = append(path_of(config), turns)
    put("turn", session=SESSION, transcript=str(path))
    archived: list[int] = []
    original = commands.serve

    def served(store: Store, *rest: object) -> None:
        count = store.reading("transcripts").execute("SELECT count(*) FROM message").fetchone()
        archived.append(count[0])
        original(store, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(commands, "serve", served)
    serve_waiting = Turn.serve_commands
    calls: list[int] = []

    def between(turn_of_work: Turn) -> None:
        calls.append(1)
        if len(calls) == 4:
            put("command", prompt_id="p-1", command="map", argument="")
        serve_waiting(turn_of_work)

    monkeypatch.setattr(Turn, "serve_commands", between)
    run(home)
    assert answer(home, "p-1")
    assert 0 < archived[0] < len(turns)


def test_typed_commands_are_answered_while_pmi_sync_reads_in_the_foreground(
    home: Home, memory: Memory, put: Put, config: Path
) -> None:
    append(path_of(config), turn(1, "question", "answer"))
    put("command", prompt_id="p-1", command="map", argument="")
    assert Turn(memory.store).archive_everything([str(config)]).messages == 2
    assert answer(home, "p-1")


def test_a_line_that_can_not_be_acted_on_is_set_aside_and_the_others_are_served(
    home: Home, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("command", prompt_id="p-1", command="map", argument="")
    put("command", prompt_id="p-2", command="map", argument="")
    original = commands.serve

    def failing(store: Store, typed: commands.Typed, *rest: object) -> None:
        if typed.prompt_id == "p-1":
            raise ZeroDivisionError("a bug")
        original(store, typed, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(commands, "serve", failing)
    run(home)
    assert answer(home, "p-2")
    assert spool.waiting(home) == 0
    assert len(os.listdir(os.path.join(home.spool, "bad"))) == 1
    assert "a bug" in Path(home.path("logs", "hook.log")).read_text()


@pytest.mark.parametrize(
    "line",
    [
        {"event": "turn"},
        {"event": "turn", "transcript": 7, "session": None, "cwd": []},
        {"event": "turn", "transcript": "/etc/passwd", "session": "../../x"},
        {"event": "command"},
        {"event": "command", "command": ["x"], "argument": 5},
        {"event": "hologram", "transcript": "\x00"},
    ],
    ids=str,
)
def test_any_line_is_survived(home: Home, line: dict[str, object]) -> None:
    Path(home.spool, "spl_0.json").write_text(json.dumps(line))
    run(home)
    assert spool.waiting(home) == 0


def test_a_config_that_can_not_be_parsed_does_not_stop_the_worker(home: Home, put: Put) -> None:
    Path(home.config_file).write_text("[general\nlanguage = ")
    put("command", prompt_id="p-1", command="map", argument="")
    run(home)
    assert answer(home, "p-1")


def test_the_program_says_nothing_and_ends_well(home: Home, put: Put) -> None:
    put("command", prompt_id="p-1", command="map", argument="")
    command = [sys.executable, "-I", worker_program(), "--home", home.root]
    done = subprocess.run(command, capture_output=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"", b"")
    assert answer(home, "p-1")
