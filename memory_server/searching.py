"""``memory_search``: hits with their marks, inside the fence, and what to try where none is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmi.base.clock import local
from pmi.memory_server.boundary import fenced, language, open_memory, project_read
from pmi.model.finding import EVERYWHERE, Scope
from pmi.recall.advice import advise
from pmi.recall.days import first_day, last_day
from pmi.recall.render import hits_text
from pmi.store.projects import list_project_names

if TYPE_CHECKING:
    from typing import Literal


@dataclass(frozen=True, slots=True)
class Asked:
    """What to look for; empty conditions leave everything in.

    Attributes:
        filters: role, tool, kind, status, entity.
    """

    query: str
    scope: Scope | Literal["all"]
    project: str
    within: str
    since: str
    until: str
    filters: Mapping[str, str]
    limit: int


def search(asked: Asked) -> str:
    """Return what matches, as text in the fence.

    Raises:
        UsageError: A condition has a value that nothing has, or nothing can satisfy all of them.
        NotFound: There is no such session, project or entity.
    """
    with open_memory() as memory:
        words, now = language(memory.home), memory.store.clock()
        today = local(now)[:10]
        answer = memory.search(
            asked.query,
            scopes=EVERYWHERE if asked.scope == "all" else (asked.scope,),
            project=project_read(memory, asked.project),
            within=asked.within,
            since=first_day(asked.since, today),
            until=last_day(asked.until, today),
            here=project_read(memory, "here") or "",
            limit=asked.limit,
            **asked.filters,
        )
        given = {
            "scope": asked.scope != "all", "project": asked.project not in {"", "all"},
            "within": asked.within, "since": asked.since, "until": asked.until, **asked.filters,
        }  # fmt: skip
        options = [name for name, value in given.items() if value]
        text = hits_text(
            answer,
            words,
            today=now,
            opener="memory_get {reference}",
            names=list_project_names(memory.store),
            advice="" if answer.hits else advise(memory.store, options, words),
        )
    return fenced("search", text)
