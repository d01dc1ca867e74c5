"""What a terminal shows: a pseudo-terminal's output rendered by pyte, and questions about it."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

import pyte


class Stream:
    """Feeds a screen, without what pyte misreads: kitty's key modes, private reports."""

    _misread = re.compile(rb"\x1b\[([<=>][0-9;:]*[@-~]|\?[0-9;]*[nu])")
    _unfinished = re.compile(rb"\x1b(\[[<=>?]?[0-9;:]*)?\Z")

    def __init__(self, screen: pyte.Screen) -> None:
        self._stream = pyte.ByteStream(screen)
        self._held = b""  # a sequence of which the rest is yet to come

    def feed(self, data: bytes) -> None:
        data = self._held + data
        cut = self._unfinished.search(data)
        self._held = cut[0] if cut else b""
        self._stream.feed(self._misread.sub(b"", data.removesuffix(self._held)))


class Screen(pyte.HistoryScreen):
    """A screen that answers the CLI's questions about the terminal."""

    def __init__(self, columns: int, rows: int, answer: Callable[[str], None]) -> None:
        self._answer = answer
        super().__init__(columns, rows, history=5000)

    def scrolled_off(self) -> list[str]:
        columns = range(self.columns)
        return ["".join(line[x].data for x in columns).rstrip() for line in self.history.top]

    def write_process_input(self, data: str) -> None:
        with contextlib.suppress(OSError):  # the CLI may have ended since it asked
            self._answer(data)


def shows(text: str, wanted: str | re.Pattern[str]) -> bool:
    if isinstance(wanted, re.Pattern):
        return bool(wanted.search(text))
    return squeeze(wanted) in squeeze(text)


def squeeze(text: str) -> str:
    return "".join(text.split())
