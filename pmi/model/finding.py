"""What search, doctor and verify return: hits and findings."""

from __future__ import annotations

from typing import Literal, NamedTuple

Scope = Literal["memories", "sources", "transcripts", "sessions", "knowledge"]

SCOPES: tuple[Scope, ...] = ("memories", "sources", "transcripts", "sessions", "knowledge")
EVERYWHERE: tuple[Scope, ...] = ("memories", "sources", "transcripts", "knowledge")
"""What a question about everything looks through: a session is seen in its messages."""

Mark = Literal["unconfirmed", "external", "taken_back", "gone", "subagent", "past"]

RECENT, HERE, BESIDE = "+recent", "+here", "+beside"
MEANING = "+meaning"
"""What may stand behind the terms in ``Hit.why``: what lifted a hit besides its words."""


class Hit(NamedTuple):
    """One search result.

    Attributes:
        reference: What opens it: ``mem_…``, ``src_…``, ``cc://<session>#<message>``, of a
            session ``cc://<session>``, of the user's own pages ``profile/<file>.md:<line>``.
        title: Kind of a memory, or the title of the source, session or page.
        snippet: Text around the match; matches stand between ``«`` and ``»``.
        why: Terms that matched, the rarest first; then what lifted it besides: ``+recent``,
            ``+here``, ``+beside`` where the terms stand in the messages around it only,
            ``+meaning`` where it says something like it, perhaps in other words.
        score: Higher is better; comparable within one answer only.
        marks: ``unconfirmed`` (a memory that the user did not confirm), ``external`` (rests on
            pasted or imported words only), ``past`` (a memory that is not active),
            ``taken_back`` (a message that the conversation left), ``subagent`` (said in a
            sub-agent's run), ``gone`` (Claude Code deleted the original).
    """

    scope: Scope
    reference: str
    title: str
    snippet: str
    at: str
    project: str
    role: str
    why: tuple[str, ...]
    score: float
    marks: tuple[Mark, ...] = ()


class SearchAnswer(NamedTuple):
    """Hits, best first, and notes about how the search went (a wider match, a stale index)."""

    query: str
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()


class Finding(NamedTuple):
    """One result of ``doctor`` or ``verify``.

    Attributes:
        code: Stable word, ``hooks_missing``.
        subject: File, row or command it is about.
        severity: ``ok`` for a check that passed, ``warning`` or ``error``.
        fix: A command that mends it, or empty.
    """

    code: str
    subject: str
    severity: Literal["ok", "warning", "error"]
    message: str
    fix: str = ""
    fixed: bool = False
