"""The stories of ``test_stories_cli.py`` with an agent that talks to the real server over MCP.

The user's part of each is typed at a terminal beside it, on the same home.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acceptance.agent import Agent, told
from tests.acceptance.tales import TALES, Tale, create, fee
from tests.support.shell import Shell

both = pytest.mark.parametrize("tale", TALES, ids=[tale.language for tale in TALES])


@pytest.fixture
def shell(tale: Tale, isolated: Path) -> Shell:
    """Return a terminal of a person who speaks the tale's language and kept the minutes."""
    opened = Shell(isolated / "person", tale.language)
    opened.note(tale.minutes, tale.key)
    return opened


@both
def test_a_quoted_line_becomes_a_memory_that_answers_with_its_quote(
    tale: Tale, shell: Shell
) -> None:
    claim, quote, question, _ = tale.tap

    async def story(agent: Agent) -> None:
        assert "applied" in await agent.propose(create(tale, claim, quote))
        answer = await agent.ask(question)
        assert claim in answer
        assert quote in answer
        assert "insufficient_evidence" not in answer
        assert quote in await agent.get(shell.memories()[0]["id"])

    told(shell, story)


@both
def test_a_wrong_quote_is_refused_with_the_nearest_line_and_nothing_is_stored(
    tale: Tale, shell: Shell
) -> None:
    claim, quote, _, wrong = tale.tap

    async def story(agent: Agent) -> None:
        good = create(tale, tale.keeper[1], tale.keeper[2])
        error = await agent.is_refused(good, create(tale, claim, wrong))
        assert "quote_mismatch" in error
        assert quote in error
        assert shell.memories("--status", "all") == []

    told(shell, story)


@pytest.mark.proves("M1")
@both
def test_the_later_decision_holds_whichever_was_read_first(tale: Tale, isolated: Path) -> None:
    (_, earlier, _), (_, later, _) = tale.fees
    ends = []
    for name, places in (("forward", (0, 1)), ("backward", (1, 0))):
        shell = Shell(isolated / name, tale.language)

        async def story(
            agent: Agent, places: tuple[int, int] = places, shell: Shell = shell
        ) -> None:
            await agent.add_source(tale.minutes, tale.key)
            for place in places:
                await agent.propose(fee(tale, place))
            assert later in await agent.ask(tale.fee_question)
            then = await agent.ask(tale.fee_question, as_of="2024-06-01")
            assert earlier in then
            newest = next(row for row in shell.memories() if row["content"] == later)
            history = await agent.get(newest["id"], history=True)
            assert all(words in history for words in (earlier, later, "2024-01-01", "2025-01-01"))

        told(shell, story)
        rows = shell.memories("--status", "all")
        ends.append(
            sorted(
                (row["content"], row["status"], row["valid_from"], row["valid_to"]) for row in rows
            )
        )
    assert ends[0] == ends[1]
    assert [row[1] for row in ends[0]].count("active") == 1


@both
def test_what_the_user_confirmed_stays_until_the_user_approves_otherwise(
    tale: Tale, shell: Shell
) -> None:
    confirmed, rival, quote = tale.watering
    slot = {"slot": "garden/watering"}
    own = {**create(tale, confirmed), "valid_from": "2024-05-01", **slot}
    shell.propose(own, agent="")

    async def story(agent: Agent) -> None:
        against = {**create(tale, rival, quote), "valid_from": "2025-05-01", **slot}
        assert "disputed" in await agent.propose(against)
        answer = await agent.ask(tale.watering_question)
        assert answer.index(confirmed) < answer.index(rival)
        tools = {tool.name for tool in (await agent.client.list_tools()).tools}
        assert not [name for name in tools if "approve" in name or "confirm" in name]
        assert [row["content"] for row in shell.memories()] == [confirmed]
        [waiting] = shell.reviews()
        number = str(waiting["number"])
        as_agent = shell.run("review", "approve", number, inside=True)
        assert as_agent.returncode == 6
        shell.says("review", "approve", number)
        assert rival in await agent.ask(tale.watering_question)
        assert [row["content"] for row in shell.memories()] == [rival]

    told(shell, story)


