"""Knows without opening anything that ``pmi sync`` has nothing to do since it last ran.

A sync leaves in `state/synced` what it saw before it began: size and time of every transcript,
of the user's pages and settings, and how the databases were when it had ended. Where all of it
is still so, the next one answers from here: no module but this one, no database.

Never says so in doubt: any fault, and the sync runs.
"""

from __future__ import annotations

import os
import time

import pmi
from pmi.base.config_folders import list_config_folders
from pmi.base.home import Home, read_file, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "synced"
_FOLDERS = ("brief", "silent")
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def look(home: Home) -> str:
    """Return what a sync reads, as it is now; to be asked before it reads anything."""
    lines = [pmi.__version__, _seen(pmi.__file__), time.strftime("%Y-%m-%d", time.gmtime())]
    lines += [os.environ.get(name, "") for name in _LOCALE]
    lines += [_seen(home.config_file), *_below(home.path("profile")), *_below(home.path("domains"))]
    for folder in list_config_folders(home):
        lines += _below(os.path.join(folder, "projects"), ".jsonl")
    return "\n".join(lines)


def seal(home: Home, before: str, sentence: str) -> None:
    """Note that a sync is done, with what the next one says where nothing has changed.

    Args:
        before: What `look` saw before the sync began: what came meanwhile is for the next.
    """
    try:
        write_file(home.path("state", NAME), f"{sentence}\n{_left(home)}\n{before}")
    except OSError:
        break_seal(home)


def break_seal(home: Home) -> None:
    """Have the next sync run whatever it sees."""
    try:
        os.unlink(home.path("state", NAME))
    except OSError:
        return


def find_sentence(home: Home) -> str:
    """Return what a sync says that has nothing to do; empty where it has to look."""
    try:
        text = read_file(home.path("state", NAME)) or ""
        sentence, _, sealed = text.partition("\n")
        return sentence if sealed and sealed == f"{_left(home)}\n{look(home)}" else ""
    except (OSError, ValueError):
        return ""


def _left(home: Home) -> str:
    """Return what a sync leaves behind, as it is now, and whether lines of hooks wait."""
    paths = (home.memory_db, home.transcripts_db, home.search_db)
    lines = [_seen(path + ending) for path in paths for ending in ("", "-wal")]
    for name in sorted(os.listdir(home.state)):
        path = home.path("state", name)
        if name.endswith(".json") or (name in _FOLDERS and os.path.isdir(path)):
            lines.append(_seen(path))
    lines += [_seen(os.path.join(each, "rules", "pmi.md")) for each in list_config_folders(home)]
    lines.append(str(sum(name.endswith(".json") for name in os.listdir(home.spool))))
    return "\n".join(lines)


def _below(folder: str, ending: str = "") -> Iterator[str]:
    """Yield what is seen of each file below a folder, in the order of names."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, ending)
        elif entry.name.endswith(ending):
            stat = entry.stat()
            yield f"{entry.path}|{stat.st_size}|{stat.st_mtime_ns}"


def _seen(path: str) -> str:
    try:
        stat = os.stat(path)
    except OSError:
        return f"{path}|-"
    return f"{path}|{stat.st_size}|{stat.st_mtime_ns}"
