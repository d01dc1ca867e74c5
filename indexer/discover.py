"""Finds Claude Code's transcripts on disk: main sessions and sub-agents, both layouts.

A session's file lies in `projects/<folder>/`; its sub-agents either beside it or below
`<session>/subagents/`. Everything else in there (tool results, journals, Claude Code's own
memory) is no session.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass

from pmi.base.home import Home, read_file


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript file as it is on disk now."""

    path: str
    size: int
    mtime_ns: int


def list_config_folders(home: Home, environ: dict[str, str] | None = None) -> list[str]:
    """Return Claude Code's configuration folders that PMI knows of, each once."""
    values = os.environ if environ is None else environ
    named = values.get("CLAUDE_CONFIG_DIR")
    folders = [named or os.path.join(os.path.expanduser("~"), ".claude")]
    try:
        installed = json.loads(read_file(home.path("state", "installed.json")) or "{}")
        folders.extend(str(folder) for folder in installed.get("config_dirs", []))
    except (ValueError, AttributeError, TypeError):
        pass
    return list(dict.fromkeys(os.path.realpath(folder) for folder in folders))


def list_transcripts(config_folder: str) -> Iterator[Transcript]:
    """Yield all transcripts below a configuration folder, in the order of their paths."""
    for project in _scan(os.path.join(config_folder, "projects")):
        if not project.is_dir(follow_symlinks=False):
            continue
        for entry in _scan(project.path):
            if entry.is_dir(follow_symlinks=False):
                yield from list_subagents(entry.path)
            elif entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
                yield from _stat(entry)


def list_subagents(session_folder: str) -> Iterator[Transcript]:
    """Yield the sub-agents' transcripts in the folder that belongs to a session."""
    folders = [os.path.join(session_folder, "subagents")]
    while folders:
        for entry in _scan(folders.pop()):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif (
                entry.name.startswith("agent-")
                and entry.name.endswith(".jsonl")
                and entry.is_file(follow_symlinks=False)
            ):
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


def _stat(entry: os.DirEntry[str]) -> Iterator[Transcript]:
    try:
        found = entry.stat()
    except OSError:
        return
    yield Transcript(entry.path, found.st_size, found.st_mtime_ns)
