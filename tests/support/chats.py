"""A conversation that is archived as it goes, with signals that a test can see at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from pmi import Memory
from pmi.model.conversation import Message, Session
from pmi.model.learning import Exchange, Learning, Signal, SignalKind
from pmi.store import archiving, learnings

PROJECT = "git:code.example/heron/app"


def detect_marked(exchange: Exchange) -> list[Signal]:
    """Find a signal in each line that names its kind: `correction: use pnpm`."""
    found = []
    for line in exchange.said.splitlines():
        kind, colon, text = line.partition(": ")
        if colon and kind in KINDS:
            found.append(Signal(KINDS[kind], "marked", line.strip(), text.strip()))
    return found


KINDS: dict[str, SignalKind] = {
    "correction": "correction",
    "insight": "insight",
    "preference": "preference",
    "constraint": "constraint",
    "identity": "identity",
}


@dataclass
class Chat:
    """A conversation that is archived as it goes."""

    memory: Memory
    session: str = "s-1"
    entrypoint: str = "cli"
    parent: str = ""
    project: str = PROJECT
    said: list[str] = field(default_factory=list)

    def add(self, *messages: Message) -> None:
        with self.memory.store.writing("transcripts") as connection:
            session = Session(
                self.session, self.parent, self.project, "/w", "main", "", "", "", 0, original=True
            )
            archiving.ensure_session(connection, session, self.entrypoint)
            archiving.add_messages(connection, self.session, messages)

    def user(self, text: str, uuid: str = "", **more: str) -> str:
        return self._say("user", text, uuid, origin="prompt", **more)

    def reply(self, text: str, uuid: str = "", **more: str) -> str:
        return self._say("assistant", text, uuid, origin="reply", **more)

    def _say(self, role: str, text: str, uuid: str, **more: str) -> str:
        name = uuid or f"{self.session}-{len(self.said)}"
        parent = more.pop("parent", self.said[-1] if self.said else "")
        at = more.pop("at", f"2027-01-05T10:00:{len(self.said):02d}.000Z")
        self.add(Message(name, self.session, 0, parent, role, at=at, text=text, **more))  # type: ignore[arg-type]
        self.said.append(name)
        return name


def everything(memory: Memory) -> list[Learning]:
    """Return all learnings."""
    return learnings.list_learnings(memory.store.reading("memory"))


def told(memory: Memory) -> list[tuple[str, str, int]]:
    """Return text, status and count of all learnings."""
    return [(item.text, item.status, item.count) for item in everything(memory)]
