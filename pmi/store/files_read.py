"""How far each transcript was read, and what in it was not understood.

The functions that write work inside the caller's transaction on transcripts.db.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(slots=True)
class FileState:
    """How far a transcript file was read.

    Attributes:
        offset: Bytes consumed, always just behind a newline.
        head_hash: Fingerprint of what precedes the offset.
        unknown: Line types that were not understood, with their counts.
        links: uuid of a passed-over line -> uuid of the message above it, the newest only.
        gone: Whether Claude Code had deleted it when it was last looked for.
    """

    path: str
    session: str = ""
    offset: int = 0
    head_hash: str = ""
    size: int = 0
    mtime_ns: int = 0
    lines: int = 0
    bad_lines: int = 0
    long_lines: int = 0
    unknown: dict[str, int] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    gone: bool = False


class KnownFile(NamedTuple):
    """A file as it was when it was last read."""

    size: int
    mtime_ns: int
    offset: int


@dataclass(frozen=True, slots=True)
class Unread:
    """What of all transcripts was not understood.

    Attributes:
        files: How many were read.
        bad: Paths of files with lines that are no JSON objects, with how many.
        long: Paths of files with lines that are too long, with how many.
        unknown: Line types that this version does not know, with how often they came.
        closed: Paths of files that could not be read, with the reason.
    """

    files: int
    bad: dict[str, int]
    long: dict[str, int]
    unknown: dict[str, int]
    closed: dict[str, str]


def find_file(connection: sqlite3.Connection, path: str) -> FileState | None:
    """Return how far a file was read, or None for a new one."""
    row = connection.execute("SELECT * FROM transcript_file WHERE path = ?", (path,)).fetchone()
    if row is None:
        return None
    return FileState(
        path=row["path"],
        session=row["session"],
        offset=row["offset"],
        head_hash=row["head_hash"],
        size=row["size"],
        mtime_ns=row["mtime_ns"],
        lines=row["lines"],
        bad_lines=row["bad_lines"],
        long_lines=row["long_lines"],
        unknown=json.loads(row["unknown"]),
        links=json.loads(row["links"]),
        gone=bool(row["gone"]),
    )


def list_known_files(connection: sqlite3.Connection) -> dict[str, KnownFile]:
    """Return every file that Claude Code still had, as it was when last read, by path."""
    rows = connection.execute(
        "SELECT path, size, mtime_ns, offset FROM transcript_file WHERE gone = 0"
    )
    return {row[0]: KnownFile(row[1], row[2], row[3]) for row in rows}


def save_file(connection: sqlite3.Connection, state: FileState) -> None:
    """Record how far a file was read, in the transaction that stores what was read."""
    connection.execute(
        """
        INSERT INTO transcript_file (path, session, offset, head_hash, size, mtime_ns, lines,
                                     bad_lines, long_lines, unknown, links)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET
            session = excluded.session, offset = excluded.offset,
            head_hash = excluded.head_hash, size = excluded.size,
            mtime_ns = excluded.mtime_ns, lines = excluded.lines,
            bad_lines = excluded.bad_lines, long_lines = excluded.long_lines,
            unknown = excluded.unknown, links = excluded.links, gone = 0, problem = ''
        """,
        (
            state.path,
            state.session,
            state.offset,
            state.head_hash,
            state.size,
            state.mtime_ns,
            state.lines,
            state.bad_lines,
            state.long_lines,
            json.dumps(state.unknown, sort_keys=True),
            json.dumps(state.links),
        ),
    )


def save_problem(connection: sqlite3.Connection, path: str, problem: str) -> None:
    """Record why a file could not be read; it is tried again at every run."""
    connection.execute(
        """
        INSERT INTO transcript_file (path, session, offset, head_hash, size, mtime_ns, problem)
        VALUES (?, '', 0, '', -1, 0, ?)
        ON CONFLICT (path) DO UPDATE SET problem = excluded.problem, mtime_ns = 0, gone = 0
        """,
        (path, problem),
    )


def mark_gone(connection: sqlite3.Connection, paths: Iterable[str]) -> None:
    """Note that Claude Code has deleted these originals; what was said in them stays."""
    connection.executemany(
        "UPDATE transcript_file SET gone = 1, problem = '' WHERE path = ?",
        ((path,) for path in paths),
    )


def list_unread(connection: sqlite3.Connection) -> Unread:
    """Return what of all transcripts was not understood, files that are gone included."""
    found = Unread(0, {}, {}, {}, {})
    files = 0
    for row in connection.execute(
        "SELECT path, bad_lines, long_lines, unknown, problem FROM transcript_file ORDER BY path"
    ):
        path, bad, long, unknown, problem = row
        if problem:
            found.closed[path] = problem
        else:
            files += 1
        if bad:
            found.bad[path] = bad
        if long:
            found.long[path] = long
        if unknown != "{}":
            for name, count in json.loads(unknown).items():
                found.unknown[name] = found.unknown.get(name, 0) + count
    return Unread(files, found.bad, found.long, found.unknown, found.closed)
