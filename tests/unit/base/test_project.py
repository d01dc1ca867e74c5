"""Which project a folder belongs to, without starting git."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pmi.base.home import Home
from pmi.base.project import brief_name, identify, known_projects
from pmi.base.remotes import normalise_remote


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [
            "git",
            "-C",
            str(folder),
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@example.org",
            *arguments,
        ],
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().strip()


def repository(folder: Path, remote: str = "") -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    if remote:
        git(folder, "remote", "add", "origin", remote)
    return folder


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://github.com/acme/Web.git", "git:github.com/acme/web"),
        ("https://me:token@GitHub.com:443/acme/Web/", "git:github.com/acme/web"),
        ("ssh://git@github.com:22/acme/Web.git", "git:github.com/acme/web"),
        ("git@github.com:acme/Web.git", "git:github.com/acme/web"),
        ("github.com:acme/Web", "git:github.com/acme/web"),
        ("git://host/a/b/c.git", "git:host/a/b/c"),
        ("https://host/a/b?token=x#y", "git:host/a/b"),
        ("ssh://git@[::1]:22/a/b.git", "git:[::1]/a/b"),
        ("/srv/git/web.git", "git:/srv/git/web"),
        ("file:///srv/git/web.git", "git:/srv/git/web"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_one_remote_has_one_key(url: str, expected: str) -> None:
    assert normalise_remote(url) == expected


@pytest.mark.proves("P1")
def test_folders_of_one_name_are_two_projects(tmp_path: Path) -> None:
    keys = set()
    for parent in ("a", "b"):
        folder = tmp_path / parent / "web"
        folder.mkdir(parents=True)
        keys.add(identify(str(folder), {})["key"])
    assert len(keys) == 2


@pytest.mark.proves("P1")
def test_a_subfolder_and_a_worktree_belong_to_the_repository(tmp_path: Path) -> None:
    main = repository(tmp_path / "web", "git@github.com:acme/web.git")
    git(main, "worktree", "add", "-q", "-b", "feature/x", str(tmp_path / "tree"))
    (main / "src" / "deep").mkdir(parents=True)
    (tmp_path / "tree" / "src").mkdir()
    inner = identify(str(main / "src" / "deep"), {})
    linked = identify(str(tmp_path / "tree" / "src"), {})
    assert inner["key"] == linked["key"] == "git:github.com/acme/web"
    assert inner["name"] == linked["name"] == "web"
    assert (inner["branch"], inner["worktree"]) == ("main", "")
    assert (linked["branch"], linked["worktree"]) == ("feature/x", str(tmp_path / "tree"))


@pytest.mark.proves("P1")
def test_without_a_remote_what_the_worker_found_counts(tmp_path: Path) -> None:
    main = repository(tmp_path / "web")
    assert identify(str(main), {})["key"].startswith("path:")
    known = {str(main / ".git"): "root:abc"}
    assert identify(str(main), known)["key"] == "root:abc"
    git(main, "worktree", "add", "-q", str(tmp_path / "tree"))
    assert identify(str(tmp_path / "tree"), known)["key"] == "root:abc"


@pytest.mark.proves("P1")
def test_a_removed_worktree_is_known_by_its_path(tmp_path: Path) -> None:
    main = repository(tmp_path / "web")
    git(main, "worktree", "add", "-q", str(tmp_path / "tree"))
    known = {str(tmp_path / "tree"): "root:abc", str(tmp_path): "path:other"}
    shutil.rmtree(tmp_path / "tree")
    assert identify(str(tmp_path / "tree" / "src"), known)["key"] == "root:abc"


@pytest.mark.proves("P1")
def test_a_renamed_repository_keeps_its_key(tmp_path: Path) -> None:
    main = repository(tmp_path / "web", "git@github.com:acme/web.git")
    before = identify(str(main), {})["key"]
    main.rename(tmp_path / "site")
    assert identify(str(tmp_path / "site"), {})["key"] == before


def test_a_submodule_is_a_project_of_its_own(tmp_path: Path) -> None:
    inner = repository(tmp_path / "inner")
    main = repository(tmp_path / "web", "git@github.com:acme/web.git")
    git(main, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "lib")
    assert identify(str(main / "lib"), {})["key"] == normalise_remote(str(inner))


def test_paths_are_written_relative_to_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    user = os.path.expanduser("~")
    os.makedirs(os.path.join(user, "笔记 本"))
    assert identify(os.path.join(user, "笔记 本"), {})["key"] == "path:~/笔记 本"
    assert identify(user, {})["key"] == "path:~"
    assert identify("/", {})["key"] == "path:/"


def test_a_link_leads_to_the_same_project(tmp_path: Path) -> None:
    main = repository(tmp_path / "web", "git@github.com:acme/web.git")
    (tmp_path / "link").symlink_to(main)
    assert identify(str(tmp_path / "link"), {}) == identify(str(main), {})


@pytest.mark.parametrize("cwd", ["", "relative/x", "."])
def test_no_folder_is_no_project(cwd: str) -> None:
    assert set(identify(cwd, {}).values()) == {""}


@pytest.mark.parametrize("content", ["", "gitdir: /nowhere", "junk", "gitdir:"])
def test_a_broken_git_file_is_no_fault(tmp_path: Path, content: str) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / ".git").write_text(content)
    assert identify(str(tmp_path / "x"), {})["name"] == "x"


def test_another_remote_counts_where_there_is_no_origin(tmp_path: Path) -> None:
    main = repository(tmp_path / "web")
    git(main, "remote", "add", "upstream", "https://host/team/app")
    assert identify(str(main), {})["key"] == "git:host/team/app"
    git(main, "remote", "add", "origin", "https://host/me/app")
    assert identify(str(main), {})["key"] == "git:host/me/app"


@pytest.mark.parametrize("content", ["", "{", "[]", '{"/x": 1}'])
def test_a_damaged_list_of_projects_is_an_empty_one(home: Home, content: str) -> None:
    Path(home.path("state", "projects.json")).write_text(content)
    assert known_projects(home) == {}


def test_briefs_have_names_that_files_can_have() -> None:
    keys = ["", "git:host/a/b", "git:host/a_b", "path:~/a b", "path:/" + "x" * 500, "path:~/中"]
    names = [brief_name(key) for key in keys]
    assert names[0] == "everywhere"
    assert len(set(names)) == len(keys)
    assert all(len(name) < 130 and "/" not in name for name in names)
