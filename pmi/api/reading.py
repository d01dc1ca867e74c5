"""What only reads memory; questions bring the index up to date before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pmi.api.opening import Opened
from pmi.base.errors import NotFound
from pmi.model.memory import Status
from pmi.store import journal, memories

if TYPE_CHECKING:
    from pmi.model.conversation import Message, Reference, Session
    from pmi.model.finding import Scope, SearchAnswer
    from pmi.model.memory import JournalEntry, Learning
    from pmi.model.memory import Memory as StoredMemory
    from pmi.model.operation import Proposal
    from pmi.model.page import Page

MAP_BUDGET_TOKENS = 2000
SEARCH_WAIT_S = 1.0
"""How long a question waits for the index to catch up."""


class Reading(Opened):
    """The reading half of ``Memory``."""

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
