"""Projects in the archive: keys with names, the folders they were seen in, older keys."""

from __future__ import annotations

import sqlite3


def record_project(connection: sqlite3.Connection, key: str, name: str, path: str) -> None:
    """Note that a folder belongs to a project.

    A repository that gains a remote changes its key: the old one becomes an alias, and its
    conversations are found under both.
    """
    if not key:
        return
    connection.execute(
        "INSERT INTO project (key, name) VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (key, name)
    )
    if not path:
        return
    row = connection.execute("SELECT key FROM project_path WHERE path = ?", (path,)).fetchone()
    if row is not None and row[0] != key:
        connection.execute(
            "INSERT OR REPLACE INTO project_alias (alias, key) VALUES (?, ?)", (row[0], key)
        )
        connection.execute("DELETE FROM project_alias WHERE alias = ?", (key,))
    connection.execute(
        "INSERT INTO project_path (path, key) VALUES (?, ?) "
        "ON CONFLICT (path) DO UPDATE SET key = excluded.key",
        (path, key),
    )


def list_same_project(connection: sqlite3.Connection, key: str) -> list[str]:
    """Return all keys of the project that a key names, the present one first."""
    present = key
    for _ in range(8):
        row = connection.execute(
            "SELECT key FROM project_alias WHERE alias = ?", (present,)
        ).fetchone()
        if row is None:
            break
        present = row[0]
    keys = [present]
    for known in keys:
        for row in connection.execute("SELECT alias FROM project_alias WHERE key = ?", (known,)):
            if row[0] not in keys:
                keys.append(row[0])
    if key not in keys:
        keys.append(key)
    return keys


def list_project_keys(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the names of all projects with conversations, by key."""
    return dict(connection.execute("SELECT key, name FROM project ORDER BY key"))
