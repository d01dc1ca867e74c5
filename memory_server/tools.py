"""The tools, as agents see them: names, arguments, and readable text as results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp_types import ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field

from pmi.memory_server.boundary import fenced, guarded, language, open_memory, project_key

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

RESULT_LIMIT_CHARS = 9_000
"""Results stay below what Claude Code shows whole without a thought."""

Where = Annotated[str, Field(description="here (this folder's), everywhere, or a project's key")]
Among = Annotated[str, Field(description="all, here, everywhere, or a project's key")]


class Quote(BaseModel):
    """Evidence that an agent offers."""

    model_config = ConfigDict(extra="forbid")
    source: Annotated[
        str, Field(description='"conversation" (just said here), cc://… or src_…')
    ] = "conversation"
    quote: Annotated[str, Field(description="verbatim, at least 4 characters")]


class Proposed(BaseModel):
    """One change that an agent proposes."""

    model_config = ConfigDict(extra="forbid")
    op: Literal["create", "archive"] = "create"
    content: Annotated[str, Field(description="one sentence")] = ""
    kind: Literal[
        "episodic", "semantic", "project", "person", "decision", "procedure", "preference"
    ] = "semantic"
    stance: Literal["claim", "question"] = "claim"
    detail: str = ""
    slot: Annotated[str, Field(description="topic of which one memory is active")] = ""
    project: Where = "here"
    valid_from: Annotated[str, Field(description="YYYY-MM-DD since when it holds")] = ""
    target: Annotated[str, Field(description="archive: the memory's id")] = ""
    evidence: list[Quote] = []


@guarded
def memory_search(
    query: Annotated[str, Field(description="words that would have been said then")],
    *,
    scope: Literal["all", "memories", "transcripts"] = "all",
    project: Among = "all",
    within: Annotated[str, Field(description="cc://SESSION to search one conversation")] = "",
    since: Annotated[str, Field(description="YYYY-MM-DD")] = "",
    until: Annotated[str, Field(description="YYYY-MM-DD")] = "",
    limit: Annotated[int, Field(ge=1, le=50)] = 8,
) -> str:
    """Search the user's memories and all archived conversations, English and Chinese."""
    from pmi.recall.render import hits_text
    from pmi.recall.wording import require_day

    with open_memory() as memory:
        scopes: tuple[Literal["memories", "transcripts"], ...] = (
            ("memories", "transcripts") if scope == "all" else (scope,)
        )
        answer = memory.search(
            query,
            scopes=scopes,
            project=project_key(memory.home, project),
            within=within,
            limit=limit,
            since=require_day(since),
            until=require_day(until),
        )
        text = hits_text(answer, language(memory.home), opener="memory_get {reference}")
    return fenced("search", text)


@guarded
def memory_get(
    id: Annotated[str, Field(description="mem_…, its last 6+ characters, a number, or cc://…")],  # noqa: A002 - the word agents know
    history: Annotated[bool, Field(description="also its earlier and later versions")] = False,
) -> str:
    """Open a memory with its quotes and dates, or the lines of a cc:// reference."""
    from pmi.recall.conversation import conversation_text
    from pmi.recall.render import memory_text

    with open_memory() as memory:
        words = language(memory.home)
        if id.strip().startswith("cc://"):
            from pmi.model.conversation import Reference

            session, messages = memory.conversation(Reference.parse(id), 400)
            text = conversation_text(session, messages, words, total_limit_chars=RESULT_LIMIT_CHARS)
            return fenced("conversation", text)
        found = memory.get(id)
        others = memory.history(id) if history else []
        return fenced("memory", memory_text(found, words, history=others))


@guarded
def memory_map(
    project: Where = "here",
    max_tokens: Annotated[int, Field(ge=50, le=6000)] = 1500,
) -> str:
    """Show what is remembered, as pages of one line each, this project's first."""
    from pmi.recall.render import map_text

    with open_memory() as memory:
        key = project_key(memory.home, project) or ""
        pages = memory.map(key, budget_tokens=max_tokens)
        text = map_text(pages, language(memory.home))
    return fenced("map", text)


@guarded
def memory_propose(
    operations: Annotated[list[Proposed], Field(min_length=1, max_length=100)],
) -> str:
    """Propose memories with the words they rest on; the answer says what became of each."""
    from pmi.memory_server.proposing import propose

    return propose(operations)


def register(server: MCPServer) -> None:
    """Give the server its tools; texts instead of structures, for that is what agents read."""
    reading = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    writing = ToolAnnotations(
        read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    always = {"anthropic/alwaysLoad": True}
    server.tool(annotations=reading, meta=always, structured_output=False)(memory_search)
    server.tool(annotations=reading, structured_output=False)(memory_get)
    server.tool(annotations=reading, structured_output=False)(memory_map)
    server.tool(annotations=writing, structured_output=False)(memory_propose)
