"""The one error tree of PMI: what went wrong, a stable code, a hint and an exit code.

Core functions raise these and nothing else on purpose; three boundaries translate them:
the command line (message, hint, exit code), the MCP server (tool error with the same code)
and the hooks (one line in our log, silence for the session). ``docs/errors.md`` is
generated from this module.
"""

from __future__ import annotations


class PmiError(Exception):
    """An expected failure that a person or an agent can act on.

    Args:
        message: What happened, with the value in it.
        hint: What to do about it, as a command where there is one.
    """

    code = "error"
    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def as_dict(self) -> dict[str, str]:
        """Return the error as the JSON boundaries print it."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class UsageError(PmiError):
    """An argument is missing, malformed or does not fit the others."""

    code = "usage"
    exit_code = 2


class NotFound(PmiError):
    """An id, slug, reference or file names nothing that is here."""

    code = "not_found"
    exit_code = 4


class QuoteMismatch(PmiError):
    """A quote does not occur verbatim in the source it names."""

    code = "quote_mismatch"
    exit_code = 5


class PolicyDenied(PmiError):
    """The actor may not do this; the hint says who may, and how."""

    code = "policy_denied"
    exit_code = 6


class Conflict(PmiError):
    """What the change was about has changed meanwhile."""

    code = "conflict"
    exit_code = 7


class Unavailable(PmiError):
    """An optional part is missing or switched off."""

    code = "unavailable"
    exit_code = 8


class NoHome(PmiError):
    """There is no data folder where one was expected."""

    code = "no_home"
    exit_code = 10


class Locked(PmiError):
    """Another process holds the database or the worker's lock for too long."""

    code = "locked"
    exit_code = 11


class SchemaTooNew(PmiError):
    """The database was written by a newer version of PMI."""

    code = "schema_too_new"
    exit_code = 12


class Damaged(PmiError):
    """A file of ours is not what we wrote; it is kept, never deleted."""

    code = "damaged"
    exit_code = 13


class Unwritable(PmiError):
    """The disk is full, or the folder or file can not be written."""

    code = "unwritable"
    exit_code = 14


INTERRUPTED_EXIT = 130
"""Exit code of a command that the user stopped with Ctrl-C."""

BUG_EXIT = 70
"""Exit code of an unexpected exception; a report file is written to ``logs/``."""


def error_classes() -> list[type[PmiError]]:
    """Return all error classes of the tree, ordered by exit code."""
    return sorted(PmiError.__subclasses__(), key=lambda kind: kind.exit_code)
