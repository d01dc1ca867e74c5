from __future__ import annotations

import io

import pytest

from pmi.indexer import lines
from pmi.indexer.lines import fingerprint, read_pieces

CASES = {
    "two lines": (b"a\nb\n", [(2, b"a"), (4, b"b")]),
    "torn tail waits": (b"a\nb", [(2, b"a")]),
    "empty": (b"", []),
    "only a torn tail": (b"abc", []),
    "empty lines": (b"\n\na\n", [(1, b""), (2, b""), (4, b"a")]),
    "other line ends stay inside": (
        "a\u2028b\u0085c\x0cd\re\n".encode(),
        [(13, "a\u2028b\u0085c\x0cd\re".encode())],
    ),
}


def read_lines(data: bytes, offset: int = 0) -> list[tuple[int, bytes | None]]:
    """Return each line with the offset behind it; None for one that is too long."""
    found: list[tuple[int, bytes | None]] = []
    for piece in read_pieces(io.BytesIO(data), offset):
        end = piece.start
        for line in piece.lines:
            end += len(line) + 1
            found.append((end, line))
        if piece.too_long:
            end = piece.end
            found.append((end, None))
        assert end == piece.end
    return found


@pytest.mark.proves("T1")
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("read_bytes", [1, 2, 3, 1 << 20])
def test_splits_on_the_newline_byte_only(
    name: str, read_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "READ_BYTES", read_bytes)
    data, expected = CASES[name]
    assert read_lines(data) == expected


@pytest.mark.proves("T1")
@pytest.mark.parametrize("read_bytes", [1, 3, 7])
def test_a_giant_line_is_passed_over_and_the_next_one_is_read(
    read_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "READ_BYTES", read_bytes)
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 10)
    data = b"a\n" + b"x" * 25 + b"\nb\n" + b"y" * 30
    assert read_lines(data) == [(2, b"a"), (28, None), (30, b"b")]


def test_goes_on_at_an_offset() -> None:
    assert read_lines(b"a\nbb\nc\n", 2) == [(5, b"bb"), (7, b"c")]


def test_fingerprint_ignores_what_is_appended() -> None:
    before = fingerprint(io.BytesIO(b"x" * 10_000), 9000)
    assert before == fingerprint(io.BytesIO(b"x" * 10_000 + b"more"), 9000)


@pytest.mark.parametrize("position", [0, 4000, 8999])
def test_fingerprint_sees_a_rewritten_file(position: int) -> None:
    data = bytearray(b"x" * 10_000)
    before = fingerprint(io.BytesIO(bytes(data)), 9000)
    data[position] = ord("y")
    assert fingerprint(io.BytesIO(bytes(data)), 9000) != before
