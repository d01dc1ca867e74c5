"""The tools, as agents see them: names, arguments, and readable text as results."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import Field, WithJsonSchema

from pmi.memory_server.boundary import fenced, guarded, language, open_memory, project_read
from pmi.memory_server.schemas import OPERATIONS, short

Among = Annotated[str, Field(description="or here, everywhere, a name")]
Where = Annotated[str, Field(description="here (this folder's), everywhere, or a name")]
Day = Annotated[str, Field(description="YYYY-MM-DD")]
Since = Annotated[str, Field(description="YYYY-MM-DD, 2w, yesterday")]
Operations = Annotated[list[Any], Field(max_length=100), WithJsonSchema(dict(OPERATIONS))]


@guarded
def memory_get_context(
    question: str,
    *,
    project: Among = "all",
    participants: list[str] = [],  # noqa: B006 - never changed
    as_of: Annotated[str, Field(description="YYYY-MM-DD: as it was then")] = "",
    since: str = "",
    until: str = "",
    history: Annotated[bool, Field(description="all earlier states")] = False,
    max_tokens: Annotated[int, Field(ge=100, le=6000)] = 2000,
) -> str:
    """Start here. Answer a question from all that is kept, with quotes."""
    from pmi.recall.context_text import context_text

    with open_memory() as memory:
        answer = memory.get_context(
            question,
            project=project_read(memory, project),
            participants=participants,
            as_of=as_of,
            since=since,
            until=until,
            history=history,
            max_tokens=max_tokens,
        )
        words, today = language(memory.home), memory.store.clock()
    text = context_text(answer, words, today=today, opener="memory_get {reference}")
    if answer.insufficient_evidence:  # the same word in every language
        text = f"insufficient_evidence: {answer.explanation}\n{text}"
    return fenced("context", text)


@guarded
def memory_map(
    project: Where = "here",
    max_tokens: Annotated[int, Field(ge=50, le=6000)] = 1500,
) -> str:
    """Show what is remembered, as pages, this project's first."""
    from pmi.recall.render import map_text

    with open_memory() as memory:
        key = project_read(memory, project) or ""
        pages = memory.map(key, budget_tokens=max_tokens)
        text = map_text(pages, language(memory.home))
    return fenced("map", text)


@guarded
def memory_search(
    query: Annotated[str, Field(description="words that would have been said then")],
    *,
    scope: Literal["all", "memories", "sources", "transcripts", "sessions", "knowledge"] = "all",
    project: Among = "all",
    within: Annotated[str, Field(description="cc://SESSION[:3-9]")] = "",
    since: Since = "",
    until: str = "",
    role: Annotated[str, Field(description="user, assistant, tool")] = "",
    tool: str = "",
    kind: str = "",
    status: str = "",
    entity: str = "",
    limit: Annotated[int, Field(ge=1, le=50)] = 8,
) -> str:
    """Search all that is kept; scope sessions finds whole conversations."""
    from pmi.memory_server.searching import Asked, search

    filters = {"role": role, "tool": tool, "kind": kind, "status": status, "entity": entity}
    return search(Asked(query, scope, project, within, since, until, filters, limit))


@guarded
def memory_get(
    id: Annotated[  # noqa: A002 - the word agents know
        str,
        Field(
            description="mem_… (or last 6), slug, slot, number, src_…, URL, name, prp_…, "
            "cc://…:3-9, x.md:3"
        ),
    ],
    *,
    history: Annotated[bool, Field(description="earlier and later ones")] = False,
    offset: Annotated[int, Field(ge=0, description="of a source's text")] = 0,
    limit: Annotated[int, Field(ge=1, le=9000)] = 6000,
) -> str:
    """Open what a result names, in whole or in part."""
    from pmi.memory_server.opening import open_one

    return open_one(id, history=history, offset=offset, limit=limit)


@guarded
def memory_list(
    what: Literal[
        "memories",
        "slots",
        "entities",
        "proposals",
        "learnings",
        "recent",
        "sources",
        "undistilled",
    ] = "memories",
    *,
    status: Annotated[str, Field(description="superseded, disputed, archived, pending, all")] = "",
    kind: str = "",
    entity: str = "",
    source: str = "",
    project: Among = "all",
    limit: Annotated[int, Field(ge=1, le=200)] = 30,
    offset: Annotated[int, Field(ge=0)] = 0,
) -> str:
    """List rows, newest first; proposals wait for the user."""
    from pmi.memory_server.listing import Wanted, list_some

    return list_some(Wanted(what, status, kind, entity, source, project, limit, offset))


@guarded
def memory_add_source(
    text: str = "",
    *,
    path: Annotated[str, Field(description="instead: an allowed file")] = "",
    title: str = "",
    url: str = "",
    origin_key: Annotated[str, Field(description="same key: a new version")] = "",
    source_time: Day = "",
    trust: Annotated[str, Field(description="agent: your own words")] = "external",
) -> str:
    """Keep a text as evidence that can be quoted."""
    from pmi.memory_server.taking_in import Given, take_in

    return take_in(Given(text, path, title, url, origin_key, source_time, trust))


@guarded
def memory_propose(
    operations: Operations,
    *,
    distilled: Annotated[str, Field(description="read for this: cc://…:3-9, src_…")] = "",
) -> str:
    """Propose changes with the words they rest on; one that is wrong refuses all."""
    from pmi.memory_server.proposing import propose

    return propose(operations, distilled)


def make_tools() -> list[Tool]:
    """Return the tools; texts instead of structures, for that is what agents read."""
    reading = ToolAnnotations(read_only_hint=True)
    writing = ToolAnnotations(read_only_hint=False, destructive_hint=False)
    readers = (memory_get_context, memory_map, memory_search, memory_get, memory_list)
    tools = [_make(reader, reading) for reader in readers]
    tools[0].meta = {"anthropic/alwaysLoad": True}
    return [*tools, _make(memory_add_source, writing), _make(memory_propose, writing)]


def _make(function: Any, annotations: ToolAnnotations) -> Tool:
    tool = Tool.from_function(function, annotations=annotations, structured_output=False)
    tool.parameters = short(tool.parameters)
    return tool
