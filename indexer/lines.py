"""Reads a growing file of lines by absolute byte offset, in bounded memory.

Lines end with the newline byte and with nothing else: U+2028, U+0085 and form feeds live
inside JSON strings. A last line without its newline is left for the next run.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

READ_BYTES = 1 << 20
MAX_LINE_BYTES = 48 << 20
"""Longer lines are passed over; a request to the model can not be longer than 32 MB."""

FINGERPRINT_BYTES = 4096

IMAGE = re.compile(rb'"(?:data|base64)":\s?"[A-Za-z0-9+/=]{400,}"')
"""An image as it stands in a line, with the name of its field."""


class Piece(NamedTuple):
    """Some lines that follow each other in a file.

    Attributes:
        lines: Without their newlines.
        start: Offset of the first one.
        end: Offset just behind the last one's newline.
        too_long: True for a single line that was too long to keep; `lines` is empty then.

    Only in a piece of a single line that line may be shorter than `end - start` says.
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

    Of a line that is longer than that only what is no image is kept; it comes alone.

    Args:
        file: Opened for reading bytes.
        offset: Bytes from the start of the file; a line begins there.
    """
    file.seek(offset)
    held = bytearray()  # the beginning of a line that goes on in the next chunk
    missing = 0  # bytes of it that were let go: it is too long
    start = offset
    while chunk := file.read(READ_BYTES):
        lines = chunk.split(b"\n")
        tail = lines.pop()
        if lines and (held or missing):
            held += lines[0]
            length = len(held) + missing
            if length > READ_BYTES:
                del lines[0]
                yield _long_piece(held, start, start + length + 1)
                start += length + 1
            else:
                lines[0] = bytes(held)
            held, missing = bytearray(), 0
        if lines:
            end = start + sum(map(len, lines)) + len(lines)
            yield Piece(lines, start, end)
            start = end
        held += tail
        if missing or len(held) > MAX_LINE_BYTES:
            missing += len(held)
            held = bytearray()


def _long_piece(line: bytearray, start: int, end: int) -> Piece:
    if end - start > MAX_LINE_BYTES:
        return Piece([], start, end, too_long=True)
    return Piece([IMAGE.sub(b'"data":""', line)], start, end)


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
