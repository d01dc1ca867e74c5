"""What waits to be distilled, what was, and what stays true when it is taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pmi import Memory
from pmi.base.errors import NotFound, QuoteMismatch, UsageError
from pmi.base.home import Home
from pmi.model.conversation import Reference
from pmi.model.operation import Citation, Operation
from pmi.model.source import SourceDraft
from pmi.store import archiving
from tests.support.conversations import archive, talk

NOW = "2026-11-30T18:00:00.000Z"
MORNING = "2026-11-30T09:00:00.000Z"
HERE, THERE = "git:code.example/team/here", "git:code.example/team/there"
THREE = talk("We deploy on Tuesdays.", "部署只在周二。", "Keep the staging data.")


@pytest.fixture
def memory(home: Home) -> Iterator[Memory]:
    with Memory.open(home, clock=lambda: NOW) as opened:
        yield opened


@pytest.fixture
def agent(memory: Memory) -> Memory:
    return Memory(memory.store, "agent:reader")


def waiting(memory: Memory, project: str | None = None) -> list[str]:
    return [item.reference for item in memory.undistilled(project)]


def claim(session: str, content: str, quote: str) -> Operation:
    return Operation("create", content, evidence=(Citation(f"cc://{session}", quote),))


CASES = {
    "settled": (THREE, MORNING, "", True),
    "still going on": (THREE, "2026-11-30T17:45:00.000Z", "", False),
    "two prompts": (talk("Hello.", "Thanks."), MORNING, "", False),
    "typed commands": ([*talk("Hi."), *[("typed_command", "/pmi:map")] * 3], MORNING, "", False),
    "queued prompts": ([("queued", f"And {n}.") for n in range(3)], MORNING, "", True),
    "a sub-agent's": (THREE, MORNING, "parent", False),
    "forty days old": (THREE, "2026-10-21T09:00:00.000Z", "", False),
}


@pytest.mark.parametrize("case", CASES)
def test_a_session_waits_when_it_has_ended_and_the_user_said_enough(
    memory: Memory, case: str
) -> None:
    said, started, parent, waits = CASES[case]
    if parent:
        archive(memory, parent, talk("Go."), started=MORNING)
    archive(memory, "s1", said, started=started, parent=parent)
    assert waiting(memory) == ([f"cc://s1:1-{len(said)}"] if waits else [])


def test_a_session_that_a_program_ran_does_not_wait(memory: Memory) -> None:
    archive(memory, "s1", THREE, started=MORNING, entrypoint="sdk-cli")
    assert waiting(memory) == []


def test_the_newest_comes_first_and_a_project_is_asked_for_by_its_key(memory: Memory) -> None:
    archive(memory, "s1", THREE, started=MORNING, project=HERE)
    archive(memory, "s2", THREE, started="2026-11-30T10:00:00.000Z", project=THERE)
    memory.add_source(SourceDraft("Refunds need two signatures.", title="Refunds"))
    assert [item.kind for item in memory.undistilled()] == ["session", "session", "document"]
    assert waiting(memory)[:2] == ["cc://s2:1-6", "cc://s1:1-6"]
    assert waiting(memory, HERE) == ["cc://s1:1-6"]


def test_what_is_proposed_for_a_session_takes_it_off_the_list(
    memory: Memory, agent: Memory
) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    [done] = agent.propose([claim("s1", "部署只在周二", "部署只在周二")], distilled=["cc://s1:1-6"])
    assert (done.verdict, done.memory and done.memory.trust) == ("applied", "owner")
    assert waiting(memory) == []
    assert memory.rebuild().changed == 0


def test_nothing_worth_keeping_is_a_mark_of_its_own_and_can_be_taken_back(
    memory: Memory, agent: Memory
) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    assert agent.propose([], distilled=["cc://s1:1-6"]) == []
    assert waiting(memory) == []
    undone = memory.undo()
    assert (undone.op, undone.texts, undone.about) == ("distill", (), ("cc://s1",))
    assert waiting(memory) == ["cc://s1:1-6"]
    assert memory.rebuild().changed == 0


def test_a_wrong_proposal_leaves_the_session_waiting(memory: Memory, agent: Memory) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    with pytest.raises(QuoteMismatch):
        agent.propose([claim("s1", "x", "never said this")], distilled=["cc://s1"])
    agent.propose([claim("s1", "Data stays", "Keep the staging data")], dry_run=True)
    assert waiting(memory) == ["cc://s1:1-6"]


def test_marking_twice_writes_once(memory: Memory) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    assert memory.mark_distilled(["cc://s1", "cc://s1:1-6"]) == 1
    entries = len(memory.log())
    assert memory.mark_distilled(["cc://s1"]) == 0
    assert len(memory.log()) == entries


def test_a_session_that_went_on_waits_again_from_there_with_what_went_before(
    memory: Memory, agent: Memory
) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    agent.propose(
        [claim("s1", "We deploy on Tuesdays", "deploy on Tuesdays")], distilled=["cc://s1"]
    )
    more = talk("From now on Wednesdays.", "改成周三。", "Tell the team.")
    archive(memory, "s1", more, started="2026-11-30T10:00:00.000Z", first=7)
    assert waiting(memory) == ["cc://s1:7-12"]
    before = memory.distilled_before(Reference("s1", first=7, last=12))
    assert before is not None
    assert before.upto == 6
    assert [prompt.text for prompt in before.prompts] == [text for _, text in THREE[::2]]
    assert [item.content for item in before.memories] == ["We deploy on Tuesdays"]
    assert memory.distilled_before(Reference("s1", first=3, last=5)) is None
    assert memory.distilled_before(Reference("s1")) is None


def test_a_word_of_thanks_afterwards_does_not_wait(memory: Memory) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    memory.mark_distilled(["cc://s1"])
    archive(memory, "s1", talk("Thanks!"), started="2026-11-30T10:00:00.000Z", first=7)
    assert waiting(memory) == []


def test_a_fork_waits_only_from_its_own_words_on(memory: Memory) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    archive(memory, "s2", talk("A.", "B.", "C."), started="2026-11-30T10:00:00.000Z")
    with memory.store.writing("transcripts") as connection:
        connection.execute("DELETE FROM session_message WHERE session = 's2'")
        numbers = [row[0] for row in connection.execute("SELECT id FROM message ORDER BY id")]
        connection.executemany(
            "INSERT INTO session_message VALUES ('s2', ?, ?)", list(enumerate(numbers, 1))
        )
    assert waiting(memory) == ["cc://s2:7-12", "cc://s1:1-6"]


def test_a_part_can_not_be_marked_over_what_was_left_out(memory: Memory) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    with pytest.raises(UsageError) as refused:
        memory.mark_distilled(["cc://s1:4-6"])
    assert "cc://s1:1-6" in refused.value.hint
    memory.mark_distilled(["cc://s1:1-3"])
    memory.mark_distilled(["cc://s1:4-99"])
    assert waiting(memory) == []


@pytest.mark.parametrize(
    ("reference", "error"),
    [
        ("cc://gone-session", NotFound),
        ("src_gone", NotFound),
        ("cc://s1#s1-1", UsageError),
        ("cc://s1:9-2", UsageError),
    ],
)
def test_what_is_not_there_can_not_be_marked(
    memory: Memory, reference: str, error: type[Exception]
) -> None:
    archive(memory, "s1", THREE, started=MORNING)
    with pytest.raises(error):
        memory.mark_distilled([reference])
    assert waiting(memory) == ["cc://s1:1-6"]


@pytest.mark.parametrize("text", ["Refunds need two signatures.", "退款需要两人签字。"])
def test_a_document_waits_until_it_is_quoted_or_marked_and_again_when_it_changes(
    memory: Memory, agent: Memory, text: str
) -> None:
    key = "refunds"
    source = memory.add_source(SourceDraft(text, origin_key=key)).source.id
    other = memory.add_source(SourceDraft("Lunch is at noon.")).source.id
    assert set(waiting(memory)) == {source, other}
    agent.propose([Operation("create", "Two sign", evidence=(Citation(source, text[:8]),))])
    assert waiting(memory) == [other]
    memory.mark_distilled([other])
    assert waiting(memory) == []
    memory.add_source(SourceDraft(f"{text} Since May.", origin_key=key))
    assert waiting(memory) == [source]


def test_what_the_user_told_us_to_remember_is_no_document(memory: Memory) -> None:
    memory.remember("we deploy only on Tuesdays")
    assert waiting(memory) == []


def test_a_forgotten_message_breaks_no_list(memory: Memory) -> None:
    uuids = archive(memory, "s1", THREE, started=MORNING)
    with memory.store.writing("transcripts") as connection:
        archiving.bury(connection, {uuids[0]: NOW}, "forgotten")
    assert waiting(memory) == ["cc://s1:1-6"]
