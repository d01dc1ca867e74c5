"""Reads and replaces a page that the user may be editing at the same moment.

A page is replaced only where it still says what was read: whoever saved it meanwhile wins,
and the writer looks again. Links stay links, the mode of a file stays.
"""

from __future__ import annotations

import os

from pmi.base.errors import PmiError, Unwritable
from pmi.base.home import make_folder, open_private, write_all


class NotTextError(Exception):
    """A page is there and is no text in UTF-8."""


def read_exactly(path: str) -> str | None:
    """Return a page's text with its line ends and byte order mark; None where there is none.

    Raises:
        NotTextError: It is no UTF-8, or no plain file.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise NotTextError(path)
        with open(path, "rb") as file:
            return file.read().decode("utf-8")
    except FileNotFoundError:
        return None
    except (UnicodeDecodeError, OSError) as error:
        raise NotTextError(path) from error


def replace_if_same(path: str, text: str, expected: str | None) -> bool:
    """Replace a page at once, unless it says something else by now; return whether it was.

    Raises:
        Unwritable: It can not be written; it is as it was.
    """
    target = os.path.realpath(path)
    temporary = f"{target}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    try:
        make_folder(os.path.dirname(target))
        handle = open_private(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            write_all(handle, text.encode("utf-8"))
            os.fsync(handle)
            if expected is not None:
                os.fchmod(handle, os.stat(target).st_mode & 0o777)
        finally:
            os.close(handle)
        if read_exactly(target) != expected:
            return False
        os.replace(temporary, target)
    except (FileNotFoundError, NotTextError):
        return False  # it, or its folder, went away meanwhile, or is no text any more
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        if os.path.lexists(temporary):
            os.unlink(temporary)
    return True


def _unwritable(path: str, error: OSError) -> PmiError:
    return Unwritable(
        f"{path} can not be written: {error.strerror}.", "Free space or mend the folder"
    )
