"""Hits before they are shown: few of those that are found get a snippet and all their marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.redact import clean_many
from pmi.model.finding import Hit, Mark
from pmi.search.live_branch import find_taken_back
from pmi.search.snippet import snippet
from pmi.store import conversations

if TYPE_CHECKING:
    from pmi.model.conversation import Session
    from pmi.store.database import Store


class Draft(NamedTuple):
    """A hit without its snippet, and the text that one is cut from: few are shown."""

    hit: Hit
    text: str
    words: Sequence[str]


def finish(store: Store, drafts: Sequence[Draft]) -> list[Hit]:
    """Return hits with their snippets, and with the mark of what the user took back."""
    left: dict[str, frozenset[str]] = {}
    hits = []
    # redacted before it is cut: half a credential, or one with marks in it, has no shape
    texts = clean_many([draft.text for draft in drafts])
    for draft, text in zip(drafts, texts, strict=True):
        hit = draft.hit._replace(snippet=snippet(text, draft.words))
        if hit.scope == "transcripts":
            session, _, message = hit.reference.removeprefix("cc://").partition("#")
            if session not in left:
                left[session] = find_taken_back(store, session)
            if message in left[session]:
                hit = hit._replace(marks=("taken_back", *hit.marks))
        hits.append(hit)
    return hits


class Sessions:
    """The sessions that hits stand in, each read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Session | None] = {}

    def get(self, name: str) -> Session | None:
        """Return a session, or None where it is not there any more."""
        if name not in self._known:
            self._known[name] = conversations.find_session(self._store, name)
        return self._known[name]

    @staticmethod
    def marks(session: Session | None) -> tuple[Mark, ...]:
        """Return what is to be known of whatever was said in a session."""
        if session is None:
            return ()
        sub: tuple[Mark, ...] = ("subagent",) if session.parent else ()
        return sub if session.original else (*sub, "gone")
