"""What a hit says of itself besides its words."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.model.conversation import Message, Session
from pmi.model.finding import Mark
from pmi.model.operation import Citation, Operation
from pmi.model.source import SourceDraft
from pmi.search.index import catch_up
from pmi.search.query import search
from pmi.store import archiving, files_read

AT = "2026-01-05T10:00:00.000Z"


def marks(memory: Memory, words: str, **more: object) -> list[tuple[Mark, ...]]:
    catch_up(memory.store)
    return [hit.marks for hit in search(memory.store, words, **more).hits]  # type: ignore[arg-type]


def archive(memory: Memory, *messages: Message, gone: bool = False, parent: str = "") -> None:
    """Store one session with its transcript, which Claude Code may have deleted."""
    with memory.store.writing("transcripts") as connection:
        archiving.ensure_session(
            connection, Session("s1", parent, "path:~/a", "", "", "", AT, AT, 0, original=True)
        )
        archiving.add_messages(connection, "s1", messages)
        files_read.save_file(connection, files_read.FileState("/t/s1.jsonl", session="s1"))
        if gone:
            files_read.mark_gone(connection, ["/t/s1.jsonl"])


def said(uuid: str, text: str, parent: str = "") -> Message:
    return Message(uuid, "s1", 0, parent, "user", "prompt", AT, text)


def answered(uuid: str, text: str, parent: str) -> Message:
    return Message(uuid, "s1", 0, parent, "assistant", "reply", AT, text)


def test_what_the_user_said_has_no_mark(memory: Memory) -> None:
    archive(memory, said("a", "the heron nests"))
    memory.remember("herons nest in March")
    assert marks(memory, "heron") == [(), ()]


def test_what_was_proposed_is_unconfirmed_and_on_imported_words_external(memory: Memory) -> None:
    source = memory.add_source(SourceDraft("herons nest in May")).source.id
    agent = Memory(memory.store, "agent:test")
    agent.propose(
        [Operation("create", "herons nest in May", evidence=(Citation(source, "herons nest"),))]
    )
    assert marks(memory, "heron") == [("unconfirmed", "external")]
    assert marks(memory, "heron", scopes=("sources",)) == [("external",)]


def test_what_is_no_longer_so_is_past(memory: Memory) -> None:
    memory.remember("herons nest in March")
    memory.archive([memory.list_memories()[0].id])
    assert marks(memory, "heron") == []
    assert marks(memory, "heron", status="all") == [("past",)]


@pytest.mark.proves("T6")
def test_a_deleted_original_is_marked_and_still_found(memory: Memory) -> None:
    archive(memory, said("a", "the heron nests"), gone=True)
    assert marks(memory, "heron") == [("gone",)]
    assert marks(memory, "heron", scopes=("sessions",)) == [("gone",)]


@pytest.mark.proves("T2")
def test_what_a_sub_agent_said_is_marked(memory: Memory) -> None:
    archive(memory, said("a", "the heron nests"), parent="s0")
    assert marks(memory, "heron") == [("subagent",)]


def test_pasted_words_are_external(memory: Memory) -> None:
    archive(memory, said("a", "the heron nests")._replace(pasted=True))
    assert marks(memory, "heron") == [("external",)]


def test_what_the_user_took_back_is_marked(memory: Memory) -> None:
    archive(
        memory,
        said("a", "hello"),
        answered("b", "hello", "a"),
        said("c", "where do herons nest", "b"),
        said("d", "where do herons sleep", "b"),
        answered("e", "herons sleep in trees", "d"),
    )
    catch_up(memory.store)
    found = {hit.reference: hit.marks for hit in search(memory.store, "heron").hits}
    assert found == {"cc://s1#c": ("taken_back",), "cc://s1#d": (), "cc://s1#e": ()}
