"""What is learned from a conversation: signals in it, and the learnings made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pmi.model.memory import Kind

SignalKind = Literal[
    "correction",
    "insight",
    "error",
    "cognitive_shift",
    "method_discovery",
    "anti_pattern",
    "preference",
    "constraint",
    "identity",
    "decision",
]
LearningStatus = Literal["pending", "confirmed", "rejected", "cancelled", "undone"]

SIGNAL_KINDS: tuple[SignalKind, ...] = (
    "correction",
    "insight",
    "error",
    "cognitive_shift",
    "method_discovery",
    "anti_pattern",
    "preference",
    "constraint",
    "identity",
    "decision",
)
LEARNING_STATUSES: tuple[LearningStatus, ...] = (
    "pending",
    "confirmed",
    "rejected",
    "cancelled",
    "undone",
)
LEARNING_MAX_CHARS = 240
"""The most characters that the sentence of a learning has."""


class Exchange(NamedTuple):
    """What a user said and what surrounds it.

    Attributes:
        before: The assistant's words before it; empty at the start.
        said: What the user typed, without pasted parts.
        answer: The reply after it; empty where there is none yet.
    """

    before: str
    said: str
    answer: str = ""


class Signal(NamedTuple):
    """One sign in what a user said that a later session should act otherwise.

    Attributes:
        rule: Name of the rule that found it, or ``model``.
        quote: The words that carry it, verbatim in what was said.
        text: The one sentence that would be stored, one line of at most 240 characters.
    """

    kind: SignalKind
    rule: str
    quote: str
    text: str


@dataclass(frozen=True, slots=True)
class Learning:
    """A candidate lesson and its number, which is never used again.

    Attributes:
        text: The one sentence; as the user edited it last.
        quote: The user's words, verbatim in the message; empty where the text is all there is.
        signal: What sign it was made of; empty for what the user told us to remember.
        kind: The kind of memory that it becomes, or became.
        project: Key of the project in which it was said; empty for everywhere.
        domain: Folder below ``domains/`` that claims the project; empty for none.
        paths: Globs of the files it is about; empty for all.
        reference: ``cc://…#uuid`` of the message in which it was said first.
        said_at: When it was said first (UTC, stored form).
        session: Session in which it was said first; empty for none.
        contradicts: Number of an earlier learning that says otherwise; 0 for none.
        count: How often it was said.
        shown: In how many starts it was shown.
        memory: Id of the memory that it became; empty for none.
        at: When it was staged.
    """

    number: int
    text: str
    kind: Kind
    status: LearningStatus = "pending"
    quote: str = ""
    signal: SignalKind | Literal[""] = ""
    project: str = ""
    domain: str = ""
    paths: tuple[str, ...] = ()
    reference: str = ""
    said_at: str = ""
    session: str = ""
    contradicts: int = 0
    count: int = 1
    shown: int = 0
    memory: str = ""
    at: str = ""


class Sighting(NamedTuple):
    """One further time that a learning was said.

    Attributes:
        number: The learning's.
        reference: ``cc://…#uuid`` of the message.
    """

    number: int
    reference: str
    quote: str
    said_at: str
    session: str


class LearningEdit(NamedTuple):
    """One wording that the user gave a learning, and when."""

    number: int
    text: str
    at: str
