"""Archives transcripts: reads what was appended, keeps what was said, remembers how far.

Parsing happens outside of transactions; each batch is one short transaction that stores
messages and the offset together, so that a kill at any point loses and doubles nothing.
Between two batches `between` is called: the worker answers typed commands there.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pmi.base.home import Home
from pmi.indexer.capture import CaptureRules
from pmi.indexer.discover import Transcript, list_subagents, list_transcripts
from pmi.indexer.harness import is_our_tool
from pmi.indexer.lines import fingerprint, read_lines
from pmi.indexer.projects import Place, Projects
from pmi.indexer.transcripts import Line, parse_line
from pmi.model.conversation import Message, Session
from pmi.store import archiving
from pmi.store.archiving import FileState
from pmi.store.projects import record_project

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store

BATCH_S = 0.15
BATCH_MESSAGES = 400
LINKS_IN_MEMORY = 4096
LINKS_KEPT = 32

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_INTERNAL_AGENTS = ("acompact", "aprompt_suggestion")
"""Sub-agents that Claude Code starts for itself; they only repeat the conversation."""


@dataclass(slots=True)
class SyncReport:
    """What one run of the archive did."""

    files_seen: int = 0
    files_read: int = 0
    messages: int = 0
    gone: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Batch:
    """What was parsed and not stored yet: messages by session, and the newest facts."""

    started: float
    messages: dict[str, list[Message]] = field(default_factory=dict)
    sessions: dict[str, tuple[Session, str, Place]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    count: int = 0

    def is_full(self) -> bool:
        return self.count >= BATCH_MESSAGES or time.monotonic() - self.started > BATCH_S


class Archive:
    """Brings transcripts.db up to date with the files of Claude Code."""

    def __init__(
        self,
        store: Store,
        home: Home,
        rules: CaptureRules,
        projects: Projects | None = None,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._rules = rules
        self._between = between
        self.projects = projects or Projects(home)
        self._allowed: dict[tuple[str, str], bool] = {}

    def sync_all(
        self,
        config_folders: Iterable[str],
        progress: Callable[[int, int], None] | None = None,
        *,
        dry_run: bool = False,
    ) -> SyncReport:
        """Archive everything that changed below Claude Code's folders.

        Args:
            progress: Called with bytes done and bytes in all, over the changed files.
            dry_run: Only count what would be read.
        """
        report = SyncReport()
        known = archiving.list_known_files(self._store.reading("transcripts"))
        changed: list[Transcript] = []
        seen = set()
        for folder in config_folders:
            for found in list_transcripts(folder):
                seen.add(found.path)
                if known.get(found.path) != (found.size, found.mtime_ns):
                    changed.append(found)
        report.files_seen = len(seen)
        if dry_run:
            report.files_read = len(changed)
            return report
        gone = [path for path in known if path not in seen and not os.path.exists(path)]
        if gone:
            with self._store.writing("transcripts") as connection:
                archiving.mark_gone(connection, gone)
        report.gone = len(gone)
        total, done = sum(found.size for found in changed), 0
        for found in changed:
            self.sync_transcript(found, report)
            done += found.size
            if progress is not None:
                progress(done, total)
        return report

    def sync_session(self, found: Transcript, report: SyncReport | None = None) -> SyncReport:
        """Archive one session's file and its sub-agents' files beside it."""
        report = report or SyncReport()
        self.sync_transcript(found, report)
        for subagent in list_subagents(found.path.removesuffix(".jsonl")):
            self.sync_transcript(subagent, report)
        return report

    def sync_transcript(self, found: Transcript, report: SyncReport, until: str = "") -> None:
        """Archive what was appended to one file; a file that can not be read is reported.

        Args:
            until: Stop before the first line that is later than this time.
        """
        if _agent_of_path(found.path).startswith(_INTERNAL_AGENTS):
            return
        try:
            with open(found.path, "rb") as file:
                state = self._resume(file, found)
                if state.offset < found.size:
                    _FileReader(self, state, found, report).read(file, until)
                elif (state.size, state.mtime_ns) != (found.size, found.mtime_ns):
                    state.size, state.mtime_ns = found.size, found.mtime_ns
                    with self._store.writing("transcripts") as connection:
                        archiving.save_file(connection, state)
        except OSError as error:
            report.problems.append(f"{found.path}: {error.strerror or error}")
            return
        report.files_read += 1

    def _resume(self, file: object, found: Transcript) -> FileState:
        """Return where to go on: behind what was read, or at 0 where the file was rewritten."""
        state = archiving.find_file(self._store.reading("transcripts"), found.path)
        if state is None:
            return FileState(path=found.path)
        same = state.offset <= found.size and (
            fingerprint(file, state.offset) == state.head_hash  # type: ignore[arg-type]
        )
        return state if same else FileState(path=found.path, session=state.session)

    def allows(self, line: Line) -> bool:
        """Tell whether a line may be kept, by its time, folder and entrypoint."""
        if self._rules.is_paused(line.at):
            return False
        key = (line.cwd, line.entrypoint)
        if key not in self._allowed:
            self._allowed[key] = self._rules.allows(*key)
        return self._allowed[key]

    @property
    def store(self) -> Store:
        """Return the databases that are written."""
        return self._store

    @property
    def tool_chars(self) -> int:
        """Return how much of a tool's input or result is kept, in characters."""
        return self._rules.tool_chars

    def pause(self) -> None:
        """Let something more urgent happen between two batches."""
        self._between()


