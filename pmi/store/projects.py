"""Projects: their keys and older keys, names, folders, and which one a word of the user means.

What is written keeps the key that its folder had at the time; what reads asks here for all keys
of a project. So joining two projects, and taking them apart again, rewrites nothing.

Example: ``list_same_project(connection, find_project(store, "web"))``.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from pmi.base.errors import NotFound, UsageError
from pmi.base.project import follow, identify, is_key, known_projects, short_name, write_known
from pmi.base.text import comparable

if TYPE_CHECKING:
    from pmi.model.memory import Memory
    from pmi.store.database import Store

CANDIDATES_SHOWN = 8


def record_project(
    connection: sqlite3.Connection, key: str, name: str, path: str, before: str = ""
) -> None:
    """Note that a folder belongs to a project.

    Args:
        before: The key that the same repository had until now, as one that gains a remote:
            it becomes an alias, and its conversations are found under both.
    """
    if not key:
        return
    connection.execute(
        "INSERT INTO project (key, name) VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (key, name)
    )
    if before and before not in read_aliases(connection):
        add_alias(connection, before, key)
    if not path:
        return
    connection.execute(
        "INSERT INTO project_path (path, key) VALUES (?, ?) "
        "ON CONFLICT (path) DO UPDATE SET key = excluded.key WHERE key <> excluded.key",
        (path, key),
    )


def add_alias(connection: sqlite3.Connection, alias: str, key: str) -> bool:
    """Have the project of one key lead to another's; False where both are one already."""
    aliases = read_aliases(connection)
    first, last = follow(alias, aliases), follow(key, aliases)
    if first == last:
        return False
    connection.execute(
        "INSERT OR REPLACE INTO project_alias (alias, key) VALUES (?, ?)", (first, last)
    )
    return True


def set_apart(connection: sqlite3.Connection, alias: str) -> None:
    """Have a key lead to no other one any more, whatever is found out about its folder."""
    connection.execute(
        "INSERT OR REPLACE INTO project_alias (alias, key) VALUES (?, ?)", (alias, alias)
    )


def read_aliases(connection: sqlite3.Connection) -> dict[str, str]:
    """Return where each older key leads, one step each."""
    return dict(connection.execute("SELECT alias, key FROM project_alias"))


def present_keys(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the present key of each older one."""
    aliases = read_aliases(connection)
    return {alias: follow(alias, aliases) for alias in aliases}


def list_same_project(connection: sqlite3.Connection, key: str) -> list[str]:
    """Return all keys of the project that a key names, the present one first."""
    aliases = read_aliases(connection)
    present = follow(key, aliases)
    older = {alias for alias in aliases if follow(alias, aliases) == present}
    return [present, *sorted(older - {present})]


def list_project_keys(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the names of all projects with conversations, by key."""
    return dict(connection.execute("SELECT key, name FROM project ORDER BY key"))


def list_roots(connection: sqlite3.Connection) -> list[str]:
    """Return the folders that projects are known to have had, by their paths."""
    return [row[0] for row in connection.execute("SELECT path FROM project_path ORDER BY path")]


def list_project_names(store: Store) -> dict[str, str]:
    """Return the names of all projects that hold anything, by key; older keys have theirs."""
    connection = store.reading("transcripts")
    given, aliases = list_project_keys(connection), read_aliases(connection)
    joined = (key for alias, key in aliases.items() if alias != key)
    keys = dict.fromkeys((*_used_keys(store), *joined))
    return {key: given.get(key) or short_name(key) for key in keys}


def as_joined(store: Store, found: Iterable[Memory]) -> list[Memory]:
    """Return memories with the present keys of their projects, for readers that sort by them."""
    present = present_keys(store.reading("transcripts"))
    return [
        item._replace(project=present[item.project]) if item.project in present else item
        for item in found
    ]


def find_project(store: Store, text: str) -> str:
    """Return the present key of the project that a key, a name or a folder names.

    A key that nothing has yet is taken as it stands, so that something can be stored under it.
    A name may be the end of a key (``web`` or ``acme/web``), in any case. Folders begin with
    ``/``, ``~`` or ``.``; one that is gone is known by its path.

    Returns:
        The key; empty for no text.

    Raises:
        NotFound: No project has this name.
        UsageError: Several have it.
    """
    keys = find_keys(store, text)
    if not keys:
        return ""
    aliases = read_aliases(store.reading("transcripts"))
    present = sorted({follow(key, aliases) for key in keys})
    if len(present) > 1:
        names = ", ".join(present[:CANDIDATES_SHOWN])
        raise UsageError(f"{text!r} may be several projects: {names}.", "name one by its key")
    return present[0]


def find_keys(store: Store, text: str) -> list[str]:
    """Return the keys, older ones too, that a key, a name or a folder names; none for no text.

    Raises:
        NotFound: No project has this name.
    """
    text = text.strip()
    if not text or is_key(text):
        return [text] if text else []
    if text[0] in "/~.":
        folder = os.path.abspath(os.path.expanduser(text))
        return [identify(folder, read_known(store))["own"]]
    keys = list_keys_named(store, text)
    if not keys:
        raise NotFound(f"There is no project {text!r}.", "pmi project list")
    return keys


def list_keys_named(store: Store, text: str) -> list[str]:
    """Return the keys whose project has a name, or which end in it, whole parts only.

    Case, width and traditional characters make no difference, unless one has exactly that name.
    """
    named = list_project_names(store)
    for read in (str.casefold, _as_compared):
        found = [key for key, name in named.items() if _is_named(read, text, key, name)]
        if found:
            return found
    return []


def _as_compared(text: str) -> str:
    return comparable(text).casefold()


def _is_named(read: Callable[[str], str], text: str, key: str, name: str) -> bool:
    wanted, path = read(text.strip("/")), read(key.partition(":")[2])
    return wanted in {read(name), path, read(key)} or path.endswith(f"/{wanted}")


def read_known(store: Store) -> dict[str, str]:
    """Return what `pmi.base.project.identify` has to know: keys by folder, keys by older key."""
    connection = store.reading("transcripts")
    recorded = dict(
        connection.execute("SELECT path, key FROM project_path WHERE key NOT LIKE 'path:%'")
    )
    return {**recorded, **known_projects(store.home), **read_aliases(connection)}


def mirror_known(store: Store) -> None:
    """Write down for the hooks what is recorded here, where they do not have it yet."""
    known = read_known(store)
    if known != known_projects(store.home):
        write_known(store.home, known)


def _used_keys(store: Store) -> Iterable[str]:
    found: Mapping[str, None] = dict.fromkeys(
        row[0]
        for name, sql in (
            ("memory", "SELECT DISTINCT project FROM memory WHERE project <> ''"),
            ("transcripts", "SELECT DISTINCT project FROM session WHERE project <> ''"),
        )
        for row in store.reading(name).execute(sql)  # type: ignore[arg-type]  # both are names
    )
    return found
