"""Finds Claude Code's transcripts on disk: main sessions and sub-agents, both layouts.

A session's file lies in `projects/<folder>/`; its sub-agents either beside it or below
`<session>/subagents/`. Everything else in there (tool results, journals, Claude Code's own
memory) is no session.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from pmi.base.config_folders import list_config_folders

__all__ = [
    "Transcript",
    "find_transcript",
    "list_config_folders",
    "list_subagents",
    "list_transcripts",
]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript file as it is on disk now."""

    path: str
    size: int
    mtime_ns: int


_INTERNAL = ("agent-acompact", "agent-aprompt_suggestion")
"""Sub-agents that Claude Code starts for itself: they only repeat the conversation."""


def list_transcripts(config_folder: str) -> Iterator[Transcript]:
    """Yield all transcripts below a configuration folder, in the order of their paths."""
    for project in _scan(os.path.join(config_folder, "projects")):
        if not project.is_dir(follow_symlinks=False):
            continue
        for entry in _scan(project.path):
            if entry.is_dir(follow_symlinks=False):
                yield from list_subagents(entry.path)
            elif _is_transcript(entry):
                yield from _stat(entry)


def list_subagents(session_folder: str) -> Iterator[Transcript]:
    """Yield the sub-agents' transcripts in the folder that belongs to a session."""
    folders = [os.path.join(session_folder, "subagents")]
    while folders:
        for entry in _scan(folders.pop()):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.name.startswith("agent-") and _is_transcript(entry):
                yield from _stat(entry)


def find_transcript(path: str, session: str, config_folders: list[str]) -> Transcript | None:
    """Return the transcript that a hook named, or None where there is none (yet).

    A session resumed from another folder names a file that is not there: then the file of
    that session is taken wherever it lies. A path outside a `projects` folder is not read.
    """
    candidates = [path] if path else []
    if session and "/" not in session:
        for folder in config_folders:
            projects = _scan(os.path.join(folder, "projects"))
            candidates += [os.path.join(each.path, f"{session}.jsonl") for each in projects]
    for candidate in candidates:
        parts = os.path.normpath(candidate).split(os.sep)
        if "projects" not in parts[:-1] or not candidate.endswith(".jsonl"):
            continue
        try:
            found = os.stat(candidate)
        except (OSError, ValueError):
            continue
        if os.path.isfile(candidate):
            return Transcript(candidate, found.st_size, found.st_mtime_ns)
    return None


def _scan(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_transcript(entry: os.DirEntry[str]) -> bool:
    """Tell whether it is a plain file with the name of one: a pipe would be waited for."""
    return (
        entry.name.endswith(".jsonl")
        and not entry.name.startswith(_INTERNAL)
        and entry.is_file(follow_symlinks=False)
    )


def _stat(entry: os.DirEntry[str]) -> Iterator[Transcript]:
    try:
        found = entry.stat()
    except OSError:
        return
    yield Transcript(entry.path, found.st_size, found.st_mtime_ns)
