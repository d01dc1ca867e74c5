"""Archived conversations: sessions, messages and the references that open them."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from pmi.base.errors import UsageError

Role = Literal["user", "assistant", "tool"]
Origin = Literal["prompt", "queued", "typed_command", "reply", "tool"]

_REFERENCE = (
    r"cc://(?P<session>[A-Za-z0-9][A-Za-z0-9._-]{0,127})"
    r"(?:#(?P<message>[A-Za-z0-9][A-Za-z0-9._-]{0,127}))?"
    r"(?::(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?)?"
)


class Message(NamedTuple):
    """One message of a conversation, redacted and without harness text.

    Attributes:
        uuid: Claude Code's own id of the line; of a typed command its prompt id.
        session: Session in which it was first seen.
        position: 1-based place in the formatted conversation of that session.
        parent: uuid of the line it answers; empty at the start.
        pasted: True where all of it is pasted or quoted text (trust ``external``).
    """

    uuid: str
    session: str
    position: int
    parent: str
    role: Role
    origin: Origin
    at: str
    text: str
    tool: str = ""
    pasted: bool = False


class Said(NamedTuple):
    """What a transcript's line says, before it has a place in a conversation.

    The fields mean what they mean in a `Message`; of a tool's result `tool` is empty and
    `parent` names the call.
    """

    uuid: str
    parent: str
    role: Role
    origin: Origin
    at: str
    text: str
    tool: str = ""
    pasted: bool = False


class Node(NamedTuple):
    """A message as a part of the tree.

    Attributes:
        parent: uuid of the message above; empty where the transcript says that there is none.
        prompt: Whether the user asked it; only at prompts branches begin.
        reply: Whether it is the model's answer.
    """

    uuid: str
    parent: str
    prompt: bool = False
    reply: bool = False


class ToolCall(NamedTuple):
    """One use of a tool.

    Attributes:
        uuid: The line's id, with a number behind it where the line makes several calls.
        path: The file that was read or written; empty for other tools.
        changed: Whether the tool writes that file.
    """

    uuid: str
    tool: str
    path: str
    changed: bool
    at: str


class TouchedFile(NamedTuple):
    """A file that a session read or wrote, and from when to when.

    Attributes:
        changed: Whether it was written at least once.
    """

    path: str
    changed: bool
    first_at: str
    last_at: str


class Prompt(NamedTuple):
    """What the user typed, and at which place of the conversation.

    Attributes:
        taken_back: Whether the conversation left it.
    """

    position: int
    uuid: str
    at: str
    text: str
    taken_back: bool = False


class Session(NamedTuple):
    """One archived session, or a sub-agent's run inside one.

    Attributes:
        parent: Session that started this one as a sub-agent; empty for a main session.
        project: Project key, of joined ones the present one; empty where no line named a folder.
        original: Whether Claude Code still has the transcript.
    """

    id: str
    parent: str
    project: str
    cwd: str
    branch: str
    title: str
    started_at: str
    ended_at: str
    messages: int
    original: bool

    @property
    def known_branch(self) -> str:
        """Return the branch; empty where Claude Code has written HEAD because there is none."""
        return "" if self.branch == "HEAD" else self.branch


class Reference(NamedTuple):
    """A parsed ``cc://<session>[#<message uuid>][:<from>-<to>]``; 0 means not given."""

    session: str
    message: str = ""
    first: int = 0
    last: int = 0

    @classmethod
    def parse(cls, text: str) -> Reference:
        """Return the parts of a reference.

        Raises:
            UsageError: The text is no conversation reference, or its places are none.
        """
        found = re.fullmatch(_REFERENCE, text.strip())
        if found is None:
            raise UsageError(
                f"{text!r} is no conversation reference.",
                "write cc://SESSION, cc://SESSION#MESSAGE or cc://SESSION:3-9",
            )
        first, last = found["first"] or "", found["last"] or found["first"] or ""
        if first and not 0 < int(first) <= int(last):
            raise UsageError(
                f"{text!r} names no messages.", "count from 1, the earlier first: cc://SESSION:3-9"
            )
        return cls(found["session"], found["message"] or "", int(first or 0), int(last or 0))

    def __str__(self) -> str:
        """Return the reference as people and agents write it."""
        text = f"cc://{self.session}" + (f"#{self.message}" if self.message else "")
        if self.first:
            text += f":{self.first}-{self.last}" if self.last != self.first else f":{self.first}"
        return text
