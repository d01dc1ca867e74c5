"""Turns SQLite's errors into ours: locked, unwritable, damaged; never one for another.

A lock is not corruption, a full disk is not a lock; anything else is a bug and stays what it
is.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from pmi.base.errors import Damaged, Locked, PmiError, Unwritable

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
}
_UNWRITABLE_FILES = {errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EPERM, errno.EDQUOT}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Raise our error instead of SQLite's while a database file is in use.

    Raises:
        Locked: Another process holds the write lock.
        Unwritable: The disk is full, or the file or folder can not be written.
        Damaged: The file is no database, or its pages do not fit together.
    """
    try:
        yield
    except sqlite3.Error as error:
        ours = translate(error, path)
        if ours is None:
            raise
        raise ours from error
    except OSError as error:
        if error.errno not in _UNWRITABLE_FILES:
            raise
        raise Unwritable(f"{path} can not be written: {error.strerror}.", "pmi doctor") from error


def translate(error: sqlite3.Error, path: str) -> PmiError | None:
    """Return our error for one of SQLite's, or None where it is a fault of our own."""
    name = os.path.basename(path)
    primary = primary_code(error)
    if primary in _LOCKED:
        return Locked(f"{name} is in use by another process.", "try again in a moment")
    if primary in _UNWRITABLE:
        return Unwritable(f"{path} can not be written: {error}.", "pmi doctor")
    if primary in _DAMAGED:
        return Damaged(f"{path} is damaged: {error}. It was left as it is.", "pmi doctor")
    return None


def is_locked(error: sqlite3.Error) -> bool:
    """Tell whether an error only means that another process is writing."""
    return primary_code(error) in _LOCKED


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code of an error; 0 where it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
