"""Archived conversations: sessions, messages and the references that open them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from pmi.base.errors import UsageError

Role = Literal["user", "assistant", "tool"]
Origin = Literal["prompt", "queued", "typed_command", "reply", "tool"]

_REFERENCE = re.compile(
    r"cc://(?P<session>[A-Za-z0-9][A-Za-z0-9._-]{0,127})"
    r"(?:#(?P<message>[A-Za-z0-9][A-Za-z0-9._-]{0,127}))?"
    r"(?::(?P<first>[0-9]{1,9})(?:-(?P<last>[0-9]{1,9}))?)?"
)


@dataclass(frozen=True, slots=True)
class Message:
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


@dataclass(frozen=True, slots=True)
class Session:
    """One archived session, or a sub-agent's run inside one.

    Attributes:
        parent: Session that started this one as a sub-agent; empty for a main session.
        project: Project key; empty where no line named a folder.
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


@dataclass(frozen=True, slots=True)
class Reference:
    """A parsed ``cc://<session>[#<message uuid>][:<from>-<to>]``; 0 means not given."""

    session: str
    message: str = ""
    first: int = 0
    last: int = 0

    @classmethod
    def parse(cls, text: str) -> Reference:
        """Return the parts of a reference.

        Raises:
            UsageError: The text is no conversation reference.
        """
        found = _REFERENCE.fullmatch(text.strip())
        if found is None:
            raise UsageError(
                f"{text!r} is no conversation reference.",
                "write cc://SESSION, cc://SESSION#MESSAGE or cc://SESSION:3-9",
            )
        first = int(found["first"] or 0)
        return cls(
            found["session"], found["message"] or "", first, int(found["last"] or 0) or first
        )

    def __str__(self) -> str:
        """Return the reference as people and agents write it."""
        text = f"cc://{self.session}" + (f"#{self.message}" if self.message else "")
        if self.first:
            text += f":{self.first}-{self.last}" if self.last != self.first else f":{self.first}"
        return text
