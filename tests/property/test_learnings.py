"""Whatever is said, decided, undone and forgotten: numbers are for life, a rebuild is equal."""

from __future__ import annotations

import tempfile
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pmi import Memory
from pmi.base.errors import PmiError
from pmi.base.home import Home
from pmi.learn import hearing
from pmi.model.conversation import Said, Session
from pmi.model.learning import Exchange, Signal, SignalKind
from pmi.store import archiving, journal, learnings, scanning
from tests.property.test_journal import ticking

WISHES = st.sampled_from(
    [
        "use tabs",
        "never use tabs",
        "use pnpm, not npm",
        "I said use pnpm not npm!",
        "scratch that",
        "用制表符",
        "不要用制表符",
        "当我没说",
        "the parser needs a lock",
    ]
)
MARKS = ("scratch that", "当我没说")
SESSIONS = st.sampled_from(["s-1", "s-2"])
EXPECTED = {"conflict", "not_found", "usage", "policy_denied", "invalid"}


def detect_all(exchange: Exchange) -> list[Signal]:
    """Find a signal in all that is no mere withdrawal."""
    kind: SignalKind = "insight" if "parser" in exchange.said else "correction"
    return [
        Signal(kind, "all", line, line) for line in exchange.said.splitlines() if line not in MARKS
    ]


class Learnings(RuleBasedStateMachine):
    """Everything that can happen to learnings, in any order."""

    @initialize()
    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.home = Home(self.folder.name)
        self.home.ensure()
        self.memory = Memory.open(self.home, clock=ticking())
        self.said = 0
        self.numbers: dict[int, str] = {}

    @rule(wishes=st.lists(WISHES, min_size=1, max_size=2), session=SESSIONS)
    def say(self, wishes: list[str], session: str) -> None:
        self.said += 1
        at = f"2027-01-05T10:{self.said // 60:02d}:{self.said % 60:02d}.000Z"
        said = Said(f"m-{self.said}", "", "user", "prompt", at, "\n".join(wishes))
        answer = Said(f"a-{self.said}", f"m-{self.said}", "assistant", "reply", at, "yes")
        there = Session(session, "", "path:w", "/w", "", "", "", "", 0, original=True)
        with self.memory.store.writing("transcripts") as connection:
            archiving.ensure_session(connection, there, "cli")
            archiving.add_said(connection, {session: [said, answer]})

    @rule(again=st.booleans())
    def look(self, again: bool) -> None:
        with patch.object(hearing, "detect", detect_all):
            Memory(self.memory.store, "hook").stage()
            if again:
                with self.memory.store.writing("transcripts") as connection:
                    scanning.begin_at(connection, "signals", "2026-01-01T00:00:00.000Z")
                assert Memory(self.memory.store, "hook").stage() == []

    @rule(number=st.integers(1, 6), word=st.sampled_from(["confirm", "reject"]))
    def decide(self, number: int, word: str) -> None:
        self.attempt(lambda: getattr(self.memory, word)([str(number)]))

    @rule(number=st.integers(1, 6), text=WISHES)
    def edit(self, number: int, text: str) -> None:
        self.attempt(lambda: self.memory.edit_learning(number, text))

    @rule(text=WISHES)
    def remember(self, text: str) -> None:
        self.attempt(lambda: self.memory.remember(text))

    @rule(back=st.integers(-1, 8))
    def undo(self, back: int) -> None:
        head = self.memory.counts()["entries"]
        entry = head - back if 0 <= back < head else None
        self.attempt(lambda: self.memory.undo(entry))

    @rule(number=st.integers(1, 6))
    def forget(self, number: int) -> None:
        self.attempt(lambda: self.memory.forget([str(number)]))

    def attempt(self, act: object) -> None:
        try:
            act()  # type: ignore[operator]
        except PmiError as error:
            if error.code not in EXPECTED:
                raise

    @invariant()
    def numbers_are_for_life(self) -> None:
        connection = self.memory.store.reading("memory")
        for item in learnings.list_learnings(connection):
            first = learnings.find_first_text(connection, item.number)
            assert self.numbers.setdefault(item.number, first) in {first, item.text} or (
                "█" in first
            )
            assert (item.memory != "") or item.status != "confirmed"
        causes = [entry.cause for entry in journal.iterate(connection) if entry.cause]
        assert len(causes) == len(set(causes))

    def teardown(self) -> None:
        if hasattr(self, "memory"):
            assert self.memory.rebuild().changed == 0
            self.memory.close()
            self.folder.cleanup()


TestLearnings = Learnings.TestCase
TestLearnings.settings = settings(
    max_examples=25,
    stateful_step_count=14,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
