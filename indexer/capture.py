"""Decides which conversations may be kept at all.

Excluded folders, other memory tools' own sessions, our own, and whatever was said while the
user had paused PMI never enter the archive.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pmi.base import pauses, silence
from pmi.base.config import lies_in
from pmi.base.home import Home

MAX_WORDS = 4000
"""So much of a command is looked through for excluded folders."""


@dataclass(frozen=True, slots=True)
class CaptureRules:
    """What `[capture]` says, with our own folder.

    Attributes:
        exclude: Globs of folders; a folder inside an excluded one is excluded too.
        foreign: Path fragments that betray another memory tool's unattended session.
        own_root: The home: a session that runs in there is ours.
        tool_chars: How much of a tool's input or result is kept.
        pauses: First and last moment of each pause; a present one has no end yet.
        silent: The same of each session that ran with `PMI_DISABLE`.
    """

    exclude: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    own_root: str = ""
    tool_chars: int = 200
    pauses: tuple[tuple[str, str], ...] = ()
    silent: Mapping[str, list[tuple[str, str]]] = field(default_factory=dict)

    @classmethod
    def from_config(cls, config: dict[str, dict[str, Any]], own_root: str) -> CaptureRules:
        """Return the rules that a loaded configuration states, with the home's pauses."""
        section = config.get("capture", {})
        return cls(
            exclude=tuple(str(glob) for glob in section.get("exclude", ())),
            foreign=tuple(str(part) for part in section.get("foreign", ())),
            own_root=own_root,
            tool_chars=int(section.get("tool_result_chars", 200)),
        ).renewed(Home(own_root))

    def renewed(self, home: Home) -> CaptureRules:
        """Return the rules with the pauses and silent sessions of a home as they are now."""
        return replace(
            self, pauses=tuple(pauses.list_pauses(home)), silent=silence.list_silent(home)
        )

    def is_paused(self, moment: str) -> bool:
        """Tell whether PMI was paused at a stored time, or may have been."""
        return any(not moment or first <= moment <= last for first, last in self.pauses)

    def is_silent(self, session: str, moment: str) -> bool:
        """Tell whether a session was kept out of memory at a stored time, or may have been."""
        spans = self.silent.get(session, ())
        return any(not moment or first <= moment <= last for first, last in spans)

    def names_excluded(self, words: str, cwd: str) -> bool:
        """Tell whether what a tool was called with names something in an excluded folder.

        A command is looked through word by word; what is worked out at run time is not seen.
        """
        if not self.exclude:
            return False
        whole = os.path.join(cwd, os.path.expanduser(words.strip()))
        if lies_in(self.exclude, whole):
            return True
        found = (word.strip("\"'`") for word in re.split(r"[\s;|&<>()=,]+", words[:MAX_WORDS]))
        return any(
            lies_in(self.exclude, os.path.join(cwd, os.path.expanduser(word)))
            for word in found
            if "/" in word or word.startswith("~")
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
        return not lies_in(self.exclude, folder)


def stamp(home: Home) -> tuple[int, ...]:
    """Return what changes whenever a pause or a silent session begins or ends."""
    return (silence.stamp(home), *pauses.stamp(home))


def _is_inside(folder: str, root: str) -> bool:
    return folder == root or folder.startswith(root.rstrip("/") + "/")
