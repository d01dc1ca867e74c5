"""Follows one transcript file: reads what was appended, and tells which session said what.

Nothing is written here: what was read goes into a batch, with how far it came.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import BinaryIO, Protocol

from pmi.base.redact import PRIVATE
from pmi.indexer.batch import Batch
from pmi.indexer.discover import Transcript
from pmi.indexer.harness import is_our_tool
from pmi.indexer.lines import Piece, fingerprint, read_pieces
from pmi.indexer.projects import Place
from pmi.indexer.transcripts import Line, Link, parse_lines
from pmi.indexer.words_of_line import Where
from pmi.model.conversation import Said, Session
from pmi.store.files_read import FileState

LINKS_IN_MEMORY = 4096
LINKS_KEPT = 32

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Keeper(Protocol):
    """What decides about lines, and knows what was archived before."""

    @property
    def tool_chars(self) -> int:
        """Return how much of a tool's input or result is kept, in characters."""

    def look_again(self) -> None:
        """Take up what was decided about lines since the last look."""

    def allows(self, line: Line) -> bool:
        """Tell whether a line may be kept."""

    def is_silent(self, line: Line) -> bool:
        """Tell whether no copy of a line may be kept either."""

    def names_excluded(self, words: str, cwd: str) -> bool:
        """Tell whether a tool was called with something that must not be kept."""

    def place_of(self, cwd: str, branch: str = "") -> Place:
        """Return the project that a folder belongs to."""

    def find_call(self, uuid: str) -> tuple[str, str]:
        """Return the tool and the input of an archived call; empty for none."""


