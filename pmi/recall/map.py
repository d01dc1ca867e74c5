"""The map: everything known as pages of one-line observations, the best first.

Pure: the same memories, folder, day and budget give the same pages. A page is a project,
or ``everywhere`` for what holds in all of them.

Example: ``build_map(memories, project="git:host/team/app", today="2026-11-30")``.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from pmi.base.clock import local
from pmi.base.ids import short_id
from pmi.base.project import short_name
from pmi.base.text import estimate_tokens, one_line
from pmi.model.memory import Memory
from pmi.model.page import Observation, Page
from pmi.rules.prominence import default_prominence

DEFAULT_BUDGET_TOKENS = 1500
"""What ``pmi map`` and ``memory_map`` show unless asked for more."""

OBSERVATION_LIMIT_CHARS = 280
"""Longest text of one observation; the id opens the rest."""

_HALF_LIFE_DAYS = 180
_OWN, _EVERYWHERE, _OTHER = 1.0, 0.8, 0.3
_LINE_TOKENS = 14  # id, prominence, sources and day around an observation's text
_PAGE_SHARE = 0.6  # of the budget for one page before every page had its turn

Weighted = tuple[float, Memory]


class Shelves(NamedTuple):
    """All memories weighed once, to draw maps of several folders from.

    Attributes:
        by_project: Memories with their weights, the heaviest first.
        shorts: The short id of each memory.
    """

    by_project: dict[str, list[Weighted]]
    shorts: dict[str, str]


def build_map(
    memories: Iterable[Memory],
    *,
    project: str,
    today: str,
    names: Mapping[str, str] | None = None,
    budget_tokens: int = DEFAULT_BUDGET_TOKENS,
) -> list[Page]:
    """Return the pages for a folder, best first; pages that did not fit have no observations.

    Args:
        memories: Active memories, each once.
        project: Key of the folder's project; its page comes first.
        today: Day or time now, for freshness.
        names: Names of projects by key; a key without one gets its last part.
        budget_tokens: Estimated tokens of all shown lines together.
    """
    return draw(arrange(memories, today), project, names or {}, budget_tokens)


def arrange(memories: Iterable[Memory], today: str) -> Shelves:
    """Return memories that still hold, weighed and sorted into their projects."""
    shelves: dict[str, list[Weighted]] = {}
    for memory in memories:
        if has_ended(memory, today):
            continue
        shelves.setdefault(memory.project, []).append((weight_of(memory, today), memory))
    for shelf in shelves.values():
        shelf.sort(key=lambda pair: (-pair[0], pair[1].id))
    ids = [memory.id for shelf in shelves.values() for _, memory in shelf]
    return Shelves(shelves, short_ids(ids))


def draw(
    shelves: Shelves, project: str, names: Mapping[str, str], budget_tokens: int
) -> list[Page]:
    """Return the pages for a folder within a budget; see ``build_map``."""
    chosen = _choose(shelves.by_project, project, budget_tokens)
    best: dict[str, float] = {}
    pages = []
    for key, shelf in shelves.by_project.items():
        best[key] = shelf[0][0] * _affinity(key, project)
        shown = [observe(memory, shelves.shorts[memory.id]) for _, memory in chosen.get(key, ())]
        page = Page(
            key=key,
            name=page_name(key, names),
            kind="project" if key else "everywhere",
            summary="",
            total=len(shelf),
            observations=tuple(shown),
        )
        pages.append(page)
    pages.sort(
        key=lambda page: (
            not page.observations,
            page.key != project,
            -best[page.key],
            page.name,
            page.key,
        )
    )
    return pages


def weight_of(memory: Memory, today: str) -> float:
    """Return how early a memory appears: its prominence, how fresh it is, its sources."""
    fresh: float = 0.5 ** (_age_days(day_said(memory), today) / _HALF_LIFE_DAYS)
    sources = min(max(len(memory.evidence), 1), 5)
    return default_prominence(memory) * (0.4 + 0.6 * fresh) * (1 + 0.1 * (sources - 1))


def observe(memory: Memory, short: str) -> Observation:
    """Return a memory as one line of a page."""
    text = one_line(memory.content)
    if len(text) > OBSERVATION_LIMIT_CHARS:
        text = text[: OBSERVATION_LIMIT_CHARS - 1].rstrip() + "…"
    return Observation(
        memory=memory.id,
        short=short,
        text=text,
        prominence=default_prominence(memory),
        has_detail=bool(memory.detail) or len(memory.content) > OBSERVATION_LIMIT_CHARS,
        sources=len({item.version for item in memory.evidence}),
        day=day_said(memory),
        confirmed=memory.verification == "user_confirmed",
    )


def day_said(memory: Memory) -> str:
    """Return the day that stands beside a memory: since when it holds, else when recorded."""
    return memory.valid_from or local(memory.recorded_at)[:10]


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Return for each id its last six characters, or as many as tell it from the others."""
    length, shorts = 6, {full: short_id(full) for full in ids}
    clashing = list(shorts)
    while length < 26:
        seen: dict[str, list[str]] = {}
        for full in clashing:
            seen.setdefault(shorts[full], []).append(full)
        clashing = [full for group in seen.values() if len(group) > 1 for full in group]
        if not clashing:
            break
        length += 2
        for full in clashing:
            shorts[full] = full[-length:]
    return shorts


