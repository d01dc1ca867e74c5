"""What finds: search, answers to questions, conversations, days; the index is caught up first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pmi.api.opening import Opened

if TYPE_CHECKING:
    from pmi.model.context import Context
    from pmi.model.conversation import Message, Reference, Session
    from pmi.model.distilling import Distilled, Undistilled
    from pmi.model.finding import Scope, SearchAnswer
    from pmi.model.learning import Signal
    from pmi.model.overview import Digest, FoundSessions, Overview

CONTEXT_TOKENS = 2000
SEARCH_WAIT_S = 1.0
"""How long a question waits for the index to catch up."""


class Finding(Opened):
    """The finding part of ``Memory``."""

    @staticmethod
    def signals(text: str, before: str = "") -> list[Signal]:
        """Return the signs in a user's words that a later session should act otherwise.

        Nothing is stored.

        Args:
            before: What the assistant had said before; empty for nothing.
        """
        from pmi.learn.signals import detect
        from pmi.model.learning import Exchange

        return detect(Exchange(before, text))

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
        answer = self.search(
            words, scopes=("sessions",), project=project, since=since, until=until, limit=limit
        )
        ids = [hit.reference.removeprefix("cc://") for hit in answer.hits]
        return list_sessions(self.store, limit=limit, ids=ids)

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

    def undistilled(self, project: str | None = None) -> list[Undistilled]:
        """Return conversations and documents that wait to be distilled, each sort newest first.

        Args:
            project: Key: only conversations of this project.
        """
        from pmi.learn.distilling import list_waiting

        return list_waiting(self.store, project)

    def distilled_before(self, reference: Reference) -> Distilled | None:
        """Return what went before a part of a conversation, as context for who distils it."""
        from pmi.learn.distilling import get_distilled

        return get_distilled(self.store, reference)

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
