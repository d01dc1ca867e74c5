"""Links the rooms at the top of the repository into ``pmi`` for an editable install.

A wheel gets ``hooks/`` as ``pmi/hooks/`` through the table in ``pyproject.toml``; in an
editable install nothing is copied, so ``pmi/hooks -> ../hooks`` stands in for it. The links
are git-ignored and never part of an archive.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("hooks", "indexer", "installer", "memory_server", "templates")


class LinkRooms(BuildHookInterface[Any]):
    """The build hook: it acts for editable installs only."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the links that are missing.

        Args:
            version: What is built: ``editable`` or ``standard``.
            build_data: Not used; hatchling's own.
        """
        if version != "editable":
            return
        for room in ROOMS:
            link = os.path.join(self.root, "pmi", room)
            if not os.path.lexists(link):
                os.symlink(os.path.join("..", room), link, target_is_directory=True)
