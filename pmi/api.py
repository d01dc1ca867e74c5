"""``Memory``: the one entry point of business code, for every door and for Python.

Short methods that check who acts, delegate, and answer with values read back.

Example:
    >>> from pmi import Memory
    >>> with Memory.open() as memory:  # doctest: +SKIP
    ...     receipt = memory.remember("we deploy only on Tuesdays")
    ...     print(receipt.number, receipt.memory.content)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from pmi.base import clock
from pmi.base.config import load
from pmi.base.errors import NotFound, PolicyDenied
from pmi.base.home import Home
from pmi.model.memory import Kind, Operation, Outcome, Remembered, Status
from pmi.rules.policy import InferredCreate, Request, decide, hint_for
from pmi.store import journal, memories
from pmi.store.database import Store

if TYPE_CHECKING:
    from pmi.model.conversation import Message, Reference, Session
    from pmi.model.finding import Scope, SearchAnswer
    from pmi.model.memory import JournalEntry, Learning, Proposal, Undone
    from pmi.model.memory import Memory as StoredMemory
    from pmi.model.page import Page
    from pmi.upkeep.forget import Forgotten
    from pmi.writing.rebuild import RebuildReport

MAP_BUDGET_TOKENS = 2000
SEARCH_WAIT_S = 1.0
"""How long a question waits for the index to catch up."""


class Memory:
    """The memory of one home, as one actor sees and changes it.

    Args:
        store: The home's databases; closed together with this.
        actor: ``user``, ``agent:<name>`` or ``hook``.
    """

    def __init__(self, store: Store, actor: str) -> None:
        self.store = store
        self.actor = actor

    @classmethod
    def open(
        cls,
        home: Home | str | None = None,
        *,
        actor: str = "user",
        clock: Callable[[], str] = clock.now,
    ) -> Memory:
        """Return the memory of a home; use it in a ``with``, which closes it.

        Args:
            home: The home or its path; None for the one that the environment names.

        Raises:
            NoHome: There is none.
        """
        place = Home(home) if isinstance(home, str) else home or Home.locate()
        place.require()
        return cls(Store(place, clock), actor)

    @property
    def home(self) -> Home:
        """Return the home."""
        return self.store.home

    def close(self) -> None:
        """Close the databases."""
        self.store.close()

    def __enter__(self) -> Self:
        """Return the memory itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the databases."""
        self.close()

    # --- changing ------------------------------------------------------------------------

    def remember(
        self,
        text: str,
        *,
        kind: Kind = "preference",
        project: str = "",
        reference: str = "",
        said_at: str = "",
        cause: str = "",
    ) -> Remembered | Outcome:
        """Store what the user says as a confirmed lesson; from an agent it is a proposal.

        Args:
            project: Where it holds; empty for everywhere.
            reference: ``cc://…`` of the message in which it was said.
            said_at: When it was said; empty for now.
            cause: Identity of the event behind this; the same cause stores once and answers
                the same.
        """
        if self.actor != "user":
            asked = Operation("create", content=text, kind=kind, project=project)
            return self.propose([asked], cause=cause)[0]
        from pmi.learn.remember import Saying, remember

        return remember(self.store, Saying(text, kind, project, reference, said_at), cause=cause)

    def propose(
        self, operations: Sequence[Operation], *, session: str = "", cause: str = ""
    ) -> list[Outcome]:
        """Submit operations and return what became of each, in their order.

        All of them are one journal entry. A malformed one refuses all.

        Args:
            session: The session that a citation of ``conversation`` means.
        """
        from pmi.writing.propose import propose

        return propose(
            self.store,
            operations,
            actor=self.actor,
            session=session,
            cause=cause,
            inferred_create=self._inferred_create(),
        )

    def confirm(self, references: Sequence[str], *, cause: str = "") -> list[StoredMemory]:
        """Confirm memories, learnings by number, or proposals; return the memories."""
        self._require("confirm", references)
        from pmi.writing.words import confirm

        return confirm(self.store, references, actor=self.actor, cause=cause)

    def approve(self, references: Sequence[str], *, cause: str = "") -> list[StoredMemory]:
        """Approve proposals, which confirms what they bring; return the memories."""
        self._require("approve", references)
        from pmi.writing.words import confirm

        return confirm(self.store, references, actor=self.actor, cause=cause)

    def reject(self, references: Sequence[str], reason: str = "", *, cause: str = "") -> list[str]:
        """Reject memories, learnings by number, or proposals; return their full names."""
        self._require("reject", references)
        from pmi.writing.words import reject

        return reject(self.store, references, actor=self.actor, reason=reason, cause=cause)

    def undo(self, entry: int | None = None, cause: str = "") -> Undone:
        """Take back a journal entry, or the last change that can be."""
        from pmi.writing.undo import undo

        return undo(self.store, entry, actor=self.actor, cause=cause)

    def forget(self, references: Sequence[str]) -> Forgotten:
        """Remove memories for good: their words are then in no file of the home but backups."""
        self._require("forget", references)
        from pmi.upkeep.forget import forget

        return forget(self.store, references, actor=self.actor)

    def rebuild(self) -> RebuildReport:
        """Make all rows again from the journal, and mend what differs."""
        from pmi.writing.rebuild import rebuild

        return rebuild(self.store)

    def refresh(self, projects: Sequence[str] = ()) -> None:
        """Bring search index, rules file and prepared briefs up to date with the journal."""
        from pmi.learn.rules_file import write_rules
        from pmi.recall.prepare import write_briefs
        from pmi.search.index import catch_up

        catch_up(self.store)
        write_briefs(self.store, projects)
        write_rules(self.store)

    def after_write(self) -> None:
        """Have the worker refresh what is made from memories; does not wait."""
        from pmi.base.process import start_worker

        start_worker(self.home)

    # --- reading -------------------------------------------------------------------------

    def get(self, reference: str) -> StoredMemory:
        """Return a memory with its evidence by id, end of an id, slug or learning's number.

        Raises:
            NotFound: There is none.
        """
        return memories.get_memory(self.store.reading("memory"), reference)

    def history(self, reference: str) -> list[StoredMemory]:
        """Return what a memory's slot held over time, the oldest first."""
        connection = self.store.reading("memory")
        return memories.list_neighbours(connection, memories.get_memory(connection, reference))

    def why(self, reference: str) -> dict[str, Any]:
        """Return who said a memory, when, in which words and session, and what resumes it."""
        from pmi.writing.why import explain

        return explain(self.store, reference)

    def list_memories(
        self, status: Status | None = "active", *, project: str | None = None, limit: int = 0
    ) -> list[StoredMemory]:
        """Return memories, the newest first; None for every status, 0 for no limit."""
        connection = self.store.reading("memory")
        return memories.list_memories(connection, status=status, project=project, limit=limit)

    def list_proposals(self, status: str | None = "pending") -> list[Proposal]:
        """Return proposals of a status, or all, the oldest first."""
        return memories.list_proposals(self.store.reading("memory"), status)

    def list_learnings(self, status: str | None = None) -> list[Learning]:
        """Return learnings of a status, or all, by number."""
        return memories.list_learnings(self.store.reading("memory"), status)

    def log(self, limit: int = 50) -> list[JournalEntry]:
        """Return journal entries, the newest first."""
        return journal.list_entries(self.store.reading("memory"), limit=limit)

    def counts(self) -> dict[str, int]:
        """Return how much there is: memories by status, rules, waiting, entries."""
        from pmi.learn.rules_file import list_lessons

        connection = self.store.reading("memory")
        by_status = memories.count_by_status(connection)
        waiting = len(memories.list_proposals(connection, "pending"))
        waiting += len(memories.list_learnings(connection, "pending"))
        return {
            "memories": by_status.get("active", 0),
            "superseded": by_status.get("superseded", 0),
            "disputed": by_status.get("disputed", 0),
            "archived": by_status.get("archived", 0),
            "rules": len(list_lessons(self.store)),
            "waiting": waiting,
            "entries": journal.head(connection),
        }

    def map(self, project: str = "", budget_tokens: int = MAP_BUDGET_TOKENS) -> list[Page]:
        """Return everything known as pages, the project's first."""
        from pmi.recall.map import build_map
        from pmi.store.projects import list_project_keys

        return build_map(
            self.list_memories(),
            project=project,
            today=self.store.clock(),
            names=list_project_keys(self.store.reading("transcripts")),
            budget_tokens=budget_tokens,
        )

    def sessions(
        self, words: str = "", *, project: str | None = None, limit: int = 20
    ) -> list[Session]:
        """Return archived sessions, the newest first; with words, those that match best."""
        from pmi.store.conversations import list_sessions

        if not words.strip():
            return list_sessions(self.store, project=project, limit=limit)
        answer = self.search(words, scopes=("transcripts",), project=project, limit=limit * 5)
        ids = dict.fromkeys(
            hit.reference.removeprefix("cc://").partition("#")[0] for hit in answer.hits
        )
        return list_sessions(self.store, limit=limit, ids=list(ids))

    def conversation(self, reference: Reference, limit: int = 0) -> tuple[Session, list[Message]]:
        """Return a session and the messages of it that a reference names."""
        from pmi.store.conversations import find_session, read_messages

        session = find_session(self.store, reference.session)
        if session is None:
            raise NotFound(f"There is no session {reference.session!r}.", "pmi sessions")
        return session, read_messages(self.store, reference, limit)

    def search(
        self,
        query: str,
        *,
        scopes: Sequence[Scope] = ("memories", "transcripts"),
        project: str | None = None,
        within: str = "",
        limit: int = 10,
        since: str = "",
        until: str = "",
    ) -> SearchAnswer:
        """Return what matches, best first; new memories and turns are indexed before.

        Args:
            within: A session or its `cc://` reference: only what was said in there.
            since: Day from which on; empty for all.
            until: Last day; empty for all.
        """
        from pmi.search.query import search

        return search(
            self.store,
            query,
            scopes=scopes,
            project=project,
            within=within,
            limit=limit,
            since=since,
            until=until,
            wait_s=SEARCH_WAIT_S,
        )

    # --- policy --------------------------------------------------------------------------

    def _require(
        self, operation: Literal["confirm", "approve", "reject", "forget"], subjects: Sequence[str]
    ) -> None:
        if decide(Request(self.actor, operation)).verdict == "refused":
            raise PolicyDenied(
                f"{self.actor} may not {operation}.", hint_for(operation, " ".join(subjects))
            )

    def _inferred_create(self) -> InferredCreate:
        value: InferredCreate = load(self.home)["policy"]["inferred_create"]
        return value