class _FileReader:
    """Reads one file from where it was left, batch by batch."""

    def __init__(
        self, archive: Archive, state: FileState, found: Transcript, report: SyncReport
    ) -> None:
        self._archive = archive
        self._state = state
        self._found = found
        self._report = report
        self._links = dict(state.links)
        self._calls: dict[str, tuple[str, str]] = {}
        self._batch = _Batch(time.monotonic())

    def read(self, file: object, until: str) -> None:
        """Read to the end of the file, or to the first line later than `until`."""
        stopped = False
        for end, raw in read_lines(file, self._state.offset):  # type: ignore[arg-type]
            line = parse_line(raw, self._archive.tool_chars) if raw is not None else None
            if until and line is not None and line.at > until:
                stopped = True
                break
            self._take(line)
            self._state.offset = end
            if self._batch.is_full():
                self._commit(file, whole=False)
        self._commit(file, whole=not stopped)

    def _take(self, line: Line | None) -> None:
        state = self._state
        state.lines += 1
        if line is None:
            state.long_lines += 1
            return
        state.bad_lines += line.bad
        if line.unknown:
            name = line.unknown[:60]
            state.unknown[name] = state.unknown.get(name, 0) + 1
        if line.link[0]:
            self._pass_over(*line.link)
        if not state.session and line.session:
            state.session = _session_of_file(state.path, line)
        if line.title and state.session:
            self._batch.titles[state.session] = line.title
        if line.messages and self._archive.allows(line):
            self._keep(line)

    def _pass_over(self, uuid: str, parent: str) -> None:
        self._links[uuid] = self._links.get(parent, parent)
        if len(self._links) > 2 * LINKS_IN_MEMORY:
            self._links = dict(list(self._links.items())[-LINKS_IN_MEMORY:])

    def _keep(self, line: Line) -> None:
        place = self._archive.projects.place_of(line.cwd)
        for session, parent in self._targets(line):
            self._keep_for(line, session, parent, place)

    def _keep_for(self, line: Line, session: str, parent: str, place: Place) -> None:
        seen = Session(
            id=session,
            parent=parent,
            project=place.key,
            cwd=line.cwd,
            branch=line.branch or place.branch,
            title="",
            started_at=line.at,
            ended_at=line.at,
            messages=0,
            original=True,
        )
        self._batch.sessions.setdefault(session, (seen, line.entrypoint, place))
        for message in line.messages:
            if message.tool and message.role == "tool":
                self._calls[message.uuid] = (message.tool, message.text)
            above = self._links.get(message.parent, message.parent)
            self._batch.messages.setdefault(session, []).append(
                replace(message, session=session, parent=above)
            )
            self._batch.count += 1
        if len(self._calls) > LINKS_IN_MEMORY:
            self._calls = dict(list(self._calls.items())[-LINKS_KEPT:])

    def _targets(self, line: Line) -> list[tuple[str, str]]:
        """Return the sessions that a line belongs to, each with the session that started it.

        A copied line that still names its first session counts there too, so that both
        ids resolve even where the first file is gone.
        """
        agent = line.agent or _agent_of_path(self._state.path)
        if agent:
            return [(f"{line.session}.{agent}", line.session)]
        own = self._state.session or line.session
        return [(line.session, ""), (own, "")] if line.session not in ("", own) else [(own, "")]

    def _commit(self, file: object, *, whole: bool) -> None:
        state, batch = self._state, self._batch
        state.head_hash = fingerprint(file, state.offset)  # type: ignore[arg-type]
        state.size, state.mtime_ns = state.offset, 0
        if whole:
            state.size, state.mtime_ns = self._found.size, self._found.mtime_ns
        state.links = dict(list(self._links.items())[-LINKS_KEPT:])
        with self._archive.store.writing("transcripts") as connection:
            for session, entrypoint, place in batch.sessions.values():
                archiving.ensure_session(connection, session, entrypoint)
                record_project(connection, place.key, place.name, place.root)
            for target, messages in batch.messages.items():
                named = self._name_results(connection, messages)
                self._report.messages += archiving.add_messages(connection, target, named)
            early = {
                target: title
                for target, title in batch.titles.items()
                if not archiving.set_title(connection, target, title)
            }
            archiving.save_file(connection, state)
        self._batch = _Batch(time.monotonic(), titles=early)
        self._archive.pause()

    def _name_results(
        self, connection: sqlite3.Connection, messages: list[Message]
    ) -> list[Message]:
        """Give tool results the name of their tool; our own tools' results are dropped."""
        kept = []
        for message in messages:
            if message.role != "tool" or message.tool:
                kept.append(message)
                continue
            call = self._calls.get(message.parent) or archiving.find_call(
                connection, message.parent
            )
            if message.text and not is_our_tool(*call):
                kept.append(replace(message, tool=call[0]))
        return kept


def _agent_of_path(path: str) -> str:
    name = os.path.basename(path)
    return name.removeprefix("agent-").removesuffix(".jsonl") if name.startswith("agent-") else ""


def _session_of_file(path: str, line: Line) -> str:
    """Return the session that a file is about: its name, else what its first line says.

    The line of a copy may still name the session it was copied from.
    """
    if _agent_of_path(path):
        return f"{line.session}.{line.agent or _agent_of_path(path)}"
    name = os.path.basename(path).removesuffix(".jsonl")
    return name if _UUID.fullmatch(name) else line.session
