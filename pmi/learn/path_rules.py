"""Rules files for lessons about certain files: their names, their front matter, which are ours.

Claude Code loads a rules file with ``paths:`` only once it opens a file that fits (measured).
A file is ours where it begins exactly as we begin one; whatever else bears such a name is
somebody else's and never touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pmi.base.home import read_file
from pmi.learn.lessons import Lesson

MAX_FILES = 20
NAME_MAX_CHARS = 40
HEADINGS = ("# Memory (PMI): files", "# 记忆（PMI）：文件")

_OURS = re.compile(
    r'\A---\npaths:\n(?:  - "[^"\n]*"\n)+---\n(?:' + "|".join(map(re.escape, HEADINGS)) + ")"
)
_NAME = re.compile(r"pmi-[a-z0-9-]+\.md")


@dataclass(frozen=True, slots=True)
class Group:
    """Lessons about the same files, the most used first."""

    paths: tuple[str, ...]
    lessons: list[Lesson] = field(default_factory=list)

    def front_matter(self) -> str:
        """Return what tells Claude Code when to load the file."""
        return "---\npaths:\n" + "".join(f'  - "{path}"\n' for path in self.paths) + "---\n"

    def name(self) -> str:
        """Return what the file is called after ``pmi-``: ``tsx``, ``src-api-py``."""
        words = re.findall(r"[a-z0-9]+", " ".join(self.paths).lower())
        return "-".join(words)[:NAME_MAX_CHARS].strip("-") or "files"


def split(lessons: Sequence[Lesson]) -> tuple[list[Lesson], list[Group]]:
    """Return the lessons about everything, and the others in groups, in their order.

    At most 20 groups: the lessons of further ones are treated as lessons about everything.
    """
    everywhere: list[Lesson] = []
    groups: dict[tuple[str, ...], Group] = {}
    for lesson in lessons:
        paths = tuple(sorted(lesson.paths))
        if not paths or (paths not in groups and len(groups) >= MAX_FILES):
            everywhere.append(lesson)
        else:
            groups.setdefault(paths, Group(paths)).lessons.append(lesson)
    return everywhere, sorted(groups.values(), key=lambda group: group.paths)


def place_groups(folder: str, groups: Sequence[Group]) -> dict[str, Group]:
    """Return the file of each group: one that is ours or not there yet, each its own."""
    placed: dict[str, Group] = {}
    for group in groups:
        number = 1
        while True:
            ending = f"-{number}" if number > 1 else ""
            path = os.path.join(folder, f"pmi-{group.name()}{ending}.md")
            if path not in placed and (not os.path.lexists(path) or is_ours(path)):
                placed[path] = group
                break
            number += 1
    return placed


def list_ours(folder: str) -> list[str]:
    """Return our files of lessons about certain files."""
    try:
        names = sorted(name for name in os.listdir(folder) if _NAME.fullmatch(name))
    except OSError:
        return []
    return [path for path in (os.path.join(folder, name) for name in names) if is_ours(path)]


def is_ours(path: str) -> bool:
    """Tell whether a file begins exactly as one that we wrote."""
    return _OURS.match(read_file(path) or "") is not None
