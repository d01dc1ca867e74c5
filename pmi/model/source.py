"""Sources: original texts kept as evidence, with their versions."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pmi.model.memory import Trust

SourceKind = Literal["text", "file", "url", "conversation"]


class SourceVersion(NamedTuple):
    """One state of a source's text.

    Attributes:
        source_time: When the text itself is from (day or stored time); empty for unknown.
        content_hash: SHA-256 of the stored (redacted) text, in hex.
        chars: Length of the stored text in code points.
        trust: How far this text is trusted; an agent's version is never the owner's word.
    """

    id: str
    at: str
    source_time: str
    content_hash: str
    chars: int
    trust: Trust = "external"


class Source(NamedTuple):
    """An original text with its identity.

    Attributes:
        origin_key: Identity: the same key again is a new version of the same source.
        url: Where it can be read; empty for none.
        trust: That of its newest version.
        versions: The oldest first.
        memories: How many active memories quote it.
    """

    id: str
    kind: SourceKind
    origin_key: str
    title: str
    url: str
    trust: Trust
    at: str
    versions: tuple[SourceVersion, ...] = ()
    memories: int = 0


class SourceDraft(NamedTuple):
    """A text on its way to become a source.

    Attributes:
        origin_key: Empty to be known by its URL, else by its content alone.
        source_time: When the text itself is from: a day, or an ISO time; empty for unknown.
        trust: Empty for what the source had before, of a new one ``external``. An agent's is
            ``agent`` at most, and never more than the source had before.
    """

    text: str
    kind: SourceKind = "text"
    title: str = ""
    url: str = ""
    origin_key: str = ""
    source_time: str = ""
    trust: Trust | Literal[""] = "external"


class LostQuote(NamedTuple):
    """A quote of an active memory that the newest version of its source no longer has."""

    memory: str
    content: str
    quote: str


class Intake(NamedTuple):
    """What became of a text.

    Attributes:
        source: As it is now; in a rehearsal of a new one, without an id.
        result: ``new`` source, ``version`` (a new one of a known source) or ``known``.
        lost: Quotes that disappeared with this version.
        redactions: How many secrets were blotted out on the way in.
    """

    source: Source
    result: Literal["new", "version", "known"]
    lost: tuple[LostQuote, ...] = ()
    redactions: int = 0
