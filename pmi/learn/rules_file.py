"""Writes the rules file that Claude Code loads itself: confirmed lessons, nothing else.

The file is ours whole. It holds a fixed part and then lessons, the newest kept when there is
no room for all; what is left out still reaches the model by match at the prompt.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pmi.base.config import load
from pmi.base.errors import Unwritable
from pmi.base.home import Home, read_file, write_file
from pmi.base.project import short_name
from pmi.base.redact import clean
from pmi.base.text import one_line
from pmi.model.memory import Memory
from pmi.store import memories
from pmi.store.database import Store
from pmi.store.projects import as_joined, list_project_names

RULES_MAX_CHARS = 4000
RULES_MAX_COUNT = 40
RULE_MAX_CHARS = 300

_TEMPLATES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "templates", "rules")


def write_rules(store: Store) -> list[str]:
    """Bring the rules file in every known Claude Code folder up to date.

    Returns:
        The files that were changed; one that says the same already is left alone.

    Raises:
        Unwritable: A file can not be written; the others are up to date.
    """
    folders = list_config_folders(store.home)
    if not folders:
        return []
    lessons = as_joined(store, list_lessons(store))
    text = rules_text(fixed_part(store.home), lessons, list_project_names(store))
    written, failed = [], []
    for folder in folders:
        path = rules_path(folder)
        if not os.path.isdir(folder) or read_file(path) == text:
            continue
        try:
            write_file(os.path.realpath(path), text)
            written.append(path)
        except OSError as error:
            failed.append(f"{path}: {error.strerror}")
    if failed:
        raise Unwritable(f"The rules can not be written: {'; '.join(failed)}.", "pmi doctor")
    return written


def rules_path(config_folder: str) -> str:
    """Return where a Claude Code folder has our rules."""
    return os.path.join(config_folder, "rules", "pmi.md")


def list_config_folders(home: Home) -> list[str]:
    """Return the Claude Code folders that PMI was installed into."""
    try:
        data = json.loads(read_file(home.path("state", "installed.json")) or "{}")
        return [str(folder) for folder in data.get("config_dirs", [])]
    except (ValueError, AttributeError, TypeError):
        return []


def list_lessons(store: Store) -> list[Memory]:
    """Return the confirmed lessons that hold now, by their numbers.

    A lesson that the user replaced goes on under its number in the words that replaced it.
    """
    connection = store.reading("memory")
    numbers: dict[str, int] = {}
    for item in memories.list_learnings(connection, "confirmed"):
        if item.memory:
            numbers[memories.find_latest(connection, item.memory)] = item.number
    today = store.clock()[:10]
    lessons = [
        replace(item, number=numbers[item.id])
        for item in memories.list_memories(connection, ids=numbers)
        if item.verification == "user_confirmed" and not (item.valid_to and item.valid_to <= today)
    ]
    return sorted(lessons, key=lambda item: item.number)


def fixed_part(home: Home) -> str:
    """Return the part of the rules that is the same for everybody, in the home's language."""
    language = str(load(home)["general"]["language"])
    return read_file(os.path.join(_TEMPLATES, f"pmi.{language}.md")) or ""


def rules_text(
    fixed: str, lessons: Sequence[Memory], names: Mapping[str, str] | None = None
) -> str:
    """Return the file's whole text: at most 4,000 characters and 40 lessons.

    Args:
        lessons: By number; where there is no room for all, the newest stay.
        names: Names of projects by key; a key without one gets its last part.
    """
    lines: list[str] = []
    room = RULES_MAX_CHARS - len(fixed) - 1
    for lesson in reversed(lessons[-RULES_MAX_COUNT:]):
        line = rule_line(lesson, names or {})
        if len(line) + 1 > room:
            break
        room -= len(line) + 1
        lines.insert(0, line)
    return fixed.rstrip("\n") + "\n" + ("\n" + "\n".join(lines) + "\n" if lines else "")


def rule_line(lesson: Memory, names: Mapping[str, str] | None = None) -> str:
    """Return one lesson as a rule: one line that ends with its number.

    Claude Code loads the file in every project: a lesson of one names it.
    """
    text = one_line(clean(lesson.content)).lstrip("-*#>+ ")
    if lesson.project:
        name = (names or {}).get(lesson.project) or short_name(lesson.project)
        text = f"[{one_line(clean(name))}] {text}"
    # A memory that imitates the comment or the tag of a harness must not open one.
    text = text.replace("<", "‹").replace(">", "›")
    if len(text) > RULE_MAX_CHARS:
        text = text[: RULE_MAX_CHARS - 1].rstrip() + "…"
    return f"- {text} ({lesson.number})"
