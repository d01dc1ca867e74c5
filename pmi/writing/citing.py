"""Checks what an operation cites: the words must stand where it says they do.

The result records everything about a quote that a rebuild needs; nothing is looked up twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pmi.base.errors import NotFound, QuoteMismatch
from pmi.base.redact import PRIVATE
from pmi.model.conversation import Message, Reference
from pmi.model.memory import Trust
from pmi.model.operation import Citation
from pmi.rules.claims import is_model_error
from pmi.rules.quotes import QUOTE_MIN_CHARS, find_nearest_line, find_quote
from pmi.rules.trust import lowest, rank
from pmi.store import conversations, originals, sources
from pmi.store.database import Store
from pmi.store.speech import trust_of_passage

if TYPE_CHECKING:
    import sqlite3

CONVERSATION = "conversation"
"""As the source of a citation: what was just said in the running session."""

_NEAR_MESSAGES = 40
_REDACTED = re.compile(r"\[redacted:|" + re.escape(PRIVATE))


@dataclass(frozen=True, slots=True)
class Found:
    """A quote that was found.

    Attributes:
        origin_key: Identity of its source.
        text: The version's whole text where the source is made with the memory, as a saying
            is; empty for a conversation, which is its own archive, and for a known version.
        version: Id of a version that is stored already; empty for none.
    """

    kind: str
    origin_key: str
    title: str
    text: str
    content_hash: str
    quote: str
    start: int
    end: int
    trust: Trust
    reference: str
    said_at: str
    version: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the stored form."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Checked:
    """The quotes of an operation, all of them found."""

    found: tuple[Found, ...] = ()

    @property
    def trust(self) -> Trust:
        """Return the lowest trust of what was cited."""
        return lowest(item.trust for item in self.found)


class Citing:
    """Checks the citations of one batch; each source and session is read once.

    Args:
        session: The session that ``conversation`` means; empty where none is known.
    """

    def __init__(self, store: Store, session: str) -> None:
        self._store = store
        self._session = session
        self._sources: dict[str, tuple[sqlite3.Row, str]] = {}
        self._messages: dict[str, list[Message]] = {}

    def check(self, citations: Sequence[Citation]) -> Checked:
        """Return all quotes of an operation, redacted already, with their places.

        Raises:
            QuoteMismatch: One is too short, crosses a redaction or does not stand there; the
                hint says what does.
            NotFound: There is no such source, conversation or running session.
        """
        found: dict[Found, None] = {}
        for citation in citations:
            quote = citation.quote
            if len(quote) < QUOTE_MIN_CHARS:
                raise QuoteMismatch(
                    f"The quote {quote!r} is too short.", "quote at least 4 characters"
                )
            if _REDACTED.search(quote):
                raise QuoteMismatch(
                    "The quote crosses a redaction.", "quote words that are stored as they were"
                )
            if is_model_error(quote):
                raise QuoteMismatch(
                    "The quote is a model's error message.", "an error message is no evidence"
                )
            found[self._check_one(citation.source, quote)] = None
        return Checked(tuple(found))

    def _check_one(self, source: str, quote: str) -> Found:
        if source == CONVERSATION:
            if not self._session:
                raise NotFound("No conversation is running.", "cite a reference: cc://SESSION")
            return self._check_session(quote)
        if source.startswith("cc://"):
            return self._check_reference(Reference.parse(source), quote)
        return self._check_source(source, quote)

    def _read(self, reference: Reference) -> list[Message]:
        name = str(reference)
        if name not in self._messages:
            self._messages[name] = conversations.read_messages(self._store, reference)
        return self._messages[name]

    def _check_session(self, quote: str) -> Found:
        try:
            messages = self._read(Reference(self._session))
        except NotFound as error:
            raise QuoteMismatch(
                f"The quote {_shown(quote)} is not in this conversation.",
                "nothing of this session is archived yet",
            ) from error
        found = _lowest_place(messages, quote)
        if found is None:
            raise _mismatch(messages[-_NEAR_MESSAGES:], quote)
        return found

    def _check_reference(self, reference: Reference, quote: str) -> Found:
        messages = self._read(reference)
        found = _lowest_place(messages, quote)
        if found is None:
            raise _mismatch(messages[:200], quote)
        return found

    def _check_source(self, source: str, quote: str) -> Found:
        row, text = self._source(source)
        span = find_quote(text, quote)
        if span is None:
            raise _mismatch_in(text, quote)
        return Found(
            kind=row["kind"],
            origin_key=row["origin_key"],
            title=row["title"],
            text="",
            content_hash=row["content_hash"],
            quote=text[span[0] : span[1]],
            start=span[0],
            end=span[1],
            trust=row["trust"],
            reference=row["id"],
            said_at=row["source_time"] or row["at"],
            version=row["version"],
        )

    def _source(self, source: str) -> tuple[sqlite3.Row, str]:
        if source not in self._sources:
            connection = self._store.reading("memory")
            known = sources.find_id(connection, source)
            row = sources.find_newest(connection, known) if known else None
            if row is None:
                raise NotFound(
                    f"There is no source {source[:200]!r}.",
                    "cite conversation, a cc:// reference, or a source's id or origin key",
                )
            self._sources[source] = row, originals.read_text(self._store.home, row)
        return self._sources[source]


def said_in(message: Message, span: tuple[int, int], trust: Trust) -> Found:
    """Return the evidence for a passage of an archived message."""
    reference = f"cc://{message.session}#{message.uuid}"
    return Found(
        kind=CONVERSATION,
        origin_key=reference,
        title="",
        text="",
        content_hash=originals.hash_of(message.text),
        quote=message.text[span[0] : span[1]],
        start=span[0],
        end=span[1],
        trust=trust,
        reference=reference,
        said_at=message.at,
    )


def _lowest_place(messages: Sequence[Message], quote: str) -> Found | None:
    """Return where a quote was said; of several speakers the least trusted counts."""
    found: list[Found] = []
    for message in messages:
        span = find_quote(message.text, quote)
        if span is not None:
            found.append(said_in(message, span, trust_of_passage(message, *span)))
    return min(found, key=lambda item: rank(item.trust), default=None)


def _mismatch(messages: Sequence[Message], quote: str) -> QuoteMismatch:
    return _mismatch_in("\n".join(message.text for message in messages), quote)


def _mismatch_in(text: str, quote: str) -> QuoteMismatch:
    near = find_nearest_line(text, quote)
    return QuoteMismatch(
        f"The quote {_shown(quote)} does not stand there.",
        f"the nearest line there: {near}" if near else "quote the words as they stand there",
    )


def _shown(quote: str) -> str:
    return repr(quote if len(quote) <= 80 else quote[:79] + "…")
