"""What a reader of files gives: the words, and what the file says about them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Document:
    """A file's text.

    Attributes:
        title: As the file gives it; empty for none.
        source_time: Day or time that the file says its text is from; empty for none.
        url: Where the file says its text can be read; empty for none.
        problems: Sentences about what was not understood; the text is there nevertheless.
    """

    text: str
    title: str = ""
    source_time: str = ""
    url: str = ""
    problems: tuple[str, ...] = ()
