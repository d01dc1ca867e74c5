"""Beginnings of ids are completed where they name one thing, and refused where they name two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.errors import NotFound, PmiError, UsageError
from pmi.model.conversation import Message, Reference, Session
from pmi.store.archiving import add_messages, ensure_session
from pmi.store.references import complete

AT = "2026-01-05T10:00:00.000Z"
MAIN, ALIKE = "3f9a1c2b-1111", "3f9a77aa-2222"
AGENT = "3f9a1c2b-1111.a4ae"


def archive(memory: Memory, session: str, parent: str, *uuids: str) -> None:
    about = Session(session, parent, "", "/w", "", "", AT, AT, 0, True)
    said = [
        Message(uuid, session, place, "", "user", "prompt", AT, f"words {uuid}")
        for place, uuid in enumerate(uuids, 1)
    ]
    with memory.store.writing("transcripts") as connection:
        ensure_session(connection, about)
        add_messages(connection, session, said)


@pytest.fixture
def talks(memory: Memory) -> Memory:
    archive(memory, MAIN, "", "aaaa-1", "aaaa-2", "bbbb-1")
    archive(memory, ALIKE, "", "cccc-1")
    archive(memory, AGENT, MAIN, "dddd-1")
    return memory


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("cc://3f9a1c", f"cc://{MAIN}"),
        (f"cc://{MAIN}", f"cc://{MAIN}"),
        ("cc://3f9a1c2b-1111.a", f"cc://{AGENT}"),
        ("cc://3f9a1c:2-3", f"cc://{MAIN}:2-3"),
        ("cc://3f9a1c#bbbb", f"cc://{MAIN}#bbbb-1"),
        ("cc://3f9a1c#aaaa-2", f"cc://{MAIN}#aaaa-2"),
        ("cc://3f9a1c#zzzz", f"cc://{MAIN}#zzzz"),
    ],
)
def test_a_beginning_is_completed(talks: Memory, typed: str, whole: str) -> None:
    assert str(complete(talks.store, Reference.parse(typed))) == whole


@pytest.mark.parametrize(
    ("typed", "names"),
    [("cc://3f9a", (MAIN, ALIKE)), ("cc://3f9a1c#aaaa", ("aaaa-1", "aaaa-2"))],
)
def test_a_beginning_of_two_names_both(talks: Memory, typed: str, names: tuple[str, str]) -> None:
    with pytest.raises(UsageError) as caught:
        complete(talks.store, Reference.parse(typed))
    assert all(name in caught.value.message for name in names)


@pytest.mark.parametrize("typed", ["cc://3f9", "cc://zzzzzz", "cc://3f9A1c", "cc://3f9_1c"])
def test_what_begins_nothing_is_not_found(talks: Memory, typed: str) -> None:
    with pytest.raises(NotFound):
        complete(talks.store, Reference.parse(typed))


@given(st.from_regex(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,20}\Z"))
def test_any_beginning_is_completed_or_refused(talks: Memory, typed: str) -> None:
    try:
        found = complete(talks.store, Reference(typed))
    except PmiError:
        return
    assert found.session.startswith(typed)
