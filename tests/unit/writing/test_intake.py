"""Texts that are taken in: known again, new versions, trust, privacy, long ones, undo, rebuild."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.base.errors import NotFound, PolicyDenied, UsageError
from pmi.base.home import Home
from pmi.model.operation import Citation, Operation
from pmi.model.source import SourceDraft
from pmi.store import originals, rows

ENGLISH = "We deploy only on Tuesdays.\nRefunds need an approval.\n"
CHINESE = "我们只在周二部署。\n退款需要人工批准。\n"
BOTH = pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["english", "chinese"])


@pytest.fixture
def agent(memory: Memory) -> Memory:
    return Memory(memory.store, "agent:reader")


def quote(memory: Memory, source: str, *quotes: str) -> list[str]:
    """Have an agent propose one memory for each quote; return what they say."""
    operations = [
        Operation("create", content=f"It says: {each}", evidence=(Citation(source, each),))
        for each in quotes
    ]
    outcomes = Memory(memory.store, "agent:reader").propose(operations)
    assert [done.verdict for done in outcomes] == ["applied"] * len(quotes)
    return [operation.content for operation in operations]


def dump(memory: Memory) -> dict[str, Any]:
    return rows.dump(memory.store.reading("memory"))


@BOTH
def test_a_text_is_stored_as_it_is_and_read_back(memory: Memory, text: str) -> None:
    done = memory.add_source(SourceDraft(text, title="A note", source_time="2026-09-12"))
    assert (done.result, done.lost, done.redactions) == ("new", (), 0)
    assert memory.source_text(done.source.id) == text
    [version] = done.source.versions
    assert (version.chars, version.source_time) == (len(text), "2026-09-12")
    assert version.content_hash == originals.hash_of(text)
    assert (done.source.kind, done.source.title, done.source.trust) == (
        "text",
        "A note",
        "external",
    )
    [entry] = memory.log()
    assert (entry.op, entry.actor) == ("add_source", "user")


@BOTH
@pytest.mark.parametrize("key", ["", "wiki:1"], ids=["its-words", "a-key"])
def test_the_same_words_are_one_source_under_any_name(memory: Memory, text: str, key: str) -> None:
    first = memory.add_source(SourceDraft(text, origin_key=key))
    for again in (
        SourceDraft(text, origin_key=key),
        SourceDraft(text, url="https://w.example/1", title="Another title"),
        SourceDraft(text, kind="file", origin_key="file:~/notes/b.md"),
    ):
        done = memory.add_source(again)
        assert (done.result, done.source) == ("known", first.source)
    assert len(memory.log()) == 1


@pytest.mark.parametrize(
    "named", [{"origin_key": "wiki:1"}, {"url": "https://w.example/1"}], ids=["key", "url"]
)
def test_other_words_under_the_same_name_are_a_new_version(
    memory: Memory, named: dict[str, str]
) -> None:
    first = memory.add_source(SourceDraft(ENGLISH, **named))  # type: ignore[arg-type]
    second = memory.add_source(SourceDraft(CHINESE, **named))  # type: ignore[arg-type]
    assert (second.result, second.source.id) == ("version", first.source.id)
    assert len(second.source.versions) == 2
    [reference] = named.values()
    assert memory.source_text(reference) == CHINESE
    assert memory.source_text(reference, "1") == ENGLISH
    assert memory.source_text(reference, first.source.versions[0].id[-6:]) == ENGLISH
    with pytest.raises(NotFound):
        memory.source_text(reference, "3")


def test_words_that_come_back_are_a_version_again(memory: Memory) -> None:
    results = [
        memory.add_source(SourceDraft(text, origin_key="k")).result
        for text in (ENGLISH, CHINESE, ENGLISH, ENGLISH)
    ]
    assert results == ["new", "version", "version", "known"]
    assert memory.source_text("k") == ENGLISH


def test_what_another_source_once_said_is_a_source_of_its_own(memory: Memory) -> None:
    for text in (ENGLISH, CHINESE):
        memory.add_source(SourceDraft(text, origin_key="k"))
    done = memory.add_source(SourceDraft(ENGLISH, origin_key="copy"))
    assert done.result == "new"
    quote(memory, done.source.id, "only on Tuesdays")


def test_a_url_is_found_again_where_a_key_was_given_first(memory: Memory) -> None:
    url = "https://w.example/1"
    first = memory.add_source(SourceDraft(ENGLISH, origin_key="k", url=url))
    second = memory.add_source(SourceDraft(CHINESE, url=url))
    assert (second.result, second.source.id) == ("version", first.source.id)


@BOTH
def test_quotes_that_disappear_are_told_with_their_memories(memory: Memory, text: str) -> None:
    first, second = text.split("\n")[:2]
    memory.add_source(SourceDraft(text, origin_key="k"))
    says_first, _ = quote(memory, "k", first, second)
    later = memory.add_source(SourceDraft(f"{second}\n", origin_key="k"))
    assert [(lost.content, lost.quote) for lost in later.lost] == [(says_first, first)]
    assert memory.get(later.lost[0].memory).content == says_first
    assert memory.get(later.lost[0].memory).evidence[0].quote == first
    assert memory.get_source("k").memories == 2


def test_only_active_memories_can_lose_a_quote(memory: Memory) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k"))
    quote(memory, "k", "only on Tuesdays")
    [held] = memory.list_memories()
    memory.confirm([held.id])
    memory.reject([held.id])
    assert memory.add_source(SourceDraft(CHINESE, origin_key="k")).lost == ()
    assert memory.get_source("k").memories == 0


def test_line_endings_and_composition_lose_nothing(memory: Memory) -> None:
    memory.add_source(SourceDraft("We deploy\nonly on Tuesdays at the café.", origin_key="k"))
    quote(memory, "k", "deploy\nonly", "at the café")
    other = "We deploy\r\nonly on Tuesdays at the cafe\u0301."
    assert memory.add_source(SourceDraft(other, origin_key="k")).lost == ()


def test_a_quote_of_an_earlier_version_is_lost_with_every_later_one(memory: Memory) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k"))
    quote(memory, "k", "only on Tuesdays")
    for text in (CHINESE, CHINESE * 2):
        assert len(memory.add_source(SourceDraft(text, origin_key="k")).lost) == 1
    assert memory.add_source(SourceDraft(ENGLISH, origin_key="k")).lost == ()


# --- trust ---------------------------------------------------------------------------------


def test_an_agent_may_not_vouch_as_the_owner(memory: Memory, agent: Memory) -> None:
    with pytest.raises(PolicyDenied):
        agent.add_source(SourceDraft(ENGLISH, trust="owner"))
    assert memory.list_sources() == []
    assert memory.log() == []
    assert not any(Path(memory.home.path("originals")).iterdir())


def test_an_agents_version_of_the_user_s_text_is_only_an_agent_s(
    memory: Memory, agent: Memory
) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k", trust="owner"))
    done = agent.add_source(SourceDraft("We deploy every day.", origin_key="k", trust="agent"))
    assert [version.trust for version in done.source.versions] == ["owner", "agent"]
    assert done.source.trust == "agent"
    quote(memory, "k", "We deploy every day")
    assert memory.list_memories()[0].trust == "agent"


def test_an_agent_never_raises_and_the_user_may(memory: Memory, agent: Memory) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k"))
    assert agent.add_source(SourceDraft(ENGLISH, origin_key="k", trust="agent")).result == "known"
    later = agent.add_source(SourceDraft(CHINESE, origin_key="k", trust="agent"))
    assert later.source.trust == "external"
    raised = memory.add_source(SourceDraft(CHINESE, origin_key="k", trust="owner"))
    assert (raised.result, raised.source.trust, raised.lost) == ("version", "owner", ())
    assert memory.add_source(SourceDraft(CHINESE, origin_key="k", trust="owner")).result == "known"
    assert memory.add_source(SourceDraft(CHINESE, origin_key="k")).source.trust == "owner"


@pytest.mark.parametrize("key", ["cc://session#message", "conversation", "said:01", "src_01"])
def test_an_agent_can_not_take_the_identity_of_what_was_said(agent: Memory, key: str) -> None:
    with pytest.raises(UsageError):
        agent.add_source(SourceDraft(ENGLISH, origin_key=key))


# --- privacy -------------------------------------------------------------------------------

SECRETS = {
    "github": "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
    "aws": "AKIA" + "IOSFODNN7EXAMPLQ",
    "api": "sk-ant-" + "api03-abcdefghijklmnopqrst",
    "password": "hunter2-" + "correct-horse",
    "chinese": "Xy7" + "mima-2026",
    "private": "the neighbour's diagnosis",
    "unclosed": "what nobody may know",
}
SECRET_TEXT = (
    f"token {SECRETS['github']}\naws {SECRETS['aws']}\nkey {SECRETS['api']}\n"
    f"password: {SECRETS['password']}\n密码：{SECRETS['chinese']}\n"
    f"<private>{SECRETS['private']}</private>\nWe deploy on Tuesdays.\n"
    f"<private>{SECRETS['unclosed']}"
)


@pytest.mark.parametrize("padding", [0, 3000], ids=["short", "long"])
def test_no_byte_of_a_secret_reaches_the_home(memory: Memory, padding: int) -> None:
    text = "x" * padding + "\n" + SECRET_TEXT
    done = memory.add_source(
        SourceDraft(
            text,
            title=f"Title with {SECRETS['github']}",
            url=f"https://user:{SECRETS['password']}@w.example/x",
            origin_key=f"k {SECRETS['api']}",
        )
    )
    quote(memory, done.source.id, "We deploy on Tuesdays.")
    assert done.redactions == 5
    memory.store.checkpoint("memory")
    for folder, _, names in os.walk(memory.home.root):
        for name in names:
            data = Path(folder, name).read_bytes()
            found = [kind for kind, secret in SECRETS.items() if secret.encode() in data]
            assert found == [], name
    assert "We deploy on Tuesdays." in memory.source_text(done.source.id)
    [row] = memory.store.reading("memory").execute("SELECT read_hash FROM source_version")
    assert row["read_hash"] == originals.hash_of(text)


@pytest.mark.parametrize(
    "text", ["", " \n", "<private>all of it</private>", "<private>all of it", "sk-ant-" + "a1" * 20]
)
def test_a_text_of_which_nothing_is_left_is_refused(memory: Memory, text: str) -> None:
    with pytest.raises(UsageError):
        memory.add_source(SourceDraft(text))
    assert memory.log() == []


# --- long texts ----------------------------------------------------------------------------


@pytest.mark.parametrize(("chars", "kept"), [(2000, 0), (2001, 1)])
@pytest.mark.parametrize("sign", ["x", "部", "😀"])
def test_a_long_text_lies_in_a_file_and_not_in_the_journal(
    memory: Memory, sign: str, chars: int, kept: int
) -> None:
    done = memory.add_source(SourceDraft(sign * chars))
    [version] = done.source.versions
    files = [path for path in Path(memory.home.path("originals")).rglob("*") if path.is_file()]
    assert len(files) == kept
    assert version.chars == chars
    assert memory.source_text(done.source.id) == sign * chars
    effect = memory.log()[0].outcome["effects"][-1]
    assert effect["text"] == ("" if kept else sign * chars)
    for path in files:
        assert path.name == f"{version.content_hash}.txt"
        assert path.parent.name == version.content_hash[:2]
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.slow
def test_a_text_of_50_mb_is_taken_in_quoted_and_rebuilt(memory: Memory) -> None:
    line = "We deploy only on Tuesdays, and 我们只在周二部署。\r\n"
    text = line * (50_000_000 // len(line.encode())) + "The last line says: on Fridays we rest."
    done = memory.add_source(SourceDraft(text, origin_key="k"))
    assert done.source.versions[0].chars == len(text)
    quote(memory, "k", "on Fridays we rest", "部署。\nWe deploy")
    assert os.path.getsize(memory.home.memory_db) < 2_000_000
    assert memory.rebuild().changed == 0
    later = memory.add_source(SourceDraft(text[:-20], origin_key="k"))
    assert [lost.quote for lost in later.lost] == ["on Fridays we rest"]


def test_a_text_of_more_than_64_mb_is_refused(memory: Memory) -> None:
    with pytest.raises(UsageError) as refused:
        memory.add_source(SourceDraft("部" * (64 * 1024 * 1024 // 3 + 1)))
    assert "bytes" in refused.value.message
    assert memory.log() == []


# --- one entry -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "draft",
    [
        SourceDraft(ENGLISH, source_time="tomorrow"),
        SourceDraft(ENGLISH, url="w.example"),
        SourceDraft(ENGLISH, kind="url"),
        SourceDraft(ENGLISH, kind="conversation"),
        SourceDraft(ENGLISH, trust="high"),  # type: ignore[arg-type]
        SourceDraft(ENGLISH, origin_key="k" * 2000),
    ],
    ids=["time", "url", "no-url", "kind", "trust", "key"],
)
def test_a_malformed_draft_is_refused_and_nothing_is_written(
    memory: Memory, draft: SourceDraft
) -> None:
    with pytest.raises(UsageError):
        memory.add_source(draft)
    assert memory.log() == []


@pytest.mark.parametrize("text", ["half \ud800 a pair", "nul \0 inside"], ids=["half", "nul"])
def test_any_string_can_be_stored(memory: Memory, text: str) -> None:
    done = memory.add_source(SourceDraft(text))
    assert len(memory.source_text(done.source.id)) == len(text)
    assert memory.add_source(SourceDraft(text)).result == "known"
    assert memory.rebuild().changed == 0


def test_the_same_cause_takes_in_once_and_answers_the_same(memory: Memory) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k"))
    quote(memory, "k", "only on Tuesdays")
    draft = SourceDraft(CHINESE, origin_key="k")
    first = memory.add_source(draft, cause="call:1")
    again = memory.add_source(draft, cause="call:1")
    assert again == first
    assert len(first.lost) == 1


def test_a_rehearsal_says_the_same_and_writes_nothing(memory: Memory, home: Home) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k"))
    quote(memory, "k", "only on Tuesdays")
    before, entries = dump(memory), len(memory.log())
    would = memory.add_source(SourceDraft(CHINESE * 500, origin_key="k"), rehearse=True)
    assert (would.result, len(would.lost), len(would.source.versions)) == ("version", 1, 1)
    assert memory.add_source(SourceDraft("else"), rehearse=True).source.id == ""
    assert (dump(memory), len(memory.log())) == (before, entries)
    assert not any(Path(home.path("originals")).iterdir())


@pytest.mark.parametrize("text", [ENGLISH, CHINESE * 500], ids=["short", "long"])
def test_undo_takes_a_text_back_and_rebuild_agrees(memory: Memory, text: str) -> None:
    before = dump(memory)
    memory.add_source(SourceDraft(text, title="部署 notes"))
    done = memory.undo()
    assert (done.op, done.texts) == ("add_source", ("部署 notes",))
    assert dump(memory) == before
    assert memory.rebuild().changed == 0
    assert memory.add_source(SourceDraft(text)).result == "new"


def test_undo_leaves_what_memories_rest_on(memory: Memory) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k"))
    quote(memory, "k", "only on Tuesdays")
    memory.add_source(SourceDraft(CHINESE, origin_key="k"))
    memory.undo(3)
    assert memory.source_text("k") == ENGLISH
    memory.undo(1)
    assert memory.source_text("k") == ENGLISH
    assert memory.rebuild().changed == 0
    memory.undo(2)
    assert memory.list_sources() == []


def test_rebuild_makes_the_same_sources(memory: Memory, agent: Memory) -> None:
    memory.add_source(SourceDraft(ENGLISH, origin_key="k", trust="owner"))
    agent.add_source(SourceDraft(CHINESE * 500, origin_key="k", url="https://w.example/1"))
    quote(memory, "k", "只在周二部署")
    right = dump(memory)
    with memory.store.writing("memory") as connection:
        connection.execute("UPDATE source_version SET trust = 'owner', source_time = '2020-01-01'")
    assert memory.rebuild().changed == 4
    assert dump(memory) == right


@pytest.mark.proves("V4")
@pytest.mark.parametrize("padding", [0, 3000], ids=["short", "long"])
@BOTH
def test_forgotten_words_are_in_no_original(memory: Memory, text: str, padding: int) -> None:
    words = text.split("\n", maxsplit=1)[0]
    long = f"{text}{'x' * padding}"
    memory.add_source(SourceDraft(long, origin_key="only"))
    memory.add_source(SourceDraft(f"{long} and another", origin_key="both"))
    quote(memory, "only", words)
    quote(memory, "both", text.split("\n")[1])
    memory.add_source(SourceDraft(f"{long} undone"))
    memory.undo()
    memory.refresh()
    [forgotten] = [item for item in memory.list_memories() if item.evidence[0].quote == words]
    memory.forget([forgotten.id])
    for folder, _, names in os.walk(memory.home.root):
        for name in names:
            assert words.encode() not in Path(folder, name).read_bytes(), name
    assert "█" in memory.source_text("both")
    assert memory.rebuild().changed == 0
