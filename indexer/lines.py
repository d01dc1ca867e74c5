"""Reads a growing file of lines by absolute byte offset, in bounded memory.

Lines end with the newline byte and with nothing else: U+2028, U+0085 and form feeds live
inside JSON strings. A last line without its newline is left for the next run.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

READ_BYTES = 1 << 20
MAX_LINE_BYTES = 48 << 20
"""Longer lines are passed over; a request to the model can not be longer than 32 MB."""

FINGERPRINT_BYTES = 4096


class Piece(NamedTuple):
    """Some lines that follow each other in a file.

    Attributes:
        lines: Without their newlines.
        start: Offset of the first one.
        end: Offset just behind the last one's newline.
        too_long: True for a single line that was too long to keep; `lines` is empty then.
    """

    lines: list[bytes]
    start: int
    end: int
    too_long: bool = False


def open_file(path: str) -> BinaryIO:
    """Open a file for reading; whatever is no plain file is refused instead of waited for.

    Raises:
        OSError: It can not be opened, or is a pipe, a folder or a device.
    """
    # Without O_NONBLOCK the opening of a named pipe waits for somebody who writes into it.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "is no plain file", path)
    return os.fdopen(descriptor, "rb", buffering=0)


def read_pieces(file: BinaryIO, offset: int) -> Iterator[Piece]:
    """Yield the complete lines behind an offset, about a megabyte of them at a time.

    Args:
        file: Opened for reading bytes.
        offset: Bytes from the start of the file; a line begins there.
    """
    file.seek(offset)
    held: list[bytes] = []  # the beginning of a line that goes on in the next chunk
    held_bytes = 0
    start = offset
    while chunk := file.read(READ_BYTES):
        lines = chunk.split(b"\n")
        tail = lines.pop()
        if lines and held_bytes:
            length = held_bytes + len(lines[0])
            if length > MAX_LINE_BYTES:
                yield Piece([], start, start + length + 1, too_long=True)
                start += length + 1
                del lines[0]
            else:
                held.append(lines[0])
                lines[0] = b"".join(held)
            held, held_bytes = [], 0
        while lines:
            whole, lines = _until_too_long(lines)
            if whole:
                end = start + sum(map(len, whole)) + len(whole)
                yield Piece(whole, start, end)
                start = end
            if lines:
                end = start + len(lines.pop(0)) + 1
                yield Piece([], start, end, too_long=True)
                start = end
        held_bytes += len(tail)
        if held_bytes > MAX_LINE_BYTES:
            held = []
        elif tail:
            held.append(tail)


def _until_too_long(lines: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    if max(map(len, lines)) <= MAX_LINE_BYTES:
        return lines, []
    first = next(number for number, line in enumerate(lines) if len(line) > MAX_LINE_BYTES)
    return lines[:first], lines[first:]


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
