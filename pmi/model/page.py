"""The map: pages of entities and their one-line observations."""

from __future__ import annotations

from typing import NamedTuple


class Observation(NamedTuple):
    """A memory as one line on a page; a view, never stored."""

    memory: str
    short: str
    text: str
    prominence: int
    has_detail: bool
    sources: int
    day: str
    confirmed: bool


class Page(NamedTuple):
    """A subject of the map.

    Attributes:
        name: Project name, entity name, or the name of the page for everywhere.
        total: Number of active memories on it, shown or not.
    """

    key: str
    name: str
    kind: str
    summary: str
    total: int
    observations: tuple[Observation, ...]
