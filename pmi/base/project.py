"""Which project a folder belongs to: one function for everything written and everything read.

The key is the normalised remote URL, else the root commit (which only the worker can ask git
for), else the path. No program is started here; git's own files are read. A folder that is gone
is what was recorded of it while it was there, else what the layout of worktrees says.
"""

from __future__ import annotations

import json
import os

from pmi.base.home import Home, read_file, write_file
from pmi.base.remotes import chosen_remote, normalise_remote, read_remotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_DEPTH = 200
MAX_STEPS = 64
"""How many older keys may lead on to one another."""

KINDS_OF_KEY = ("git:", "root:", "path:")
_FIELDS = ("key", "own", "name", "root", "main", "branch", "worktree", "common")


def identify(cwd: str, known: Mapping[str, str]) -> dict[str, str]:
    """Return which project the folder is part of, as `key`, `own`, `name`, `root` and more.

    Args:
        cwd: An absolute path; it need not exist any more.
        known: Keys by path and by older key, as `known_projects` returns them.

    Returns:
        All empty strings for no folder. `own` is the key that the folder itself has, `key` the
        one that it leads to by now. `root` is the top folder of this checkout, `main` that of
        the repository's first one, `worktree` the root again where it is another one; `common`
        is the git folder that they share, `branch` what is checked out.
    """
    if not cwd or not os.path.isabs(cwd):
        return dict.fromkeys(_FIELDS, "")
    folder = os.path.realpath(cwd)
    is_there = os.path.isdir(folder)
    root, git = _find_git(folder)
    if not is_there:
        recorded, main = recorded_above(folder, known), main_of_worktree(folder)
        if len(main) > max(len(recorded), len(root)):
            return identify(main, known)
        if len(recorded) > len(root):
            return _place(known[recorded], recorded, known)
    if not root:
        return _place(known.get(folder) or path_key(folder), folder, known)
    common = common_folder(git)
    remote = chosen_remote(read_remotes(read_file(os.path.join(common, "config")) or ""))
    is_linked = os.path.realpath(common) != os.path.realpath(git)
    main = _main_folder(common, root, is_linked=is_linked)
    own = normalise_remote(remote) if remote else ""
    own = own or known.get(common) or known.get(main) or path_key(main)
    return {
        **_place(own, main, known),
        "root": root,
        "branch": _branch(git) if is_there else "",
        "worktree": root if is_linked else "",
        "common": common,
    }


def follow(key: str, known: Mapping[str, str]) -> str:
    """Return the key that an older one leads to by now; itself where it leads nowhere.

    A key that leads to itself was taken apart from another one: nothing leads it on again.
    """
    for _ in range(MAX_STEPS):
        further = known.get(key, key)
        if further == key:
            break
        key = further
    return key


def all_keys(key: str, known: Mapping[str, str]) -> tuple[str, ...]:
    """Return a project's present key and all older ones that lead to it; none for no key."""
    if not key:
        return ()
    present = follow(key, known)
    older = {name for name in known if is_key(name) and follow(name, known) == present}
    return (present, *sorted(older - {present}))


def is_key(text: str) -> bool:
    """Tell whether a text is a project's key, and neither a folder nor a name."""
    return text.startswith(KINDS_OF_KEY)


def known_projects(home: Home) -> dict[str, str]:
    """Return the keys that were recorded, by folder, git folder or older key."""
    text = read_file(home.path("state", "projects.json"))
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {path: key for path, key in found.items() if isinstance(key, str) and key}


def write_known(home: Home, known: Mapping[str, str]) -> None:
    """Write what `known_projects` reads.

    Raises:
        OSError: The old file stands.
    """
    text = json.dumps(dict(known), ensure_ascii=False, indent=1, sort_keys=True)
    write_file(home.path("state", "projects.json"), text + "\n")


def brief_name(key: str) -> str:
    """Return the file name (without ending) of a project's prepared brief."""
    if not key:
        return "everywhere"
    from pmi.base.sessions import file_name

    return file_name(key)


def common_folder(git: str) -> str:
    """Return the git folder that all worktrees of a repository share."""
    text = read_file(os.path.join(git, "commondir"))
    if text:
        return os.path.realpath(os.path.join(git, text.strip()))
    parent, worktrees = os.path.split(os.path.dirname(git))
    if worktrees == "worktrees" and not os.path.isdir(git):
        return os.path.realpath(parent)  # a pruned worktree still names its repository
    return os.path.realpath(git)