class FileReader:
    """Reads one file from where it was left, piece by piece.

    Args:
        state: How far it was read; follows what is put into the batch.
        found: The file as it was on disk before it was opened.
    """

    def __init__(self, keeper: Keeper, batch: Batch, state: FileState, found: Transcript) -> None:
        self._keeper = keeper
        self._batch = batch
        self._state = state
        self._found = found
        self._links = dict(state.links)
        self._calls: dict[str, tuple[str, str]] = {}
        self._where: Where | None = None
        self._named: list[tuple[str, str]] = []
        if not state.session and not agent_of_path(state.path):
            state.session = _session_named_by(state.path)

    def read(self, file: BinaryIO, until: str = "") -> Iterator[int]:
        """Put what follows into the batch, and yield bytes read: it may be stored then.

        Args:
            until: Stop before the first line that is later than this time.
        """
        state = self._state
        stopped = False
        for piece in read_pieces(file, state.offset):
            end = self._take(piece, until)
            stopped = end < piece.end
            state.offset = end
            state.head_hash = fingerprint(file, end)
            state.size, state.mtime_ns = end, 0
            self._hand_over(end - piece.start)
            yield end - piece.start
            if stopped:
                break
        if not stopped:
            state.size, state.mtime_ns = self._found.size, self._found.mtime_ns
            self._hand_over(0)
            yield 0

    def _hand_over(self, count: int) -> None:
        self._state.links = dict(list(self._links.items())[-LINKS_KEPT:])
        self._batch.files[self._state.path] = self._state
        self._batch.bytes += count

    def _take(self, piece: Piece, until: str) -> int:
        """Take the lines of a piece, and return the offset behind the last one taken."""
        if piece.too_long:
            self._state.lines += 1
            self._state.long_lines += 1
            return piece.end
        self._where = None  # the batch may have been stored since the last piece
        self._keeper.look_again()  # behind the reading: a mark is older than what it is about
        links = self._links
        end = piece.start
        lines = parse_lines(piece.lines, self._keeper.tool_chars)
        for raw, line in zip(piece.lines, lines, strict=True):
            if isinstance(line, Link):
                if line.uuid:
                    links[line.uuid] = links.get(line.parent, line.parent)
            elif until and line.at > until:
                return end
            else:
                self._take_line(line)
            end += len(raw) + 1
            self._state.lines += 1
        if len(links) > LINKS_IN_MEMORY:
            self._links = dict(list(links.items())[-LINKS_IN_MEMORY:])
        return piece.end

    def _take_line(self, line: Line) -> None:
        state = self._state
        if line.link.uuid:
            self._links[line.link.uuid] = self._links.get(line.link.parent, line.link.parent)
        if line.messages or line.calls:
            if not state.session and line.where.session:
                state.session = _session_of_file(state.path, line)
            if self._keeper.is_silent(line):
                uuids = [said.uuid for said in line.messages] + [call.uuid for call in line.calls]
                self._batch.silent.update((uuid.partition(".")[0], line.at) for uuid in uuids)
            elif self._keeper.allows(line):
                self._keep(line)
            else:
                named = (name for pair in self._targets(line) for name in pair if name)
                self._batch.untitled.update(dict.fromkeys(named, line.at))
        elif line.title is not None:
            line.title.leaf = self._links.get(line.title.leaf, line.title.leaf)
            if not line.title.session and not line.title.leaf:
                line.title.session = state.session
            self._batch.titles.append(line.title)
        elif line.unknown:
            state.unknown[line.unknown] = state.unknown.get(line.unknown, 0) + 1
        state.bad_lines += line.bad
        state.long_lines += line.long

    def _keep(self, line: Line) -> None:
        placed = (self._placed(one, line.where.cwd) for one in line.messages)
        said = [kept for kept in placed if kept is not None]
        calls = [call for call in line.calls if not self._is_excluded(call.path, line.where.cwd)]
        if not said and not calls:
            return
        batch = self._batch
        if line.where is not self._where:
            self._where, self._named = line.where, self._targets(line)
            self._note(line)
        for session, _ in self._named:
            if said:
                batch.said.setdefault(session, []).extend(said)
            if calls:
                batch.calls.setdefault(session, []).extend(calls)
            batch.messages += len(said)

    def _note(self, line: Line) -> None:
        """Put where a line stands into the batch: once for the lines of a piece that are there."""
        where, batch = line.where, self._batch
        place = self._keeper.place_of(where.cwd, where.branch)
        batch.places[where.cwd, where.branch] = place
        for session, parent in self._named:
            if batch.wants(session, where.cwd):
                batch.sessions[session] = (_seen(line, session, parent, place), where.entrypoint)

    def _is_excluded(self, words: str, cwd: str) -> bool:
        return words != "" and self._keeper.names_excluded(words, cwd)

    def _placed(self, said: Said, cwd: str) -> Said | None:
        """Return a message as it is kept: below the message above it, with its tool's name.

        None for a tool's result that says nothing, is our own memory coming back, or comes
        from an excluded folder; of the call only its tool stays.
        """
        above = self._links.get(said.parent)
        if above is not None:
            said = said._replace(parent=above)
        if said.role != "tool":
            return said
        if said.tool:
            if self._is_excluded(said.text, cwd):
                said = said._replace(text=PRIVATE)
            self._remember_call(said)
            return said
        call = self._calls.get(said.parent) or self._keeper.find_call(said.parent)
        if not said.text or call[1] == PRIVATE or is_our_tool(*call):
            return None
        return said._replace(tool=call[0])

    def _remember_call(self, said: Said) -> None:
        self._calls[said.uuid] = (said.tool, said.text)
        if len(self._calls) > LINKS_IN_MEMORY:
            self._calls = dict(list(self._calls.items())[-LINKS_KEPT:])

    def _targets(self, line: Line) -> list[tuple[str, str]]:
        """Return the sessions that a line belongs to, each with the session that started it.

        A copied line that still names its first session counts there too, so that both
        ids resolve even where the first file is gone.
        """
        named = line.where.session
        agent = line.where.agent or agent_of_path(self._state.path)
        if agent:
            return [(f"{named}.{agent}"[:128], named)] if named else []
        own = self._state.session or named
        if not own:
            return []
        return [(named, ""), (own, "")] if named not in ("", own) else [(own, "")]


def _seen(line: Line, session: str, parent: str, place: Place) -> Session:
    return Session(
        id=session,
        parent=parent,
        project=place.key,
        cwd=line.where.cwd,
        branch=line.where.branch or place.branch,
        title="",
        started_at=line.at,
        ended_at=line.at,
        messages=0,
        original=True,
    )


def agent_of_path(path: str) -> str:
    """Return the sub-agent whose transcript a file is; empty for a main session's."""
    name = os.path.basename(path)
    return name.removeprefix("agent-").removesuffix(".jsonl") if name.startswith("agent-") else ""


def _session_named_by(path: str) -> str:
    name = os.path.basename(path).removesuffix(".jsonl")
    return name if _UUID.fullmatch(name) else ""


def _session_of_file(path: str, line: Line) -> str:
    """Return the session that a file is about: its name, else what its first line says.

    The line of a copy may still name the session it was copied from.
    """
    agent = agent_of_path(path)
    if agent:
        return f"{line.where.session}.{line.where.agent or agent}"[:128]
    return _session_named_by(path) or line.where.session
