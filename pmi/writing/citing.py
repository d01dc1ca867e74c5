"""Checks what an operation cites: the words must stand where it says they do.

The result records everything about a quote that a rebuild needs; nothing is looked up twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pmi.base.errors import NotFound, UsageError
from pmi.base.redact import clean
from pmi.model.conversation import Message, Reference
from pmi.model.memory import Trust
from pmi.model.operation import Citation
from pmi.rules.claims import is_model_error
from pmi.rules.quotes import QUOTE_MIN_CHARS, find_nearest_line, find_quote
from pmi.rules.trust import lowest, rank
from pmi.search.quotes import find_quote_in_session
from pmi.store import conversations, rows
from pmi.store.database import Store
from pmi.store.speech import trust_of_passage

CONVERSATION = "conversation"
"""As the source of a citation: what was just said in the running session."""

_NEAR_MESSAGES = 40


@dataclass(frozen=True, slots=True)
class Found:
    """A quote that was found.

    Attributes:
        origin_key: Identity of its source.
        text: The version's whole text; empty for a conversation, which is its own archive.
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

    def as_dict(self) -> dict[str, Any]:
        """Return the stored form."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of an operation's citations; a problem refuses the operation.

    Attributes:
        problem: Stable word, or empty.
        hint: For whoever cited: the nearest line, or what to write.
    """

    found: tuple[Found, ...] = ()
    problem: str = ""
    hint: str = ""

    @property
    def trust(self) -> Trust:
        """Return the lowest trust of what was cited."""
        return lowest(item.trust for item in self.found)


def check_citations(store: Store, citations: Sequence[Citation], session: str) -> Checked:
    """Return all quotes of an operation with their places, or the first problem.

    Args:
        session: The session that ``conversation`` means; empty where none is known.
    """
    found: list[Found] = []
    for citation in citations:
        quote = clean(citation.quote).strip()
        if len(quote) < QUOTE_MIN_CHARS:
            return Checked(problem="quote_too_short", hint="quote at least 4 characters")
        if is_model_error(quote):
            return Checked(problem="model_error", hint="an error message is no evidence")
        checked = _check_one(store, citation.source.strip(), quote, session)
        if checked.problem:
            return checked
        found.extend(checked.found)
    return Checked(tuple(dict.fromkeys(found)))


def said_in(message: Message, span: tuple[int, int], trust: Trust) -> Found:
    """Return the evidence for a passage of an archived message."""
    reference = f"cc://{message.session}#{message.uuid}"
    return Found(
        kind=CONVERSATION,
        origin_key=reference,
        title="",
        text="",
        content_hash=hash_of(message.text),
        quote=message.text[span[0] : span[1]],
        start=span[0],
        end=span[1],
        trust=trust,
        reference=reference,
        said_at=message.at,
    )


def hash_of(text: str) -> str:
    """Return what identical content has in common."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _check_one(store: Store, source: str, quote: str, session: str) -> Checked:
    if source == CONVERSATION:
        if not session:
            return Checked(problem="no_session", hint="cite a reference: cc://SESSION")
        return _check_session(store, session, quote)
    if source.startswith("cc://"):
        try:
            reference = Reference.parse(source)
        except UsageError as error:
            return Checked(problem="source_unknown", hint=error.hint)
        return _check_reference(store, reference, quote)
    return _check_source(store, source, quote)


def _check_session(store: Store, session: str, quote: str) -> Checked:
    said = find_quote_in_session(store, session, quote)
    if said is not None:
        message, start, end, trust = said
        return Checked((said_in(message, (start, end), trust),))
    try:
        messages = conversations.read_messages(store, Reference(session))
    except NotFound:
        return Checked(problem="quote_mismatch", hint="nothing of this session is archived yet")
    return _mismatch("\n".join(message.text for message in messages[-_NEAR_MESSAGES:]), quote)


def _check_reference(store: Store, reference: Reference, quote: str) -> Checked:
    try:
        messages = conversations.read_messages(store, reference)
    except NotFound as error:
        return Checked(problem="source_unknown", hint=error.message)
    found: list[Found] = []
    for message in messages:
        span = find_quote(message.text, quote)
        if span is not None:
            found.append(said_in(message, span, trust_of_passage(message, *span)))
    if not found:
        return _mismatch("\n".join(message.text for message in messages[:200]), quote)
    return Checked((min(found, key=lambda item: rank(item.trust)),))


def _check_source(store: Store, source: str, quote: str) -> Checked:
    row = rows.find_source(store.reading("memory"), source)
    if row is None:
        return Checked(
            problem="source_unknown", hint="cite conversation, a cc:// reference or a src_ id"
        )
    span = find_quote(row["text"], quote)
    if span is None:
        return _mismatch(row["text"], quote)
    item = Found(
        kind=row["kind"],
        origin_key=row["origin_key"],
        title=row["title"],
        text=row["text"],
        content_hash=row["content_hash"],
        quote=row["text"][span[0] : span[1]],
        start=span[0],
        end=span[1],
        trust=row["trust"],
        reference=source,
        said_at=row["at"],
    )
    return Checked((item,))


def _mismatch(text: str, quote: str) -> Checked:
    near = find_nearest_line(text, quote)
    hint = f"the nearest line there: {near}" if near else "quote the words as they stand there"
    return Checked(problem="quote_mismatch", hint=hint)