def main_of_worktree(folder: str) -> str:
    """Return the repository that a worktree's folder is named after; empty for none.

    Only where the layout says so: `web/.claude/worktrees/x`, `web/.worktrees/x`,
    `web.worktrees/x`, `web-worktrees/x`, and what is below.
    """
    parts = folder.split(os.sep)
    for i in range(len(parts) - 2, 0, -1):
        if parts[i] == "worktrees" and parts[i - 1] == ".claude":
            return os.sep.join(parts[: i - 1])
        if parts[i] == ".worktrees":
            return os.sep.join(parts[:i])
        for ending in (".worktrees", "-worktrees"):
            if parts[i].endswith(ending):
                return os.sep.join([*parts[:i], parts[i].removesuffix(ending)])
    return ""


def _find_git(folder: str) -> tuple[str, str]:
    """Return the top folder and its git folder; empty where there is none.

    Trigger: the user's own folder, or `/`, is a repository, as people keep their settings.
    Why: everything else would be one project. Outcome: it is one for itself only.
    """
    start, everything = folder, (_user_folder(), os.sep)
    for _ in range(MAX_DEPTH):
        git = _git_of(folder)
        if git and (folder == start or folder not in everything):
            return folder, git
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    return "", ""


def _git_of(folder: str) -> str:
    """Return the git folder of a repository's top folder, or of a bare one; else empty."""
    mark = os.path.join(folder, ".git")
    if os.path.isdir(mark):
        return mark if os.path.exists(os.path.join(mark, "HEAD")) else ""
    if os.path.isfile(mark):
        text = (read_file(mark) or "").strip()
        if text.startswith("gitdir:"):
            git = os.path.normpath(os.path.join(folder, text[7:].strip()))
            if os.path.isdir(git) or "worktrees" in git.split(os.sep):
                return git
    is_bare = os.path.basename(folder) != ".git" and all(
        os.path.exists(os.path.join(folder, name)) for name in ("HEAD", "objects", "refs")
    )
    return folder if is_bare else ""


def _main_folder(common: str, root: str, *, is_linked: bool) -> str:
    """Return the folder that a repository is known by: not a worktree's, nor a hidden one."""
    parent, name = os.path.split(common)
    if name == ".git" or (name == ".bare" and (is_linked or root in {common, parent})):
        return parent
    return common if is_linked else root


def _branch(git: str) -> str:
    head = (read_file(os.path.join(git, "HEAD")) or "").strip()
    if head.startswith("ref: refs/heads/"):
        return head[16:]
    return head[:12] if 40 <= len(head) <= 64 and head.isalnum() else ""


def _place(own: str, folder: str, known: Mapping[str, str]) -> dict[str, str]:
    key = follow(own, known)
    name = os.path.basename(folder) if key.startswith("root:") else short_name(key)
    return {
        **dict.fromkeys(_FIELDS, ""),
        "key": key,
        "own": own,
        "name": name or folder,
        "root": folder,
        "main": folder,
    }


def recorded_above(folder: str, known: Mapping[str, str]) -> str:
    """Return the nearest folder, itself or above, that is in a record; empty for none."""
    start, everything = folder, (_user_folder(), os.sep)
    for _ in range(MAX_DEPTH):
        if folder in known and (folder == start or folder not in everything):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    return ""


def path_key(folder: str) -> str:
    """Return the key of a folder that nothing else is known of."""
    user = _user_folder()
    if folder == user:
        return "path:~"
    if folder.startswith(user.rstrip(os.sep) + os.sep):
        return "path:~/" + os.path.relpath(folder, user)
    return f"path:{folder}"


def _user_folder() -> str:
    return os.path.realpath(os.path.expanduser("~"))


def short_name(key: str) -> str:
    """Return what people call a project, from its key.

    >>> short_name("git:code.example/team/app"), short_name("path:~/work/数据")
    ('app', '数据')
    """
    return key.rstrip("/").rsplit("/", 1)[-1].split(":", 1)[-1] or key.partition(":")[2]
