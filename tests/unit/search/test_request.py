"""What a search is limited to: every condition, what it leaves out, what is refused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pmi import Memory
from pmi.base.errors import NotFound, UsageError
from pmi.model.finding import SCOPES, Hit
from pmi.model.operation import Citation, EntityClaim, Operation
from pmi.model.source import SourceDraft
from pmi.search.index import catch_up
from pmi.search.query import search
from tests.unit.search.conftest import Say


def plain(hit: Hit) -> str:
    return hit.snippet.replace("«", "").replace("»", "")


@pytest.fixture
def home_of_herons(memory: Memory, say: Say) -> Memory:
    """Return a memory in which herons are asked about, answered, looked up and remembered."""
    say("do herons nest here", session="s-one", project="git:code.example/team/app")
    say(
        "herons nest in March",
        session="s-one",
        role="assistant",
        project="git:code.example/team/app",
    )
    say(
        "grep herons",
        session="s-one",
        role="tool",
        tool="Bash",
        project="git:code.example/team/app",
    )
    say("heron by night", session="s-two", project="path:~/夜鹭", at="2026-02-05T10:00:00.000Z")
    say("heron by day", session="s-sub", parent="s-two", at="2026-02-05T10:00:00.000Z")
    source = memory.add_source(SourceDraft("heron one. heron two.", origin_key="notes:1")).source.id
    memory.propose(
        [
            Operation(
                "create",
                "heron one",
                kind="decision",
                entities=(EntityClaim("Grey Heron", "thing"),),
                evidence=(Citation(source, "heron one"),),
            ),
            Operation("create", "heron two", evidence=(Citation(source, "heron two"),)),
        ]
    )
    memory.archive([memory.list_memories(kind="semantic")[0].id])
    catch_up(memory.store)
    return memory


FOUND: Mapping[str, tuple[dict[str, object], list[str]]] = {
    "role user": ({"role": "user"}, ["do herons nest here", "heron by day", "heron by night"]),
    "role assistant": ({"role": "assistant"}, ["herons nest in March"]),
    "role tool": ({"role": "tool"}, ["grep herons"]),
    "tool": ({"tool": "Bash"}, ["grep herons"]),
    "tool in any case": ({"tool": "bash"}, ["grep herons"]),
    "another tool": ({"tool": "Read"}, []),
    "kind": ({"kind": "decision"}, ["heron one"]),
    "entity": ({"entity": "grey heron"}, ["heron one"]),
    "active only": ({"status": "active"}, ["heron one"]),
    "archived": ({"status": "archived"}, ["heron two"]),
    "any status": ({"status": "all"}, ["heron one", "heron two"]),
    "entity of another kind": ({"entity": "Grey Heron", "kind": "person"}, []),
    "within a session": (
        {"within": "s-one"},
        ["do herons nest here", "grep herons", "herons nest in March"],
    ),
    "within a range": (
        {"within": "cc://s-one:1-2"},
        ["do herons nest here", "herons nest in March"],
    ),
    "within one message's place": ({"within": "cc://s-one:2"}, ["herons nest in March"]),
    "within, by a hit's reference": (
        {"within": "cc://s-one#m-1"},
        ["do herons nest here", "grep herons", "herons nest in March"],
    ),
    "within, sub-agents too": ({"within": "cc://s-two"}, ["heron by day", "heron by night"]),
    "within and role": ({"within": "s-one", "role": "user"}, ["do herons nest here"]),
    "since": (
        {"since": "2026-01-20", "scopes": ("transcripts",)},
        ["heron by day", "heron by night"],
    ),
    "until a moment": (
        {"until": "2026-01-05T10:00:00.001Z", "scopes": ("transcripts",)},
        ["do herons nest here", "grep herons", "herons nest in March"],
    ),
    "project by name": ({"project": "夜鹭", "scopes": ("transcripts",)}, ["heron by night"]),
    "project by the end of its key": (
        {"project": "team/app", "role": "user"},
        ["do herons nest here"],
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_finds_only_what_satisfies(home_of_herons: Memory, name: str) -> None:
    conditions, expected = FOUND[name]
    found = search(home_of_herons.store, "heron", **conditions)  # type: ignore[arg-type]
    assert sorted(plain(hit) for hit in found.hits) == expected


LEFT_OUT = {
    "role": ({"role": "user"}, True),
    "role in conversations": ({"role": "user", "scopes": ("transcripts", "sessions")}, False),
    "kind": ({"kind": "decision"}, True),
    "kind of memories": ({"kind": "decision", "scopes": ("memories",)}, False),
    "within": ({"within": "s-one"}, False),
    "nothing": ({}, False),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_says_which_scopes_were_left_out(home_of_herons: Memory, name: str) -> None:
    conditions, noted = LEFT_OUT[name]
    answer = search(home_of_herons.store, "heron", **conditions)  # type: ignore[arg-type]
    assert bool(answer.notes) == noted


REFUSED: Mapping[str, tuple[dict[str, object], type[Exception]]] = {
    "a day that is none": ({"since": "2026-02-30"}, UsageError),
    "no day at all": ({"until": "soon"}, UsageError),
    "half a moment": ({"since": "2026-01-05T10"}, UsageError),
    "the later day first": ({"since": "2026-02-02", "until": "2026-02-01"}, UsageError),
    "role": ({"role": "boss"}, UsageError),
    "kind": ({"kind": "heron"}, UsageError),
    "status": ({"status": "gone"}, UsageError),
    "scope": ({"scopes": ("birds",)}, UsageError),
    "what only memories have, of a message": ({"role": "user", "kind": "decision"}, UsageError),
    "a message's role among memories": ({"role": "user", "scopes": ("memories",)}, UsageError),
    "a memory within a conversation": ({"within": "s-one", "scopes": ("memories",)}, UsageError),
    "no reference": ({"within": "cc://"}, UsageError),
    "an unknown session": ({"within": "cc://nowhere"}, NotFound),
    "an unknown message": ({"within": "cc://s-one#m-99"}, NotFound),
    "a range behind the end": ({"within": "cc://s-one:7-9"}, NotFound),
    "an unknown entity": ({"entity": "nobody"}, NotFound),
    "an unknown project": ({"project": "ap"}, NotFound),
}


@pytest.mark.proves("S5")
@pytest.mark.parametrize("name", REFUSED)
def test_refuses_what_can_not_be(home_of_herons: Memory, name: str) -> None:
    conditions, error = REFUSED[name]
    with pytest.raises(error):
        search(home_of_herons.store, "heron", **conditions)  # type: ignore[arg-type]


def test_an_unknown_project_is_answered_with_the_nearest(home_of_herons: Memory) -> None:
    with pytest.raises(NotFound) as raised:
        search(home_of_herons.store, "heron", project="ap")
    assert raised.value.hint.startswith("one of git:code.example/team/app")
    new = search(home_of_herons.store, "heron", project="git:code.example/team/apps")
    assert "git:code.example/team/app" in new.notes[0]
    assert {hit.scope for hit in new.hits} <= {"memories"}


@pytest.mark.parametrize("status", ["all", "archived"])
def test_what_the_user_rejected_is_in_no_answer(home_of_herons: Memory, status: str) -> None:
    active = home_of_herons.list_memories()[0]
    home_of_herons.reject([active.id], "")
    catch_up(home_of_herons.store)
    found = search(home_of_herons.store, "heron", status=status)
    assert active.id not in {hit.reference for hit in found.hits}


def test_hits_of_the_project_in_which_it_is_asked_come_first(memory: Memory, say: Say) -> None:
    say("the heron nests", session="s1", project="path:~/a")
    say("the heron nests", session="s2", project="path:~/b")
    for here in ("path:~/a", "path:~/b"):
        first, second = search(memory.store, "heron", here=here).hits
        assert first.project == here
        assert "+here" in first.why
        assert "+here" not in second.why


def test_of_two_alike_the_recent_one_comes_first(memory: Memory, say: Say) -> None:
    say("the heron nests", session="s1", at="2020-01-05T10:00:00.000Z")
    say("the heron nests", session="s2", at=memory.store.clock())
    first, second = search(memory.store, "heron").hits
    assert first.reference.startswith("cc://s2#")
    assert "+recent" in first.why
    assert "+recent" not in second.why


@pytest.mark.proves("S2")
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("text", ["", "heron", "\ud800", '"', "量子"])
def test_every_scope_answers_any_text(home_of_herons: Memory, scope: str, text: str) -> None:
    answer = search(home_of_herons.store, text, scopes=(scope,), limit=1000)  # type: ignore[arg-type]
    assert {hit.scope for hit in answer.hits} <= {scope}
