"""After any sequence of operations: rebuild equals the rows, one active per slot, undo undoes."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pmi import Memory
from pmi.base.errors import Conflict, NotFound, PmiError, UsageError
from pmi.base.home import Home
from pmi.model.memory import LinkType
from pmi.model.operation import Citation, EntityClaim, LinkClaim, Operation
from pmi.store import rows

CONTENTS = st.sampled_from(
    [
        "deploy on Tuesdays",
        "Deploy on tuesdays!",
        "deploy on Mondays",
        "周二部署",
        "周一部署",
        "use pnpm",
    ]
)
SLOTS = st.sampled_from(["", "deploy day", "package manager"])
DAYS = st.sampled_from(["", "2026-01-01", "2026-02-01", "2026-03-01"])
ACTORS = st.sampled_from(["user", "agent:a", "agent:b"])
PROJECTS = st.sampled_from(["", "git:host/team/app"])
WORDS = "the source says: deploy on Tuesdays, 周二部署, use pnpm"


def ticking() -> Callable[[], str]:
    numbers = itertools.count()
    return lambda: f"2026-11-30T10:{next(numbers) // 60 % 60:02d}:00.{next(numbers) % 1000:03d}Z"


def state(memory: Memory) -> dict[str, Any]:
    """Return all rows but those with numbers for life, which are not given back."""
    found: dict[str, Any] = rows.dump(memory.store.reading("memory"))
    found.pop("learning")
    found.pop("review")
    return found


class Operations(RuleBasedStateMachine):
    """Everything that can happen to a memory, in any order, by several actors."""

    @initialize()
    def start(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.home = Home(self.folder.name)
        self.home.ensure()
        self.clock = ticking()
        self.memory = Memory.open(self.home, clock=self.clock)
        self.memory.remember(WORDS)
        source = self.memory.store.reading("memory").execute("SELECT id FROM source").fetchone()
        self.source = source[0]

    def actor(self, name: str) -> Memory:
        return Memory(self.memory.store, name)

    @rule(text=CONTENTS, project=PROJECTS)
    def remember(self, text: str, project: str) -> None:
        before = self.memory.counts()["entries"]
        self.memory.remember(text, project=project)
        assert self.memory.counts()["entries"] == before + 1

    @rule(
        actor=ACTORS, content=CONTENTS, slot=SLOTS, day=DAYS, project=PROJECTS, quoted=st.booleans()
    )
    def create(
        self, *, actor: str, content: str, slot: str, day: str, project: str, quoted: bool
    ) -> None:
        asked = Operation(
            "create",
            content=content,
            slot=slot,
            valid_from=day,
            project=project,
            entities=(EntityClaim("Anna"),) if quoted else (),
            evidence=self.cited(quoted=quoted),
        )
        self.actor(actor).propose([asked, asked])

    def cited(self, *, quoted: bool) -> tuple[Citation, ...]:
        """Return the quote, as long as its source is there."""
        row = self.memory.store.reading("memory").execute(
            "SELECT text FROM source_version WHERE source = ?", (self.source,)
        )
        text = row.fetchone()
        there = text is not None and "the source says" in text[0]
        return (Citation(self.source, "the source says"),) if quoted and there else ()

    def target(self, index: int) -> str:
        known = self.memory.list_memories(None)
        return known[index % len(known)].id if known else "mem_nowhere"

    def tried(self, actor: str, *operations: Operation) -> None:
        """Propose; what is wrong with the memory as it is now changes nothing."""
        before = rows.dump(self.memory.store.reading("memory"))
        try:
            self.actor(actor).propose(operations)
        except (Conflict, NotFound, UsageError):
            assert rows.dump(self.memory.store.reading("memory")) == before

    @rule(actor=ACTORS, index=st.integers(0, 20), content=CONTENTS, day=DAYS, quoted=st.booleans())
    def supersede(self, *, actor: str, index: int, content: str, day: str, quoted: bool) -> None:
        asked = Operation(
            "supersede",
            target=self.target(index),
            content=content,
            valid_from=day,
            evidence=self.cited(quoted=quoted),
        )
        self.tried(actor, asked)

    @rule(
        actor=ACTORS,
        index=st.integers(0, 20),
        slot=SLOTS,
        slug=st.sampled_from(["", "one", "two"]),
        quoted=st.booleans(),
    )
    def update(self, *, actor: str, index: int, slot: str, slug: str, quoted: bool) -> None:
        asked = Operation(
            "update",
            target=self.target(index),
            slot=slot,
            slug=slug,
            detail=f"{slot} {slug}",
            entities=(EntityClaim("Ann", aliases=("Annie",)),),
            evidence=self.cited(quoted=quoted),
        )
        self.tried(actor, asked)

    @rule(
        actor=ACTORS,
        first=st.integers(0, 20),
        second=st.integers(0, 20),
        link=st.sampled_from(["answers", "supports", "relates_to"]),
    )
    def link(self, actor: str, first: int, second: int, link: LinkType) -> None:
        tied = LinkClaim(link, self.target(second))
        self.tried(actor, Operation("link", target=self.target(first), links=(tied,)))

    @rule(actor=ACTORS, content=CONTENTS, slot=SLOTS)
    def ask(self, actor: str, content: str, slot: str) -> None:
        asked = Operation(
            "create", content=f"{content}?", stance="question", slot=slot,
            evidence=self.cited(quoted=True),
        )  # fmt: skip
        self.tried(actor, asked)

    @rule(actor=ACTORS, summary=CONTENTS, parent=st.sampled_from(["", "Anna", "Team"]))
    def describe(self, actor: str, summary: str, parent: str) -> None:
        claim = EntityClaim("Ann", "person", summary, parent)
        self.tried(actor, Operation("update", entities=(claim,)))

    @rule(actor=ACTORS, content=CONTENTS, found=st.booleans())
    def distil(self, actor: str, content: str, *, found: bool) -> None:
        asked = [Operation("create", content, evidence=self.cited(quoted=True))] if found else []
        try:
            self.actor(actor).propose(asked, distilled=[self.source])
        except NotFound:
            assert self.memory.store.reading("memory").execute(
                "SELECT count(*) FROM source_version WHERE source = ?", (self.source,)
            ).fetchone()[0] == 0  # fmt: skip

    @rule()
    def merge(self) -> None:
        try:
            self.memory.merge_entities("Anna", "Ann")
        except (NotFound, UsageError):
            return

    @rule(actor=ACTORS, index=st.integers(0, 20), back=st.booleans())
    def archive(self, actor: str, index: int, *, back: bool) -> None:
        self.tried(actor, Operation("restore" if back else "archive", target=self.target(index)))

    @rule(index=st.integers(0, 20), yes=st.booleans())
    def decide(self, index: int, yes: bool) -> None:
        waiting = [item.id for item in self.memory.list_proposals("pending")]
        subjects = [*waiting, *(item.id for item in self.memory.list_memories(None))]
        if not subjects:
            return
        subject = subjects[index % len(subjects)]
        try:
            self.memory.confirm([subject]) if yes else self.memory.reject([subject])
        except (Conflict, NotFound, UsageError):
            # What a proposal was about is gone or otherwise since.
            assert subject in waiting

    @rule(back=st.integers(0, 6), actor=ACTORS)
    def undo(self, back: int, actor: str) -> None:
        head = self.memory.counts()["entries"]
        try:
            self.actor(actor).undo(head - back if back and head > back else None)
        except PmiError as error:
            if error.code not in {"conflict", "not_found", "policy_denied"}:
                raise

    @precondition(lambda self: self.memory.list_memories(None))
    @rule(index=st.integers(0, 20))
    def forget(self, index: int) -> None:
        known = [item for item in self.memory.list_memories(None) if item.content != WORDS]
        if known:
            chosen = known[index % len(known)]
            self.memory.forget([chosen.id])

    @rule(content=CONTENTS, slot=SLOTS, actor=ACTORS)
    def change_and_undo(self, content: str, slot: str, actor: str) -> None:
        before, head = state(self.memory), self.memory.counts()["entries"]
        asked = [
            Operation("create", content=content, slot=slot, valid_from="2026-02-15"),
            Operation("create", content=f"{content}?", stance="question", slot=slot),
            Operation("update", entities=(EntityClaim("Zoe", "person", content, "Team"),)),
        ]
        if self.memory.list_memories():
            target = self.memory.list_memories()[-1].id
            asked.append(Operation("supersede", target=target, content=f"{content} now"))
            asked.append(Operation("update", target=target, detail=content, slot="elsewhere"))
        self.actor(actor).propose(asked)
        if self.memory.counts()["entries"] > head:
            self.memory.undo(head + 1)
        assert state(self.memory) == before

    @invariant()
    def at_most_one_is_active_per_slot(self) -> None:
        if not hasattr(self, "memory"):
            return
        active = [
            (item.project, item.slot)
            for item in self.memory.list_memories("active")
            if item.slot and item.stance == "claim"
        ]
        assert len(active) == len(set(active))

    def teardown(self) -> None:
        if hasattr(self, "memory"):
            report = self.memory.rebuild()
            self.memory.close()
            self.folder.cleanup()
            assert (report.changed, report.different) == (0, ())


Operations.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestOperations = Operations.TestCase


@pytest.mark.proves("M1")
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(CONTENTS, st.sampled_from(["2026-01-01", "2026-02-01", "2026-03-01"])),
        min_size=2,
        max_size=6,
        unique_by=lambda pair: pair[1],
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_in_which_dated_claims_arrive_does_not_matter(
    claims: list[tuple[str, str]], random: Any
) -> None:
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert _end(claims) == _end(shuffled)


def _end(claims: list[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Return how a slot looks after these claims, without ids and times of arrival."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(folder)
        home.ensure()
        with Memory.open(home) as memory:
            for content, day in claims:
                memory.propose(
                    [Operation("create", content=content, slot="deploy day", valid_from=day)]
                )
            found = memory.list_memories(None)
            by_id = {item.id: item.content for item in found}
            return sorted(
                (
                    item.valid_from,
                    item.content,
                    item.status,
                    item.valid_to,
                    by_id.get(item.successor, ""),
                    item.verification,
                )
                for item in found
            )


def test_undo_of_what_others_rest_on_names_them(memory: Memory) -> None:
    memory.propose([Operation("create", content="use pnpm")])
    target = memory.list_memories()[0]
    memory.reject([target.id])
    with pytest.raises(Conflict) as caught:
        memory.undo(1)
    assert caught.value.hint == "pmi undo --entry 2"
