"""Reads a growing file of lines by absolute byte offset, in bounded memory.

Lines end with the newline byte and with nothing else: U+2028, U+0085 and form feeds live
inside JSON strings. A last line without its newline is left for the next run.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from typing import BinaryIO

READ_BYTES = 1 << 20
MAX_LINE_BYTES = 48 << 20
"""Longer lines are passed over; a request to the model can not be longer than 32 MB."""

FINGERPRINT_BYTES = 4096


def read_lines(file: BinaryIO, offset: int) -> Iterator[tuple[int, bytes | None]]:
    """Yield each complete line behind an offset, with the offset just behind it.

    Args:
        file: Opened for reading bytes.
        offset: Bytes from the start of the file; a line begins there.

    Yields:
        ``(end, line)``; the line has no newline and is None where it was too long to keep.
    """
    file.seek(offset)
    parts: list[bytes] = []
    held = 0
    end = offset
    while chunk := file.read(READ_BYTES):
        pieces = chunk.split(b"\n")
        for piece in pieces[:-1]:
            end += held + len(piece) + 1
            if held + len(piece) > MAX_LINE_BYTES:
                yield end, None
            elif parts:
                parts.append(piece)
                yield end, b"".join(parts)
            else:
                yield end, piece
            parts, held = [], 0
        held += len(pieces[-1])
        if held > MAX_LINE_BYTES:
            parts = []
        elif pieces[-1]:
            parts.append(pieces[-1])


def fingerprint(file: BinaryIO, offset: int) -> str:
    """Return a hash of what precedes an offset: the first and the last bytes before it.

    Equal fingerprints mean that the file was only appended to, without reading it again.
    """
    position = file.tell()
    file.seek(0)
    digest = hashlib.blake2b(file.read(min(FINGERPRINT_BYTES, offset)), digest_size=16)
    start = max(0, offset - FINGERPRINT_BYTES)
    file.seek(start, os.SEEK_SET)
    digest.update(file.read(offset - start))
    digest.update(b"%d" % offset)
    file.seek(position)
    return digest.hexdigest()
