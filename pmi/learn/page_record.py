"""Remembers what we wrote into the user's pages: ``state/pages.json``, hashes and no words.

With it a line that the user edited is told from one that only the lesson has outgrown. Where
it is lost, lines that say what a lesson says are known again; no line is taken for deleted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from pmi.base import log
from pmi.base.home import Home, read_file, write_file
from pmi.store.originals import hash_of

HASH_CHARS = 16


@dataclass(slots=True)
class PageRecord:
    """What stands in the block of each page since we wrote it last.

    Attributes:
        pages: Hash of each lesson's line, by page and number.
        problems: Why a page was left as it is, by page; as ``pmi doctor`` names it.
    """

    pages: dict[str, dict[int, str]] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    _stored: str = ""

    @classmethod
    def load(cls, home: Home) -> PageRecord:
        """Return the record of a home; an empty one where there is none that can be read."""
        text = read_file(_path(home)) or ""
        try:
            data = json.loads(text)
            pages = {
                str(name): {int(number): str(value) for number, value in lines.items()}
                for name, lines in data["pages"].items()
            }
            problems = {str(name): str(code) for name, code in data["problems"].items()}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return cls()
        return cls(pages, problems, text)

    def save(self, home: Home) -> None:
        """Write the record where it changed.

        Raises:
            OSError: It can not be written; the old one stands.
        """
        text = json.dumps({"pages": self.pages, "problems": self.problems}, indent=0) + "\n"
        if text != self._stored:
            write_file(_path(home), text)
            self._stored = text

    def is_ours(self, page: str, line: str) -> bool:
        """Tell whether we wrote this line into a page, exactly so."""
        return _hash(line) in self.pages.get(page, {}).values()

    def accept(self, page: str, lines: Mapping[int, str]) -> None:
        """Note what stands in a page now, by number."""
        self.pages[page] = {number: _hash(line) for number, line in lines.items()}
        if not self.pages[page]:
            del self.pages[page]
        self.problems.pop(page, None)

    def refuse(self, home: Home, page: str, why: str) -> None:
        """Note why a page is left as it is; the log says it once."""
        if self.problems.get(page) != why:
            log.note(home, "pages", f"{page} is left as it is: {why}")
        self.problems[page] = why

    def take_out(self, page: str) -> None:
        """Forget what was written into a page: the next writing makes its block anew."""
        self.pages.pop(page, None)
        self.problems.pop(page, None)


def _path(home: Home) -> str:
    return home.path("state", "pages.json")


def _hash(line: str) -> str:
    return hash_of(line.strip())[:HASH_CHARS]
