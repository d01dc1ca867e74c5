"""Keeps the texts of sources: short ones in their row, long ones as files in ``originals/``.

A file is named by the SHA-256 of its text, so the same text lies there once. It is written
before the row that needs it; one that no row needs does no harm.

Example: a text of 50 MB whose hash begins with ``ab12`` lies in ``originals/ab/ab12….txt``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from pmi.base.errors import Damaged, Unwritable
from pmi.base.home import Home, write_file

if TYPE_CHECKING:
    import sqlite3

INLINE_MAX_CHARS = 2_000
"""The longest text, in code points, that lies in its row and in the journal."""

FOLDER = "originals"


def hash_of(text: str) -> str:
    """Return what identical texts have in common: SHA-256 of their UTF-8, in hex."""
    import hashlib  # loads OpenSSL: not for those who only read

    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def path_of(home: Home, content_hash: str) -> str:
    """Return where the text with a hash lies, if it is a long one."""
    return home.path(FOLDER, content_hash[:2], f"{content_hash}.txt")


def keep(home: Home, text: str, content_hash: str) -> str:
    """Keep a text and return what its row holds: a short text itself, of a long one nothing.

    A file that has this text already is left; one that was damaged is written again.

    Raises:
        Unwritable: The file can not be written; nothing of it is left.
    """
    if len(text) <= INLINE_MAX_CHARS:
        return text
    path = path_of(home, content_hash)
    if _read(path) == text:
        return ""
    try:
        write_file(path, text, durable=True)
        _sync_folder(os.path.dirname(path))
    except OSError as error:
        raise Unwritable(
            f"{path} can not be written: {error.strerror}.", "free space, or check the folder"
        ) from error
    return ""


def read_text(home: Home, version: sqlite3.Row) -> str:
    """Return the text of a row of ``source_version``, wherever it is.

    Empty for a conversation: its words are in the archive.

    Raises:
        Damaged: Its file is missing, or not as long as the text that was stored.
    """
    inline, chars = str(version["text"]), int(version["chars"])
    if inline or not chars:
        return inline
    path = path_of(home, version["content_hash"])
    text = _read(path)
    if text is None:
        raise Damaged(f"The original {path} is missing.", "take the text in again")
    if len(text) != chars:  # forgetting overwrites words with as many characters
        raise Damaged(
            f"The original {path} has {len(text)} characters instead of {chars}.",
            "take the text in again",
        )
    return text


def remove(home: Home, content_hash: str) -> None:
    """Remove a long text's file; whoever forgets makes sure that no row needs it."""
    try:
        os.unlink(path_of(home, content_hash))
    except FileNotFoundError:
        return


def overwrite(home: Home, change: Callable[[str], str]) -> int:
    """Write every long text anew where a function that overwrites words changes it; count them.

    The files keep their names: a text that comes in again is then still known.
    """
    count = 0
    for folder, _, names in os.walk(home.path(FOLDER)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            text = _read(path) if name.endswith(".txt") else None
            if text is not None and (changed := change(text)) != text:
                write_file(path, changed, durable=True)
                count += 1
    return count


def _read(path: str) -> str | None:
    """Return a file's text with its line endings as they are, or None where there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _sync_folder(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
