"""What was read and is not stored yet: of one long file's piece, or of many short files.

A batch is one short transaction that stores messages and the offsets of their files
together, so that a kill at any point loses and doubles nothing.
"""

from __future__ import annotations

import time
from collections.abc import Container
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pmi.indexer.projects import Place
from pmi.indexer.transcripts import Title
from pmi.model.conversation import Said, Session, ToolCall
from pmi.store import archiving
from pmi.store.files_read import FileState, save_file, save_problem
from pmi.store.projects import record_project

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

BATCH_BYTES = 4 << 20
BATCH_MESSAGES = 4000
BATCH_S = 0.15
"""How long a typed command waits for a batch at most, about."""

TITLES_WAITING = 100
"""Titles of sessions that are not there yet: most of them never come."""


@dataclass(slots=True)
class Batch:
    """Messages and calls by session, the newest facts about sessions and files.

    Attributes:
        silent: uuid -> time of lines that no copy may bring back.
        untitled: session -> time of a line that was left out: a title may tell of it.
    """

    started: float = field(default_factory=time.monotonic)
    said: dict[str, list[Said]] = field(default_factory=dict)
    calls: dict[str, list[ToolCall]] = field(default_factory=dict)
    sessions: dict[str, tuple[Session, str]] = field(default_factory=dict)
    places: dict[tuple[str, str], Place] = field(default_factory=dict)
    titles: list[Title] = field(default_factory=list)
    files: dict[str, FileState] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    silent: dict[str, str] = field(default_factory=dict)
    untitled: dict[str, str] = field(default_factory=dict)
    bytes: int = 0
    messages: int = 0

    def is_full(self) -> bool:
        """Tell whether it should be stored before more is read."""
        return (
            self.bytes >= BATCH_BYTES
            or self.messages >= BATCH_MESSAGES
            or time.monotonic() - self.started > BATCH_S
        )

    def wants(self, session: str, cwd: str) -> bool:
        """Tell whether a line is news about its session: the first folder that is named counts."""
        known = self.sessions.get(session)
        return known is None or (cwd != "" and not known[0].cwd)

    def store(self, store: Store, unnamed: Container[str] = ()) -> int:
        """Write everything in one transaction, empty the batch, and return the new messages.

        Args:
            unnamed: Sessions that get no title: it may tell what must not be kept.
        """
        new = 0
        early: list[Title] = []
        if self.files or self.problems:
            with store.writing("transcripts") as connection:
                new, early = self._write(connection, unnamed)
        self._clear()
        self.titles = early[-TITLES_WAITING:]
        return new

    def _clear(self) -> None:
        for held in (self.said, self.calls, self.sessions, self.places, self.files):
            held.clear()
        self.problems.clear()
        self.silent.clear()
        self.untitled.clear()
        self.bytes = self.messages = 0
        self.started = time.monotonic()

    def _write(
        self, connection: sqlite3.Connection, unnamed: Container[str]
    ) -> tuple[int, list[Title]]:
        archiving.bury(connection, self.silent, "PMI_DISABLE")
        archiving.leave_untitled(connection, self.untitled)
        for session, entrypoint in self.sessions.values():
            archiving.ensure_session(connection, session, entrypoint)
        for place in self.places.values():
            record_project(connection, place.key, place.name, place.root, place.before)
        new = archiving.add_said(connection, self.said)
        archiving.add_calls(connection, self.calls)
        early = [title for title in self.titles if not _name(connection, title, unnamed)]
        for state in self.files.values():
            save_file(connection, state)
        for path, problem in self.problems.items():
            save_problem(connection, path, problem)
        return new, early


def _name(connection: sqlite3.Connection, title: Title, unnamed: Container[str]) -> bool:
    session = title.session or archiving.find_session_of(connection, title.leaf)
    return session in unnamed or archiving.set_title(connection, session, title.text, title.rank)
