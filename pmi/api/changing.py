"""What changes memory: each method checks who acts, delegates, and answers from the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from pmi.api.opening import Opened
from pmi.base.config import load
from pmi.base.errors import PolicyDenied

if TYPE_CHECKING:
    from pmi.learn.bootstrap import Introduction
    from pmi.model.entity import Entity
    from pmi.model.memory import Kind, Remembered, Undone
    from pmi.model.memory import Memory as StoredMemory
    from pmi.model.operation import Operation, Outcome
    from pmi.model.project import Joined
    from pmi.model.source import Intake, SourceDraft
    from pmi.rules.policy import InferredCreate
    from pmi.upkeep.forget import Forgotten
    from pmi.writing.learned import Edited
    from pmi.writing.rebuild import RebuildReport


class Changing(Opened):
    """The changing half of ``Memory``."""

    def remember(
        self,
        text: str,
        *,
        kind: Kind | Literal[""] = "",
        project: str = "",
        slug: str = "",
        reference: str = "",
        said_at: str = "",
        cause: str = "",
    ) -> Remembered | Outcome:
        """Store what the user says as a confirmed lesson; from an agent it is a proposal.

        Args:
            kind: Empty for a preference, or for the kind of what it replaces.
            project: Where it holds; empty for everywhere.
            slug: Of the memory that gives way to it and becomes history; empty for none.
            reference: ``cc://…`` of the message in which it was said.
            said_at: When it was said; empty for now.
            cause: Identity of the event behind this; the same cause stores once and answers
                the same.
        """
        if self.actor != "user":
            from pmi.model.operation import Operation

            asked = Operation("create", content=text, kind=kind or "preference", project=project)
            if slug:
                asked = Operation("supersede", target=slug, content=text, kind=kind)
            return self.propose([asked], cause=cause)[0]
        from pmi.learn.remember import Saying, remember

        saying = Saying(text, kind, project, slug, reference, said_at)
        return remember(self.store, saying, cause=cause)

    def propose(
        self,
        operations: Sequence[Operation],
        *,
        session: str = "",
        cause: str = "",
        dry_run: bool = False,
        distilled: Sequence[str] = (),
    ) -> list[Outcome]:
        """Submit operations and return what became of each, in their order.

        All of them are one journal entry. One that is wrong (malformed, a quote that is not
        there, an unknown id) refuses all.

        Args:
            session: The session that a citation of ``conversation`` means.
            dry_run: Only say what would become of them; nothing is written.
            distilled: Conversations and documents that were read for this, as far as they
                were; they wait no longer. Without operations nothing was worth keeping.
        """
        from pmi.learn.distilling import mark_effects
        from pmi.writing.propose import propose

        return propose(
            self.store,
            operations,
            actor=self.actor,
            session=session,
            cause=cause,
            inferred_create=self._inferred_create(),
            dry_run=dry_run,
            marks=mark_effects(self.store, distilled, self.actor),
        )

    def mark_distilled(self, references: Sequence[str]) -> int:
        """Note conversations and documents as distilled; return how many waited.

        Raises:
            NotFound: There is no such conversation or source.
            UsageError: It names a single message, or leaves out what comes before it.
        """
        from pmi.learn.distilling import mark_effects
        from pmi.writing.propose import propose

        marks = mark_effects(self.store, references, self.actor)
        propose(self.store, (), actor=self.actor, marks=marks)
        return len(marks)

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

    def edit_learning(
        self,
        number: int,
        text: str,
        *,
        reference: str = "",
        said_at: str = "",
        cause: str = "",
    ) -> Edited:
        """Put a learning in other words; a lesson gives way to them and becomes history.

        Args:
            reference: ``cc://…`` of the message in which the words were typed.
            said_at: When; empty for now.
            cause: Identity of the event behind this; the same cause changes once.
        """
        self._require("edit", (str(number), "…"))
        from pmi.writing.learned import edit_learning

        return edit_learning(
            self.store,
            number,
            text,
            actor=self.actor,
            reference=reference,
            said_at=said_at,
            cause=cause,
        )

    def add_source(self, draft: SourceDraft, *, cause: str = "", rehearse: bool = False) -> Intake:
        """Take a text in as evidence and return what became of it.

        Args:
            cause: Identity of the event behind this; the same cause acts once.
            rehearse: Only say what would become of it; nothing is written.
        """
        from pmi.writing.intake import add_source

        return add_source(self.store, draft, actor=self.actor, cause=cause, rehearse=rehearse)

    def archive(self, references: Sequence[str]) -> list[Outcome]:
        """Put memories away: they are kept, and no longer current; nothing is deleted."""
        from pmi.model.operation import Operation

        return self.propose([Operation("archive", target=item) for item in references])

    def restore_memory(self, references: Sequence[str]) -> list[Outcome]:
        """Bring back memories that were put away or rejected."""
        from pmi.model.operation import Operation

        return self.propose([Operation("restore", target=item) for item in references])

    def merge_entities(self, kept: str, gone: str) -> Entity:
        """Make one entity a part of another, with its names and memories; return that one.

        Raises:
            NotFound: One of them is not there.
            UsageError: They are the same already.
            PolicyDenied: An agent asked.
        """
        self._require("merge_entities", (kept, gone))
        from pmi.writing.entities import merge

        return merge(self.store, kept, gone, actor=self.actor)

    def join_projects(self, source: str, target: str, *, rehearse: bool = False) -> Joined:
        """Have what one project has be found under another one too; nothing is rewritten.

        Args:
            source: A key, a name or a folder; so is the target.
            rehearse: Only say what would become of it.

        Raises:
            NotFound: Nothing is kept of one of them.
            UsageError: A name is several projects', or both are the same one.
            Conflict: The target leads to the source already.
            PolicyDenied: An agent asked.
        """
        self._require("join_projects", (source, target))
        from pmi.writing.joining import join

        done = join(self.store, source, target, rehearse=rehearse)
        self._spread_projects(done, rehearse=rehearse)
        return done

    def take_apart(self, source: str, *, rehearse: bool = False) -> Joined:
        """Have a project that was joined to another one stand for itself again.

        Raises:
            NotFound: It leads to no other project.
            UsageError: Several have this name.
            PolicyDenied: An agent asked.
        """
        self._require("join_projects", ("--undo", source))
        from pmi.writing.joining import take_apart

        done = take_apart(self.store, source, rehearse=rehearse)
        self._spread_projects(done, rehearse=rehearse)
        return done

    def bootstrap(
        self,
        *,
        limit: int = 20,
        limit_s: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Introduction:
        """Stage what past conversations and notes tell of the user; nothing is applied.

        Args:
            limit: Most learnings that are staged.
            limit_s: Stop listening after about so long; the oldest messages come last.
            progress: Called with messages done and messages in all.
        """
        from pmi.learn.bootstrap import get_acquainted

        return get_acquainted(
            self.store, actor=self.actor, limit=limit, limit_s=limit_s, progress=progress
        )

    def undo(self, entry: int | None = None, cause: str = "") -> Undone:
        """Take back a journal entry, or the last change that can be."""
        from pmi.writing.undo import undo

        return undo(self.store, entry, actor=self.actor, cause=cause)

    def list_named(self, references: Sequence[str]) -> list[tuple[str, str]]:
        """Return what ``forget`` would remove: the name of each, and its sentence."""
        from pmi.upkeep.forget import list_named

        return list_named(self.store, references)

    def forget(self, references: Sequence[str]) -> Forgotten:
        """Remove memories, or learnings by number, for good: their words are then in no file.

        Backups may still hold them: the answer names those.
        """
        self._require("forget", references)
        from pmi.upkeep.forget import forget

        return forget(self.store, references, actor=self.actor)

    def stage(
        self, *, limit_s: float | None = None, between: Callable[[], None] = lambda: None
    ) -> list[int]:
        """Make learnings of what users said since the last look; return their numbers.

        Args:
            limit_s: Stop after about so long; the next call goes on there.
            between: Called between two messages that say something.
        """
        from pmi.learn.staging import stage

        return stage(self.store, limit_s=limit_s, between=between)

    def rebuild(self) -> RebuildReport:
        """Make all rows again from the journal, and mend what differs."""
        from pmi.writing.rebuild import rebuild

        return rebuild(self.store)

    def refresh(self, projects: Sequence[str] = ()) -> None:
        """Bring pages, search index, rules files and prepared briefs up to date."""
        from pmi.learn.rules_file import write_rules
        from pmi.learn.tending import tend
        from pmi.recall.prepare import write_briefs
        from pmi.search.index import catch_up
        from pmi.store.projects import mirror_known
        from pmi.upkeep.cleaning import finish_cleaning, is_unfinished

        if is_unfinished(self.home):
            finish_cleaning(self.store)
        tend(self.store)  # first: what the user changed in a page is a change of memory
        catch_up(self.store)
        mirror_known(self.store)
        write_briefs(self.store, projects)
        write_rules(self.store)

    def after_write(self) -> None:
        """Have the worker refresh what is made from memories; does not wait."""
        from pmi.base.process import start_worker

        start_worker(self.home)

    def _spread_projects(self, done: Joined, *, rehearse: bool) -> None:
        """Prepare the briefs of both projects at once: the next session begins with them."""
        if done.changed and not rehearse:
            from pmi.recall.prepare import write_briefs

            write_briefs(self.store, [done.target.key, done.source.key])

    def _require(
        self,
        operation: Literal[
            "confirm", "approve", "reject", "edit", "forget", "merge_entities", "join_projects"
        ],
        subjects: Sequence[str],
    ) -> None:
        from pmi.rules.policy import Request, decide, hint_for

        if decide(Request(self.actor, operation)).verdict == "refused":
            raise PolicyDenied(
                f"{self.actor} may not {operation}.", hint_for(operation, " ".join(subjects))
            )

    def _inferred_create(self) -> InferredCreate:
        value: InferredCreate = load(self.home)["policy"]["inferred_create"]
        return value
