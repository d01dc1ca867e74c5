from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.project import identify, known_projects
from pmi.indexer.capture import CaptureRules
from pmi.indexer.projects import Projects
from pmi.indexer.sync import Archive
from pmi.store.conversations import list_sessions
from tests.support.transcripts import append, path_of, turn


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def repository(isolated: Path) -> Path:
    folder = isolated / "user" / "编程 (a)" / "web"
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


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
    home: Home, repository: Path
) -> None:
    commit = git(repository, "rev-list", "--max-parents=0", "HEAD")
    below = repository / "src" / "deep"
    below.mkdir(parents=True)
    place = Projects(home).place_of(str(below))
    assert place.key == f"root:{commit}"
    assert place.branch == "main"
    assert identify(str(repository), known_projects(home))["key"] == place.key


@pytest.mark.proves("P1")
def test_worktrees_share_the_project_and_a_removed_one_keeps_it(
    home: Home, repository: Path, isolated: Path
) -> None:
    tree = isolated / "tree"
    git(repository, "worktree", "add", "-q", "-b", "feature", str(tree))
    main, other = (Projects(home).place_of(str(folder)) for folder in (repository, tree))
    assert (main.key, main.branch) == (other.key, "main")
    assert other.branch == "feature"
    git(repository, "worktree", "remove", "--force", str(tree))
    assert Projects(home).place_of(str(tree / "src")).key == main.key


@pytest.mark.proves("P1")
def test_a_renamed_folder_orphans_nothing(home: Home, repository: Path) -> None:
    before = Projects(home).place_of(str(repository)).key
    moved = repository.rename(repository.with_name("renamed"))
    assert Projects(home).place_of(str(moved)).key == before
    assert Projects(home).place_of(str(repository)).key == before


@pytest.mark.proves("P1")
def test_conversations_are_found_under_the_old_key_and_the_new_one(
    home: Home, memory: Memory, repository: Path, isolated: Path
) -> None:
    config = isolated / "user" / ".claude"
    path = append(path_of(config), turn(1, "one", "two", cwd=str(repository)))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    old = list_sessions(memory.store)[0].project
    git(repository, "remote", "add", "origin", "git@example.org:acme/web.git")
    append(path, turn(2, "three", "four", cwd=str(repository)))
    other = "33333333-2222-4333-8444-555555555555"
    append(path_of(config, other), turn(3, "five", "six", cwd=str(repository), sessionId=other))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    new = "git:example.org/acme/web"
    for key in (old, new):
        assert len(list_sessions(memory.store, project=key)) == 2


def test_what_is_known_survives_a_broken_file(home: Home, repository: Path) -> None:
    Path(home.path("state", "projects.json")).write_text("{broken")
    key = Projects(home).place_of(str(repository)).key
    assert key in json.loads(Path(home.path("state", "projects.json")).read_text()).values()


def test_no_folder_is_no_project(home: Home) -> None:
    assert Projects(home).place_of("").key == ""
