"""Finds out which project a folder belongs to, and records it for hooks and readers.

`pmi.base.project.identify` decides. What only git can tell, the root commit of a repository
without a remote, is asked here once and written to `state/projects.json`, where hooks find it.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass

from pmi.base.home import Home, write_file
from pmi.base.project import identify, known_projects

GIT_TIMEOUT_S = 5


@dataclass(frozen=True, slots=True)
class Place:
    """What a folder is part of; all empty for no folder."""

    key: str = ""
    name: str = ""
    root: str = ""
    branch: str = ""


class Projects:
    """Resolves folders to projects, each once per run."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._known = dict(known_projects(home))
        self._places: dict[str, Place] = {}

    def place_of(self, cwd: str) -> Place:
        """Return the project that a folder belongs to, and remember it on disk."""
        if not cwd:
            return Place()
        if cwd not in self._places:
            self._places[cwd] = self._resolve(cwd)
        return self._places[cwd]

    def _resolve(self, cwd: str) -> Place:
        found = identify(cwd, self._known)
        root = found["root"]
        if found["key"].startswith("path:") and root and os.path.exists(os.path.join(root, ".git")):
            common, commit = _ask_git(root)
            if common and commit:
                self._record(common, f"root:{commit}")
                found = identify(cwd, self._known)
        if root and os.path.isdir(root) and not found["key"].startswith("path:"):
            self._record(root, found["key"])
        return Place(found["key"], found["name"], found["root"] or "", found["branch"] or "")

    def _record(self, path: str, key: str) -> None:
        if self._known.get(path) == key:
            return
        self._known[path] = key
        text = json.dumps(self._known, ensure_ascii=False, indent=1, sort_keys=True)
        write_file(self._home.path("state", "projects.json"), text + "\n")


def _ask_git(root: str) -> tuple[str, str]:
    """Return the common git folder and the first root commit; empty where git does not say."""
    common = _git(root, "rev-parse", "--git-common-dir")
    if not common:
        return "", ""
    commits = _git(root, "rev-list", "--max-parents=0", "HEAD").split()
    path = os.path.realpath(os.path.join(root, common))
    return path, min(commits) if commits else ""


def _git(root: str, *arguments: str) -> str:
    import subprocess

    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_"}
    environment.update(GIT_OPTIONAL_LOCKS="0", LC_ALL="C", GIT_TERMINAL_PROMPT="0")
    try:
        done = subprocess.run(
            ["git", "-C", root, *arguments],
            capture_output=True,
            check=False,
            timeout=GIT_TIMEOUT_S,
            stdin=subprocess.DEVNULL,
            env=environment,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""
