"""Takes texts in as evidence: cleaned, known again, a new version where they changed.

One text is one journal entry; a long one lies in ``originals/`` and not in the journal.

Example:
    >>> add_source(store, SourceDraft("We deploy on Tuesdays."), actor="user")  # doctest: +SKIP
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pmi.base.errors import NotFound, UsageError
from pmi.base.ids import new_id
from pmi.base.redact import redact, strip_private
from pmi.base.text import one_line
from pmi.model.memory import TRUST_ORDER, Trust
from pmi.model.source import Intake, LostQuote, Source, SourceDraft
from pmi.rules.quotes import find_missing
from pmi.rules.sources import (
    Newest,
    Result,
    check_origin_key,
    check_size,
    check_source_time,
    check_text,
    check_url,
    decide_intake,
    decide_trust,
    identity_of,
    title_of,
)
from pmi.store import journal, originals, sources
from pmi.store.database import Store
from pmi.store.rows import Effect, find_origin
from pmi.writing.drafting import Draft

if TYPE_CHECKING:
    import sqlite3

_KINDS = ("text", "file", "url")


@dataclass(frozen=True, slots=True)
class _Cleaned:
    """A draft as it may be stored.

    Attributes:
        content_hash: Of the text as it is stored.
        read_hash: Of the text as it came.
        redactions: How many secrets were blotted out.
    """

    draft: SourceDraft
    content_hash: str
    read_hash: str
    redactions: int


@dataclass(frozen=True, slots=True)
class _Place:
    """What becomes of a text; ``newest`` is None where it is a new source."""

    result: Result
    trust: Trust
    newest: sqlite3.Row | None = None


def add_source(
    store: Store, draft: SourceDraft, *, actor: str, cause: str = "", rehearse: bool = False
) -> Intake:
    """Take a text in and return what became of it, the source read back.

    Private parts and secrets are taken out before anything is written. The same words are one
    source, under any name; other words under a known key or URL are a new version of it.

    Args:
        cause: Identity of the event behind this; the same cause acts once.
        rehearse: Only say what would become of it.

    Raises:
        UsageError: Nothing is left of the text, it is too long, or a field is malformed.
        PolicyDenied: An agent vouched for it as the owner.
    """
    cleaned = _clean(draft)
    place = _place(store.reading("memory"), cleaned, actor)
    if rehearse:
        return _rehearsed(store, cleaned, place)
    text = cleaned.draft.text
    if place.result != "known":  # before the lock: a long text takes its time
        text = originals.keep(store.home, text, cleaned.content_hash)
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        if known is not None:
            values = known.outcome["results"][0]
        else:
            writing = Draft(connection, store.clock(), actor, "add_source", cause)
            values = _write(writing, cleaned, text)
    return _intake(store, values)


def _clean(draft: SourceDraft) -> _Cleaned:
    """Return a draft redacted, with its fields checked and in their one spelling."""
    if draft.kind not in _KINDS:
        raise UsageError(f"{draft.kind!r} is no kind of source.", f"one of {', '.join(_KINDS)}")
    if draft.trust and draft.trust not in TRUST_ORDER:
        raise UsageError(f"{draft.trust!r} is no trust.", f"one of {', '.join(TRUST_ORDER)}")
    read = draft.text.encode("utf-8", "replace")
    check_size(len(read))
    read_hash = hashlib.sha256(read).hexdigest()
    public = strip_private(read.decode("utf-8").replace("\0", "\ufffd"))
    del read
    text = check_text(redact(public)[0])
    origin_key, url = check_origin_key(_line(draft.origin_key)), check_url(_line(draft.url))
    if draft.kind == "url" and not url:
        raise UsageError("A source of kind url needs its URL.", "give url: https://…")
    content_hash = originals.hash_of(text)
    return _Cleaned(
        draft=draft._replace(
            text=text,
            title=title_of(_line(draft.title), text),
            url=url,
            origin_key=identity_of(origin_key, url, content_hash),
            source_time=check_source_time(draft.source_time),
        ),
        content_hash=content_hash,
        read_hash=read_hash,
        redactions=text.count("[redacted:") - public.count("[redacted:"),
    )


def _line(text: str) -> str:
    return one_line(redact(strip_private(text))[0])


def _place(connection: sqlite3.Connection, cleaned: _Cleaned, actor: str) -> _Place:
    """Return where a text belongs, seen from what is stored now."""
    draft = cleaned.draft
    known = find_origin(connection, draft.origin_key)
    if not known and draft.origin_key == f"url:{draft.url}":
        known = sources.find_id(connection, draft.url)
    newest = sources.find_newest(connection, known) if known else None
    elsewhere = None
    if newest is None:
        same = sources.find_by_content(connection, cleaned.content_hash)
        elsewhere = sources.find_newest(connection, same) if same else None
    base = newest or elsewhere
    trust = decide_trust(draft.trust, actor, base["trust"] if base else None)
    result = decide_intake(
        cleaned.content_hash,
        trust,
        newest=Newest(newest["content_hash"], newest["trust"]) if newest else None,
        elsewhere=Newest(elsewhere["content_hash"], elsewhere["trust"]) if elsewhere else None,
    )
    return _Place(result, trust, base)


def _write(draft: Draft, cleaned: _Cleaned, text: str) -> dict[str, Any]:
    """Write the rows of a text and its entry; return what the journal keeps of the result."""
    place = _place(draft.connection, cleaned, draft.actor)
    values: dict[str, Any] = {
        "result": place.result,
        "source": place.newest["id"] if place.newest else new_id("src"),
        "redactions": cleaned.redactions,
        "lost": [quote._asdict() for quote in _lost(draft.connection, cleaned, place)],
    }
    if place.result == "known":
        return values
    given = cleaned.draft
    effects: list[Effect] = []
    if place.newest is None:
        effects.append(
            {
                "row": "source",
                "id": values["source"],
                "kind": given.kind,
                "origin_key": given.origin_key,
                "title": given.title,
                "url": given.url,
                "trust": place.trust,
                "at": draft.at,
            }
        )
    effects.append(
        {
            "row": "source_version",
            "id": new_id("ver"),
            "source": values["source"],
            "at": draft.at,
            "source_time": given.source_time,
            "content_hash": cleaned.content_hash,
            "read_hash": cleaned.read_hash,
            "chars": len(given.text),
            "trust": place.trust,
            "text": text,
        }
    )
    draft.apply(effects)
    # No words here: what is forgotten later goes with the rows.
    draft.close({"kind": given.kind, "trust": given.trust, "chars": len(given.text)}, [values])
    return values


def _lost(connection: sqlite3.Connection, cleaned: _Cleaned, place: _Place) -> list[LostQuote]:
    """Return the quotes of active memories that a new version does not have any more."""
    if place.newest is None or place.result == "known":
        return []
    if place.newest["content_hash"] == cleaned.content_hash:
        return []
    quotes = sources.list_quotes(connection, place.newest["id"])
    missing = set(find_missing(cleaned.draft.text, [item.quote for item in quotes]))
    return [item for item in quotes if item.quote in missing]


def _rehearsed(store: Store, cleaned: _Cleaned, place: _Place) -> Intake:
    draft = cleaned.draft
    if place.newest is not None:
        source = sources.get_source(store, place.newest["id"])
    else:
        at = store.clock()
        named = (draft.kind, draft.origin_key, draft.title, draft.url)
        source = Source("", *named, place.trust, at)
    lost = _lost(store.reading("memory"), cleaned, place)
    return Intake(source, place.result, tuple(lost), cleaned.redactions)


def _intake(store: Store, values: dict[str, Any]) -> Intake:
    result: Literal["new", "version", "known"] = values["result"]
    try:
        source = sources.get_source(store, values["source"])
    except NotFound as error:
        raise NotFound(f"Source {values['source']} was taken back.", "pmi log") from error
    lost = tuple(LostQuote(**item) for item in values["lost"])
    return Intake(source, result, lost, values["redactions"])
