"""Answers a query from the index: memories, sources, conversations and the user's pages.

Words are looked up in `search.db`; what is shown comes from the stored texts. What is asked
is read in `pmi.search.request`, scored in `pmi.search.look`, shown in `pmi.search.rooms`. No
hits widen the question, with a note; an error stays an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pmi.base.config import load
from pmi.base.phrases import say
from pmi.base.text import fts_term
from pmi.model.finding import Hit, Scope, SearchAnswer
from pmi.search.candidates import with_index
from pmi.search.drafts import finish
from pmi.search.look import look_up
from pmi.search.regions import terms_of
from pmi.search.request import Request, read_request
from pmi.search.rooms import find_hits
from pmi.search.terms import token_of

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

QUERY_CHARS = 4000
"""Of a longer question the beginning and the end are read."""

WIDER_PREFIX = "search_wider_prefix"
"""Note: key of its sentence in `pmi.base.phrases`."""

PREFIX_CHARS = 3
PREFIX_WORDS = 8
LONGER_MOST = 8


def search(
    store: Store,
    query: str,
    *,
    scopes: Sequence[Scope] = ("memories", "transcripts"),
    project: str | None = None,
    within: str = "",
    since: str = "",
    until: str = "",
    role: str = "",
    tool: str = "",
    kind: str = "",
    status: str = "",
    entity: str = "",
    here: str = "",
    limit: int = 10,
    budget: int = 0,
    wait_s: float | None = None,
) -> SearchAnswer:
    """Return the hits for a question, the best first, with notes about how they were found.

    Any string is a safe question; a condition leaves out the scopes that can not satisfy it.

    Args:
        project: Key, or a name that only one has: its own and what holds everywhere.
        within: A session, or a `cc://` reference: only what was said in there.
        since, until: First and last day (YYYY-MM-DD), or stored times.
        role, tool: Of messages: user, assistant or tool; the name of the tool that was called.
        kind, status, entity: Of memories; the status may be ``all``.
        here: Key of the project in which it is asked: what is of it counts a little more.
        budget: How many postings may be read, over all words; 0 for what the config says.
        wait_s: First index what is new, for about so long; None to take the index as it is.

    Raises:
        UsageError: A value is none that there can be, or nothing can satisfy all of it.
        NotFound: There is no such session, message, entity or project.
    """
    settings = load(store.home)
    request = read_request(
        store,
        scopes=scopes,
        project=project,
        within=within,
        since=since,
        until=until,
        role=role,
        tool=tool,
        kind=kind,
        status=status,
        entity=entity,
        here=here,
        limit=limit,
        budget=budget or int(settings["search"]["posting_budget"]),
    )
    (hits, how), keys = with_index(
        store, wait_s, lambda connection: _search(store, connection, query, request)
    )
    notes = (*((key, {}) for key in keys), *request.notes, *((key, {}) for key in how))
    language = str(settings["general"]["language"])
    return SearchAnswer(query, tuple(hits), tuple(say(key, language, **of) for key, of in notes))


def _search(
    store: Store, connection: sqlite3.Connection, query: str, request: Request
) -> tuple[list[Hit], tuple[str, ...]]:
    """Return hits and the notes on how they were found: as asked, else wider."""
    asked = _ends_of(query)
    words = terms_of(asked)
    hits, notes = _find(store, connection, asked, words, request)
    if hits or not asked.strip():
        return hits, notes
    longer = _longer_words(connection, words, request)
    if longer:
        hits, notes = _find(store, connection, asked, longer, request)
    return hits, (WIDER_PREFIX, *notes) if hits else notes


def _ends_of(query: str) -> str:
    if len(query) <= QUERY_CHARS:
        return query
    return f"{query[: QUERY_CHARS // 2]} {query[-QUERY_CHARS // 2 :]}"


def _find(
    store: Store,
    connection: sqlite3.Connection,
    query: str,
    words: Sequence[str],
    request: Request,
) -> tuple[list[Hit], tuple[str, ...]]:
    look = look_up(store, connection, request, query, words)
    drafts = [draft for scope in request.scopes for draft in find_hits(look, scope)]
    drafts.sort(key=lambda draft: (-draft.hit.score, draft.hit.scope, draft.hit.reference))
    return finish(store, drafts[: request.limit]), tuple(look.notes)


def _longer_words(
    connection: sqlite3.Connection, words: Sequence[str], request: Request
) -> list[str]:
    """Return indexed words that begin with one of these."""
    found: list[str] = []
    tables = dict.fromkeys(table for scope in request.scopes for table in request.tables(scope))
    for word in words[:PREFIX_WORDS]:
        start = fts_term(word)
        if len(start) < PREFIX_CHARS:
            continue
        for table in tables:
            rows = connection.execute(
                f"SELECT term FROM {table}_vocab WHERE term >= ? AND term < ? LIMIT {LONGER_MOST}",
                (start, start + "\U0010ffff"),
            )
            found += [token_of(row[0]) for row in rows]
    return list(dict.fromkeys(found))
