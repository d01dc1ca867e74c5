from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import Damaged, NotFound, Unwritable, UsageError
from pmi.base.home import Home
from pmi.model.operation import Citation, Operation
from pmi.model.source import Source, SourceDraft
from pmi.store import originals, sources

LONG = "我们只在周二部署上线。Only on Tuesdays.\r\n" * 200


@pytest.fixture
def note(memory: Memory) -> Source:
    draft = SourceDraft(
        "We deploy only on Tuesdays.", title="Deploying", url="https://w.example/1", origin_key="k"
    )
    return memory.add_source(draft).source


def test_references_that_people_type(memory: Memory, note: Source) -> None:
    for reference in (
        note.id,
        note.id[-6:],
        note.id[-6:].upper(),
        f"src_{note.id[-8:]}",
        "k",
        " k ",
        "https://w.example/1",
    ):
        assert memory.get_source(reference) == note
    for reference in ("", "kk", note.id[-5:], "src_", "https://w.example/2", "%%%%%%"):
        with pytest.raises(NotFound):
            memory.get_source(reference)


def test_a_source_known_by_its_url_alone(memory: Memory) -> None:
    source = memory.add_source(SourceDraft("text of it", url="https://w.example/二")).source
    assert source.origin_key == "url:https://w.example/二"
    assert memory.get_source("https://w.example/二") == source


def test_two_sources_that_end_alike_are_named(memory: Memory, note: Source) -> None:
    with memory.store.writing("memory") as connection:
        connection.execute(
            "INSERT INTO source SELECT 'src_00000000000000000000' || substr(id, -6), kind, "
            "'other', title, url, trust, at, entry FROM source"
        )
    with pytest.raises(UsageError) as refused:
        sources.find_id(memory.store.reading("memory"), note.id[-6:])
    assert note.id in refused.value.message


def test_texts_are_listed_the_newest_first_with_the_memories_that_quote_them(
    memory: Memory, note: Source
) -> None:
    other = memory.add_source(SourceDraft(LONG)).source
    memory.remember("we rest on Fridays")
    cited = Citation("k", "only on Tuesdays")
    agent = Memory(memory.store, "agent:a")
    agent.propose([Operation("create", content="Tuesdays", evidence=(cited,))])
    agent.propose([Operation("create", content="tuesdays.", evidence=(cited,))])  # merges
    listed = memory.list_sources()
    assert [(source.id, source.memories) for source in listed] == [(other.id, 0), (note.id, 1)]
    assert memory.list_sources(said=True)[0].origin_key.startswith("said:")
    assert sources.list_sources(memory.store, kind="url") == []
    assert len(sources.list_sources(memory.store, limit=1)) == 1


def test_quotes_are_found_whichever_version_they_are_of(memory: Memory, note: Source) -> None:
    agent = Memory(memory.store, "agent:a")
    for text, quote in (("", "only on Tuesdays"), ("We deploy daily.", "deploy daily")):
        if text:
            memory.add_source(SourceDraft(text, origin_key="k"))
        cited = (Citation("k", quote),)
        agent.propose([Operation("create", content=quote, evidence=cited)])
    found = sources.list_quotes(memory.store.reading("memory"), note.id)
    assert [(each.content, each.quote) for each in found] == [
        ("only on Tuesdays", "only on Tuesdays"),
        ("deploy daily", "deploy daily"),
    ]


def file_of(home: Home, source: Source) -> Path:
    return Path(originals.path_of(home, source.versions[-1].content_hash))


def test_a_missing_or_cut_original_is_a_clear_error_and_comes_back(
    memory: Memory, home: Home
) -> None:
    source = memory.add_source(SourceDraft(LONG, origin_key="k")).source
    path = file_of(home, source)
    path.write_text(LONG[:-9], encoding="utf-8", newline="")
    with pytest.raises(Damaged) as cut:
        memory.source_text("k")
    assert str(path) in cut.value.message
    path.unlink()
    with pytest.raises(Damaged) as missing:
        memory.source_text("k")
    assert str(path) in missing.value.message
    with pytest.raises(Damaged):
        Memory(memory.store, "agent:a").propose(
            [Operation("create", content="x", evidence=(Citation("k", "周二部署"),))]
        )


def test_an_identical_original_is_left_and_a_damaged_one_is_written_again(home: Home) -> None:
    name = originals.hash_of(LONG)
    originals.keep(home, LONG, name)
    path = Path(originals.path_of(home, name))
    before = path.stat().st_ino
    originals.keep(home, LONG, name)
    assert path.stat().st_ino == before
    path.write_text("cut", encoding="utf-8")
    originals.keep(home, LONG, name)
    assert path.read_bytes() == LONG.encode()
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_can_not_be_written_is_a_clear_error(home: Home) -> None:
    Path(home.path("originals")).chmod(0o500)
    with pytest.raises(Unwritable):
        originals.keep(home, LONG, originals.hash_of(LONG))


def test_a_full_disk_is_a_clear_error_and_leaves_nothing(
    memory: Memory, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pmi.base.home.write_all", full)
    with pytest.raises(Unwritable):
        memory.add_source(SourceDraft(LONG))
    assert [path for path in Path(home.path("originals")).rglob("*") if path.is_file()] == []
    assert memory.log() == []


def test_words_are_overwritten_in_originals_and_the_text_stays_readable(
    memory: Memory, home: Home
) -> None:
    memory.add_source(SourceDraft(LONG, origin_key="k"))
    changed = originals.overwrite(home, lambda text: text.replace("周二", "██"))
    assert changed == 1
    assert memory.source_text("k") == LONG.replace("周二", "██")
    assert memory.add_source(SourceDraft(LONG, origin_key="k")).result == "known"
    originals.remove(home, originals.hash_of(LONG))
    originals.remove(home, originals.hash_of(LONG))
    with pytest.raises(Damaged):
        memory.source_text("k")
