"""Serves one command that the user typed: does it once, answers in the home's language.

The order is what makes it exactly once: the words go into the archive (by the prompt's id),
the change into the journal (by its cause), then the answer is written; the caller removes the
spool line last. A worker killed in between leaves the line, and the next one does only what
is not done yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pmi.api import Memory
from pmi.base import answers, spool
from pmi.base.errors import PmiError, UsageError
from pmi.base.redact import clean
from pmi.learn.remember import split_slug
from pmi.model.conversation import Message, Session
from pmi.model.operation import Outcome
from pmi.recall import render
from pmi.recall.decisions import (
    EVERYTHING,
    named_references,
    read_back,
    split_edit,
    split_references,
)
from pmi.recall.learning_text import edited_text, learnings_text
from pmi.recall.review_text import decided_text, outcomes_text
from pmi.store import archiving
from pmi.store.projects import list_project_names, record_project

if TYPE_CHECKING:
    from pmi.indexer.projects import Place
    from pmi.store.database import Store

FORGED_ACTOR = "agent:spool"
"""Who acts in a line that our own hook did not sign."""

HITS = 8
LEARNINGS = 30
"""So many learnings fit on a screen."""

ENTRY_DIGITS = 18
"""No entry has a longer number."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed command as it came out of the spool.

    Attributes:
        signed: Whether our own hook put the line there.
    """

    name: str
    argument: str
    session: str
    prompt_id: str
    at: str
    cwd: str
    signed: bool

    @classmethod
    def from_line(cls, store: Store, line: Mapping[str, Any]) -> Typed:
        """Return the command of a line, its words cleaned once more."""
        return cls(
            name=_text(line, "command"),
            argument=clean(_text(line, "argument")),
            session=_text(line, "session"),
            prompt_id=_text(line, "prompt_id") or _text(line, "id"),
            at=_text(line, "at") or store.clock(),
            cwd=_text(line, "cwd"),
            signed=spool.verify(store.home, dict(line)),
        )

    @property
    def cause(self) -> str:
        """Return what identifies this command in the journal."""
        return f"typed:{self.session}:{self.prompt_id}"

    @property
    def reference(self) -> str:
        """Return the reference of the words, as they stand in the archive."""
        return f"cc://{self.session}#{self.prompt_id}" if self.session else ""


def serve(store: Store, typed: Typed, place: Place, language: str) -> None:
    """Do what a command asks and leave the answer for the hook that waits for it.

    Raises:
        Locked, Unwritable: Not done (or not answered) yet; the line must stay.
    """
    if typed.signed and typed.session:
        archive(store, typed, place)
    actor = "user" if typed.signed else FORGED_ACTOR
    try:
        text = _answer(Memory(store, actor), typed, place, language)
    except PmiError as error:
        if error.code in ("locked", "unwritable"):
            raise
        text = render.failure(error, language)
    answers.write(store.home, typed.session, typed.prompt_id, text)


def archive(store: Store, typed: Typed, place: Place) -> None:
    """Keep a typed command as a user's message: Claude Code's transcript has no line of it."""
    message = Message(
        uuid=typed.prompt_id,
        session=typed.session,
        position=0,
        parent="",
        role="user",
        origin="typed_command",
        at=typed.at,
        text=f"/pmi:{typed.name} {typed.argument}".strip(),
    )
    session = Session(
        id=typed.session,
        parent="",
        project=place.key,
        cwd=typed.cwd,
        branch=place.branch,
        title="",
        started_at=typed.at,
        ended_at=typed.at,
        messages=0,
        original=False,
    )
    with store.writing("transcripts") as connection:
        archiving.ensure_session(connection, session)
        record_project(connection, place.key, place.name, place.root, place.before)
        archiving.add_messages(connection, typed.session, [message])


def _answer(memory: Memory, typed: Typed, place: Place, language: str) -> str:
    command = _COMMANDS.get(typed.name)
    if command is None:
        raise UsageError(f"{typed.name!r} is no command.", "/pmi:map")
    return command(memory, typed, place, language)


def _remember(memory: Memory, typed: Typed, place: Place, language: str) -> str:
    slug, text = split_slug(memory.store, typed.argument)
    done = memory.remember(
        text,
        project=place.present,
        slug=slug,
        reference=typed.reference if typed.signed else "",
        said_at=typed.at,
        cause=typed.cause,
    )
    if isinstance(done, Outcome):
        return outcomes_text([done], language)
    return render.receipt(done, language)


def _undo(memory: Memory, typed: Typed, _: Place, language: str) -> str:
    named = typed.argument.strip().removeprefix("#")
    if named and not (named.isdecimal() and len(named) <= ENTRY_DIGITS):
        # What names no entry must not take back the last change instead.
        raise UsageError(f"{named[:80]!r} is no number.", "pmi log")
    entry = int(named) if named else None
    return render.undone(memory.undo(entry, cause=typed.cause), language)


def _approve(memory: Memory, typed: Typed, _: Place, language: str) -> str:
    references = named_references(typed.argument.split())
    left = memory.approve(references, cause=typed.cause)
    decided = read_back(memory.store, references, language, left=left)
    return decided_text(decided, "approve", language)


def _confirm(memory: Memory, typed: Typed, _: Place, language: str) -> str:
    references = named_references(typed.argument.split())
    left = memory.confirm(references, cause=typed.cause)
    decided = read_back(memory.store, references, language, left=left)
    return decided_text(decided, "confirm", language)


def _edit(memory: Memory, typed: Typed, _: Place, language: str) -> str:
    number, words = split_edit(typed.argument)
    if not number:
        raise UsageError("An edit names a number and the new words.", "/pmi:edit 41 use pnpm")
    done = memory.edit_learning(
        number,
        words,
        reference=typed.reference if typed.signed else "",
        said_at=typed.at,
        cause=typed.cause,
    )
    return edited_text(done, language)


def _learnings(memory: Memory, typed: Typed, _: Place, language: str) -> str:
    waiting = typed.argument.strip().lower() not in EVERYTHING
    return learnings_text(
        memory.learnings("pending" if waiting else None),
        language,
        today=typed.at,
        names=list_project_names(memory.store),
        waiting=waiting,
        limit=LEARNINGS,
    )


def _reject(memory: Memory, typed: Typed, _: Place, language: str) -> str:
    references, reason = split_references(typed.argument)
    references = named_references(references)
    memory.reject(references, reason, cause=typed.cause)
    return decided_text(read_back(memory.store, references, language), "reject", language)


def _map(memory: Memory, typed: Typed, place: Place, language: str) -> str:
    return render.map_text(memory.map(place.present), language, today=typed.at[:10])


def _search(memory: Memory, typed: Typed, place: Place, language: str) -> str:
    from pmi.model.finding import EVERYWHERE
    from pmi.recall.advice import advise
    from pmi.search.query import search

    found = search(
        memory.store,
        typed.argument,
        scopes=EVERYWHERE,
        here=place.key,
        limit=HITS,
        wait_s=SEARCH_WAIT_S,
    )
    advice = "" if found.hits else advise(memory.store, (), language)
    names = list_project_names(memory.store)
    return render.hits_text(found, language, today=typed.at, names=names, advice=advice)


SEARCH_WAIT_S = 0.2
"""How long a typed search waits for the index: its answer is waited for 0.7 s in all."""

_COMMANDS: dict[str, Callable[[Memory, Typed, Place, str], str]] = {
    "remember": _remember,
    "confirm": _confirm,
    "edit": _edit,
    "learnings": _learnings,
    "undo": _undo,
    "approve": _approve,
    "reject": _reject,
    "map": _map,
    "search": _search,
}


def _text(line: Mapping[str, Any], name: str) -> str:
    value = line.get(name)
    return value if isinstance(value, str) else ""
