"""What only reads memory; questions bring the index up to date before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pmi.api.opening import Opened
from pmi.model.memory import Status
from pmi.store import entities, journal, memories, proposals, reviews

if TYPE_CHECKING:
    from pmi.model.context import Context
    from pmi.model.conversation import Message, Reference, Session
    from pmi.model.entity import Entity
    from pmi.model.finding import Scope, SearchAnswer
    from pmi.model.memory import JournalEntry, Learning
    from pmi.model.memory import Memory as StoredMemory
    from pmi.model.operation import Proposal, Review
    from pmi.model.overview import Digest, FoundSessions, Overview
    from pmi.model.page import Page
    from pmi.model.project import Project
    from pmi.model.source import Source

MAP_BUDGET_TOKENS = 2000
CONTEXT_TOKENS = 2000
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
        self,
        status: Status | None = "active",
        *,
        project: str | None = None,
        kind: str = "",
        entity: str = "",
        source: str = "",
        limit: int = 0,
    ) -> list[StoredMemory]:
        """Return memories, the newest first; None for every status, 0 for no limit.

        Args:
            entity: Only those that name this entity, by id, name or alias.
            source: Only those that quote this source, by id, origin key or URL.

        Raises:
            NotFound: There is no such entity or source.
        """
        connection = self.store.reading("memory")
        ids: set[str] | None = None
        if entity:
            named = entities.get_entity(connection, entity).id
            ids = entities.list_memories_of(connection, entities.members_of(connection, named))
        if source:
            quoting = memories.list_quoting(connection, self.get_source(source).id)
            ids = quoting if ids is None else ids & quoting
        keys = None if project is None else self._keys_of(project)
        return memories.list_memories(
            connection, status=status, projects=keys, kind=kind, limit=limit, ids=ids
        )

    def list_slots(self, project: str | None = None) -> list[StoredMemory]:
        """Return the active memories that stand in a slot, by project and slot."""
        found = [item for item in self.list_memories(project=project) if item.slot]
        return sorted(found, key=lambda item: (item.project, item.slot, item.id))

    def list_entities(self) -> list[Entity]:
        """Return all entities by name; those merged into others are seen in these."""
        return entities.list_entities(self.store.reading("memory"))

    def get_entity(self, reference: str) -> Entity:
        """Return an entity by id, name or alias.

        Raises:
            NotFound: There is none.
        """
        return entities.get_entity(self.store.reading("memory"), reference)

    def list_reviews(self, status: str | None = "pending") -> list[Review]:
        """Return what waits for the user's decision, or all there was, by number."""
        return reviews.list_reviews(self.store.reading("memory"), status)

    def get_review(self, reference: str) -> Review:
        """Return a review by its number, or by the id of what it is about.

        Raises:
            NotFound: There is none.
        """
        return reviews.get_review(self.store.reading("memory"), reference)

    def list_proposals(self, status: str | None = "pending") -> list[Proposal]:
        """Return proposals of a status, or all, the oldest first."""
        return proposals.list_proposals(self.store.reading("memory"), status)

    def list_learnings(self, status: str | None = None) -> list[Learning]:
        """Return learnings of a status, or all, by number."""
        return memories.list_learnings(self.store.reading("memory"), status)

    def get_source(self, reference: str) -> Source:
        """Return a source with its versions by id, end of an id, origin key or URL.

        Raises:
            NotFound: There is none.
        """
        from pmi.store.sources import get_source

        return get_source(self.store, reference)

    def list_sources(self, *, said: bool = False) -> list[Source]:
        """Return the texts that were taken in, the newest first.

        Args:
            said: Also what was only said: quoted conversations, remembered sentences.
        """
        from pmi.store.sources import list_sources

        return list_sources(self.store, said=said)

    def source_text(self, reference: str, version: str = "") -> str:
        """Return the text of a source.

        Args:
            version: Id, end of an id, or number from 1; empty for the newest.
        """
        from pmi.store.sources import read_text

        return read_text(self.store, reference, version)

    def log(self, limit: int = 50) -> list[JournalEntry]:
        """Return journal entries, the newest first."""
        return journal.list_entries(self.store.reading("memory"), limit=limit)

    def counts(self) -> dict[str, int]:
        """Return how much there is: memories by status, rules, waiting, entries."""
        from pmi.learn.rules_file import list_lessons

        connection = self.store.reading("memory")
        by_status = memories.count_by_status(connection)
        waiting = len(self.list_reviews())
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
        from pmi.store.projects import as_joined, list_project_names

        return build_map(
            as_joined(self.store, self.list_memories()),
            project=self._keys_of(project)[0],
            today=self.store.clock(),
            names=list_project_names(self.store),
            budget_tokens=budget_tokens,
        )

    def find_project(self, text: str) -> str:
        """Return the key of the project that a key, a name or a folder names; empty for none.

        Raises:
            NotFound: No project has this name.
            UsageError: Several have it.
        """
        from pmi.store.projects import find_project

        return find_project(self.store, text)

    def list_projects(self) -> list[Project]:
        """Return all projects that hold anything, the last used first."""
        from pmi.store.projects_held import list_projects

        return list_projects(self.store)

    def _keys_of(self, project: str) -> list[str]:
        from pmi.store.projects import list_same_project

        return list_same_project(self.store.reading("transcripts"), project)

    def sessions(
        self,
        words: str = "",
        *,
        project: str | None = None,
        since: str = "",
        until: str = "",
        limit: int = 20,
    ) -> list[Session]:
        """Return archived sessions, the newest first; with words, those that match best.

        Args:
            since, until: First and last day (YYYY-MM-DD) on which something was said.
        """
        from pmi.base.clock import start_of_day
        from pmi.store.conversations import list_sessions

        if not words.strip():
            first = start_of_day(since) if since else ""
            behind = start_of_day(until, 1) if until else ""
            return list_sessions(
                self.store, project=project, since=first, until=behind, limit=limit
            )
        found = self.find_sessions(words, project=project, since=since, until=until, limit=limit)
        return list(found.sessions)

    def find_sessions(
        self,
        words: str,
        *,
        project: str | None = None,
        since: str = "",
        until: str = "",
        limit: int = 20,
    ) -> FoundSessions:
        """Return the sessions in which words were said, best first, with what matched in each.

        Args:
            since, until: First and last day (YYYY-MM-DD) on which they were said.
        """
        from pmi.recall.overview import found_sessions

        days = {"since": since, "until": until}
        sessions = self.search(words, scopes=("sessions",), project=project, limit=limit, **days)
        passages = self.search(
            words, scopes=("transcripts",), project=project, limit=limit * 5, **days
        )
        return found_sessions(self.store, sessions, passages.hits)

    def conversation(self, reference: Reference, limit: int = 0) -> tuple[Session, list[Message]]:
        """Return a session and the messages of it that a reference names.

        Raises:
            NotFound: There is no such session, message or range.
            UsageError: Several begin so.
        """
        from pmi.recall.overview import get_session
        from pmi.store.conversations import read_messages

        session = get_session(self.store, reference.session)
        return session, read_messages(self.store, reference, limit)

    def overview(self, session: str) -> Overview:
        """Return what one session comes to: asked, done, remembered, and what resumes it.

        Args:
            session: Its id, the beginning of it, or a reference.

        Raises:
            NotFound: There is no such session.
            UsageError: Several begin so.
        """
        from pmi.recall.overview import get_overview

        return get_overview(self.store, session)

    def digest(self, first: str, last: str = "", *, project: str | None = None) -> Digest:
        """Return what days came to, per project: asked, decided, changed, left open.

        Args:
            first: The first day (YYYY-MM-DD), where the user is.
            last: The last day; empty for the first.
            project: Key of a project; None for all.
        """
        from pmi.recall.digest import get_digest

        return get_digest(self.store, first, last or first, project)

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
        role: str = "",
        tool: str = "",
        kind: str = "",
        status: str = "",
        entity: str = "",
        here: str = "",
    ) -> SearchAnswer:
        """Return what matches, best first; new memories and turns are indexed before.

        A condition that only some scopes can satisfy leaves the others out, with a note.

        Args:
            project: Key, or a name that only one has: its own and what holds everywhere.
            within: A session or a `cc://` reference: only what was said in there.
            since: Day from which on; empty for all.
            until: Last day; empty for all.
            role, tool: Of messages: user, assistant or tool; the tool that was called.
            kind, status: Of memories; the status may be ``all``.
            entity: Of memories: only those that name it, by id, name or alias.
            here: Key of the project in which it is asked: its hits count a little more.

        Raises:
            UsageError: A value is none that there can be, or nothing can satisfy all of it.
            NotFound: There is no such session, message, entity or project.

        Example:
            >>> with Memory.open() as memory:  # doctest: +SKIP
            ...     for hit in memory.search("deploy", role="user", since="2026-01-01").hits:
            ...         print(hit.reference, hit.snippet, hit.why, hit.marks)
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
            role=role,
            tool=tool,
            kind=kind,
            status=status,
            entity=entity,
            here=here,
            wait_s=SEARCH_WAIT_S,
        )

    def get_context(
        self,
        question: str,
        *,
        project: str | None = None,
        participants: Sequence[str] = (),
        as_of: str = "",
        since: str = "",
        until: str = "",
        history: bool = False,
        max_tokens: int = CONTEXT_TOKENS,
    ) -> Context:
        """Return the assembled answer to a question, and whether it is enough.

        Current memories with their quotes, what held before, conflicts, open questions, and
        passages of sources and conversations; weak matches are listed, but do not count.

        Args:
            project: Key of a project: its own and what holds everywhere; None for all.
            participants: Names or aliases: only what is about one of them.
            as_of: Day (YYYY-MM-DD) whose state is wanted; empty for now.
            since: Day: only what was said or held from then on.
            until: Day: only what was said or held up to then.
            history: All that held before, not only the last of each.
            max_tokens: About how long the answer may be as text; whole items only.

        Raises:
            UsageError: There is no question, a day is no day, or there is room for nothing.

        Example:
            >>> with Memory.open() as memory:  # doctest: +SKIP
            ...     answer = memory.get_context("when do we deploy?", as_of="2026-02-01")
            ...     for item in answer.items:
            ...         print(item.reference, item.text, item.quotes)
        """
        from pmi.recall.context import get_context

        return get_context(
            self.store,
            question,
            project=project,
            participants=participants,
            as_of=as_of,
            since=since,
            until=until,
            history=history,
            max_tokens=max_tokens,
            wait_s=SEARCH_WAIT_S,
        )
