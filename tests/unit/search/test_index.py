"""What the index holds beside active memories and messages: sources, other memories, names."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.lookup import match_memories
from pmi.base.text import query_terms
from pmi.model.operation import EntityClaim, Operation
from pmi.model.source import SourceDraft
from pmi.search import index_sources
from pmi.search.index import catch_up, rebuild
from tests.support.asking import tell
from tests.unit.search.conftest import Say


def found(memory: Memory, words: str) -> list[str]:
    answer = memory.search(words, scopes=("sources",))
    return [hit.snippet.replace("«", "").replace("»", "") for hit in answer.hits]


@pytest.mark.parametrize(
    ("text", "word"), [("the heron nests in March", "nest"), ("苍鹭三月筑巢", "筑巢")]
)
def test_a_source_is_found_by_its_words(memory: Memory, text: str, word: str) -> None:
    intake = memory.add_source(SourceDraft(text, title="birds"))
    [hit] = memory.search(word, scopes=("sources",)).hits
    assert (hit.reference, hit.title, hit.scope) == (intake.source.id, "birds", "sources")
    assert found(memory, word) == [text]
    assert found(memory, "birds") == [text]
    assert memory.search(word, scopes=("memories", "transcripts")).hits == ()


def test_only_the_newest_version_of_a_source_is_found(memory: Memory) -> None:
    memory.add_source(SourceDraft("the heron nests in March", origin_key="k", title="t"))
    assert found(memory, "heron March") == ["the heron nests in March"]
    memory.add_source(SourceDraft("the heron nests in May", origin_key="k", title="t"))
    assert found(memory, "heron") == ["the heron nests in May"]
    assert found(memory, "March") == []


def test_a_source_that_was_taken_back_is_not_found(memory: Memory) -> None:
    memory.add_source(SourceDraft("the heron nests in March"))
    assert found(memory, "heron")
    memory.undo()
    assert found(memory, "heron") == []


def test_what_was_only_remembered_is_no_source(memory: Memory) -> None:
    memory.remember("the heron nests in March")
    assert found(memory, "heron") == []


def test_a_long_source_is_indexed_in_steps(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_sources, "CHUNKS_PER_BATCH", 3)
    lines = [
        f"Heron number {number} nests at the river. 苍鹭{number}号筑巢。" for number in range(900)
    ]
    memory.add_source(SourceDraft("\n".join(lines), title="long"))
    memory.add_source(SourceDraft("a short heron", title="short"))
    steps = 0

    def counted() -> None:
        nonlocal steps
        steps += 1

    rebuild(memory.store, counted)
    assert steps > 10
    rows = memory.store.reading("search").execute(
        'SELECT start, "end", text FROM source_doc WHERE title = ? ORDER BY start', ("long",)
    )
    chunks = [tuple(row) for row in rows]
    assert "".join(text for _, _, text in chunks) == "\n".join(lines)
    assert all(end - start == len(text) for start, end, text in chunks)
    assert "850" in found(memory, "850")[0]
    assert catch_up(memory.store)


def test_hooks_and_search_see_active_memories_only(memory: Memory) -> None:
    tell(memory, "the heron nests in the tower", slot="nest", valid_from="2026-01-01")
    now = tell(memory, "the heron nests in the barn", slot="nest", valid_from="2026-02-01")
    catch_up(memory.store)
    terms = query_terms("heron nests tower barn")
    rows = match_memories(memory.home, terms, (), (), 9)
    assert [row["id"] for row in rows] == [now]
    hits = memory.search("heron nests", scopes=("memories",)).hits
    assert [hit.reference for hit in hits] == [now]
    past = memory.store.reading("search").execute("SELECT status, until FROM past_doc").fetchall()
    assert [tuple(row) for row in past] == [("superseded", "2026-02-01")]


def test_a_memory_is_found_by_names_and_later_aliases_of_its_entities(memory: Memory) -> None:
    stored = tell(memory, "The budget was agreed", about=["Ana Lee"])

    def hits(words: str) -> list[str]:
        return [hit.reference for hit in memory.search(words, scopes=("memories",)).hits]

    assert hits("Lee") == [stored]
    assert hits("阿娜") == []
    alias = EntityClaim("Ana Lee", aliases=("阿娜",))
    memory.propose([Operation("update", entities=(alias,))])
    assert hits("阿娜") == [stored]
    memory.undo()
    assert hits("阿娜") == []


@pytest.mark.parametrize(
    ("tool", "text", "is_found"),
    [
        ("mcp__pmi__memory_search", "heron", False),
        ("mcp__plugin_pmi_pmi__memory_get_context", "where is the heron?", False),
        ("mcp__pmi__memory_propose", "the heron nests in March", True),
        ("mcp__other__memory_search", "heron", True),
        ("Bash", "pmi search heron --here", False),
        ("Bash", "pmi sessions 苍鹭 heron", False),
        ("Bash", "pmi search heron; rm heron.txt", True),
        ("Bash", "pmi sync && cat heron.txt", True),
        ("Read", "pmi search heron", True),
    ],
)
def test_a_look_up_of_an_agent_is_no_answer_to_the_same_question(
    memory: Memory, say: Say, tool: str, text: str, is_found: bool
) -> None:
    say(text, role="tool", tool=tool)
    assert bool(memory.search("heron").hits) is is_found
