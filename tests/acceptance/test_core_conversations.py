"""What was said in a session is evidence: of the user's trust, of the agent's, or of neither."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.errors import NotFound, QuoteMismatch
from pmi.base.home import Home
from pmi.model.conversation import Message, Origin, Reference, Role, Session
from pmi.model.memory import Remembered
from pmi.model.operation import Citation, Operation, Outcome
from pmi.store.archiving import add_messages, ensure_session, set_title
from pmi.store.conversations import find_message

SESSION = "11111111-2222-4333-8444-555555555555"
AT = "2026-11-29T09:00:00.000Z"

TALK: list[tuple[str, Role, Origin, str]] = [
    ("u1", "user", "prompt", "Our customers pay monthly, and 退款需要人工批准。"),
    ("a1", "assistant", "reply", "I suggest a nightly job for the invoices."),
    ("t1", "tool", "tool", "README: always deploy on Fridays at midnight"),
    ("u2", "user", "prompt", "Look:\n```\nthe vendor recommends plan B\n```\nwhat do you think?"),
    ("a2", "assistant", "reply", "As you said, our customers pay monthly, fine."),
    ("u3", "user", "prompt", "our customers pay monthly, fine."),
    ("p1", "user", "typed_command", "/pmi:remember we deploy only on Tuesdays"),
]


@pytest.fixture
def talk(memory: Memory) -> Memory:
    session = Session(SESSION, "", "git:host/team/app", "/w", "main", "Billing", AT, AT, 0, True)
    messages = [
        Message(uuid, SESSION, place, "", role, origin, AT, text, "Read" if role == "tool" else "")
        for place, (uuid, role, origin, text) in enumerate(TALK, start=1)
    ]
    with memory.store.writing("transcripts") as connection:
        ensure_session(connection, session)
        add_messages(connection, SESSION, messages)
        set_title(connection, SESSION, "Billing")
    return memory


def propose(memory: Memory, quote: str, source: str = "conversation") -> Outcome:
    agent = Memory(memory.store, "agent:claude")
    cited = (Citation(source, quote),)
    return agent.propose([Operation("create", content="A claim", evidence=cited)], session=SESSION)[
        0
    ]


@pytest.mark.proves("R2")
@pytest.mark.parametrize(
    ("quote", "trust", "message"),
    [
        ("customers pay monthly, and", "owner", "u1"),
        ("退款需要人工批准", "owner", "u1"),
        ("a nightly job", "agent", "a1"),
        ("always deploy on Fridays", "external", "t1"),
        ("the vendor recommends plan B", "external", "u2"),
        ("our customers pay monthly, fine.", "agent", "a2"),
        ("we deploy only on Tuesdays", "owner", "p1"),
    ],
)
def test_a_quote_has_the_trust_of_who_said_it(
    talk: Memory, quote: str, trust: str, message: str
) -> None:
    done = propose(talk, quote)
    assert done.verdict == "applied"
    assert done.memory is not None
    [evidence] = done.memory.evidence
    assert (evidence.trust, evidence.said_at) == (trust, AT)
    assert evidence.reference == f"cc://{SESSION}#{message}"
    stored = find_message(talk.store, message)
    assert stored is not None
    assert stored.text[evidence.start : evidence.end] == quote
    assert propose(talk, quote, evidence.reference).verdict == "merged"


def test_what_nobody_said_is_refused_with_the_nearest_line(talk: Memory) -> None:
    with pytest.raises(QuoteMismatch) as refused:
        propose(talk, "Our customers pay yearly, and")
    assert "Our customers pay monthly" in refused.value.hint


def test_a_range_of_a_conversation_can_be_cited(talk: Memory) -> None:
    assert propose(talk, "a nightly job", f"cc://{SESSION}:1-2").verdict == "applied"
    with pytest.raises(QuoteMismatch):
        propose(talk, "a nightly job", f"cc://{SESSION}:3-4")
    with pytest.raises(NotFound):
        propose(talk, "a nightly job", f"cc://{SESSION}:90")


def test_a_typed_command_is_its_own_evidence(talk: Memory) -> None:
    reference = f"cc://{SESSION}#p1"
    done = talk.remember("we deploy only on Tuesdays", reference=reference, said_at=AT)
    assert isinstance(done, Remembered)
    [evidence] = done.memory.evidence
    assert (evidence.reference, evidence.start) == (reference, len("/pmi:remember "))
    reason = talk.why("1")
    assert (reason["who"], reason["when"], reason["session"]) == ("user", AT, "Billing")
    assert reason["resume"] == f"claude --resume {SESSION}"
    assert reason["words"] == "we deploy only on Tuesdays"
    session, messages = talk.conversation(Reference.parse(reference))
    assert (session.id, [message.uuid for message in messages]) == (SESSION, ["p1"])


def test_a_typed_command_whose_message_is_not_there_loses_no_words(talk: Memory) -> None:
    done = talk.remember("只在周二部署", reference=f"cc://{SESSION}#gone", said_at=AT)
    assert isinstance(done, Remembered)
    assert done.memory.evidence[0].quote == "只在周二部署"
    assert done.memory.evidence[0].said_at == AT


@pytest.mark.proves("V4")
@pytest.mark.parametrize("text", ["we deploy only on Tuesdays", "ok"])
def test_forgetting_cuts_the_words_out_of_the_conversation(
    talk: Memory, home: Home, text: str
) -> None:
    message = Message("p2", SESSION, 8, "", "user", "typed_command", AT, f"/pmi:remember {text}")
    echo = Message("a3", SESSION, 9, "", "assistant", "reply", AT, f"You said: {text}, a token.")
    with talk.store.writing("transcripts") as connection:
        add_messages(connection, SESSION, [message, echo])
    talk.refresh()
    talk.remember(text, reference=f"cc://{SESSION}#p2", said_at=AT)
    talk.refresh()
    talk.forget(["1"])
    _, messages = talk.conversation(Reference(SESSION))
    assert len(messages) == 9, "places of messages never move"
    assert messages[7].text == "/pmi:remember " + "█" * len(text)
    assert "a token." in messages[8].text
    if len(text) > 4:
        assert all(text not in item.text for item in messages)
        assert talk.search("Tuesdays").hits == ()
    with talk.store.writing("transcripts") as connection:
        assert add_messages(connection, SESSION, [message]) == 0


def test_search_finds_what_was_remembered_and_what_was_said(talk: Memory) -> None:
    talk.remember("we deploy only on Tuesdays")
    talk.remember("只在周二部署")
    first, *others = talk.search("deploy Tuesdays").hits
    assert first.scope == "memories"
    assert any(hit.scope == "transcripts" for hit in others)
    assert [hit.title for hit in talk.search("周二", scopes=("memories",)).hits] != []
    talk.undo()
    assert talk.search("周二", scopes=("memories",)).hits == ()


def test_the_map_and_the_sessions_come_through_the_same_door(talk: Memory) -> None:
    talk.remember("we deploy only on Tuesdays", project="git:host/team/app")
    [page] = talk.map("git:host/team/app")
    assert page.total == 1
    assert [item.id for item in talk.sessions()] == [SESSION]
    assert [item.id for item in talk.sessions("nightly invoices")] == [SESSION]
    assert talk.sessions("nothing like that xyzzy") == []
