"""Which project a folder belongs to: one function for everything written and everything read.

The key is the normalised remote URL, else the root commit (which only the worker can ask git
for), else the path. No program is started here; git's own files are read.
"""

from __future__ import annotations

import json
import os

from pmi.base.home import Home, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_DEPTH = 200


def identify(cwd: str, known: Mapping[str, str]) -> dict[str, str]:
    """Return `key`, `name`, `root`, `branch` and `worktree` of the project around a folder.

    Args:
        cwd: An absolute path; it need not exist any more.
        known: Keys by path, as `known_projects` returns them.

    Returns:
        All empty strings for no folder. `worktree` is the worktree's folder, empty in the main
        one; `root` the top folder of this checkout.
    """
    if not cwd or not os.path.isabs(cwd):
        return {"key": "", "name": "", "root": "", "branch": "", "worktree": ""}
    folder = os.path.realpath(cwd)
    root, git = _find_git(folder)
    if not root:
        return _without_git(folder, known)
    common = _common_folder(git)
    remote = _remote(common)
    linked = os.path.realpath(common) != os.path.realpath(git)
    main = os.path.dirname(common) if os.path.basename(common) == ".git" else root
    key = normalise_remote(remote) if remote else ""
    if not key:
        key = known.get(common) or known.get(main) or _path_key(main)
    return {
        "key": key,
        "name": _name(key, main),
        "root": root,
        "branch": _branch(git),
        "worktree": root if linked else "",
    }


def known_projects(home: Home) -> dict[str, str]:
    """Return the keys that the worker recorded, by folder or git folder."""
    text = read_file(home.path("state", "projects.json"))
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {path: key for path, key in found.items() if isinstance(key, str) and key}


def normalise_remote(url: str) -> str:
    """Return a remote's key: no user, password, port or `.git`, the host in lower case.

    >>> normalise_remote("https://me:token@GitHub.com:443/acme/Web.git")
    'git:github.com/acme/Web'
    >>> normalise_remote("git@github.com:acme/Web.git")
    'git:github.com/acme/Web'
    """
    host, path = _host_and_path(url.strip())
    path = path.split("?", 1)[0].split("#", 1)[0].rstrip("/").removesuffix(".git").strip("/")
    if not path:
        return ""
    return f"git:{host}/{path}"


def brief_name(key: str) -> str:
    """Return the file name (without ending) of a project's prepared brief."""
    if not key:
        return "everywhere"
    from pmi.base.sessions import file_name

    return file_name(key)


def _host_and_path(url: str) -> tuple[str, str]:
    scheme, mark, rest = url.partition("://")
    if mark and "/" not in scheme:
        host, _, path = rest.partition("/")
        host = host.rpartition("@")[2]
        name, colon, port = host.rpartition(":")
        if colon and (port.isdecimal() or not port):
            host = name
        return host.lower(), path
    host, colon, path = url.partition(":")
    if not colon or "/" in host or "\\" in host or path.startswith("\\") or len(host) < 2:
        return "", url  # a folder of this machine
    return host.rpartition("@")[2].lower(), path


def _find_git(folder: str) -> tuple[str, str]:
    """Return the top folder and its git folder; empty where there is none."""
    for _ in range(MAX_DEPTH):
        mark = os.path.join(folder, ".git")
        if os.path.isdir(mark) and os.path.exists(os.path.join(mark, "HEAD")):
            return folder, mark
        if os.path.isfile(mark):
            text = (read_file(mark) or "").strip()
            if text.startswith("gitdir:"):
                git = os.path.normpath(os.path.join(folder, text[7:].strip()))
                if os.path.isdir(git) or "worktrees" in git.split(os.sep):
                    return folder, git
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    return "", ""


def _common_folder(git: str) -> str:
    text = read_file(os.path.join(git, "commondir"))
    if text:
        return os.path.realpath(os.path.join(git, text.strip()))
    parent, worktrees = os.path.split(os.path.dirname(git))
    if worktrees == "worktrees" and not os.path.isdir(git):
        return os.path.realpath(parent)  # a pruned worktree still names its repository
    return os.path.realpath(git)


def _remote(common: str) -> str:
    """Return the URL of `origin`, else of the first remote that has one."""
    first, section = "", ""
    for line in (read_file(os.path.join(common, "config")) or "").split("\n"):
        text = line.strip()
        if text.startswith("["):
            head, _, text = text[1:].partition("]")
            kind, _, name = head.strip().partition(" ")
            section = name.strip().strip('"') if kind.lower() == "remote" else ""
        name, equals, value = text.partition("=")
        if section and equals and name.strip().lower() == "url":
            url = value.strip().strip('"')
            if section == "origin":
                return url
            first = first or url
    return first


def _branch(git: str) -> str:
    head = (read_file(os.path.join(git, "HEAD")) or "").strip()
    if head.startswith("ref: refs/heads/"):
        return head[16:]
    return head[:12] if 40 <= len(head) <= 64 and head.isalnum() else ""


def _without_git(folder: str, known: Mapping[str, str]) -> dict[str, str]:
    """Return the project of a folder outside git; of a vanished one what is known of its path."""
    key, root = "", folder
    if not os.path.isdir(folder):
        for path in sorted(known, key=len, reverse=True):
            if folder == path or folder.startswith(path.rstrip(os.sep) + os.sep):
                key, root = known[path], path
                break
    key = key or known.get(folder) or _path_key(folder)
    return {"key": key, "name": _name(key, root), "root": root, "branch": "", "worktree": ""}


def _path_key(folder: str) -> str:
    user = os.path.realpath(os.path.expanduser("~"))
    if folder == user:
        return "path:~"
    if folder.startswith(user.rstrip(os.sep) + os.sep):
        return "path:~/" + os.path.relpath(folder, user)
    return f"path:{folder}"


def _name(key: str, folder: str) -> str:
    if key.startswith("root:"):
        return os.path.basename(folder) or folder
    return key.rstrip("/").rsplit("/", 1)[-1] or os.path.basename(folder) or folder


def short_name(key: str) -> str:
    """Return what people call a project, from its key.

    >>> short_name("git:code.example/team/app"), short_name("path:~/work/数据")
    ('app', '数据')
    """
    return key.rstrip("/").rsplit("/", 1)[-1].split(":", 1)[-1]
