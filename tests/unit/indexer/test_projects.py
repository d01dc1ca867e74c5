from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.project import identify, known_projects, write_known
from pmi.indexer.capture import CaptureRules
from pmi.indexer.projects import Projects
from pmi.indexer.sync import Archive
from pmi.store.conversations import list_sessions
from tests.support.repositories import KEY, REMOTE, commit, git, repository, worktree
from tests.support.transcripts import append, path_of, turn

OTHER = "git:code.example/acme/other"


@pytest.fixture
def local(isolated: Path) -> Path:
    """Return a repository without a remote, below the user's folder."""
    return repository(isolated / "user" / "编程 (a)" / "web")


@pytest.mark.proves("P1")
def test_same_names_in_different_places_are_different_projects(home: Home, isolated: Path) -> None:
    projects = Projects(home)
    keys = set()
    for parent in ("a", "b"):
        folder = isolated / parent / "web"
        folder.mkdir(parents=True)
        keys.add(projects.place_of(str(folder)).key)
    assert len(keys) == 2


@pytest.mark.proves("P1")
def test_a_repository_without_remote_is_known_by_its_first_commit_to_hooks_too(
    home: Home, local: Path
) -> None:
    commit = git(local, "rev-list", "--max-parents=0", "HEAD")
    below = local / "src" / "deep"
    below.mkdir(parents=True)
    place = Projects(home).place_of(str(below))
    assert place.key == f"root:{commit}"
    assert place.branch == "main"
    assert identify(str(local), known_projects(home))["key"] == place.key


@pytest.mark.proves("P1")
def test_worktrees_share_the_project_and_a_removed_one_keeps_it(
    home: Home, local: Path, isolated: Path
) -> None:
    tree = isolated / "tree"
    git(local, "worktree", "add", "-q", "-b", "feature", str(tree))
    main, other = (Projects(home).place_of(str(folder)) for folder in (local, tree))
    assert (main.key, main.branch) == (other.key, "main")
    assert other.branch == "feature"
    git(local, "worktree", "remove", "--force", str(tree))
    assert Projects(home).place_of(str(tree / "src")).key == main.key


@pytest.mark.proves("P1")
def test_a_renamed_folder_orphans_nothing(home: Home, local: Path) -> None:
    before = Projects(home).place_of(str(local)).key
    moved = local.rename(local.with_name("renamed"))
    assert Projects(home).place_of(str(moved)).key == before
    assert Projects(home).place_of(str(local)).key == before


