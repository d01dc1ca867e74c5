"""What only reads memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pmi.api.opening import Opened
from pmi.model.memory import Status
from pmi.store import entities, journal, memories

if TYPE_CHECKING:
    from pmi.model.entity import Entity
    from pmi.model.learning import Learning
    from pmi.model.memory import JournalEntry
    from pmi.model.memory import Memory as StoredMemory
    from pmi.model.operation import Proposal, Review
    from pmi.model.page import Page
    from pmi.model.project import Project
    from pmi.model.source import Source
    from pmi.model.stats import Stats
    from pmi.recall.learned import OpenedLearning

MAP_BUDGET_TOKENS = 2000


class Reading(Opened):
    """The reading part of ``Memory``."""

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
        from pmi.store import reviews

        return reviews.list_reviews(self.store.reading("memory"), status)

    def get_review(self, reference: str) -> Review:
        """Return a review by its number, or by the id of what it is about.

        Raises:
            NotFound: There is none.
        """
        from pmi.store import reviews

        return reviews.get_review(self.store.reading("memory"), reference)

    def list_proposals(self, status: str | None = "pending") -> list[Proposal]:
        """Return proposals of a status, or all, the oldest first."""
        from pmi.store import proposals

        return proposals.list_proposals(self.store.reading("memory"), status)

    def learnings(self, status: str | None = "pending") -> list[Learning]:
        """Return learnings of a status, or all, by number, with how often each was shown."""
        from pmi.recall.learned import list_learned

        return list_learned(self.store, status)

    def learning(self, number: int) -> OpenedLearning:
        """Return a learning whole: said again when, worded how before, what it became.

        Raises:
            NotFound: There is none, or its words were forgotten.
        """
        from pmi.recall.learned import open_learning

        return open_learning(self.store, number)

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
        from pmi.learn.lessons import list_lessons
        from pmi.store import learnings

        connection = self.store.reading("memory")
        by_status = memories.count_by_status(connection)
        waiting = len(self.list_reviews())
        waiting += len(learnings.list_learnings(connection, "pending"))
        return {
            "memories": by_status.get("active", 0),
            "superseded": by_status.get("superseded", 0),
            "disputed": by_status.get("disputed", 0),
            "archived": by_status.get("archived", 0),
            "rules": len(list_lessons(self.store)),
            "waiting": waiting,
            "entries": journal.head(connection),
        }

    def stats(self) -> Stats:
        """Return figures: memories by kind, learnings by status, each lesson's use."""
        from pmi.learn.statistics import get_stats

        return get_stats(self.store)

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
