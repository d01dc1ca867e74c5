"""What waits to be distilled: conversations that have ended, and documents that nobody quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from pmi.model.conversation import Prompt
    from pmi.model.memory import Memory


class Unread(NamedTuple):
    """A main session as the archive has it, with what of it was distilled.

    Attributes:
        project: Its project's present key.
        upto: Up to which message it was distilled; 0 for not at all.
        first: The first message behind that which is its own, not a fork's copy; 0 for none.
        messages: How many there are.
        prompts: How many of its own behind ``upto`` the user typed.
    """

    session: str
    title: str
    project: str
    ended_at: str
    upto: int
    first: int
    messages: int
    prompts: int


class Undistilled(NamedTuple):
    """One conversation, a part of one, or a document that waits.

    Attributes:
        reference: What to read, and what to mark: ``cc://SESSION:13-42`` or ``src_…``.
        project: Key; empty for a document, which belongs to none.
        size: Messages of a session, characters of a document.
        prompts: How many of them the user typed; 0 for a document.
        settled_at: From when on it waits: a running conversation is left alone.
    """

    reference: str
    kind: Literal["session", "document"]
    title: str
    project: str
    at: str
    size: int
    prompts: int
    settled_at: str


class Distilled(NamedTuple):
    """What of one conversation went before a part of it: context for who distils that part.

    Attributes:
        upto: Up to which message it was distilled; 0 for not at all.
        prompts: What the user asked before, in its order.
        memories: What quotes it, the oldest first.
    """

    session: str
    upto: int
    prompts: tuple[Prompt, ...]
    memories: tuple[Memory, ...]
