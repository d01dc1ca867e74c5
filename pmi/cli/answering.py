"""What ``pmi search``, ``context``, ``show`` and ``sessions`` do, whoever read their options.

Nothing here knows click: a line without options is answered without it (`pmi.cli.start`). What
is not given is the value that stands here; a test compares these with the options' own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pmi.base.errors import UsageError
from pmi.cli.door import Door, read_text
from pmi.model.finding import EVERYWHERE, Scope
from pmi.model.finding import SCOPES as ALL_SCOPES

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.model.finding import SearchAnswer
    from pmi.model.overview import FoundSessions

SCOPES: dict[str, tuple[Scope, ...]] = {"all": EVERYWHERE} | {
    scope: (scope,) for scope in ALL_SCOPES
}


def search(
    door: Door,
    words: tuple[str, ...],
    *,
    scope: str = "all",
    here: bool = False,
    project: str | None = None,
    within: str = "",
    since: str = "",
    until: str = "",
    role: str | None = None,
    tool: str = "",
    kind: str | None = None,
    status: str | None = None,
    entity: str = "",
    limit: int = 10,
) -> None:
    """Print what matches, the best first."""
    query = read_text(words)
    if not query.strip():
        raise UsageError("There are no words to look for.", "pmi search WORDS")
    from pmi.recall.days import first_day, last_day

    with door.open() as memory:
        answer = memory.search(
            query,
            scopes=SCOPES[scope],
            project=door.chosen_project(memory, project, here=here),
            within=within,
            since=first_day(since, door.day),
            until=last_day(until, door.day),
            role=role or "",
            tool=tool,
            kind=kind or "",
            status=status or "",
            entity=entity,
            here=door.project(),
            limit=limit,
        )
        options = {
            "scope": scope != "all", "here": here, "project": project, "within": within,
            "since": since, "until": until, "role": role, "tool": tool, "kind": kind,
            "status": status, "entity": entity,
        }  # fmt: skip
        given = [f"--{name}" for name, value in options.items() if value]
        text = "" if door.as_json else _hits_text(door, memory, answer, given)
    door.answer(text, {"query": answer.query, "hits": answer.hits, "notes": answer.notes})


def _hits_text(door: Door, memory: Memory, answer: SearchAnswer, given: list[str]) -> str:
    """Return the hits for a person: bold at a terminal, and where there are none, what to try."""
    from pmi.recall import render
    from pmi.recall.advice import advise
    from pmi.store.projects import list_project_names

    return render.hits_text(
        answer,
        door.language,
        today=door.today,
        names=list_project_names(memory.store),
        strong=door.strong,
        advice="" if answer.hits else advise(memory.store, given, door.language),
    )


def context(
    door: Door,
    question: tuple[str, ...],
    *,
    here: bool = False,
    project: str | None = None,
    participants: tuple[str, ...] = (),
    as_of: str = "",
    since: str = "",
    until: str = "",
    history: bool = False,
    max_tokens: int = 2000,
) -> None:
    """Print the answer to a question."""
    with door.open() as memory:
        answer = memory.get_context(
            read_text(question),
            project=door.chosen_project(memory, project, here=here),
            participants=[name for given in participants for name in given.split(",")],
            as_of=as_of,
            since=since,
            until=until,
            history=history,
            max_tokens=max_tokens,
        )
    from pmi.recall.context_text import context_text

    text = "" if door.as_json else context_text(answer, door.language, today=door.today)
    door.answer(text, {"context": answer})


def show(
    door: Door,
    references: tuple[str, ...],
    *,
    history: bool = False,
    limit: int = 200,
    first: int = 1,
    version: str = "",
) -> None:
    """Print what references name."""
    wanted = {"history": history, "lines": limit, "first": first, "version": version}
    with door.open() as memory:
        shown = [
            _show_conversation(door, memory, reference, first=first, limit=limit)
            if reference.strip().startswith("cc://")
            else _show_one(door, memory, reference, wanted)
            for reference in references
        ]
    values = [value for _, value in shown]
    text = "\n\n".join(text for text, _ in shown)
    door.answer(text, values[0] if len(values) == 1 else {"shown": values})


def _show_one(
    door: Door, memory: Memory, reference: str, wanted: dict[str, Any]
) -> tuple[str, dict[str, object]]:
    """Return one thing as text and as values."""
    from pmi.recall import opening

    found = opening.open_any(memory.store, reference, opening.Wish(**wanted))
    text = opening.opened_text(found, door.language, today=door.today)
    if isinstance(found, opening.OpenedMemory):
        return text, {"memory": found.memory, "history": found.history}
    if isinstance(found, opening.OpenedReview):
        return text, {"review": found.review, "evidence": found.evidence}
    if isinstance(found, opening.OpenedSource):
        values = {"first": found.first, "total": found.total, "lines": found.lines}
        return text, {"source": found.source, "memories": found.memories, **values}
    if isinstance(found, opening.OpenedPage):
        values = {"first": found.first, "total": found.total, "lines": found.lines}
        return text, {"page": found.path, **values}
    if isinstance(found, opening.OpenedEntity):
        return text, {"entity": found.entity, "memories": found.memories}
    from pmi.recall.learned import learning_values

    return text, learning_values(found)


def _show_conversation(
    door: Door, memory: Memory, reference: str, *, first: int, limit: int
) -> tuple[str, dict[str, object]]:
    from pmi.recall import conversation

    opened = conversation.open_conversation(memory.store, reference, first=first, limit=limit)
    text = conversation.opened_conversation_text(opened, door.language, today=door.today)
    said = [message.uuid for message in opened.messages]
    values: dict[str, object] = {"session": opened.session, "messages": opened.messages}
    values["taken_back"] = [uuid for uuid in said if uuid in opened.taken_back]
    return text, values


def sessions(
    door: Door,
    words: tuple[str, ...] = (),
    *,
    here: bool = False,
    project: str | None = None,
    since: str = "",
    until: str = "",
    limit: int = 20,
) -> None:
    """Print the archived conversations, or those in which words were said."""
    from pmi.recall import conversation
    from pmi.recall.days import first_day, last_day

    query = read_text(words).strip()
    days = {"since": first_day(since, door.day), "until": last_day(until, door.day)}
    narrowed = {"--here": here, "--project": project, "--since": since, "--until": until}
    given = [name for name, value in narrowed.items() if value]
    with door.open() as memory:
        key = door.chosen_project(memory, project, here=here)
        if query:
            found = memory.find_sessions(query, project=key, limit=limit, **days)
            _tell_sessions(door, memory, found, given)
            return
        listed = memory.sessions(project=key, limit=limit, **days)
    text = conversation.sessions_text(
        listed,
        door.language,
        today=door.today,
        project=bool(project or here),
        days=bool(since or until),
    )
    door.answer(text, {"sessions": listed})


def _tell_sessions(door: Door, memory: Memory, found: FoundSessions, given: list[str]) -> None:
    """Print the sessions in which words were said; where there are none, what to try."""
    from pmi.recall.advice import advise
    from pmi.recall.session_text import sessions_found_text

    advice = "" if found.sessions else advise(memory.store, given, door.language)
    text = sessions_found_text(
        found, door.language, today=door.today, strong=door.strong, advice=advice
    )
    values = {
        "query": found.query,
        "sessions": found.sessions,
        "passages": found.passages,
        "notes": found.notes,
    }
    door.answer(text, values)
