"""Plain text: the words as they are."""

from __future__ import annotations

from pmi.documents.decoding import decode
from pmi.documents.document import Document

SUFFIXES = (".txt", ".text", ".rst", ".org", ".adoc")


def read(data: bytes) -> Document:
    """Return the text of a plain file.

    Raises:
        UsageError: It is no text.
    """
    text, problems = decode(data)
    return Document(text, problems=tuple(problems))
