"""How memories change: superseding, updating, linking, putting away, entities, reviews."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.errors import Conflict, NotFound, UsageError
from pmi.model.memory import Memory as Stored
from pmi.model.memory import Remembered
from pmi.model.operation import Citation, EntityClaim, LinkClaim, Operation, Outcome

TEXT = (
    "The team deploys on Tuesdays. 团队周二部署。"
    " From March on it deploys on Mondays. 三月起改为周一。"
)
AGENT = "agent:claude"


@pytest.fixture
def source(memory: Memory) -> str:
    return source_said(memory)


@pytest.fixture
def agent(memory: Memory) -> Memory:
    return Memory(memory.store, AGENT)


def source_said(memory: Memory) -> str:
    done = memory.remember(TEXT)
    assert isinstance(done, Remembered)
    return done.memory.evidence[0].reference


def one(memory: Memory, **fields: object) -> Outcome:
    fields = {"op": "create", **fields}
    [done] = memory.propose([Operation(**fields)])  # type: ignore[arg-type]
    return done


def stored(outcome: Outcome) -> Stored:
    assert outcome.memory is not None
    return outcome.memory


def quoting(source: str, quote: str = "deploys on Tuesdays") -> tuple[Citation, ...]:
    return (Citation(source, quote),)


@pytest.mark.parametrize(
    ("words", "slot"),
    [
        (("Deploys are on Tuesdays", "Deploys are on Mondays"), ""),
        (("周二部署", "周一部署"), ""),
        (("Deploys are on Tuesdays", "Deploys are on Mondays"), "deploy day"),
    ],
)
def test_what_supersedes_takes_the_slot_and_the_old_one_says_until_when_it_held(
    memory: Memory, agent: Memory, source: str, words: tuple[str, str], slot: str
) -> None:
    before, after = words
    old = stored(one(agent, content=before, slot=slot, valid_from="2026-01-01",
                     entities=(EntityClaim("CI"),), evidence=quoting(source)))  # fmt: skip
    done = one(
        agent, op="supersede", target=old.slug, content=after, valid_from="2026-03-01",
        evidence=quoting(source, "deploys on Mondays"),
    )  # fmt: skip
    assert (done.verdict, done.superseded) == ("applied", old.id)
    assert [item.name for item in stored(done).entities] == ["CI"]
    first, second = memory.history(stored(done).id)
    assert (first.status, first.valid_to, first.successor) == (
        "superseded",
        "2026-03-01",
        second.id,
    )
    assert (second.status, second.slot) == ("active", slot or old.slug)


def test_an_earlier_date_goes_into_history_and_changes_nothing_now(
    memory: Memory, agent: Memory, source: str
) -> None:
    now = stored(
        one(agent, content="B", slot="day", valid_from="2026-03-01", evidence=quoting(source))
    )
    done = one(agent, content="A", slot="day", valid_from="2026-01-01", evidence=quoting(source))
    assert (done.verdict, done.reason) == ("applied", "history")
    assert memory.get(now.id).status == "active"


def test_what_is_older_than_what_it_was_to_replace_says_so(
    memory: Memory, agent: Memory, source: str
) -> None:
    now = stored(
        one(agent, content="B", slot="day", valid_from="2026-03-01", evidence=quoting(source))
    )
    done = one(agent, op="supersede", target=now.id, content="A", valid_from="2026-01-01",
               evidence=quoting(source))  # fmt: skip
    assert (done.verdict, done.reason, done.superseded) == ("applied", "history", "")
    assert "valid_from" in done.hint


def test_what_was_superseded_without_a_slot_comes_back_only_as_a_source(
    memory: Memory, agent: Memory, source: str
) -> None:
    old = stored(one(agent, content="Deploys are on Tuesdays", evidence=quoting(source)))
    new = stored(one(agent, op="supersede", target=old.id, content="Deploys are on Mondays",
                     evidence=quoting(source, "deploys on Mondays")))  # fmt: skip
    again = one(agent, content="deploys are on TUESDAYS!", evidence=quoting(source, "周二部署"))
    assert (again.verdict, stored(again).id) == ("merged", old.id)
    assert memory.get(new.id).status == "active"
    assert memory.get(old.id).status == "superseded"


def test_an_agent_supersedes_what_is_confirmed_only_with_the_users_word(
    memory: Memory, agent: Memory, source: str
) -> None:
    confirmed = stored(one(memory, content="Deploys are on Tuesdays", valid_from="2026-01-01"))
    done = one(agent, op="supersede", target=confirmed.id, content="Deploys are on Mondays",
               valid_from="2026-06-01", evidence=quoting(source))  # fmt: skip
    assert (done.verdict, memory.get(confirmed.id).status) == ("disputed", "active")
    unquoted = one(agent, op="supersede", target=confirmed.id, content="Deploys never")
    assert (unquoted.verdict, unquoted.reason) == ("review", "protected")
    assert [item.number for item in memory.list_reviews()] == [done.number, unquoted.number]
    memory.approve([str(done.number)])
    assert memory.get(confirmed.id).status == "superseded"
    memory.reject([str(unquoted.number)], "no")
    assert [item.status for item in memory.list_reviews(None)] == ["approved", "rejected"]


def test_an_update_changes_what_is_said_about_a_memory_and_undo_brings_it_back(
    memory: Memory, agent: Memory, source: str
) -> None:
    before = stored(one(agent, content="Deploys are on Tuesdays"
                        , evidence=quoting(source)))  # fmt: skip
    done = one(agent, op="update", target=before.id, detail="At ten.", kind="procedure",
               slug="deploy-day", slot="deploy", valid_to="2027-01-01",
               entities=(EntityClaim("CI", "artifact"),),
               evidence=quoting(source, "团队周二部署"))  # fmt: skip
    after = stored(done)
    assert (after.detail, after.kind, after.slug, after.slot, after.valid_to) == (
        "At ten.", "procedure", "deploy-day", "deploy", "2027-01-01",
    )  # fmt: skip
    assert [item.quote for item in after.evidence] == ["deploys on Tuesdays", "团队周二部署"]
    assert memory.get("deploy-day").id == before.id
    memory.undo()
    assert memory.get(before.id) == before


@pytest.mark.parametrize("day", ["", "2026-01-01", "2026-02-01"])
def test_an_agent_that_says_the_same_adds_nothing_unseen_to_what_is_confirmed(
    memory: Memory, agent: Memory, source: str, day: str
) -> None:
    slot = "day" if day else ""
    mine = stored(
        one(memory, content="Deploys are on Mondays", slot=slot, slug="mine",
            valid_from=day and "2026-02-01", detail="As agreed.")
    )  # fmt: skip
    done = one(agent, content="DEPLOYS ARE ON MONDAYS!", slot=slot, slug="theirs", valid_from=day,
               valid_to="2026-03-01", kind="decision", detail="Push without asking.",
               evidence=quoting(source))  # fmt: skip
    shown = memory.get("theirs")
    assert (done.verdict, shown.id, len(shown.evidence)) == ("merged", mine.id, 1)
    assert (shown.content, shown.detail, shown.kind, shown.valid_to) == (
        "Deploys are on Mondays", "As agreed.", "semantic", "",
    )  # fmt: skip


def test_a_slug_has_one_memory(memory: Memory) -> None:
    one(memory, content="One", slug="deploy-day")
    one(memory, content="Remember me")
    for fields in ({"content": "Two"}, {"op": "update", "target": "remember-me"}):
        with pytest.raises(Conflict, match=r"^Operation 1: "):
            one(memory, slug="deploy-day", **fields)


def test_an_agent_may_not_change_what_is_protected(
    memory: Memory, agent: Memory, source: str
) -> None:
    confirmed = stored(one(memory, content="Deploys are on Tuesdays"))
    backed = stored(one(agent, content="The team is large", evidence=quoting(source)))
    for target in (confirmed, backed):
        done = one(agent, op="update", target=target.id, detail="Not so.")
        assert (done.verdict, done.reason) == ("review", "protected")
        assert memory.get(target.id).detail == ""
    cited = quoting(source)
    done = one(agent, op="update", target=backed.id, detail="So.", evidence=cited)
    assert done.verdict == "applied"
    memory.approve([str(memory.list_reviews()[0].number)])
    assert memory.get(confirmed.id).detail == "Not so."


@pytest.mark.parametrize("how", ["slot", "link"])
def test_a_question_stays_open_until_it_is_answered(
    memory: Memory, agent: Memory, source: str, how: str
) -> None:
    question = stored(
        one(agent, content="When do we deploy?", stance="question", slot="deploy day",
            evidence=quoting(source))
    )  # fmt: skip
    assert question.status == "active"
    if how == "slot":
        answer = one(agent, content="On Tuesdays", slot="deploy day", evidence=quoting(source))
    else:
        links = (LinkClaim("answers", question.slug),)
        answer = one(agent, content="On Tuesdays", links=links, evidence=quoting(source))
    answered = memory.get(question.id)
    assert (answered.status, answered.successor) == ("superseded", stored(answer).id)
    memory.archive([stored(answer).id])
    assert memory.get(question.id).status == "active"


def test_the_users_question_is_closed_by_the_user(memory: Memory, agent: Memory) -> None:
    question = stored(one(memory, content="When?", stance="question"))
    claim = stored(one(memory, content="On Tuesdays"))
    done = one(agent, op="link", target=claim.id, links=(LinkClaim("answers", question.id),))
    assert (done.verdict, done.reason) == ("review", "protected")
    memory.approve([done.proposal])
    assert memory.get(question.id).status == "superseded"


@pytest.mark.parametrize("how", ["slot", "supersede", "update", "supersede with a link"])
def test_no_way_around_closes_the_users_question(memory: Memory, agent: Memory, how: str) -> None:
    question = stored(one(memory, content="When?", stance="question", slot="day"))
    cited = quoting(source_said(memory))
    mine = stored(one(agent, content="Something else", evidence=cited)).id
    ways: dict[str, dict[str, object]] = {
        "slot": {"content": "On Tuesdays", "slot": "day"},
        "supersede": {"op": "supersede", "target": question.id, "content": "On Tuesdays"},
        "update": {"op": "update", "target": mine, "slot": "day"},
        "supersede with a link": {
            "op": "supersede", "target": mine, "content": "On Tuesdays",
            "links": (LinkClaim("answers", question.id),),
        },
    }  # fmt: skip
    done = one(agent, evidence=cited, **ways[how])
    assert (done.verdict, done.reason) == ("review", "protected")
    assert memory.get(question.id).status == "active"
    memory.approve([str(done.number)])
    assert memory.get(question.id).status == "superseded"


def test_an_update_can_not_end_a_memory_before_it_begins(memory: Memory) -> None:
    begun = stored(one(memory, content="It begins", valid_from="2026-05-01"))
    with pytest.raises(UsageError, match="before it begins"):
        one(memory, op="update", target=begun.id, valid_to="2026-04-30")


def test_links_are_seen_from_both_ends_once(memory: Memory) -> None:
    first, second = (stored(one(memory, content=text)) for text in ("One", "Two"))
    for _ in range(2):
        one(memory, op="link", target=first.id, links=(LinkClaim("supports", second.id),))
    assert [(item.type, item.other, item.outgoing) for item in memory.get(first.id).links] == [
        ("supports", second.id, True)
    ]
    assert [item.outgoing for item in memory.get(second.id).links] == [False]


@pytest.mark.parametrize("link_type", ["part_of", "caused_by", "supports"])
def test_links_make_no_circle(memory: Memory, link_type: str) -> None:
    ids = [stored(one(memory, content=text)).id for text in ("One", "Two", "Three")]
    link = {"op": "link"}
    for start, end in ((0, 1), (1, 2)):
        one(memory, **link, target=ids[start], links=(LinkClaim(link_type, ids[end]),))  # type: ignore[arg-type]
    for start, end in ((2, 0), (0, 0)):
        with pytest.raises(UsageError, match=r"^Operation 1: "):
            one(memory, **link, target=ids[start], links=(LinkClaim(link_type, ids[end]),))  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        one(memory, **link, target=ids[0], links=(LinkClaim("supports", "mem_nowhere"),))


def test_what_the_user_put_away_comes_back_by_the_user_only(
    memory: Memory, agent: Memory, source: str
) -> None:
    mine = stored(one(memory, content="Deploys are on Tuesdays"))
    own = stored(one(agent, content="The team is large", evidence=quoting(source)))
    memory.archive([mine.id])
    agent.propose([Operation("archive", target=own.id, evidence=quoting(source))])
    refused, done = agent.restore_memory([mine.id, own.id])
    assert (refused.verdict, refused.reason, done.verdict) == (
        "review", "archived_by_user", "applied",
    )  # fmt: skip
    assert (memory.get(mine.id).status, memory.get(own.id).status) == ("archived", "active")
    memory.restore_memory([mine.id])
    assert memory.get(mine.id).status == "active"


def test_the_same_proposal_waits_once(memory: Memory, agent: Memory) -> None:
    other = Memory(memory.store, "agent:other")
    first, second = one(agent, content="Unquoted"), one(other, content="Unquoted")
    assert (first.proposal, first.number) == (second.proposal, second.number)
    assert len(memory.list_reviews()) == 1


def test_a_claim_is_disputed_when_a_better_one_arrives_later_and_settles_with_it(
    memory: Memory, agent: Memory, source: str
) -> None:
    weak = stored(one(agent, content="On Fridays", slot="day", valid_from="2026-05-01",
                      evidence=quoting(source)))  # fmt: skip
    one(memory, content="On Mondays", slot="day", valid_from="2026-04-01")
    assert memory.get(weak.id).status == "disputed"
    [review] = memory.list_reviews()
    assert (review.subject, review.against and review.against.content) == (weak.id, "On Mondays")
    one(memory, content="On Fridays", slot="day", valid_from="2026-06-01")
    assert memory.list_reviews() == []
    assert memory.get_review(str(review.number)).status == "settled"


def test_one_wrong_operation_of_ten_thousand_writes_nothing(memory: Memory) -> None:
    good = [Operation("create", content=f"Memory {number}") for number in range(9_999)]
    wrong = Operation("link", target="mem_nowhere", links=(LinkClaim("supports", "x"),))
    with pytest.raises(NotFound, match=r"^Operation 10000: "):
        memory.propose([*good, wrong])
    assert memory.counts()["entries"] == 0
    assert memory.list_memories(None) == []


def test_a_proposal_whose_source_was_forgotten_can_not_be_approved(
    memory: Memory, agent: Memory, source: str
) -> None:
    confirmed = stored(one(memory, content="Deploys are on Tuesdays"))
    done = one(agent, op="archive", target=confirmed.id, evidence=quoting(source))
    memory.forget(["1"])
    with pytest.raises(NotFound):
        memory.approve([done.proposal])
    assert memory.get(confirmed.id).status == "active"


@pytest.mark.parametrize("op", ["create", "supersede"])
def test_what_an_agent_says_holds_from_a_later_day_waits_for_the_user(
    memory: Memory, agent: Memory, source: str, op: str
) -> None:
    now = stored(
        one(agent, content="B", slot="day", valid_from="2026-01-01", evidence=quoting(source))
    )
    target = now.id if op == "supersede" else ""
    done = one(agent, op=op, target=target, content="C", slot="day", valid_from="9999-12-31",
               evidence=quoting(source))  # fmt: skip
    assert (done.verdict, done.reason) == ("review", "future")
    assert memory.get(now.id).status == "active"
    memory.approve([done.proposal])
    assert memory.get(now.id).status == "superseded"


@pytest.mark.parametrize("content", [".", "——", "[private]", "[redacted:password]", "\u200b", "…"])
def test_what_has_no_word_is_no_memory(memory: Memory, content: str) -> None:
    with pytest.raises(UsageError):
        one(memory, content=content)
    assert memory.list_memories(None) == []


@pytest.mark.parametrize(
    "words", [("Deploys are on Tuesdays", "deploys are on TUESDAYS."), ("周二部署", "周二 部署！")]
)
def test_what_is_known_is_not_put_to_the_user_again(
    memory: Memory, agent: Memory, words: tuple[str, str]
) -> None:
    known = stored(one(memory, content=words[0]))
    done = one(agent, content=words[1])
    assert (done.verdict, done.reason, stored(done).id) == ("merged", "known", known.id)
    assert memory.list_reviews() == []
    assert memory.counts()["entries"] == 1
