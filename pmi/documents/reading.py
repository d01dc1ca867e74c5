"""Reads a file as a document, by the format that its name ends with.

A format is a module in `pmi.documents.formats` with ``SUFFIXES`` and ``read(data)``: a new one
needs nothing else.

Example:
    >>> read_document("/notes/deploy.md").title  # doctest: +SKIP
    'How we deploy'
"""

from __future__ import annotations

import functools
import importlib
import os
import pkgutil
import stat
from collections.abc import Callable, Mapping

from pmi.base.errors import NotFound, UsageError
from pmi.documents import formats
from pmi.documents.document import Document
from pmi.rules.sources import SOURCE_MAX_BYTES, check_size

Reader = Callable[[bytes], Document]


@functools.cache
def readers() -> Mapping[str, Reader]:
    """Return what reads files whose names end with a suffix (lower case, with its dot)."""
    found: dict[str, Reader] = {}
    for module in pkgutil.iter_modules(formats.__path__):
        format_ = importlib.import_module(f"{formats.__name__}.{module.name}")
        found.update(dict.fromkeys(format_.SUFFIXES, format_.read))
    return found


def is_known(path: str) -> bool:
    """Tell whether a file's name ends with the suffix of a format that can be read."""
    return suffix_of(path) in readers()


def suffix_of(path: str) -> str:
    """Return a name's ending from the last dot, in lower case; empty for none."""
    return os.path.splitext(path)[1].lower()


def read_document(path: str) -> Document:
    """Return the text of a file; one without any ending is read as plain text.

    Raises:
        NotFound: It is not there, or can not be read.
        UsageError: It is no regular file, too long, no text, or of an unknown format.
    """
    suffix = suffix_of(path) or ".txt"
    if suffix not in readers():
        raise UsageError(
            f"The format {suffix} can not be read.", f"one of {', '.join(sorted(readers()))}"
        )
    return readers()[suffix](_read_bytes(path))


def _read_bytes(path: str) -> bytes:
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):  # a pipe would wait for ever
            raise UsageError(f"{path} is no regular file.", "name a file or a folder")
        check_size(found.st_size)
        with open(path, "rb") as file:
            return file.read(SOURCE_MAX_BYTES + 1)  # it may have grown meanwhile
    except OSError as error:
        raise NotFound(f"{path} can not be read: {error.strerror}.") from error
