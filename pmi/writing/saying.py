"""Finds the words of the user that a lesson rests on, as evidence.

They stand in an archived message; where that is not there (any more), or the user spoke in a
shell, they are a text of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pmi.base.errors import PmiError
from pmi.base.ids import new_id
from pmi.model.conversation import Reference
from pmi.model.operation import Citation
from pmi.rules.quotes import find_quote
from pmi.store import rows
from pmi.store.conversations import find_message
from pmi.store.database import Store
from pmi.store.originals import hash_of
from pmi.store.speech import trust_of_passage
from pmi.writing.citing import Citing, Found, said_in
from pmi.writing.claiming import evidence_effects
from pmi.writing.drafting import Draft

if TYPE_CHECKING:
    from pmi.model.conversation import Message
    from pmi.model.learning import Learning, Sighting

SIGHTINGS_QUOTED = 20
"""So many further times that something was said are kept as evidence of a lesson."""


def said(store: Store, text: str, reference: str, said_at: str) -> Found:
    """Return words that the user tells us now: in the archived message, else as their own text.

    Args:
        reference: ``cc://…`` of the message in which they were said; empty for a shell.
        said_at: When; empty for now.
    """
    message = _message(store, reference)
    start = message.text.find(text) if message is not None else -1
    if message is not None and start >= 0:
        return said_in(message, (start, start + len(text)), "owner")
    return Found(
        kind="text",
        origin_key=reference or new_id("src").replace("src_", "said:"),
        title="",
        text=text,
        content_hash=hash_of(text),
        quote=text,
        start=0,
        end=len(text),
        trust="owner",
        reference=reference,
        said_at=said_at or store.clock(),
    )


def learned(store: Store, learning: Learning, sightings: Iterable[Sighting] = ()) -> list[Found]:
    """Return the user's words that a learning was made of, each time that they were said.

    The trust of each is that of its passage; what can not be found any more is left out, but
    never the first.
    """
    first = _quoted(store, learning.reference, learning.quote)
    found = [first or _kept(learning)]
    for sighting in list(sightings)[:SIGHTINGS_QUOTED]:
        again = _quoted(store, sighting.reference, sighting.quote)
        if again is not None and again not in found:
            found.append(again)
    return found


def keep_texts(draft: Draft, found: Iterable[Found]) -> list[Found]:
    """Write those words as sources that stand in no message, and return all, each openable."""
    kept = []
    for item in found:
        if item.reference or item.version or not item.text:
            kept.append(item)
            continue
        effects = evidence_effects(draft.connection, "", [item], draft.at)
        sources = [effect for effect in effects if effect["row"] != "evidence"]
        draft.write(sources)
        version = str(effects[-1]["version"])
        made = next((str(row["id"]) for row in sources if row["row"] == "source"), "")
        source = made or rows.find_origin(draft.connection, item.origin_key)
        kept.append(replace(item, version=version, reference=source))
    return kept


def _kept(learning: Learning) -> Found:
    """Return the words of a learning as a text of their own, said when and where it knows.

    One that stood in a file of the user's is a text whose title is that place.
    """
    text = learning.quote or learning.text
    is_message = learning.reference.startswith("cc://")
    return Found(
        kind="text",
        origin_key=f"learned:{learning.number}",
        title="" if is_message else learning.reference,
        text=text,
        content_hash=hash_of(text),
        quote=text,
        start=0,
        end=len(text),
        trust="owner",
        reference=learning.reference if is_message else "",
        said_at=learning.said_at or learning.at,
    )


def _quoted(store: Store, reference: str, quote: str) -> Found | None:
    if not reference or not quote:
        return None
    message = _message(store, reference)
    if message is not None:
        start = message.text.find(quote)
        span = (start, start + len(quote)) if start >= 0 else find_quote(message.text, quote)
        return said_in(message, span, trust_of_passage(message, *span)) if span else None
    try:
        return Citing(store, "").check([Citation(reference, quote)]).found[0]
    except PmiError:
        return None


def _message(store: Store, reference: str) -> Message | None:
    if not reference.startswith("cc://"):
        return None
    uuid = Reference.parse(reference).message
    return find_message(store, uuid) if uuid else None
