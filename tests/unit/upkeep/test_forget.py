from __future__ import annotations

import os
from dataclasses import replace

import pytest

from pmi import Memory
from pmi.base.errors import Conflict, NotFound
from pmi.base.home import Home, write_file
from pmi.model.memory import Remembered
from pmi.model.operation import Citation, EntityClaim, LinkClaim, Operation
from pmi.model.source import SourceDraft
from pmi.store.forgetting import Overwriter


def holders(home: Home, words: str) -> list[str]:
    """Return the files of a home, backups aside, whose bytes hold some words."""
    found = []
    for folder, _, names in os.walk(home.root):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                if words.encode() in file.read() and "backups" not in path:
                    found.append(os.path.relpath(path, home.root))
    return found


@pytest.mark.proves("V4")
@pytest.mark.parametrize("text", ["we deploy only on Tuesdays", "我们只在周二部署"])
def test_after_forgetting_the_words_are_in_no_file(memory: Memory, home: Home, text: str) -> None:
    memory.remember(f"before: {text}, as somebody said")
    done = memory.remember(text)
    memory.remember(text)
    assert isinstance(done, Remembered)
    agent = Memory(memory.store, "agent:a")
    agent.propose([Operation("create", content=f"{text} and more", detail=f'"{text}"')])
    memory.refresh()
    write_file(home.path("state", "answers", "s-p.json"), f'{{"text": "{text}"}}')
    write_file(home.path("logs", "hook.log"), f"{text}\n")
    assert holders(home, text)
    forgotten = memory.forget([done.memory.id])
    memory.refresh()
    assert len(forgotten.memories) == 2
    memory.store.checkpoint("memory")
    assert holders(home, text) == []
    memory.close()
    assert holders(home, text) == []


def test_what_is_forgotten_leaves_a_tombstone_and_the_rest_stands(memory: Memory) -> None:
    done = memory.remember("we deploy only on Tuesdays")
    memory.remember("use pnpm")
    assert isinstance(done, Remembered)
    memory.forget(["1"])
    with pytest.raises(NotFound):
        memory.get(done.memory.id)
    assert [item.content for item in memory.list_memories()] == ["use pnpm"]
    row = memory.store.reading("memory").execute("SELECT * FROM tombstone").fetchone()
    assert (row["id"], row["reason"]) == (done.memory.id, "forgotten")
    assert memory.rebuild().changed == 0
    assert isinstance(again := memory.remember("another"), Remembered)
    assert again.number == 3


def test_a_forgotten_memory_gives_its_slot_back(memory: Memory) -> None:
    first, second = memory.propose(
        [
            Operation("create", content="We use npm", slot="manager", valid_from="2026-01-01"),
            Operation("create", content="We use pnpm", slot="manager", valid_from="2026-02-01"),
        ]
    )
    assert first.memory is not None
    assert second.memory is not None
    memory.forget([second.memory.id])
    assert memory.get(first.memory.id).status == "active"
    assert memory.rebuild().changed == 0


def test_several_are_forgotten_together_or_not_at_all(memory: Memory) -> None:
    memory.remember("we deploy only on Tuesdays")
    with pytest.raises(NotFound):
        memory.forget(["1", "nothing"])
    assert len(memory.list_memories()) == 1


def test_backups_are_listed(memory: Memory, home: Home) -> None:
    memory.remember("we deploy only on Tuesdays")
    write_file(home.path("backups", "memory-2026.db"), "x")
    assert memory.forget(["1"]).backups == (home.path("backups", "memory-2026.db"),)


@pytest.mark.parametrize(
    ("words", "text", "left"),
    [
        (["on Tuesdays"], "we deploy on Tuesdays", "we deploy ███████████"),
        (["ok"], "the token", "the token"),
        (["ok"], "ok", "██"),
        (["ok"], "OK", "██"),
        (["On Tuesdays"], "only ON TUESDAYS", "only ███████████"),
        (["İt is on Tuesdays"], "İt is on Tuesdays", "█████████████████"),
        (["İt is on Tuesdays"], "so: İt is on Tuesdays", "so: █████████████████"),
        (["周二部署"], "只在周二部署。", "只在████。"),
        (["用中"], "使用中文", "使用中文"),
        (['say "it" now'], '{"text":"say \\"it\\" now"}', '{"text":"██████████████"}'),
        (["only on Tuesdays", "on Tuesdays"], "only on Tuesdays", "████████████████"),
        (["  "], "a b", "a b"),
    ],
)
def test_words_are_overwritten_where_they_stand_as_a_sentence(
    words: list[str], text: str, left: str
) -> None:
    assert Overwriter(words)(text) == left


