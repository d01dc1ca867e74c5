"""Chooses from everything a user ever said what is worth asking about first (pure functions).

What was said several times is one candidate; what the user took back later is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from pmi.model.learning import SignalKind
from pmi.rules.learning import is_same, opposes, sentence_of

HALF_LIFE_DAYS = 365
KNOWN_ALREADY = 0.6
"""What stands in instructions or notes is in force without us: it comes behind what is not."""

COMPARED_MAX = 1500
"""So many of the newest are compared with each other: each with all others."""

WORTH: dict[SignalKind, float] = {
    "identity": 3.0,
    "preference": 2.5,
    "constraint": 2.5,
    "correction": 2.0,
    "anti_pattern": 1.8,
    "method_discovery": 1.5,
    "decision": 1.0,
    "cognitive_shift": 0.8,
    "insight": 0.8,
    "error": 0.8,
}


class Saying(NamedTuple):
    """One time that the user said something which a later session should know.

    Attributes:
        text: One sentence; `quote` are the words, verbatim.
        reference: ``cc://…#uuid`` of the message; empty for a file.
        session: Where it was said; a file is a session of its own.
        written: The file and line that it stands in, ``path:line``; empty for a message.
    """

    text: str
    quote: str
    signal: SignalKind
    said_at: str
    project: str = ""
    reference: str = ""
    session: str = ""
    written: str = ""


class Candidate(NamedTuple):
    """What the user may accept or drop.

    Attributes:
        sayings: Each time that it was said, the newest first; never empty.
    """

    sayings: tuple[Saying, ...]

    @property
    def newest(self) -> Saying:
        """Return the last time that it was said: its words are the ones that are kept."""
        return self.sayings[0]

    @property
    def sessions(self) -> int:
        """Return in how many sessions it was said."""
        return len({saying.session for saying in self.sayings})


def gather(sayings: Iterable[Saying]) -> list[Candidate]:
    """Return what was said, each thing once; the newest word counts against older ones."""
    newest = sorted(sayings, key=lambda saying: saying.said_at, reverse=True)[:COMPARED_MAX]
    groups: list[list[Saying]] = []
    for saying in newest:
        sentence = sentence_of(saying.text)
        for group in groups:
            if is_same(sentence_of(group[0].text), sentence):
                group.append(saying)
                break
        else:
            if not any(opposes(group[0].text, saying.text) for group in groups):
                groups.append([saying])
    return [Candidate(tuple(group)) for group in groups]


def most_telling(candidates: Sequence[Candidate], today: str, limit: int) -> list[Candidate]:
    """Return the candidates that tell the most, the best first.

    Args:
        today: A day, or a stored time.
    """
    ranked = sorted(candidates, key=lambda each: (-_worth(each, today), each.newest.text))
    return ranked[:limit]


def _worth(candidate: Candidate, today: str) -> float:
    newest = candidate.newest
    again = 1 + math.log2(candidate.sessions)
    fresh = math.pow(0.5, _days_between(newest.said_at, today) / HALF_LIFE_DAYS)
    known = KNOWN_ALREADY if newest.written else 1.0
    return WORTH[newest.signal] * again * fresh * known


def _days_between(moment: str, today: str) -> int:
    try:
        past = date.fromisoformat(today[:10]) - date.fromisoformat(moment[:10])
    except ValueError:
        return HALF_LIFE_DAYS
    return max(0, past.days)
