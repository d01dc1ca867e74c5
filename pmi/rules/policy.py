"""What becomes of an operation: one table, by who asks for what, never by its content.

Example:
    >>> decide(Request("agent:claude", "create", quoted=True)).verdict
    'applied'
    >>> decide(Request("agent:claude", "confirm")).verdict
    'refused'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Ruling = Literal["applied", "review", "refused"]
InferredCreate = Literal["review", "apply", "deny"]

USER_ONLY = (
    "confirm",
    "approve",
    "reject",
    "forget",
    "merge_entities",
    "join_projects",
    "raise_trust",
    "edit",
    "pause",
)
"""What an agent may never do, whatever it brings along."""

TYPED = {
    "confirm": "the user types: pmi confirm {subject}",
    "approve": "the user types: pmi review approve {subject}",
    "reject": "the user types: pmi review reject {subject}",
    "edit": "the user types: pmi learnings edit {subject}",
    "forget": "the user types: pmi forget {subject}",
    "merge_entities": "the user types: pmi entity merge {subject}",
    "join_projects": "the user types: pmi project move {subject}",
    "undo": "the user types: pmi undo --entry {subject}",
}
"""What a person types instead, outside an agent."""


@dataclass(frozen=True, slots=True)
class Request:
    """What policy may know about an operation.

    Attributes:
        actor: ``user``, ``agent:<name>`` or ``hook``.
        operation: ``create``, ``archive``, ``confirm``, …
        quoted: Whether at least one quote was found where it was said to stand.
        protected: Whether what is changed is confirmed, or better backed than the change.
        closes: Whether it would close a question that is confirmed, or better backed.
        future: Whether it says that it holds from a day that has not come yet.
        archived_by_user: Whether the user has put away what it brings (back).
        foreign: Whether what is to be undone is another actor's.
    """

    actor: str
    operation: str
    quoted: bool = False
    protected: bool = False
    closes: bool = False
    future: bool = False
    archived_by_user: bool = False
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict and its reason as a stable word."""

    verdict: Ruling
    reason: str


Test = Callable[[Request], bool]

_INFERRED: dict[InferredCreate, Ruling] = {
    "review": "review",
    "apply": "applied",
    "deny": "refused",
}

_AGENT: tuple[tuple[str, Test, Ruling, str], ...] = (
    ("create", lambda request: request.archived_by_user, "review", "archived_by_user"),
    ("create", lambda request: request.protected or request.closes, "review", "protected"),
    ("create", lambda request: request.future, "review", "future"),
    ("create", lambda request: request.quoted, "applied", "quoted"),
    ("supersede", lambda request: request.archived_by_user, "review", "archived_by_user"),
    ("supersede", lambda request: request.closes, "review", "protected"),
    ("supersede", lambda request: request.future, "review", "future"),
    ("supersede", lambda request: request.quoted, "applied", "quoted"),
    ("supersede", lambda request: request.protected, "review", "protected"),
    ("update", lambda request: request.protected or request.closes, "review", "protected"),
    ("update", lambda _: True, "applied", "unprotected"),
    ("link", lambda request: request.protected or request.closes, "review", "protected"),
    ("link", lambda _: True, "applied", "unprotected"),
    ("archive", lambda request: request.protected, "review", "protected"),
    ("archive", lambda _: True, "applied", "unprotected"),
    ("restore", lambda request: request.archived_by_user, "review", "archived_by_user"),
    ("restore", lambda _: True, "applied", "unprotected"),
    ("undo", lambda request: request.foreign, "refused", "foreign"),
    ("undo", lambda _: True, "applied", "own"),
)
"""Rows for agents, the first that fits counts: operation, test, verdict, reason."""


def decide(request: Request, inferred_create: InferredCreate = "review") -> Decision:
    """Return the verdict on an operation.

    Args:
        request: Who asks for what.
        inferred_create: The setting for a claim that an agent brings without a quote.
    """
    if request.actor == "user":
        return Decision("applied", "user")
    if request.operation in USER_ONLY:
        return Decision("refused", "user_only")
    for operation, test, verdict, reason in _AGENT:
        if operation == request.operation and test(request):
            return Decision(verdict, reason)
    if request.operation in ("create", "supersede"):
        return Decision(_INFERRED[inferred_create], "no_evidence")
    return Decision("refused", "unknown_operation")


def hint_for(operation: str, subject: str) -> str:
    """Return what the user types where an agent was refused."""
    return TYPED.get(operation, "the user does this in a terminal: pmi --help").format(
        subject=subject
    )
