"""Says projects as people read them in a terminal."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

from pmi.model.project import Joined, Project
from pmi.recall.render import shown_line
from pmi.recall.wording import say, say_day

FOLDERS_SHOWN = 8


def projects_text(found: Sequence[Project], language: str, *, today: str = "") -> str:
    """Return projects, each with its key and its folders below."""
    if not found:
        return say("no_projects", language)
    return "\n".join(_project(item, language, today) for item in found)


def joined_text(done: Joined, language: str, *, rehearse: bool = False) -> str:
    """Return what became of two projects that were joined, and what takes it back."""
    key = "project_joined" if done.changed else "project_joined_before"
    text = _pair("project_would_join" if done.changed and rehearse else key, done, language)
    if not done.changed or rehearse:
        return text
    command = f"pmi project move --undo {shlex.quote(done.source.key)}"
    return f"{text}\n{say('project_join_undo', language, command=command)}"


def parted_text(done: Joined, language: str, *, rehearse: bool = False) -> str:
    """Return what became of two projects that were taken apart."""
    return _pair("project_would_part" if rehearse else "project_apart", done, language)


def _pair(key: str, done: Joined, language: str) -> str:
    source, target = done.source.name, done.target.name
    if source == target:
        source, target = done.source.key, done.target.key
    return say(
        key,
        language,
        source=shown_line(source, 200),
        target=shown_line(target, 200),
        sessions=done.source.sessions,
        memories=done.source.memories,
    )


def _project(item: Project, language: str, today: str) -> str:
    day = say_day(item.last_at, language, today) if item.last_at else say("never", language)
    lines = [
        say(
            "project_line",
            language,
            name=shown_line(item.name, 60),
            sessions=item.sessions,
            memories=item.memories,
            day=day,
        ),
        say("project_key_line", language, name=shown_line(item.key, 300)),
    ]
    for folder in item.folders[:FOLDERS_SHOWN]:
        path = shown_line(_short(folder.path), 300)
        gone = say("project_folder_gone", language, path=path)
        lines.append(gone if folder.gone else f"    {path}")
    left = len(item.folders) - FOLDERS_SHOWN
    if left > 0:
        lines.append(say("projects_more_folders", language, count=left))
    names = (shown_line(alias, 300) for alias in item.aliases)
    lines += [say("project_alias_line", language, name=name) for name in names]
    return "\n".join(lines)


def _short(path: str) -> str:
    """Return a path as people write it, relative to their own folder."""
    user = os.path.realpath(os.path.expanduser("~"))
    return "~" + path[len(user) :] if path == user or path.startswith(user + os.sep) else path