def test_undo_passes_over_what_was_forgotten(memory: Memory) -> None:
    memory.remember("use tabs")
    memory.remember("we deploy only on Tuesdays")
    memory.forget(["2"])
    assert memory.undo().texts == ("use tabs",)
    with pytest.raises(NotFound):
        memory.undo()
    with pytest.raises(Conflict):
        memory.undo(2)


def quoting(content: str, quote: str) -> Operation:
    return Operation("create", content=content, evidence=(Citation("minutes", quote),))


def test_a_source_is_forgotten_though_a_version_of_it_was_undone(memory: Memory) -> None:
    memory.add_source(SourceDraft("We deploy on Fridays.", origin_key="minutes"))
    [done] = memory.propose([quoting("Deploys are on Fridays", "deploy on Fridays")])
    memory.add_source(SourceDraft("We deploy on Mondays.", origin_key="minutes"))
    memory.undo()
    assert done.memory is not None
    memory.forget([done.memory.id])
    assert memory.list_sources() == []
    assert memory.rebuild().changed == 0


def test_what_outlived_its_undo_outlives_the_one_it_was_needed_for(memory: Memory) -> None:
    memory.add_source(SourceDraft("We deploy on Fridays.", origin_key="minutes"))
    memory.propose([Operation("update", entities=(EntityClaim("Ana"),))])
    [first] = memory.propose(
        [replace(quoting("Ana deploys", "deploy on Fridays"), entities=(EntityClaim("Ana"),))]
    )
    memory.undo(1)
    memory.undo(2)
    [second] = memory.propose(
        [replace(quoting("Fridays it is", "on Fridays"), entities=(EntityClaim("Ana"),))]
    )
    assert first.memory is not None
    assert second.memory is not None
    memory.forget([first.memory.id])
    assert memory.get(second.memory.id).entities[0].name == "Ana"
    assert memory.rebuild().changed == 0
    memory.undo(6)
    assert memory.rebuild().changed == 0


def test_names_of_one_length_stay_apart_when_both_are_forgotten(memory: Memory) -> None:
    for name in ("first minutes", "other minutes"):
        memory.add_source(SourceDraft(f"What was said: {name}", origin_key=name))
        memory.propose([Operation("update", entities=(EntityClaim(name),))])
        memory.remember(name)
    memory.forget(["1", "2"])
    assert len(memory.list_sources()) == len(memory.list_entities()) == 2
    assert memory.rebuild().changed == 0


@pytest.mark.parametrize("words", ["zanzibar plans are hidden", "桑给巴尔计划是保密的"])
def test_words_that_were_replaced_undone_or_only_named_go_too(
    memory: Memory, home: Home, words: str
) -> None:
    slug = {"z": "zanzibar", "桑": "桑给巴尔"}[words[0]]
    memory.propose([Operation("create", content=words, slug=slug, detail=f"first: {words}!")])
    memory.propose([Operation("update", target=slug, detail=f"detail one of {slug}")])
    memory.undo()
    memory.propose([Operation("update", target=slug, detail=f"detail two of {slug}")])
    memory.propose([Operation("update", target=slug, detail="nothing much")])
    named = EntityClaim(words.title(), summary=words, aliases=(f"{words} too",))
    memory.propose([Operation("create", content="Something else", entities=(named,))])
    link = LinkClaim("supports", slug)
    Memory(memory.store, "agent:a").propose(
        [
            Operation("create", content=f"{words}?", links=(link,)),
            Operation("archive", target=slug),
            Operation("create", content=words.upper(), project="other"),
        ]
    )
    memory.forget([slug])
    memory.refresh()
    memory.store.checkpoint("memory")
    assert [holders(home, part) for part in (words, words.title(), words.upper(), slug)] == [[]] * 4
    assert [item.operation.op for item in memory.list_proposals()] == [
        "create",
        "archive",
        "create",
    ]
    assert memory.rebuild().changed == 0


def test_what_is_named_after_its_words_went_keeps_its_name(memory: Memory) -> None:
    memory.remember("we deploy only on Tuesdays")
    memory.propose([Operation("create", content="██ since then", slug="since-then")])
    memory.forget(["1"])
    assert memory.get("since-then").slug == "since-then"
    assert memory.rebuild().changed == 0


def test_a_proposal_whose_words_were_forgotten_can_only_be_rejected(memory: Memory) -> None:
    memory.remember("Ana left")
    Memory(memory.store, "agent:a").propose(
        [Operation("create", content="ana left", project="other")]
    )
    memory.forget(["1"])
    [review] = memory.list_reviews()
    with pytest.raises(NotFound, match="What it says"):
        memory.approve([str(review.number)])
    memory.reject([str(review.number)])
    assert memory.list_reviews() == []
