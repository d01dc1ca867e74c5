"""Counts what is kept of each project, under whatever key it was stored."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pmi.base.project import follow
from pmi.model.project import Folder, Project
from pmi.store.projects import list_project_names, read_aliases

if TYPE_CHECKING:
    from pmi.store.database import Store

_SESSIONS = """
    SELECT project, count(*), max(ended_at) FROM session
    WHERE parent = '' AND project <> ''
        AND EXISTS (SELECT 1 FROM session_message WHERE session = session.id)
    GROUP BY project
"""
_MEMORIES = """
    SELECT project, sum(status = 'active'), max(recorded_at) FROM memory
    WHERE project <> '' AND status <> 'merged' GROUP BY project
"""


def list_projects(store: Store) -> list[Project]:
    """Return all projects that hold anything, the last used first."""
    archive = store.reading("transcripts")
    aliases, names = read_aliases(archive), list_project_names(store)
    sessions: dict[str, int] = {}
    memories: dict[str, int] = {}
    last: dict[str, str] = {}
    for counts, connection, sql in (
        (sessions, archive, _SESSIONS),
        (memories, store.reading("memory"), _MEMORIES),
    ):
        for own, count, at in connection.execute(sql):
            key = follow(own, aliases)
            counts[key] = counts.get(key, 0) + int(count or 0)
            last[key] = max(last.get(key, ""), at or "")
    folders: dict[str, list[Folder]] = {}
    for path, own in archive.execute("SELECT path, key FROM project_path ORDER BY path"):
        folders.setdefault(follow(own, aliases), []).append(Folder(path, not os.path.isdir(path)))
    older: dict[str, list[str]] = {}
    for alias in sorted(aliases):
        if follow(alias, aliases) != alias:
            older.setdefault(follow(alias, aliases), []).append(alias)
    found = [
        Project(
            key=key,
            name=names.get(key, key),
            aliases=tuple(older.get(key, ())),
            folders=tuple(folders.get(key, ())),
            sessions=sessions.get(key, 0),
            memories=memories.get(key, 0),
            last_at=last[key],
        )
        for key in last
    ]
    found.sort(key=lambda item: item.key)
    return sorted(found, key=lambda item: item.last_at, reverse=True)