@both
def test_a_question_stays_open_until_somebody_answers_it(tale: Tale, shell: Shell) -> None:
    question, claim, quote = tale.keeper

    async def story(agent: Agent) -> None:
        asked = {**create(tale, question), "stance": "question", "slug": "keeper"}
        shell.propose(asked, agent="")
        assert shell.ask(question).texts("question") == [question]
        assert question in await agent.ask(question)
        answers = {"links": [{"type": "answers", "target": "keeper"}]}
        said = await agent.propose({**create(tale, claim, quote), **answers})
        assert "review" in said
        [waiting] = shell.reviews()
        shell.says("review", "approve", str(waiting["number"]))
        assert claim in await agent.ask(question)
        assert shell.ask(question).texts("question") == []

    told(shell, story)


@both
def test_a_claim_without_a_quote_waits_and_a_wrong_approval_is_taken_back(
    tale: Tale, shell: Shell
) -> None:
    claim, question = tale.bees

    async def story(agent: Agent) -> None:
        said = await agent.propose(create(tale, claim))
        assert "no_evidence" in said
        assert "insufficient_evidence" in await agent.ask(question)
        [waiting] = shell.reviews()
        shell.says("review", "approve", str(waiting["number"]))
        answer = await agent.ask(question)
        assert claim in answer
        assert "insufficient_evidence" not in answer
        shell.says("undo")
        assert "insufficient_evidence" in await agent.ask(question)
        assert [item["number"] for item in shell.reviews()] == [waiting["number"]]

    told(shell, story)


@both
def test_a_text_that_changed_names_the_memory_whose_words_are_gone(
    tale: Tale, shell: Shell
) -> None:
    claim, quote, *_ = tale.tap

    async def story(agent: Agent) -> None:
        await agent.propose(
            create(tale, claim, quote), create(tale, tale.keeper[1], tale.keeper[2])
        )
        answer = await agent.add_source(tale.later_minutes, tale.key)
        assert quote in answer
        assert claim in answer
        assert tale.keeper[1] not in answer
        assert claim in [row["content"] for row in shell.memories()]

    told(shell, story)


@both
def test_a_person_is_found_by_every_name_once_two_names_are_one(tale: Tale, shell: Shell) -> None:
    name, alias, other = tale.person
    claim, quote = tale.about_person

    async def story(agent: Agent) -> None:
        await agent.propose(
            {**create(tale, claim, quote), "entities": [{"name": name, "kind": "person"}]},
            {**create(tale, tale.keeper[1], tale.keeper[2]), "entities": [other]},
            {"op": "update", "entities": [{"name": name, "aliases": [alias]}]},
        )
        assert shell.contents("--entity", alias) == [claim]
        shell.says("entity", "merge", name, other)
        for known in (name, alias, other):
            assert set(shell.contents("--entity", known)) == {claim, tale.keeper[1]}
            answer = await agent.ask(known)
            assert claim in answer
            assert tale.keeper[1] in answer

    told(shell, story)


@pytest.mark.proves("M3")
@both
def test_what_the_user_put_away_no_agent_brings_back_alone(tale: Tale, shell: Shell) -> None:
    claim, quote, question, _ = tale.tap

    async def story(agent: Agent) -> None:
        await agent.propose(create(tale, claim, quote))
        [row] = shell.memories()
        shell.says("archive", row["slug"])
        assert "archived_by_user" in await agent.propose({"op": "restore", "target": row["slug"]})
        assert "archived_by_user" in await agent.propose(create(tale, claim, quote))
        assert shell.contents() == []
        shell.says("restore-memory", row["slug"])
        assert claim in await agent.ask(question)
        assert shell.contents() == [claim]

    told(shell, story)


@both
def test_asked_about_what_nobody_said_it_says_so(tale: Tale, shell: Shell) -> None:
    async def story(agent: Agent) -> None:
        await agent.propose(create(tale, tale.tap[0], tale.tap[1]))
        assert "insufficient_evidence" in await agent.ask(tale.nobody)
        assert "insufficient_evidence" not in await agent.ask(tale.tap[2])

    told(shell, story)
