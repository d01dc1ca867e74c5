"""Writes the rules files that Claude Code loads itself: confirmed lessons, nothing else.

``rules/pmi.md`` is ours whole: a fixed part, then lessons by use. Lessons about certain files
go to ``rules/pmi-<name>.md``, which Claude Code loads when it opens such a file. What has no
room still reaches the model by match at the prompt.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence

from pmi.base.config import load
from pmi.base.errors import Unwritable
from pmi.base.home import Home, read_file, write_file
from pmi.base.project import short_name
from pmi.base.redact import clean
from pmi.base.text import one_line
from pmi.learn.lessons import Lesson, by_use, get_lessons
from pmi.learn.path_rules import list_ours, place_groups, split
from pmi.store.database import Store
from pmi.store.projects import list_project_names

RULES_MAX_CHARS = 4000
RULES_MAX_COUNT = 40
RULE_MAX_CHARS = 300

_MARKUP = re.compile(r"(?:[-*#>+]+\s+)+")  # `*.tsx` is none

_TEMPLATES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "templates", "rules")
_AGAINST = {
    "en": "{text} [{number} is newer and says otherwise]",
    "zh": "{text}【以较新的 {number} 为准】",
}


def write_rules(store: Store) -> list[str]:
    """Bring the rules files in every known Claude Code folder up to date.

    Returns:
        The files that were changed or removed; one that says the same already is left alone.

    Raises:
        Unwritable: A file can not be written; the others are up to date.
    """
    changed: list[str] = []
    failed: list[str] = []
    for path, text in plan_rules(store).items():
        if read_file(path) != (text or None) and _is_installed(store.home, path):
            _change(path, text, changed, failed)
    if failed:
        raise Unwritable(f"The rules can not be written: {'; '.join(failed)}.", "pmi doctor")
    return changed


def plan_rules(store: Store) -> dict[str, str]:
    """Return what each rules file of ours should say, by path; empty for one that should go."""
    folders = [folder for folder in list_config_folders(store.home) if os.path.isdir(folder)]
    if not folders:
        return {}
    language = str(load(store.home)["general"]["language"])
    names = list_project_names(store)
    everywhere, groups = split(by_use(get_lessons(store)))
    main = rules_text(fixed_part(store.home), _lines(everywhere, names, language))
    head = read_file(os.path.join(_TEMPLATES, f"pmi-paths.{language}.md")) or ""
    texts: dict[str, str] = {}
    for folder in folders:
        texts[rules_path(folder)] = main
        for path, group in place_groups(os.path.join(folder, "rules"), groups).items():
            lines = _lines(group.lessons, names, language)
            front = group.front_matter()
            texts[path] = front + rules_text(head, lines, len(front))
        for path in list_ours(os.path.join(folder, "rules")):
            texts.setdefault(path, "")
    return texts


def list_beyond(store: Store, lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return the lessons that the rules file has no room for, by use."""
    language = str(load(store.home)["general"]["language"])
    names = list_project_names(store)
    everywhere, _ = split(by_use(lessons))
    lines = _lines(everywhere, names, language)
    held = set(rules_text(fixed_part(store.home), lines).split("\n"))
    return [one for one, line in zip(everywhere, lines, strict=True) if line not in held]


def rules_path(config_folder: str) -> str:
    """Return where a Claude Code folder has our rules."""
    return os.path.join(config_folder, "rules", "pmi.md")


def remove_path_rules(config_folder: str) -> list[str]:
    """Remove our files of lessons about certain files, nobody else's; return which.

    Raises:
        Unwritable: One of them can not be removed.
    """
    removed: list[str] = []
    failed: list[str] = []
    for path in list_ours(os.path.join(config_folder, "rules")):
        _change(path, "", removed, failed)
    if failed:
        raise Unwritable(f"The rules can not be written: {'; '.join(failed)}.", "pmi doctor")
    return removed


def list_config_folders(home: Home) -> list[str]:
    """Return the Claude Code folders that PMI was installed into."""
    try:
        data = json.loads(read_file(home.path("state", "installed.json")) or "{}")
        return [str(folder) for folder in data.get("config_dirs", [])]
    except (ValueError, AttributeError, TypeError):
        return []


def fixed_part(home: Home) -> str:
    """Return the part of the rules that is the same for everybody, in the home's language."""
    language = str(load(home)["general"]["language"])
    return read_file(os.path.join(_TEMPLATES, f"pmi.{language}.md")) or ""


def rules_text(fixed: str, lines: Iterable[str], used_chars: int = 0) -> str:
    """Return a file's whole text: at most 4,000 characters and 40 rules, whole lines only.

    Args:
        lines: One rule each; the first ones stay where there is no room for all.
        used_chars: Characters of the file that stand before it.
    """
    kept: list[str] = []
    room = RULES_MAX_CHARS - used_chars - len(fixed) - 1
    for line in lines:
        if len(kept) < RULES_MAX_COUNT and len(line) + 1 <= room:
            kept.append(line)
            room -= len(line) + 1
    return fixed.rstrip("\n") + "\n" + ("\n" + "\n".join(kept) + "\n" if kept else "")


def rule_line(
    lesson: Lesson,
    names: Mapping[str, str] | None = None,
    language: str = "en",
    limit_chars: int = RULE_MAX_CHARS,
) -> str:
    """Return one lesson as a rule: one line that ends with its number.

    Claude Code loads the file in every project: a lesson of one names it.

    Args:
        names: Names of projects by key; a key without one gets its last part.
        limit_chars: A longer sentence is cut; 0 for none.
    """
    memory = lesson.memory
    text = _begun(one_line(clean(memory.content)))
    if memory.project:
        name = (names or {}).get(memory.project) or short_name(memory.project)
        text = f"[{one_line(clean(name))}] {text}"
    # A memory that imitates the comment or the tag of a harness must not open one.
    text = text.replace("<", "‹").replace(">", "›")
    if limit_chars and len(text) > limit_chars:
        text = text[: limit_chars - 1].rstrip() + "…"
    if lesson.against:
        text = _AGAINST[language].format(text=text, number=lesson.against)
    return f"- {text} ({memory.number})"


def _begun(text: str) -> str:
    """Return a sentence without the bullets, headings and quotes before its first word."""
    found = _MARKUP.match(text)
    return text[found.end() :] if found else text


def _lines(lessons: Iterable[Lesson], names: Mapping[str, str], language: str) -> list[str]:
    return [rule_line(lesson, names, language) for lesson in lessons]


def _is_installed(home: Home, path: str) -> bool:
    """Tell whether PMI was not taken out meanwhile of the folder that a rules file is in."""
    folders = [os.path.dirname(rules_path(folder)) for folder in list_config_folders(home)]
    return os.path.dirname(path) in folders


def _change(path: str, text: str, changed: list[str], failed: list[str]) -> None:
    """Write a file that says something else, or remove one that has nothing to say."""
    if read_file(path) == (text or None):
        return
    try:
        if text:
            write_file(os.path.realpath(path), text)
        else:
            os.unlink(path)
        changed.append(path)
    except OSError as error:
        failed.append(f"{path}: {error.strerror}")
