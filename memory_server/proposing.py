"""``memory_propose``: finds what was just said in the archive, then asks policy."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pmi.base import clock, ids, sessions, spool
from pmi.base.process import start_worker
from pmi.memory_server.boundary import (
    fenced,
    language,
    open_memory,
    project_key,
    session_id,
)
from pmi.model.operation import Citation, Operation
from pmi.recall.render import outcomes_text
from pmi.search.quotes import find_quote_in_session

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.memory_server.tools import Proposed

WAIT_S = 1.0
"""How long to wait until what was just said has been archived."""


def propose(operations: Sequence[Proposed]) -> str:
    """Propose operations as an agent and return what became of each."""
    with open_memory() as memory:
        asked = [_operation(memory, item) for item in operations]
        session = session_id(memory.home)
        quotes = [
            cited.quote for item in asked for cited in item.evidence
            if cited.source == "conversation"
        ]  # fmt: skip
        if quotes and session:
            _await_quotes(memory, session, quotes)
        outcomes = memory.propose(asked, session=session)
        memory.after_write()
        return fenced("proposal", outcomes_text(outcomes, language(memory.home), stable=True))


def _operation(memory: Memory, item: Proposed) -> Operation:
    return Operation(
        op=item.op,
        content=item.content,
        kind=item.kind,
        stance=item.stance,
        detail=item.detail,
        slot=item.slot,
        project=project_key(memory.home, item.project) or "",
        valid_from=item.valid_from,
        target=item.target,
        evidence=tuple(Citation(cited.source, cited.quote) for cited in item.evidence),
    )


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
