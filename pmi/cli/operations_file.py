"""Reads operations from a file of JSON; what is wrong with it is told with its line."""

from __future__ import annotations

import json
import os
import stat
import sys
from typing import NoReturn

from pmi.base.errors import NotFound, UsageError
from pmi.rules.sources import SOURCE_MAX_BYTES, check_size

STANDARD_INPUT = "-"
_DIGITS_MAX = 300
"""Longer numbers are no numbers that anybody means."""


def read_json(path: str) -> object:
    """Return the data in a file of JSON, or on standard input for ``-``.

    Raises:
        NotFound: The file can not be read.
        UsageError: It is no UTF-8, no JSON, or too long.
    """
    data = _read_bytes(path)
    name = "standard input" if path == STANDARD_INPUT else path
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}, line {line}: this is not UTF-8.", "save it as UTF-8") from error
    try:
        return json.loads(
            text,
            parse_int=lambda digits: _integer(digits, text, name),
            parse_float=lambda digits: _refuse(digits, text, name),
            parse_constant=lambda word: _refuse(word, text, name),
        )
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{name}, line {error.lineno}: this is no JSON ({error.msg.lower()}).",
            'write [{"op": "create", "content": "…"}]',
        ) from error
    except RecursionError as error:
        raise UsageError(f"{name} is nested too deeply.", 'write [{"op": "create"}]') from error


def _integer(digits: str, text: str, name: str) -> int:
    if len(digits) > _DIGITS_MAX:
        _refuse(digits, text, name)
    return int(digits)


def _refuse(number: str, text: str, name: str) -> NoReturn:
    line = text.count("\n", 0, text.find(number)) + 1
    raise UsageError(f"{name}, line {line}: {number[:40]} can not be used.", 'write a text: "…"')


def _read_bytes(path: str) -> bytes:
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(SOURCE_MAX_BYTES + 1)
        check_size(len(data))
        return data
    try:
        found = os.stat(os.path.expanduser(path))
        if not stat.S_ISREG(found.st_mode):  # a pipe would wait for ever
            raise UsageError(f"{path} is no regular file.", "pmi propose FILE, or - for a pipe")
        check_size(found.st_size)
        with open(os.path.expanduser(path), "rb") as file:
            return file.read(SOURCE_MAX_BYTES + 1)
    except OSError as error:
        raise NotFound(
            f"{path} can not be read: {error.strerror}.", "pmi propose FILE, or - for a pipe"
        ) from error