@pytest.mark.proves("P1")
def test_conversations_are_found_under_the_old_key_and_the_new_one(
    home: Home, memory: Memory, local: Path, isolated: Path
) -> None:
    config = isolated / "user" / ".claude"
    path = append(path_of(config), turn(1, "one", "two", cwd=str(local)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    old = list_sessions(memory.store)[0].project
    git(local, "remote", "add", "origin", "git@example.org:acme/web.git")
    append(path, turn(2, "three", "four", cwd=str(local)))
    other = "33333333-2222-4333-8444-555555555555"
    append(path_of(config, other), turn(3, "five", "six", cwd=str(local), sessionId=other))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    new = "git:example.org/acme/web"
    for key in (old, new):
        assert len(list_sessions(memory.store, project=key)) == 2


def test_what_is_known_survives_a_broken_file(home: Home, local: Path) -> None:
    Path(home.path("state", "projects.json")).write_text("{broken")
    key = Projects(home).place_of(str(local)).key
    assert key in json.loads(Path(home.path("state", "projects.json")).read_text()).values()


def test_no_folder_is_no_project(home: Home) -> None:
    assert Projects(home).place_of("").key == ""


@pytest.mark.proves("P1")
def test_one_remote_cloned_twice_is_one_project_with_two_folders(
    home: Home, memory: Memory, isolated: Path
) -> None:
    folders = [repository(isolated / name / "web", REMOTE) for name in ("a", "b")]
    config = isolated / "user" / ".claude"
    for number, folder in enumerate(folders):
        session = f"{number}3333333-2222-4333-8444-555555555555"
        append(path_of(config, session), turn(number, "q", "a", cwd=str(folder), sessionId=session))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    [found] = memory.list_projects()
    assert (found.key, found.name, found.sessions) == (KEY, "web", 2)
    assert [each.path for each in found.folders] == [str(folder) for folder in folders]


@pytest.mark.proves("P1")
def test_a_fork_is_a_project_of_its_own_until_it_takes_the_place_of_the_other(
    home: Home, isolated: Path
) -> None:
    fork = "git@code.example:me/web.git"
    here = repository(isolated / "web", REMOTE)
    there = repository(isolated / "fork" / "web", fork)
    projects = Projects(home)
    assert projects.place_of(str(here)).key != projects.place_of(str(there)).key
    git(here, "remote", "rename", "origin", "upstream")
    git(here, "remote", "add", "origin", fork)
    place = Projects(home).place_of(str(here))
    assert (place.key, place.before) == ("git:code.example/me/web", KEY)


@pytest.mark.proves("P1")
def test_a_remote_that_moved_takes_its_conversations_along(
    home: Home, memory: Memory, isolated: Path
) -> None:
    main = repository(isolated / "web", REMOTE)
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, "one", "two", cwd=str(main)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    git(main, "remote", "set-url", "origin", "git@code.example:new-name/web.git")
    other = "33333333-2222-4333-8444-555555555555"
    append(path_of(config, other), turn(3, "five", "six", cwd=str(main), sessionId=other))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    for key in (KEY, "git:code.example/new-name/web"):
        assert len(list_sessions(memory.store, project=key)) == 2
    assert identify(str(main), known_projects(home))["key"] == "git:code.example/new-name/web"


@pytest.mark.proves("P1")
def test_another_repository_in_the_same_folder_is_another_project(
    home: Home, memory: Memory, isolated: Path
) -> None:
    main = repository(isolated / "web", REMOTE)
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, "one", "two", cwd=str(main)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    shutil.rmtree(main)
    repository(main, "git@code.example:acme/other.git", first="another beginning")
    other = "33333333-2222-4333-8444-555555555555"
    append(path_of(config, other), turn(3, "five", "six", cwd=str(main), sessionId=other))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    assert [len(list_sessions(memory.store, project=key)) for key in (KEY, OTHER)] == [1, 1]


@pytest.mark.proves("P1")
def test_a_folder_that_becomes_a_repository_keeps_what_was_said_in_it(
    home: Home, memory: Memory, isolated: Path
) -> None:
    folder = isolated / "user" / "notes"
    folder.mkdir(parents=True)
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, "one", "two", cwd=str(folder)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    memory.remember("use blue ink", project=identify(str(folder), known_projects(home))["key"])
    repository(folder)
    append(path_of(config), turn(2, "three", "four", cwd=str(folder)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    [found] = memory.list_projects()
    assert found.key.startswith("root:")
    assert (found.name, found.sessions, found.memories) == ("notes", 1, 1)


@pytest.mark.proves("P1", "T5")
def test_a_session_belongs_to_the_folder_in_which_it_began(
    home: Home, memory: Memory, isolated: Path
) -> None:
    first, second = (repository(isolated / name, f"x@h.example:a/{name}") for name in ("a", "b"))
    config = isolated / "user" / ".claude"
    path = append(path_of(config), turn(1, "one", "two", cwd=str(first)))
    append(path, turn(2, "three", "four", cwd=str(second)))
    append(path, turn(3, "five", "six", cwd=str(first / "gone")))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    [session] = list_sessions(memory.store)
    assert (session.project, session.messages) == ("git:h.example/a/a", 6)
    folders = [each.path for item in memory.list_projects() for each in item.folders]
    assert str(first) in folders


@pytest.mark.proves("P1")
def test_names_that_share_a_folder_of_transcripts_are_two_projects(
    home: Home, memory: Memory, isolated: Path
) -> None:
    config = isolated / "user" / ".claude"
    for number, name in enumerate(["a_b", "a.b"]):
        folder = isolated / name
        folder.mkdir()
        session = f"{number}3333333-2222-4333-8444-555555555555"
        path = path_of(config, session, folder="-tmp-a-b")
        append(path, turn(number, "q", "a", cwd=str(folder), sessionId=session))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    assert {item.name for item in memory.list_projects()} == {"a_b", "a.b"}


@pytest.mark.proves("P1")
def test_a_worktree_that_git_knows_of_may_vanish_before_anything_was_said_in_it(
    home: Home, local: Path, isolated: Path
) -> None:
    tree = worktree(local, isolated / "elsewhere" / "t1", "topic")
    key = Projects(home).place_of(str(local)).key
    git(local, "worktree", "remove", "--force", str(tree))
    assert Projects(home).place_of(str(tree / "src")).key == key
    assert identify(str(tree), known_projects(home))["key"] == key


@pytest.mark.proves("P1")
@pytest.mark.parametrize(
    ("name", "branch", "belongs"),
    [
        ("web-feature-login", "feature/login", True),
        ("web_Feature_login", "feature/login", True),
        ("web.登录", "登录", True),
        ("web-feature-login", "feature/other", False),
        ("web-main", "main", False),
        ("web-feature-login", "", False),
        ("website", "site", False),
        ("api-feature-login", "feature/login", False),
        ("web", "web", False),
    ],
)
def test_a_worktree_named_after_repository_and_branch_is_found_when_it_is_gone(
    home: Home, isolated: Path, name: str, branch: str, belongs: bool
) -> None:
    folder = isolated / "work"
    if name != "web":
        repository(folder / "web", REMOTE)
    gone = folder / name
    place = Projects(home).place_of(str(gone), branch)
    assert (place.key == KEY) is belongs
    assert (identify(str(gone), known_projects(home))["key"] == KEY) is belongs


@pytest.mark.proves("P1")
def test_the_record_may_be_lost_and_is_made_again(
    home: Home, memory: Memory, isolated: Path
) -> None:
    main = repository(isolated / "web", REMOTE)
    tree = worktree(main, isolated / "elsewhere" / "t1", "topic")
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, "one", "two", cwd=str(tree)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    for folder in (main, tree):
        shutil.rmtree(folder)
    Path(home.path("state", "projects.json")).unlink()
    assert Projects(home, memory.store).place_of(str(tree / "src")).key == KEY
    memory.refresh()
    for folder in (main, tree):
        assert identify(str(folder), known_projects(home))["key"] == KEY


@pytest.mark.proves("V1", "P1")
def test_no_credential_of_a_remote_is_stored_anywhere(
    home: Home, memory: Memory, isolated: Path
) -> None:
    secret = "s3cr3t" + "w0rd4f"
    main = repository(isolated / "web", f"https://me:{secret}@code.example/acme/web.git?t={secret}")
    worktree(main, isolated / "tree", "topic")
    config = isolated / "user" / ".claude"
    append(path_of(config), turn(1, "one", "two", cwd=str(main)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    memory.refresh([KEY])
    assert memory.list_projects()[0].key == KEY
    for path in Path(home.root).rglob("*"):
        assert path.is_dir() or secret.encode() not in path.read_bytes()


def test_a_repository_without_a_commit_is_its_folder(home: Home, isolated: Path) -> None:
    folder = isolated / "user" / "fresh"
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    assert Projects(home).place_of(str(folder)).key == "path:~/fresh"
    first = commit(folder)
    place = Projects(home).place_of(str(folder))
    assert (place.key, place.before) == (f"root:{first}", "path:~/fresh")


def test_without_git_a_repository_is_its_folder(
    home: Home, local: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert Projects(home).place_of(str(local)).key == "path:~/编程 (a)/web"


def test_a_repository_can_not_have_a_program_started(home: Home, isolated: Path) -> None:
    main = repository(isolated / "web", "ext::sh -c touch% started")
    for name, value in (
        ("core.repositoryformatversion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("protocol.ext.allow", "always"),
        ("core.fsmonitor", "touch started"),
    ):
        git(main, "config", name, value)
    write_known(home, {str(main): "root:" + "a" * 40})
    assert Projects(home).place_of(str(main)).before == ""
    assert not list(isolated.rglob("started"))
