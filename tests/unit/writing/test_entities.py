"""Entities: found by every name, merged, described; what the user said about them stays."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.errors import PmiError, PolicyDenied, UsageError
from pmi.model.memory import Memory as Stored
from pmi.model.memory import Remembered
from pmi.model.operation import Citation, EntityClaim, Operation, Outcome

TEXT = (
    "The team deploys on Tuesdays. 团队周二部署。"
    " From March on it deploys on Mondays. 三月起改为周一。"
)
AGENT = "agent:claude"


def source_said(memory: Memory) -> str:
    done = memory.remember(TEXT)
    assert isinstance(done, Remembered)
    return done.memory.evidence[0].reference


@pytest.fixture
def source(memory: Memory) -> str:
    return source_said(memory)


@pytest.fixture
def agent(memory: Memory) -> Memory:
    return Memory(memory.store, AGENT)


def one(memory: Memory, **fields: object) -> Outcome:
    fields = {"op": "create", **fields}
    [done] = memory.propose([Operation(**fields)])  # type: ignore[arg-type]
    return done


def stored(outcome: Outcome) -> Stored:
    assert outcome.memory is not None
    return outcome.memory


def quoting(source: str, quote: str = "deploys on Tuesdays") -> tuple[Citation, ...]:
    return (Citation(source, quote),)


def test_a_name_in_the_other_script_is_found_where_only_one_has_it(
    memory: Memory, agent: Memory, source: str
) -> None:
    for name in ("陳美玲", "张伟", "張偉", "Anna"):
        one(agent, content=f"{name} 来了", entities=(EntityClaim(name),), evidence=quoting(source))
    assert memory.get_entity("陈美玲").name == "陳美玲"
    assert memory.get_entity("張偉").name == "張偉"
    assert memory.get_entity("张伟").name == "张伟"
    with pytest.raises(PmiError):
        memory.get_entity("陈美")


@pytest.mark.parametrize(("name", "alias"), [("Anna Lee", "anna"), ("李安娜", "安娜")])
def test_entities_are_found_by_every_name_and_merged(
    memory: Memory, agent: Memory, source: str, name: str, alias: str
) -> None:
    claim = EntityClaim(name, "person", "Leads billing.", "Billing", (alias,))
    done = stored(one(agent, content="She deploys", entities=(claim,), evidence=quoting(source)))
    entity = memory.get_entity(alias)
    assert (entity.name, entity.kind, entity.summary, entity.memories) == (
        name, "person", "Leads billing.", 1,
    )  # fmt: skip
    assert memory.get_entity(entity.parent).name == "Billing"
    one(agent, content="She is on leave", entities=(EntityClaim("A. L."),))
    waiting = memory.list_reviews()[0]
    memory.approve([str(waiting.number)])
    merged = memory.merge_entities(name, "A. L.")
    assert (merged.memories, merged.aliases) == (2, tuple(sorted((alias, "A. L."))))
    assert {item.id for item in memory.list_memories(entity="a. l.")} >= {done.id}
    memory.undo()
    assert memory.get_entity("A. L.").memories == 1
    with pytest.raises(PolicyDenied):
        agent.merge_entities(name, "A. L.")


def test_what_the_user_says_about_an_entity_an_agent_does_not_change(
    memory: Memory, agent: Memory
) -> None:
    one(memory, op="update", entities=(EntityClaim("Billing", "project", "Ours."),))
    done = one(agent, op="update", entities=(EntityClaim("billing", "", "Theirs."),))
    assert (done.verdict, done.reason) == ("review", "protected")
    alias = EntityClaim("billing", aliases=("bill",))
    waiting = one(agent, op="update", entities=(alias,))
    assert (waiting.verdict, waiting.reason) == ("review", "protected")
    passing = EntityClaim("billing", "person", aliases=("boss",))
    one(agent, content="It bills monthly", entities=(passing,), slot="x")
    assert memory.get_entity("Billing").aliases == ()
    memory.approve([waiting.proposal])
    assert memory.get_entity("bill").summary == "Ours."
    memory.approve([done.proposal])
    assert memory.get_entity("Billing").summary == "Theirs."


@pytest.mark.parametrize(
    "claims",
    [
        [EntityClaim("A", parent="B"), EntityClaim("B", parent="C"), EntityClaim("C", parent="A")],
        [EntityClaim("A", parent="A")],
        [EntityClaim("A", aliases=("x",)), EntityClaim("B", aliases=("X",))],
        [EntityClaim("ent_nowhere", "person")],
        [EntityClaim("")],
        [EntityClaim("x" * 81)],
    ],
)
def test_entities_make_no_circle_and_share_no_name(
    memory: Memory, claims: list[EntityClaim]
) -> None:
    with pytest.raises(PmiError, match=r"^Operation 1: ") as caught:
        one(memory, op="update", entities=tuple(claims))
    assert caught.value.code in {"usage", "conflict", "not_found"}
    assert memory.list_entities() == []


def test_entities_make_no_circle_through_what_was_merged(memory: Memory) -> None:
    one(memory, op="update", entities=(EntityClaim("A", parent="B"), EntityClaim("B", parent="C")))
    with pytest.raises(UsageError, match="lies above"):
        memory.merge_entities("A", "C")
    one(memory, op="update", entities=(EntityClaim("D"),))
    memory.merge_entities("D", "C")
    with pytest.raises(UsageError, match="a circle"):
        one(memory, op="update", entities=(EntityClaim("D", parent="A"),))
