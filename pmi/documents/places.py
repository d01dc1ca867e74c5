"""Which files may be read and what they are known by: walks, keys, confinement.

Nothing here opens a file.
"""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from pmi.base.config import lies_in
from pmi.base.errors import PolicyDenied


def key_of(path: str) -> str:
    """Return what a file is known by: ``file:~/notes/a.md``, with its links followed.

    Relative to the user's own folder where it lies there: the folder may move with the user.
    """
    real = unicodedata.normalize("NFC", os.path.realpath(path))
    user = unicodedata.normalize("NFC", os.path.realpath(os.path.expanduser("~")))
    below = _below(real, user)
    return f"file:~/{below}" if below else f"file:{real}"


def list_files(
    folder: str, *, excluded: Collection[str] = (), unreadable: list[str] | None = None
) -> Iterator[str]:
    """Yield the files of a folder and its folders, in the order of their names.

    Hidden ones are left out, and so is a folder that was seen before (a loop of links).

    Args:
        folder: Itself it may be hidden.
        excluded: Globs of folders to leave out, as in ``[capture] exclude``.
        unreadable: Gets what is wrong with each folder that can not be read, as a sentence.
    """
    yield from _walk(folder, set(), excluded, [] if unreadable is None else unreadable)


def confined(path: str, roots: Sequence[str]) -> str:
    """Return a file's real path where an agent may have it read.

    It is a regular file below one of these folders, links followed; nothing on the way down
    from there is hidden.

    Raises:
        PolicyDenied: It is not, or not there; which of it is not told.
    """
    path = path.replace("\0", "\ufffd")
    given = os.path.abspath(os.path.expanduser(path))
    real = os.path.realpath(os.path.expanduser(path))
    for root in filter(str.strip, roots):
        whole = os.path.abspath(os.path.expanduser(root))
        below = _below(real, os.path.realpath(whole))
        named = _below(given, whole)
        if below and not _is_hidden(below) and not _is_hidden(named) and _is_regular(real):
            return real
    raise PolicyDenied(
        f"{path} may not be read here.",
        "the user adds its folder to [capture] import_roots in config.toml",
    )


def _walk(
    folder: str, seen: set[str], excluded: Collection[str], problems: list[str]
) -> Iterator[str]:
    real = os.path.realpath(folder)
    if real in seen or lies_in(excluded, folder):
        return
    seen.add(real)
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        problems.append(f"{folder} can not be read: {error.strerror}.")
        return
    for name in names:
        path = os.path.join(folder, name)
        if name.startswith("."):
            continue
        if os.path.isdir(path):
            yield from _walk(path, seen, excluded, problems)
        elif os.path.isfile(path):
            yield path


def _below(path: str, folder: str) -> str:
    """Return the part of a path below a folder; empty where it is not below it."""
    start = folder.rstrip(os.sep) + os.sep
    return path[len(start) :] if path.startswith(start) else ""


def _is_hidden(below: str) -> bool:
    return any(part.startswith(".") for part in below.split(os.sep))


def _is_regular(path: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False
