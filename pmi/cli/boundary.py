"""The command line's one error boundary: every failure leaves as message, hint and exit code."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from pmi.base.errors import BUG_EXIT, INTERRUPTED_EXIT, PmiError, Unwritable

if TYPE_CHECKING:
    from collections.abc import Callable

    from pmi.cli.door import Door

_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM)
"""What the disk or its rights can say to any write: no bug of ours."""


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The user stopped it, and the line with the ``^C`` is ended already."""


def leave_with(door: Door, work: Callable[[], object]) -> NoReturn:
    """Do some work and leave with its exit code, 0 where it returns none."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        value = work()
    except PmiError as error:
        sys.exit(door.fail(error))
    except Stopped:
        door.say_error("interrupted")
        sys.exit(INTERRUPTED_EXIT)
    except (EOFError, KeyboardInterrupt):
        sys.stderr.write("\n")
        door.say_error("interrupted")
        sys.exit(INTERRUPTED_EXIT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader left: nothing to add
        sys.exit(1)
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            door.report_bug(error)
            sys.exit(BUG_EXIT)
        path = str(error.filename or door.home.root)
        sys.exit(door.fail(Unwritable(f"{path} can not be written: {error.strerror}.")))
    except Exception as error:  # noqa: BLE001 - the boundary: a bug becomes a report
        door.report_bug(error)
        sys.exit(BUG_EXIT)
    sys.exit(value if isinstance(value, int) else 0)


def decoded(word: str) -> str:
    """Return an argument whose bytes were no UTF-8 as text that can be stored."""
    return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
