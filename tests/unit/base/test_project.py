"""Which project a folder belongs to, without starting git."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pmi.base.home import Home
from pmi.base.project import all_keys, brief_name, follow, identify, known_projects, short_name
from pmi.base.remotes import normalise_remote
from tests.support.repositories import KEY, REMOTE, git, repository, worktree


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


def test_names_that_claude_code_folds_together_are_different_folders(tmp_path: Path) -> None:
    names = ["a_b", "a.b", "a-b", "a b", "a b ", "ä_b", "数据 库", "数据_库"]
    for name in names:
        (tmp_path / name).mkdir()
    places = [identify(str(tmp_path / name), {}) for name in names]
    assert len({place["key"] for place in places}) == len(names)
    assert [place["name"] for place in places] == names


@pytest.mark.proves("P1")
def test_a_repository_inside_another_one_is_its_own(tmp_path: Path) -> None:
    outer = repository(tmp_path / "outer", "https://code.example/acme/outer")
    inner = repository(outer / "vendor" / "inner", "https://code.example/acme/inner")
    (inner / "src").mkdir()
    assert identify(str(inner / "src"), {})["name"] == "inner"
    assert identify(str(outer / "vendor"), {})["name"] == "outer"
    known = {str(inner): "git:code.example/acme/inner"}
    shutil.rmtree(inner)
    assert identify(str(inner / "src"), known)["name"] == "inner"
    assert identify(str(inner / "src"), {})["name"] == "outer"


@pytest.mark.proves("P1")
@pytest.mark.parametrize("bare", ["web.git", "web/.bare"])
def test_worktrees_of_a_bare_repository_are_one_project(tmp_path: Path, bare: str) -> None:
    origin = repository(tmp_path / "origin")
    (tmp_path / bare).parent.mkdir(exist_ok=True)
    git(tmp_path, "clone", "-q", "--bare", str(origin), str(tmp_path / bare))
    git(tmp_path / bare, "remote", "remove", "origin")
    trees = [worktree(tmp_path / bare, tmp_path / "web" / name, name) for name in ("one", "two")]
    folders = [*trees, tmp_path / bare]
    places = [identify(str(folder), {}) for folder in folders]
    assert len({place["key"] for place in places}) == 1
    assert {place["name"] for place in places} == {"web" if bare != "web.git" else "web.git"}
    assert [place["branch"] for place in places] == ["one", "two", "main"]
    known = {places[0]["common"]: "root:abc"}
    assert {identify(str(folder), known)["key"] for folder in folders} == {"root:abc"}


@pytest.mark.proves("P1")
def test_what_lies_in_the_users_own_folder_is_not_the_users_settings(tmp_path: Path) -> None:
    user = Path(os.path.expanduser("~"))
    repository(user, "https://code.example/me/dotfiles")
    (user / "work" / "web").mkdir(parents=True)
    assert identify(str(user), {})["key"] == "git:code.example/me/dotfiles"
    assert identify(str(user / "work" / "web"), {})["key"] == "path:~/work/web"
    known = {str(user): "git:code.example/me/dotfiles"}
    assert identify(str(user / "work" / "gone"), known)["key"] == "path:~/work/gone"


@pytest.mark.proves("P1")
@pytest.mark.parametrize(
    ("path", "main"),
    [
        ("web/.claude/worktrees/fix-1", "web"),
        ("web/.claude/worktrees/fix-1/src", "web"),
        ("web/.worktrees/fix-1", "web"),
        ("web.worktrees/fix-1", "web"),
        ("web-worktrees/fix-1/src", "web"),
    ],
)
@pytest.mark.parametrize("state", ["there", "recorded", "unknown"])
def test_a_worktree_that_is_gone_is_its_repositorys_by_its_place(
    tmp_path: Path, path: str, main: str, state: str
) -> None:
    root = tmp_path / main
    known = {str(root): KEY} if state == "recorded" else {}
    expected = KEY
    if state == "there":
        repository(root, REMOTE)
    if state == "unknown":
        expected = identify(str(root), {})["key"]
    assert identify(str(tmp_path / path), known)["key"] == expected


@pytest.mark.parametrize("name", ["worktrees/x", "my.worktree/x", ".worktrees", "a/worktrees"])
def test_a_name_that_only_looks_like_a_worktrees_says_nothing(tmp_path: Path, name: str) -> None:
    assert identify(str(tmp_path / name), {})["root"] == str(tmp_path / name)


def test_inside_the_git_folder_it_is_the_repository(tmp_path: Path) -> None:
    main = repository(tmp_path / "web", REMOTE)
    assert identify(str(main / ".git" / "hooks"), {})["root"] == str(main)


def test_an_older_key_leads_to_the_present_one(tmp_path: Path) -> None:
    main = repository(tmp_path / "web", REMOTE)
    known = {KEY: "git:b/b", "git:b/b": "git:c/c", "git:d/d": "git:c/c", "git:e/e": "git:e/e"}
    found = identify(str(main), known)
    assert (found["own"], found["key"], found["name"]) == (KEY, "git:c/c", "c")
    assert all_keys(KEY, known) == ("git:c/c", "git:b/b", KEY, "git:d/d")
    assert all_keys("git:e/e", known) == ("git:e/e",)
    assert all_keys("", known) == ()


def test_a_circle_of_keys_ends() -> None:
    known = {"git:a/a": "git:b/b", "git:b/b": "git:a/a"}
    assert follow("git:a/a", known) in known
    assert len(all_keys("git:a/a", known)) <= 2


def test_every_key_has_a_short_name() -> None:
    keys = ["git:host/team/app", "path:~/work/数据", "path:~", "path:/", "root:abc"]
    assert [short_name(key) for key in keys] == ["app", "数据", "~", "/", "abc"]


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


@pytest.mark.parametrize("kind", ["a pipe", "a device"])
@pytest.mark.parametrize("name", ["HEAD", "config", "commondir"])
def test_a_repository_can_not_hold_up_who_looks_at_it(tmp_path: Path, name: str, kind: str) -> None:
    repository(tmp_path / "web")
    path = tmp_path / "web" / ".git" / name
    path.unlink(missing_ok=True)
    if kind == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert identify(str(tmp_path / "web"), {})["root"] == str(tmp_path / "web")
