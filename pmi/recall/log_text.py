"""Says what journal entries were about, in words.

Example: ``entries_text(entries, words_of_entries(store, entries, "zh"), "zh")``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pmi.base.clock import local
from pmi.model.memory import JournalEntry
from pmi.model.operation import Verdict
from pmi.recall.render import shown_line
from pmi.recall.wording import TEXTS, say, say_actor
from pmi.store import entities, learnings, memories, proposals, sources

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

TEXT_CHARS = 120
_VERDICTS: tuple[Verdict, ...] = ("applied", "merged", "disputed", "review", "refused")


def words_of_entries(
    store: Store, entries: Sequence[JournalEntry], language: str
) -> dict[int, list[str]]:
    """Return what each entry was about, by its number; what was forgotten is not there."""
    connection = store.reading("memory")
    return {entry.seq: _words(connection, entry, language) for entry in entries}


def entries_text(
    entries: Sequence[JournalEntry], words: Mapping[int, Sequence[str]], language: str
) -> str:
    """Return journal entries, one line each: when, who, what about, and what became of it."""
    lines = [_line(entry, words.get(entry.seq, ()), language) for entry in entries]
    return "\n".join(lines) or say("log_empty", language)


def _line(entry: JournalEntry, words: Sequence[str], language: str) -> str:
    about = ""
    if entry.op == "undo":
        about = say("log_entry", language, entry=entry.payload.get("entry", ""))
    elif words:
        key = "log_more" if len(words) > 1 else "log_texts"
        first = next((text for text in words if text), "")
        about = say(key, language, text=shown_line(first, TEXT_CHARS), more=len(words) - 1)
    key = "op_write" if (entry.op, entry.actor) == ("propose", "user") else f"op_{entry.op}"
    op = say(key, language) if key in TEXTS else entry.op
    time = local(entry.at)[:16].replace("T", " ")
    who = shown_line(say_actor(entry.actor, language), 60)
    line = say("log_line", language, seq=entry.seq, time=time, who=who, op=op, about=about)
    counts = Counter(str(result.get("verdict", "")) for result in entry.outcome.get("results", ()))
    told = [
        say(f"count_{verdict}", language, count=counts[verdict])
        for verdict in _VERDICTS
        if counts[verdict]
    ]
    return (
        say("log_counts", language, line=line, counts=say("between", language).join(told))
        if told
        else line
    )


def _words(connection: sqlite3.Connection, entry: JournalEntry, language: str) -> list[str]:
    payload = entry.payload
    if "operations" in payload:
        return [_of_operation(connection, item, language) for item in payload["operations"]]
    if "subjects" in payload:
        return [_of_subject(connection, str(subject)) for subject in payload["subjects"]]
    text = payload.get("text") or payload.get("content")
    if entry.op == "add_source" and not text:
        made = [str(result.get("source", "")) for result in entry.outcome.get("results", ())]
        rows = [sources.find_newest(connection, source) for source in made]
        return [row["title"] for row in rows if row is not None]
    return [str(text)] if text else []


def _of_operation(connection: sqlite3.Connection, item: Mapping[str, Any], language: str) -> str:
    if item.get("content"):
        return str(item["content"])
    if item.get("target"):
        target = str(item["target"])
        memory = memories.find_memory(connection, target)
        text = memory.content if memory is not None else target
        return say("set_field", language, field=say(f"what_{item['op']}", language), value=text)
    named = [str(claim.get("name", "")) for claim in item.get("entities", ())]
    return say("between", language).join(_of_subject(connection, name) for name in named)


def _of_subject(connection: sqlite3.Connection, subject: str) -> str:
    """Return the words of a memory, proposal, learning or entity; else the name itself."""
    if subject.startswith("learning:"):
        learning = learnings.find_learning(connection, int(subject.partition(":")[2]))
        return learning.text if learning is not None else subject
    if subject.startswith("prp_"):
        proposal = proposals.find_proposal(connection, subject)
        if proposal is None:
            return subject
        return proposal.operation.content or proposal.operation.target
    if subject.startswith("ent_"):
        found = entities.find_entity(connection, subject)
        return entities.get_entity(connection, found).name if found else subject
    if subject.startswith("mem_"):
        memory = memories.find_memory(connection, subject)
        return memory.content if memory is not None else subject
    return subject
