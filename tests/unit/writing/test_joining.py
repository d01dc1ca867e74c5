"""Two projects that are one for every reader, and apart again; nothing that is stored changes."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.base import lookup
from pmi.base.errors import Conflict, NotFound, PolicyDenied, UsageError
from pmi.base.home import Home
from pmi.base.project import all_keys, brief_name, follow, identify, known_projects
from pmi.base.text import query_terms
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive
from pmi.learn.lessons import get_lessons
from pmi.learn.rules_file import rule_line, write_rules
from pmi.model.operation import Operation
from pmi.store import journal
from pmi.store.conversations import list_sessions
from pmi.store.migrations.transcripts import m001_conversations
from pmi.store.projects import add_alias, list_same_project, present_keys, read_aliases, set_apart
from tests.support.repositories import repository
from tests.support.transcripts import append, path_of, turn

OLD, NEW = "path:~/old/notes", "path:~/notes"
WORD = "heron"


@pytest.fixture
def moved(home: Home, memory: Memory, isolated: Path) -> tuple[Path, Path]:
    """Return an old folder with a conversation and a lesson, and the one it was moved to."""
    old, new = isolated / "user" / "old" / "notes", isolated / "user" / "notes"
    old.mkdir(parents=True)
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, f"where is the {WORD}?", "By the pond.", cwd=str(old)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    memory.remember(f"the {WORD} is fed at noon", project=OLD)
    old.rename(new)
    return old, new


def projects_of(memory: Memory) -> dict[str, tuple[int, int]]:
    return {item.key: (item.sessions, item.memories) for item in memory.list_projects()}


def entries(memory: Memory) -> list[str]:
    connection = memory.store.reading("memory")
    return [f"{entry.seq} {entry.outcome}" for entry in journal.list_entries(connection)]


def test_what_is_found_is_said_to_be_of_the_project_as_it_is_now(
    memory: Memory, moved: tuple[Path, Path]
) -> None:
    memory.join_projects(*map(str, moved))
    assert [session.project for session in list_sessions(memory.store)] == [NEW]
    hits = memory.search(WORD, scopes=("memories", "transcripts", "sessions")).hits
    assert {hit.scope: hit.project for hit in hits} == dict.fromkeys(
        ("memories", "transcripts", "sessions"), NEW
    )


@pytest.mark.proves("P1")
def test_a_moved_folder_keeps_everything_for_every_reader(
    home: Home, memory: Memory, moved: tuple[Path, Path]
) -> None:
    old, new = moved
    before = entries(memory)
    assert memory.list_memories(project=NEW) == []
    done = memory.join_projects(str(old), str(new))
    assert (done.changed, done.source.key, done.target.key) == (True, OLD, NEW)
    assert entries(memory) == before
    for key in (OLD, NEW):
        assert len(memory.list_memories(project=key)) == 1
        assert len(list_sessions(memory.store, project=key)) == 1
        assert memory.search(WORD, scopes=("memories",), project=key).hits
        assert memory.search(WORD, scopes=("transcripts",), project=key).hits
        assert memory.get_context(f"when is the {WORD} fed?", project=key).items
        assert memory.map(key)[0].key == NEW
    assert [page.key for page in memory.map(NEW) if page.key] == [NEW]
    assert projects_of(memory) == {NEW: (1, 1)}


@pytest.mark.proves("P1")
def test_hooks_follow_at_once(home: Home, memory: Memory, moved: tuple[Path, Path]) -> None:
    _, new = moved
    memory.refresh()
    memory.join_projects(OLD, str(new))
    known = known_projects(home)
    key = identify(str(new), known)["key"]
    keys = all_keys(key, known)
    assert (key, keys) == (NEW, (NEW, OLD))
    terms = query_terms(f"when is the {WORD} fed?")
    assert lookup.match_memories(home, terms, keys, (), 5)
    assert lookup.brief_rows(home, keys, 5)
    assert lookup.added_since(home, 0, keys, 5)
    brief = json.loads(Path(home.path("state", "brief", f"{brief_name(NEW)}.json")).read_text())
    assert brief["project"] == NEW
    shown = json.dumps(brief["sections"])
    assert "fed at noon" in shown
    assert "title_sessions" not in shown
    assert WORD in json.dumps([item for item in brief["sections"] if item["name"] == "sessions"])


@pytest.mark.proves("P1")
def test_taken_apart_each_has_its_own_again(memory: Memory, moved: tuple[Path, Path]) -> None:
    old, new = moved
    before = projects_of(memory)
    memory.join_projects(str(old), str(new))
    memory.take_apart(str(old))
    assert projects_of(memory) == before == {OLD: (1, 1)}
    assert memory.list_memories(project=NEW) == []
    assert identify(str(old), known_projects(memory.home))["key"] == OLD
    with pytest.raises(NotFound):
        memory.take_apart(str(old))
    memory.join_projects(str(old), str(new))
    assert projects_of(memory) == {NEW: (1, 1)}


def test_a_rehearsal_changes_nothing(home: Home, memory: Memory, moved: tuple[Path, Path]) -> None:
    old, new = moved
    done = memory.join_projects(str(old), str(new), rehearse=True)
    assert (done.changed, done.source.sessions, done.source.memories) == (True, 1, 1)
    assert projects_of(memory) == {OLD: (1, 1)}
    memory.join_projects(str(old), str(new))
    memory.take_apart(str(old), rehearse=True)
    assert projects_of(memory) == {NEW: (1, 1)}


def test_joining_twice_is_joining_once_and_back_is_a_circle(
    memory: Memory, moved: tuple[Path, Path]
) -> None:
    old, new = moved
    assert memory.join_projects(OLD, str(new)).changed
    assert not memory.join_projects(str(old), str(new)).changed
    with pytest.raises(Conflict) as refused:
        memory.join_projects(NEW, OLD)
    assert refused.value.hint == f"pmi project move --undo {OLD}"
    with pytest.raises(UsageError):
        memory.join_projects(NEW, NEW)
    assert present_keys(memory.store.reading("transcripts")) == {OLD: NEW}


def test_what_leads_on_leads_to_the_end(memory: Memory) -> None:
    for name in "abc":
        memory.remember(f"{name} has a {name * 5}", project=f"git:h/{name}")
    memory.join_projects("a", "b")
    memory.join_projects("b", "c")
    assert projects_of(memory) == {"git:h/c": (0, 3)}
    memory.take_apart("b")
    assert projects_of(memory) == {"git:h/b": (0, 2), "git:h/c": (0, 1)}
    assert memory.join_projects("git:h/a", "c").source.key == "git:h/b"


@pytest.mark.parametrize(
    ("source", "target", "error"),
    [
        ("nothing", "web", NotFound),
        ("api", "nothing", NotFound),
        ("git:h/none", "git:h/a/web", NotFound),
        ("git:h/a/web", "git:h/none", NotFound),
        ("/nowhere/at/all", "git:h/a/web", NotFound),
        ("web", "api", UsageError),
        ("api", "web", UsageError),
    ],
)
def test_what_is_not_there_or_not_clear_is_refused(
    memory: Memory, source: str, target: str, error: type[Exception]
) -> None:
    for key in ("git:h/a/web", "git:h/b/web", "git:h/api"):
        memory.remember(f"{key} is blue", project=key)
    with pytest.raises(error):
        memory.join_projects(source, target)
    assert read_aliases(memory.store.reading("transcripts")) == {}


def test_an_agent_may_not_join(memory: Memory) -> None:
    memory.remember("it is blue", project="git:h/a")
    agent = Memory(memory.store, "agent:x")
    with pytest.raises(PolicyDenied):
        agent.join_projects("a", "b")
    with pytest.raises(PolicyDenied):
        agent.take_apart("a")


@pytest.mark.proves("P1")
def test_a_new_memory_meets_what_stands_under_the_older_key(memory: Memory) -> None:
    old, new = "git:h/old", "git:h/new"
    slot = Operation("create", content="We deploy on Tuesday.", slot="deploy-day", project=old)
    memory.propose([slot])
    memory.remember("tabs, not spaces", project=old)
    memory.remember("it is new", project=new)
    memory.join_projects(old, new)
    memory.propose(
        [Operation("create", content="We deploy on Friday.", slot="deploy-day", project=new)]
    )
    slots = memory.list_slots(new)
    assert [item.content for item in slots if item.status == "active"] == ["We deploy on Friday."]
    assert memory.remember("tabs, not spaces", project=new).already_known  # type: ignore[union-attr]
    assert memory.remember("quite new", project=old).memory.project == new  # type: ignore[union-attr]
    before = projects_of(memory)
    assert memory.rebuild().changed == 0
    assert projects_of(memory) == before


def test_a_rule_names_its_project_by_name(home: Home, memory: Memory, isolated: Path) -> None:
    main = repository(isolated / "web")
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, "one", "two", cwd=str(main)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    key = identify(str(main), known_projects(home))["key"]
    memory.remember("use pnpm", project=key)
    assert key.startswith("root:")
    names = {item.key: item.name for item in memory.list_projects()}
    [lesson] = get_lessons(memory.store)
    assert rule_line(lesson, names).startswith("- [web] use pnpm")


def test_rules_name_the_project_that_it_is_now(home: Home, memory: Memory, isolated: Path) -> None:
    config = isolated / "user" / ".claude"
    (config / "rules").mkdir(parents=True)
    Path(home.path("state", "installed.json")).write_text(
        json.dumps({"config_dirs": [str(config)]})
    )
    memory.remember("use pnpm", project="git:h/old")
    memory.remember("it is new", project="git:h/new")
    memory.join_projects("old", "new")
    write_rules(memory.store)
    assert "- [new] use pnpm (1)" in (config / "rules" / "pmi.md").read_text()


def test_what_was_taken_apart_is_not_joined_again_by_itself(
    home: Home, memory: Memory, isolated: Path
) -> None:
    main = repository(isolated / "web")
    config = isolated / "user" / ".claude"
    path = append(path_of(config), turn(1, "one", "two", cwd=str(main)))
    archive = Archive(memory.store, home, CaptureRules())
    archive.sync_all([str(config)])
    [older] = memory.list_projects()[0].aliases
    memory.take_apart(older)
    append(path, turn(2, "three", "four", cwd=str(main), gitBranch="other"))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    assert memory.list_projects()[0].aliases == ()


@given(
    steps=st.lists(
        st.tuples(st.sampled_from("jjju"), st.integers(0, 5), st.integers(0, 5)), max_size=14
    )
)
def test_any_order_of_joining_and_parting_leaves_each_key_in_one_project(
    steps: list[tuple[str, int, int]],
) -> None:
    connection = sqlite3.connect(":memory:")
    m001_conversations.apply(connection)
    keys = [f"git:h/{name}" for name in "abcdef"]
    for what, first, second in steps:
        if what == "j":
            add_alias(connection, keys[first], keys[second])
        else:
            set_apart(connection, keys[first])
    aliases = read_aliases(connection)
    groups = {key: frozenset(list_same_project(connection, key)) for key in keys}
    connection.close()
    for key in keys:
        assert key in groups[key]
        assert follow(key, aliases) in groups[key]
        assert all(groups[other] == groups[key] for other in groups[key])
        assert groups[key] == frozenset(all_keys(key, aliases))
