"""Reads what a user and Claude Code wrote down for sessions before PMI: never writes it.

Instructions are the user's ``CLAUDE.md`` and those of projects; notes are the Markdown files of
Claude Code's own memory (one fact each, with a type). Both are read only when the user asks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from pmi.base.clock import format_time
from pmi.base.home import read_file
from pmi.base.redact import clean
from pmi.base.text import one_line
from pmi.profile.front_matter import read_front_matter
from pmi.rules.markdown import cut_passages

FILE_MAX_CHARS = 200_000
NOTES_MAX = 2000
"""So many files of Claude Code's memory are looked at, at most."""

INSTRUCTIONS = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
"""Where a project's instructions stand, from its root."""

TOLD_BY_USER: dict[str, Literal["identity", "preference"]] = {
    "user": "identity",
    "feedback": "preference",
}
"""Types of Claude Code's notes that are about the user, and what their fact is."""

_CODE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")


class NoteLine(NamedTuple):
    """One sentence that was written down.

    Attributes:
        path: The file; ``~`` stands for the user's folder.
        line: Its line in it, from 1.
        text: Redacted, one line.
        at: When the file was changed last (UTC, stored form).
        about: What it is about, where the file itself says so: ``identity`` or ``preference``.
        place: Root of the project whose file it is; empty for the user's own.
    """

    path: str
    line: int
    text: str
    at: str
    about: Literal["identity", "preference", ""] = ""
    place: str = ""


def list_instructions(config_folders: Iterable[str], roots: Iterable[str]) -> list[NoteLine]:
    """Return the lines of the user's and of some projects' instructions that say something.

    Headings, comments, code and links to other files are left out.

    Args:
        config_folders: Claude Code's folders.
        roots: Folders of projects; one that is gone is passed over.
    """
    files = [(os.path.join(folder, "CLAUDE.md"), "") for folder in config_folders]
    files += [(os.path.join(root, *name.split("/")), root) for root in roots
              for name in INSTRUCTIONS]  # fmt: skip
    return [line for path, place in files for line in _lines_of(path, place)]


def list_notes(config_folders: Iterable[str]) -> list[NoteLine]:
    """Return the facts about the user that Claude Code has noted in its own memory."""
    found: list[NoteLine] = []
    for path in _note_files(config_folders):
        note = _note(path)
        if note is not None:
            found.append(note)
    return found


def _lines_of(path: str, place: str) -> Iterator[NoteLine]:
    text = _read(path)
    if text is None:
        return
    at, shown = _changed_at(path), _shown(path)
    prose = _CODE.sub(lambda found: "\n" * found[0].count("\n"), text)
    for passage in cut_passages(prose, target=1):
        line = one_line(_BULLET.sub("", passage.text))
        if line and line[0] not in "|<>@`":
            yield NoteLine(shown, passage.line, line, at, place=place)


def _note_files(config_folders: Iterable[str]) -> Iterator[str]:
    count = 0
    for folder in config_folders:
        projects = os.path.join(folder, "projects")
        for project in _names(projects):
            memory = os.path.join(projects, project, "memory")
            for name in _names(memory):
                if name.endswith(".md") and name != "MEMORY.md" and count < NOTES_MAX:
                    count += 1
                    yield os.path.join(memory, name)


def _note(path: str) -> NoteLine | None:
    text = _read(path)
    if text is None:
        return None
    head, start = read_front_matter(text)
    inner = head.get("metadata")
    kind = inner.get("type") if isinstance(inner, dict) else head.get("type")
    about = TOLD_BY_USER.get(str(kind))
    passages = cut_passages(text, target=1)
    said = one_line(_BULLET.sub("", passages[0].text)) if passages else ""
    said = said or one_line(str(head.get("description") or ""))
    if not start or not about or not said:
        return None
    line = passages[0].line if passages else 1
    return NoteLine(_shown(path), line, said, _changed_at(path), about)


def _read(path: str) -> str | None:
    text = read_file(path, FILE_MAX_CHARS)
    return clean(text) if text is not None else None


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _changed_at(path: str) -> str:
    try:
        return format_time(os.stat(path).st_mtime)
    except OSError:
        return ""


def _shown(path: str) -> str:
    home = os.path.expanduser("~")
    shown = "~" + path[len(home) :] if path.startswith(home + os.sep) else path
    return os.fsencode(shown).decode("utf-8", "replace")  # a name can be any bytes
