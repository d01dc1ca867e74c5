"""Archives transcripts: finds what changed, keeps what was said, remembers how far.

Reading happens outside of transactions. Between two batches `between` is called: the worker
answers typed commands there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import BinaryIO

from pmi.base.home import Home
from pmi.indexer.batch import Batch
from pmi.indexer.capture import CaptureRules, stamp
from pmi.indexer.discover import (
    Transcript,
    find_transcript,
    list_config_folders,
    list_subagents,
    list_transcripts,
)
from pmi.indexer.following import FileReader
from pmi.indexer.lines import fingerprint, open_file
from pmi.indexer.projects import Place, Projects
from pmi.indexer.transcripts import Line
from pmi.store import archiving
from pmi.store.database import Store
from pmi.store.files_read import FileState, KnownFile, find_file, list_known_files, mark_gone


@dataclass(slots=True)
class SyncReport:
    """What one run of the archive did, or would do.

    Attributes:
        files_read: Changed files: `files_new` were not known, `files_grown` were.
        bytes_read: What was to be read of them.
        gone: Files that Claude Code has deleted since the last run.
        problems: Files that could not be read, and why.
    """

    files_seen: int = 0
    files_read: int = 0
    files_new: int = 0
    files_grown: int = 0
    bytes_read: int = 0
    messages: int = 0
    gone: int = 0
    problems: list[str] = field(default_factory=list)


class Archive:
    """Brings transcripts.db up to date with the files of Claude Code.

    Args:
        between: Called after each short transaction.
    """

    def __init__(
        self,
        store: Store,
        home: Home,
        rules: CaptureRules,
        projects: Projects | None = None,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        self.projects = projects or Projects(home, store)
        self._store = store
        self._rules = rules
        self._between = between
        self._batch = Batch()
        self._allowed: dict[tuple[str, str], bool] = {}
        self._home = home
        self._stamp = stamp(home)

    def sync_all(
        self,
        config_folders: Iterable[str],
        progress: Callable[[int, int], None] | None = None,
        *,
        dry_run: bool = False,
    ) -> SyncReport:
        """Archive everything that changed below Claude Code's folders.

        Args:
            progress: Called with bytes done and bytes in all, over what is to be read.
            dry_run: Only count what would be read.
        """
        report = SyncReport()
        known = list_known_files(self._store.reading("transcripts"))
        changed = _find_changed(config_folders, known, report)
        gone = [path for path in known if path not in changed.seen and not os.path.exists(path)]
        report.gone = len(gone)
        if dry_run:
            report.files_read = len(changed.files)
            return report
        if gone:
            with self._store.writing("transcripts") as connection:
                mark_gone(connection, gone)
        done = 0

        def advance(count: int) -> None:
            nonlocal done
            done += count
            if progress is not None:
                progress(min(done, report.bytes_read), report.bytes_read)

        changed.files.sort(key=lambda found: not self._is_silent_file(found.path))
        for found in changed.files:
            self._read(found, report, "", advance)
        self._flush(report)
        return report

    def sync_session(self, found: Transcript, report: SyncReport | None = None) -> SyncReport:
        """Archive one session's file and its sub-agents' files beside it."""
        report = report or SyncReport()
        self._read_silent(report)
        self._read(found, report)
        for subagent in list_subagents(found.path.removesuffix(".jsonl")):
            self._read(subagent, report)
        self._flush(report)
        return report

    def sync_transcript(self, found: Transcript, report: SyncReport, until: str = "") -> None:
        """Archive what was appended to one file; a file that can not be read is reported.

        Args:
            until: Stop before the first line that is later than this time.
        """
        self._read_silent(report)
        self._read(found, report, until)
        self._flush(report)

    def _read_silent(self, report: SyncReport) -> None:
        """Read the sessions of `PMI_DISABLE` before any other, which may hold copies of them.

        What was said in them is passed over by session and time; in a copy only the uuid tells.
        """
        self.look_again()
        folders = list_config_folders(self._home) if self._rules.silent else []
        for session in self._rules.silent:
            found = find_transcript("", session, folders)
            if found is not None:
                self._read(found, report)
                for subagent in list_subagents(found.path.removesuffix(".jsonl")):
                    self._read(subagent, report)

    def _is_silent_file(self, path: str) -> bool:
        parts = path.removesuffix(".jsonl").split(os.sep)
        return any(part in self._rules.silent for part in parts[-4:])

    def _read(
        self,
        found: Transcript,
        report: SyncReport,
        until: str = "",
        advance: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Read a file into the batch, which is stored whenever it is full."""
        try:
            with open_file(found.path) as file:
                state = self._resume(file, found)
                if state is None:
                    return
                for count in FileReader(self, self._batch, state, found).read(file, until):
                    advance(count)
                    if self._batch.is_full():
                        self._flush(report)
        except OSError as error:
            problem = error.strerror or str(error)
            report.problems.append(f"{found.path}: {problem}")
            self._batch.problems[found.path] = problem
            return
        report.files_read += 1

    def _resume(self, file: BinaryIO, found: Transcript) -> FileState | None:
        """Return where to go on: behind what was read, or at 0 where the file was rewritten.

        None where it was read to this very state already.
        """
        state = find_file(self._store.reading("transcripts"), found.path)
        if state is None:
            return FileState(path=found.path)
        if (state.size, state.mtime_ns) == (found.size, found.mtime_ns) and not state.gone:
            return None
        same = state.offset <= found.size and fingerprint(file, state.offset) == state.head_hash
        return state if same else FileState(path=found.path, session=state.session)

    def _flush(self, report: SyncReport) -> None:
        report.messages += self._batch.store(self._store, self._rules.silent)
        self._between()

    @property
    def tool_chars(self) -> int:
        """Return how much of a tool's input or result is kept, in characters."""
        return self._rules.tool_chars

    def look_again(self) -> None:
        """Take up pauses and silent sessions that began since the last look."""
        found = stamp(self._home)
        if found != self._stamp:
            self._stamp = found
            self._rules = self._rules.renewed(self._home)

    def is_silent(self, line: Line) -> bool:
        """Tell whether a line was said under `PMI_DISABLE`: no copy of it is kept either."""
        return self._rules.is_silent(line.where.session, line.at)

    def names_excluded(self, words: str, cwd: str) -> bool:
        """Tell whether a tool was called with something in an excluded folder."""
        return self._rules.names_excluded(words, cwd)

    def allows(self, line: Line) -> bool:
        """Tell whether a line may be kept, by its time, folder and entrypoint."""
        if self._rules.is_paused(line.at):
            return False
        key = (line.where.cwd, line.where.entrypoint)
        if key not in self._allowed:
            self._allowed[key] = self._rules.allows(*key)
        return self._allowed[key]

    def place_of(self, cwd: str, branch: str = "") -> Place:
        """Return the project that a folder belongs to."""
        return self.projects.place_of(cwd, branch)

    def find_call(self, uuid: str) -> tuple[str, str]:
        """Return the tool and the input of an archived call; empty for none."""
        return archiving.find_call(self._store.reading("transcripts"), uuid)


@dataclass(slots=True)
class _Changed:
    """The files to be read, and the paths of all that are there."""

    files: list[Transcript]
    seen: set[str]


def _find_changed(
    config_folders: Iterable[str], known: dict[str, KnownFile], report: SyncReport
) -> _Changed:
    changed = _Changed([], set())
    for folder in config_folders:
        for found in list_transcripts(folder):
            if not _can_be_stored(found.path):
                report.problems.append(f"{found.path!a}: the name is not UTF-8")
                continue
            changed.seen.add(found.path)
            before = known.get(found.path)
            if before is not None and before[:2] == (found.size, found.mtime_ns):
                continue
            changed.files.append(found)
            if before is None:
                report.files_new += 1
            else:
                report.files_grown += 1
            done = before.offset if before is not None and before.offset <= found.size else 0
            report.bytes_read += found.size - done
    report.files_seen = len(changed.seen)
    return changed


def _can_be_stored(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
