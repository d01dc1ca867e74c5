"""Decides which conversations may be kept at all (pure functions over settings).

Excluded folders, other memory tools' own sessions and our own never enter the archive.
"""

from __future__ import annotations

import fnmatch
import os
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CaptureRules:
    """What `[capture]` says, with our own folder.

    Attributes:
        exclude: Globs of folders; a folder inside an excluded one is excluded too.
        foreign: Path fragments that betray another memory tool's unattended session.
        own_root: The home: a session that runs in there is ours.
        tool_chars: How much of a tool's input or result is kept.
    """

    exclude: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    own_root: str = ""
    tool_chars: int = 200

    @classmethod
    def from_config(cls, config: dict[str, dict[str, Any]], own_root: str) -> CaptureRules:
        """Return the rules that a loaded configuration states."""
        section = config.get("capture", {})
        return cls(
            exclude=tuple(str(glob) for glob in section.get("exclude", ())),
            foreign=tuple(str(part) for part in section.get("foreign", ())),
            own_root=own_root,
            tool_chars=int(section.get("tool_result_chars", 200)),
        )

    def allows(self, cwd: str, entrypoint: str) -> bool:
        """Tell whether what was said in a folder may be kept."""
        if not cwd:
            return True
        folder = os.path.normpath(cwd)
        if self.own_root and _is_inside(folder, os.path.normpath(self.own_root)):
            return False
        if entrypoint.startswith("sdk") and any(part in cwd + "/" for part in self.foreign if part):
            return False
        return not any(_matches(folder, glob) for glob in self.exclude if glob)


def _is_inside(folder: str, root: str) -> bool:
    return folder == root or folder.startswith(root.rstrip("/") + "/")


def _matches(folder: str, glob: str) -> bool:
    pattern = os.path.expanduser(glob).rstrip("/") or "/"
    while True:
        if fnmatch.fnmatchcase(folder, pattern):
            return True
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