def page_name(key: str, names: Mapping[str, str]) -> str:
    """Return the name of a project's page; empty for everywhere.

    >>> page_name("git:code.example/team/app", {}), page_name("path:~/work/数据", {})
    ('app', '数据')
    """
    if names.get(key):
        return one_line(names[key])
    return one_line(short_name(key))


def has_ended(memory: Memory, today: str) -> bool:
    """Tell whether a memory itself says that it held until a day that has come."""
    return bool(memory.valid_to) and memory.valid_to <= today[:10]


def is_standing(memory: Memory) -> bool:
    """Tell whether a memory may stand in front of every session before anybody asked.

    The user's own words may, marked until confirmed; what only an agent or a tool said
    waits for the user, and is found by search meanwhile.
    """
    return memory.verification == "user_confirmed" or memory.trust == "owner"


def _choose(
    shelves: Mapping[str, list[Weighted]], project: str, budget_tokens: int
) -> dict[str, list[Weighted]]:
    """Return what fits, in two rounds: no page may fill the map before all had their turn."""
    left = budget_tokens
    spent: dict[str, int] = {}
    taken: dict[str, Weighted] = {}
    for cap in (int(budget_tokens * _PAGE_SHARE), budget_tokens):
        for _, weight, memory in _heaviest_first(shelves, project, budget_tokens):
            if left < _LINE_TOKENS:
                break
            key = memory.project
            cost = _cost(memory) + (0 if key in spent else _LINE_TOKENS)
            if memory.id in taken or cost > left or spent.get(key, 0) + cost > cap:
                continue
            taken[memory.id] = (weight, memory)
            spent[key] = spent.get(key, 0) + cost
            left -= cost
    chosen: dict[str, list[Weighted]] = {}
    for weight, memory in sorted(taken.values(), key=lambda pair: (-pair[0], pair[1].id)):
        chosen.setdefault(memory.project, []).append((weight, memory))
    return chosen


def _heaviest_first(
    shelves: Mapping[str, list[Weighted]], project: str, budget_tokens: int
) -> Iterator[tuple[float, float, Memory]]:
    """Yield affine weight, weight and memory over all shelves, as many as could ever fit."""

    def along(key: str, shelf: list[Weighted]) -> Iterator[tuple[float, float, Memory]]:
        affinity = _affinity(key, project)
        for weight, memory in islice(shelf, budget_tokens // _LINE_TOKENS + 1):
            yield weight * affinity, weight, memory

    lines = [along(key, shelf) for key, shelf in shelves.items()]
    return heapq.merge(*lines, key=lambda item: (-item[0], item[2].id))


def _cost(memory: Memory) -> int:
    return _LINE_TOKENS + estimate_tokens(memory.content[:OBSERVATION_LIMIT_CHARS])


def _affinity(key: str, project: str) -> float:
    if key == project:
        return _OWN
    return _OTHER if key else _EVERYWHERE


def _age_days(day: str, today: str) -> int:
    try:
        return max(0, (date.fromisoformat(today[:10]) - date.fromisoformat(day[:10])).days)
    except ValueError:
        return _HALF_LIFE_DAYS
