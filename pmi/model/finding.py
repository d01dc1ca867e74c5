"""What search, doctor and verify return: hits and findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scope = Literal["memories", "sources", "transcripts"]


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result.

    Attributes:
        reference: What opens it: ``mem_…``, ``src_…`` or ``cc://…#…``.
        title: Kind of a memory, or the title of the source or session.
        snippet: Text around the match; matches stand between ``«`` and ``»``.
        why: Terms that matched, in the order of their weight.
        score: Higher is better; comparable within one answer only.
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


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Hits, best first, and notes about how the search went (a wider match, a stale index)."""

    query: str
    hits: tuple[Hit, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
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
