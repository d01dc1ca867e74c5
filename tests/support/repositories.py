"""Makes real git repositories that know nothing of the machine's own configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

REMOTE = "git@code.example:acme/web.git"
KEY = "git:code.example/acme/web"


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder and return what it printed."""
    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_"}
    environment.update(
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_CONFIG_NOSYSTEM="1",
        GIT_AUTHOR_NAME="A",
        GIT_AUTHOR_EMAIL="a@example.org",
        GIT_COMMITTER_NAME="A",
        GIT_COMMITTER_EMAIL="a@example.org",
        GIT_TERMINAL_PROMPT="0",
    )
    command = ["git", "-C", str(folder), "-c", "protocol.file.allow=always", *arguments]
    done = subprocess.run(command, check=True, capture_output=True, env=environment)
    return done.stdout.decode().strip()


def commit(folder: Path, message: str = "next") -> str:
    """Commit nothing, and return the commit."""
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")


def repository(folder: Path, remote: str = "", *, first: str = "first") -> Path:
    """Make a repository with one commit on the branch main; its message makes it another one."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    commit(folder, first)
    if remote:
        git(folder, "remote", "add", "origin", remote)
    return folder


def worktree(main: Path, folder: Path, branch: str) -> Path:
    """Add a worktree of a repository on a new branch."""
    git(main, "worktree", "add", "-q", "-b", branch, str(folder))
    return folder
