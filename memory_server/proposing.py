"""``memory_propose``: finds what was just said in the archive, then asks policy."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pmi.base import clock, ids, sessions, spool
from pmi.base.errors import UsageError
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
from pmi.recall.wording import say
from pmi.rules.claims import check_slot
from pmi.search.quotes import find_quote_in_session
from pmi.store.placing import is_slot_used

if TYPE_CHECKING:
    from pmi.api import Memory

WAIT_S = 1.0
"""How long to wait until what was just said has been archived."""


def propose(operations: Sequence[Any], distilled: str = "") -> str:
    """Propose operations as an agent and return what became of each.

    Args:
        distilled: The conversation or document that was read for them and waits no longer.

    Raises:
        UsageError: There is neither an operation nor anything that was read.
    """
    read = distilled.split()
    if not (operations or read):
        raise UsageError("There is nothing to propose.", "operations, or distilled")
    with open_memory() as memory:
        asked = parse_operations([_placed(memory, item) for item in operations])
        session = session_id(memory.home)
        quotes = [
            cited.quote for item in asked for cited in item.evidence
            if cited.source == "conversation"
        ]  # fmt: skip
        if quotes and session:
            _await_quotes(memory, session, quotes)
        outcomes = memory.propose(asked, session=session, distilled=read)
        memory.after_write()
        gone = {item.superseded: "" for item in outcomes if item.superseded}
        for reference in gone:
            gone[reference] = memory.get(reference).content
        words = language(memory.home)
        lines = [outcomes_text(outcomes, words, stable=True, words=gone)] if outcomes else []
        if read:
            lines.append(say("distilled_marked", words, names=" ".join(read)))
        return fenced("proposal", "\n".join(lines))


def _placed(memory: Memory, item: Any) -> Any:
    """Return an operation with the key of its project; a new memory belongs to this folder's.

    One in a slot that stands everywhere, and not in this folder's project, belongs there:
    beside it, in a slot of its own, it would contradict what the user confirmed and nobody
    would be told.
    """
    if not isinstance(item, Mapping):
        return item
    given = item.get("project")
    if given and not isinstance(given, str):
        return item
    named = given or ("here" if item.get("op", "create") == "create" else "")
    project = project_key(memory.home, named) or ""
    if not given and project and _stands_everywhere(memory, item.get("slot"), project):
        project = ""
    return {**item, "project": project}


def _stands_everywhere(memory: Memory, slot: Any, project: str) -> bool:
    """Tell whether a slot is used outside every project, and not in this one."""
    try:
        name = check_slot(slot) if isinstance(slot, str) else ""
    except UsageError:
        return False  # told with the operation's number, where all are checked
    connection = memory.store.reading("memory")
    return not is_slot_used(connection, project, name) and is_slot_used(connection, "", name)


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
