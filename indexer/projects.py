"""Finds out which project a folder belongs to, and records it for hooks and readers.

`pmi.base.project.identify` decides. What only git can tell, the root commit of a repository
without a remote, is asked here once; what will be needed when a folder is gone is written down
while it is there. Both go to `state/projects.json`, where hooks find them.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from pmi.base.home import Home, read_file
from pmi.base.project import (
    identify,
    known_projects,
    path_key,
    recorded_above,
    write_known,
)
from pmi.base.remotes import normalise_remote, read_remotes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pmi.store.database import Store

GIT_TIMEOUT_S = 5
FOLDERS_LOOKED_AT = 400
"""Of the folders beside one that is gone so many are looked at."""

_MAIN_BRANCHES = frozenset({"main", "master", "trunk"})


@dataclass(frozen=True, slots=True)
class Place:
    """What a folder is part of; all empty for no folder.

    Attributes:
        key: The key of the folder itself; conversations are stored under it.
        present: The key under which the project is found by now: another one where it gained
            a remote, or was joined to another project. Memories are stored under it.
        before: The key that the same folder had before; empty for none.
    """

    key: str = ""
    name: str = ""
    root: str = ""
    branch: str = ""
    present: str = ""
    before: str = ""


class Projects:
    """Resolves folders to projects, each once per run.

    Args:
        store: Where folders are recorded too, should the file for the hooks be lost.
    """

    def __init__(self, home: Home, store: Store | None = None) -> None:
        self._home = home
        self._known = dict(known_projects(home))
        if store is not None:
            from pmi.store.projects import read_known

            self._known = read_known(store)
        self._places: dict[tuple[str, str], Place] = {}
        self._visited: set[str] = set()

    def place_of(self, cwd: str, branch: str = "") -> Place:
        """Return the project that a folder belongs to, and remember it on disk.

        Args:
            branch: The branch that was checked out there; it helps where the folder is gone.
        """
        if not cwd:
            return Place()
        place = self._places.get((cwd, branch))
        if place is None:
            place = self._places[cwd, branch] = self._resolve(cwd, branch)
        return place

    def _resolve(self, cwd: str, branch: str) -> Place:
        found = identify(cwd, self._known)
        folder, before = os.path.realpath(cwd), ""
        if not os.path.isdir(folder):
            if found["own"] == path_key(folder):
                found = self._find_beside(folder, branch) or found
        elif found["common"]:
            found, before = self._examine(cwd, found)
        if not found["own"].startswith("path:"):
            self._record(dict.fromkeys((found["root"], os.path.abspath(cwd)), found["own"]))
        return Place(
            key=found["own"],
            name=found["name"],
            root=found["root"],
            branch=found["branch"],
            present=found["key"],
            before=before,
        )

    def _examine(self, cwd: str, found: dict[str, str]) -> tuple[dict[str, str], str]:
        """Return what a checkout is, with git's help, and the key that it had before."""
        root, common = found["root"], found["common"]
        if found["own"].startswith("path:"):
            commits = _git(root, "rev-list", "--max-parents=0", "HEAD").split()
            if not commits:
                return found, ""
            self._record({common: f"root:{min(commits)}"})
            found = identify(cwd, self._known)
        if common not in self._visited:
            self._visited.add(common)
            self._record(_read_worktrees(common, found["own"]))
        recorded, mark = self._known.get(root, ""), os.path.join(common, "HEAD")
        before = path_key(found["main"])
        if recorded and recorded != found["own"]:
            before = recorded
            if not _is_same(root, common, recorded, self._known.get(mark, "")):
                before = ""  # another repository was put where this one was
                self._known.pop(mark, None)
        if mark not in self._known:
            commit = _git(root, "rev-parse", "--verify", "HEAD")
            self._record({mark: commit} if commit else {})
        return found, before

    def _find_beside(self, folder: str, branch: str) -> dict[str, str]:
        """Return the repository that a folder, now gone, was a worktree of; empty for none.

        Trigger: it was removed before it was ever seen, so nothing was recorded. Why: people
        name a worktree after its repository and its branch. Outcome: `web-feature-x`, on the
        branch `feature/x`, belonged to the repository `web` beside it; less is no evidence.
        """
        ending = _as_name(branch)
        if not ending or branch in _MAIN_BRANCHES:
            return {}
        parent, name = os.path.split(folder)
        try:
            with os.scandir(parent) as entries:
                beside = [entry.name for entry in islice(entries, FOLDERS_LOOKED_AT)]
        except OSError:
            return {}
        for other in sorted(beside, key=len, reverse=True):
            rest = name[len(other) :]
            if name.startswith(other) and rest[:1] in set("-_.+@") and _as_name(rest) == ending:
                found = identify(os.path.join(parent, other), self._known)
                if found["common"]:
                    self._record({folder: found["own"]})
                    return found
        return {}

    def _record(self, keys: Mapping[str, str]) -> None:
        """Write down keys by folder, but for folders that the one above them speaks for."""
        changed = False
        for path, key in keys.items():
            above = recorded_above(os.path.dirname(path), self._known)
            if self._known.get(path) == key or (
                path not in self._known and above and self._known[above] == key
            ):
                continue
            self._known[path] = key
            changed = True
        if changed:
            write_known(self._home, self._known)


def _is_same(root: str, common: str, before: str, commit: str) -> bool:
    """Tell whether a repository is the one that had another key: by its remotes or history."""
    remotes = read_remotes(read_file(os.path.join(common, "config")) or "")
    if before in {normalise_remote(url) for url in remotes.values()}:
        return True
    commits = [commit, before.removeprefix("root:") if before.startswith("root:") else ""]
    return any(
        _git(root, "rev-parse", "--quiet", "--verify", f"{each}^{{commit}}")
        for each in commits
        if each
    )


def _read_worktrees(common: str, key: str) -> dict[str, str]:
    """Return the folders of a repository's worktrees, as git itself has noted them."""
    folder = os.path.join(common, "worktrees")
    try:
        names = os.listdir(folder)
    except OSError:
        return {}
    marks = [(read_file(os.path.join(folder, name, "gitdir")) or "").strip() for name in names]
    return {os.path.dirname(mark): key for mark in marks if os.path.isabs(mark)}


def _as_name(text: str) -> str:
    """Return a branch or a part of a folder's name with one sign between its words.

    >>> _as_name("feature/new_login"), _as_name("-Feature-new-login")
    ('feature-new-login', 'feature-new-login')
    """
    return re.sub(r"[\W_]+", "-", text).strip("-").lower()


def _git(root: str, *arguments: str) -> str:
    """Return what git says; empty where it fails or is not there.

    A repository's own settings can name programs, and make git fetch what is missing: neither
    is let happen, for nobody asked.
    """
    import subprocess

    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_"}
    environment.update(
        GIT_OPTIONAL_LOCKS="0",
        GIT_TERMINAL_PROMPT="0",
        GIT_NO_LAZY_FETCH="1",
        GIT_ALLOW_PROTOCOL="none",
        LC_ALL="C",
    )
    try:
        done = subprocess.run(
            ["git", "-C", root, "-c", "core.fsmonitor=false", *arguments],
            capture_output=True,
            check=False,
            timeout=GIT_TIMEOUT_S,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""
