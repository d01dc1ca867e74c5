"""Texts become evidence, evidence becomes memories, and questions are answered from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession

from pmi import Memory
from pmi.base.home import Home
from tests.mcp.conftest import error_of, text_of

Run = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Words:
    """One small history, told in a language.

    Attributes:
        first: Claim and its quote.
        later: What replaces it, and its quote.
        person: Name, kind, summary and a second name of somebody.
        asked: A question about the claims, one about the person, one about nothing known.
    """

    language: str
    text: str
    first: tuple[str, str]
    later: tuple[str, str]
    person: tuple[str, str, str, str]
    asked: tuple[str, str, str]


ENGLISH = Words(
    language="en",
    text="Ferry minutes\nThe ferry leaves at 7:40.\nFrom May on it leaves at 8:15.\nRosa steers.\n",
    first=("The ferry leaves at 7:40", "The ferry leaves at 7:40."),
    later=("The ferry leaves at 8:15", "From May on it leaves at 8:15"),
    person=("Rosa Lind", "person", "steers the ferry", "Captain Lind"),
    asked=("When does the ferry leave?", "Who is Captain Lind?", "What do penguins cost?"),
)
CHINESE = Words(
    language="zh",
    text="渡轮会议记录\n渡轮七点四十分开船。\n从五月起渡轮八点一刻开船。\n由罗莎掌舵。\n",
    first=("渡轮七点四十分开船", "渡轮七点四十分开船"),
    later=("渡轮八点一刻开船", "从五月起渡轮八点一刻开船"),
    person=("林罗莎", "person", "渡轮的舵手", "林船长"),
    asked=("渡轮几点开船？", "林船长是谁？", "企鹅要多少钱？"),
)
both = pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["en", "zh"])


def speak(home: Home, words: Words) -> None:
    """Let a home speak a language."""
    line = f'[general]\nlanguage = "{words.language}"\n'
    Path(home.config_file).write_text(line, encoding="utf-8")


def claims(words: Words) -> list[dict[str, Any]]:
    """Return the operations of the history: two claims of one slot, the later one first."""
    name, kind, summary, alias = words.person
    entity = {"name": name, "kind": kind, "summary": summary, "aliases": [alias]}
    made = []
    for (content, quote), day in ((words.later, "2026-05-01"), (words.first, "2026-01-01")):
        evidence = [{"source": "ferry", "quote": quote}]
        made.append({
            "content": content, "slot": "ferry", "valid_from": day, "evidence": evidence,
            "entities": [entity], "project": "everywhere",
        })  # fmt: skip
    return made


async def tell(client: ClientSession, words: Words) -> str:
    """Add the text and propose the claims; return what became of them."""
    await text_of(client, "memory_add_source", text=words.text, origin_key="ferry")
    return await text_of(client, "memory_propose", operations=claims(words))


@both
def test_a_question_is_answered_with_quotes_for_any_day(
    talk: Run, home: Home, words: Words
) -> None:
    speak(home, words)

    async def ask(client: ClientSession) -> None:
        await tell(client, words)
        question, who, nothing = words.asked
        answer = await text_of(client, "memory_get_context", question=question)
        assert words.later[0] in answer
        assert words.later[1] in answer
        assert "insufficient_evidence" not in answer
        then = await text_of(client, "memory_get_context", question=question, as_of="2026-02-01")
        assert words.first[0] in then
        assert words.later[0] not in then.partition("## ")[2].partition("\n## ")[0]
        person = await text_of(client, "memory_get_context", question=who)
        assert words.later[0] in person
        only = {"question": question, "participants": [words.person[3]]}
        assert words.later[0] in await text_of(client, "memory_get_context", **only)
        unknown = await text_of(client, "memory_get_context", question=nothing)
        assert "insufficient_evidence" in unknown
        assert words.later[0] not in unknown
        short = {"question": question, "max_tokens": 150, "history": True}
        assert len(await text_of(client, "memory_get_context", **short)) < 900

    talk(ask)


@both
def test_what_changed_supersedes_and_keeps_its_history(
    talk: Run, home: Home, memory: Memory, words: Words
) -> None:
    speak(home, words)

    async def ask(client: ClientSession) -> None:
        said = await tell(client, words)
        assert "1. applied" in said
        assert "2. applied" in said
        target = memory.list_slots()[0].id
        newest = {"op": "supersede", "target": target, "content": f"{words.later[0]}!!1"}
        newest |= {"valid_from": "2026-09-01", "evidence": claims(words)[0]["evidence"]}
        said = await text_of(client, "memory_propose", operations=[newest])
        assert f"{target[-6:]} {words.later[0]}" in said
        current = memory.list_slots()[0].id
        history = await text_of(client, "memory_get", id=current, history=True)
        for text in ("2026-01-01", "2026-05-01", "2026-09-01", words.first[0], words.later[0]):
            assert text in history
        listed = await text_of(client, "memory_list", what="slots")
        assert listed.count("\n") == 2
        assert "ferry" in listed
        past = await text_of(client, "memory_list", status="superseded")
        assert words.first[0] in past
        assert f"{words.later[0]}!!1" not in past

    talk(ask)


@both
def test_a_source_is_read_in_parts_and_found_by_every_name(
    talk: Run, home: Home, memory: Memory, words: Words
) -> None:
    speak(home, words)
    long = words.text * 400

    async def ask(client: ClientSession) -> None:
        added = {"text": long, "title": "Log", "url": "https://a.example/log"}
        done = await text_of(client, "memory_add_source", **added)
        source = memory.list_sources()[0]
        assert source.id in done
        read = ""
        for offset in range(0, len(long), 5000):
            part = {"id": source.id, "offset": offset, "limit": 5000}
            body = (await text_of(client, "memory_get", **part)).split("\n---")
            read += body[1].partition("\n")[2]
            further = f"offset={offset + 5000}" in "".join(body[2:])
            assert further == (offset + 5000 < len(long))
        read = read.rpartition("\n[/pmi")[0]
        assert read.replace("\n", "") == long.replace("\n", "")
        for name in (source.id[-6:], source.url, source.origin_key):
            assert source.id in await text_of(client, "memory_get", id=name)
        past_end = await text_of(client, "memory_get", id=source.id, offset=10**9)
        assert str(len(long)) in past_end
        found = await text_of(client, "memory_search", query=words.asked[0], scope="sources")
        assert source.id in found
        assert source.id[-6:] in await text_of(client, "memory_list", what="sources")

    talk(ask)


@both
def test_a_changed_text_names_the_memory_whose_words_are_gone(
    talk: Run, home: Home, words: Words
) -> None:
    speak(home, words)

    async def ask(client: ClientSession) -> None:
        await tell(client, words)
        again = {"text": words.text, "origin_key": "ferry"}
        assert words.later[0] not in await text_of(client, "memory_add_source", **again)
        changed = {"text": words.text.replace(words.later[1], "-"), "origin_key": "ferry"}
        said = await text_of(client, "memory_add_source", **changed)
        assert words.later[0] in said
        assert words.later[1] in said

    talk(ask)


@both
def test_an_entity_is_opened_and_changed_by_any_of_its_names(
    talk: Run, home: Home, memory: Memory, words: Words
) -> None:
    speak(home, words)
    name, _, summary, alias = words.person

    async def ask(client: ClientSession) -> None:
        await tell(client, words)
        entity = memory.get_entity(name)
        for reference in (name, alias, entity.id, entity.id[-6:]):
            opened = await text_of(client, "memory_get", id=reference)
            for text in (name, alias, summary, words.later[0]):
                assert text in opened
        change = {"op": "update", "entities": [{"name": alias, "parent": "Ferry Co"}]}
        assert "1. applied" in await text_of(client, "memory_propose", operations=[change])
        assert "Ferry Co" in await text_of(client, "memory_get", id=name)
        listed = await text_of(client, "memory_list", what="entities", kind="person")
        assert summary in listed
        assert "Ferry Co" not in listed
        about = await text_of(client, "memory_list", entity=alias)
        assert words.later[0] in about

    talk(ask)


@both
def test_one_wrong_operation_refuses_all_and_names_itself(
    talk: Run, home: Home, memory: Memory, words: Words
) -> None:
    speak(home, words)
    good, other = claims(words)
    near = {**other, "evidence": [{"source": "ferry", "quote": f"{words.first[1]} zz"}]}
    wrong: list[tuple[dict[str, Any], str]] = [
        (near, "quote_mismatch"),
        ({**other, "kind": "rumour"}, "usage"),
        ({**other, "slug": "No Slug"}, "usage"),
        ({**other, "valid_from": "2026-13-01"}, "usage"),
        ({**other, "links": [{"type": "answers", "target": "999"}]}, "not_found"),
        ({**other, "links": [{"type": "likes", "target": "1"}]}, "usage"),
        ({**other, "entities": [{"name": "A", "colour": "red"}]}, "usage"),
        ({"op": "supersede", "content": "x"}, "usage"),
        ({"op": "restore", "target": "nothing-here"}, "not_found"),
    ]

    async def ask(client: ClientSession) -> None:
        await text_of(client, "memory_add_source", text=words.text, origin_key="ferry")
        for operation, code in wrong:
            said = await error_of(client, "memory_propose", operations=[good, operation])
            assert said.startswith(f"{code}: Operation 2"), said
        said = await error_of(client, "memory_propose", operations=[near])
        assert words.first[1] in said.partition("hint: ")[2]

    talk(ask)
    assert memory.list_memories(None) == []
    assert memory.list_entities() == []
    assert memory.list_reviews(None) == []


def test_links_questions_and_hundred_operations_at_once(talk: Run, memory: Memory) -> None:
    question = {"content": "Who has the key?", "stance": "question", "slug": "key"}
    evidence = [{"source": "shed", "quote": "Ilse has the key"}]
    answer = {"content": "Ilse has the key", "evidence": evidence}

    async def ask(client: ClientSession) -> None:
        await text_of(client, "memory_add_source", text="Ilse has the key.", origin_key="shed")
        await text_of(client, "memory_propose", operations=[{**question, "evidence": evidence}])
        links = [{"type": "answers", "target": "key"}]
        said = await text_of(client, "memory_propose", operations=[{**answer, "links": links}])
        assert "1. applied" in said
        assert "Ilse has the key" in await text_of(client, "memory_get", id="key")
        many = [{**answer, "content": f"Fact number {number}"} for number in range(100)]
        said = await text_of(client, "memory_propose", operations=many)
        assert "100. applied" in said
        page = await text_of(client, "memory_list", limit=200)
        assert "offset=" not in page
        assert page.count("Fact") == 100
        page = await text_of(client, "memory_list", limit=30, offset=30)
        assert "offset=60" in page
        assert page.count("Fact") == 30
        last = await text_of(client, "memory_list", limit=10, offset=95)
        assert "offset=" not in last
        assert "Fact" in last
        assert len(await text_of(client, "memory_list", limit=10, offset=10**6)) < 200

    talk(ask)
    assert len(memory.list_memories()) == 101
