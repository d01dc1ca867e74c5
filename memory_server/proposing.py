"""``memory_propose``: finds what was just said in the archive, then asks policy."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pmi.base import clock, ids, sessions, spool
from pmi.base.process import start_worker
from pmi.memory_server.boundary import (
    fenced,
    language,
    open_memory,
    project_key,
    session_id,
)
from pmi.model.parsing import parse_operations
from pmi.recall.review_text import outcomes_text
from pmi.search.quotes import find_quote_in_session

if TYPE_CHECKING:
    from pmi.api import Memory

WAIT_S = 1.0
"""How long to wait until what was just said has been archived."""


def propose(operations: Sequence[Any]) -> str:
    """Propose operations as an agent and return what became of each."""
    with open_memory() as memory:
        asked = parse_operations([_placed(memory, item) for item in operations])
        session = session_id(memory.home)
        quotes = [
            cited.quote for item in asked for cited in item.evidence
            if cited.source == "conversation"
        ]  # fmt: skip
        if quotes and session:
            _await_quotes(memory, session, quotes)
        outcomes = memory.propose(asked, session=session)
        memory.after_write()
        gone = {item.superseded: "" for item in outcomes if item.superseded}
        for reference in gone:
            gone[reference] = memory.get(reference).content
        words = language(memory.home)
        return fenced("proposal", outcomes_text(outcomes, words, stable=True, words=gone))


def _placed(memory: Memory, item: Any) -> Any:
    """Return an operation with the key of its project; a new memory belongs to this folder's."""
    if not isinstance(item, Mapping):
        return item
    named = item.get("project") or ("here" if item.get("op", "create") == "create" else "")
    if not isinstance(named, str):
        return item
    return {**item, "project": project_key(memory.home, named) or ""}


def _await_quotes(memory: Memory, session: str, quotes: Sequence[str]) -> None:
    """Have the running session archived and wait, not for long, until the quotes stand there."""

    def archived() -> bool:
        return all(find_quote_in_session(memory.store, session, quote) for quote in quotes)

    if archived():
        return
    state = sessions.load(memory.home, session)
    if not state.get("transcript"):
        return
    line = {
        "v": 1,
        "id": ids.new_id("spl"),
        "event": "turn",
        "at": clock.now(),
        "session": session,
        "transcript": state["transcript"],
        "cwd": state.get("cwd", ""),
        "prompt_id": "",
        "pid": state.get("pid", 0),
    }
    spool.put(memory.home, line)
    start_worker(memory.home)
    deadline = time.monotonic() + WAIT_S
    while not archived() and time.monotonic() < deadline:
        time.sleep(0.05)
