"""A project as people see it: what is kept of it, and where it lies."""

from __future__ import annotations

from typing import NamedTuple


class Folder(NamedTuple):
    """A top folder in which a project was seen.

    Attributes:
        gone: It is not there any more; its conversations stay with the project.
    """

    path: str
    gone: bool = False


class Project(NamedTuple):
    """A project with what is kept under any key that it ever had.

    Attributes:
        key: The present key.
        aliases: Older keys, and those of projects that were joined to it.
        sessions: Conversations, sub-agents' not counted.
        memories: Active ones.
        last_at: When something was last said or remembered in it (UTC); empty for never.
    """

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    folders: tuple[Folder, ...] = ()
    sessions: int = 0
    memories: int = 0
    last_at: str = ""


class Joined(NamedTuple):
    """Two projects of which one leads to the other, or did until now.

    Attributes:
        source: What it has, as it was before.
        changed: False where it was so already.
    """

    source: Project
    target: Project
    changed: bool
