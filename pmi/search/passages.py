"""Weighs messages as parts of a conversation: with what stands beside them, and their session.

Measured on both languages: a message alone is often too short to hold all that is asked for.
What it lacks and a neighbour has counts a little, and so does how much its whole session has
to say. To a natural question the answer may share no word at all: the neighbours of the best
messages are looked at too.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pmi.model.finding import BESIDE
from pmi.search.scoring import Filter, Found, conditions

BESIDE_FACTOR = 0.2
"""So much of what only a neighbour has counts."""

SESSION_FACTOR = 0.5
"""So much of what the session is worth counts."""

NATURAL_TERMS = 4
"""A question with so many terms may be answered by a message that has none of them."""

LOOKED_BESIDE = 50
"""Of so many best messages the neighbours are looked at."""

REACH = 6
"""A neighbour stands so near at most: tool calls lie between a question and its answer."""

WORTH_MOST = 5
"""So many messages make a session's worth."""

_NEIGHBOUR = """(SELECT beside.id FROM message_doc AS beside
    WHERE beside.session = message_doc.session AND beside.role <> 'tool'
        AND beside.position BETWEEN message_doc.position {first} AND message_doc.position {last}
    ORDER BY beside.position {order} LIMIT 1)"""
_BEFORE = _NEIGHBOUR.format(first=f"- {REACH}", last="- 1", order="DESC")
_AFTER = _NEIGHBOUR.format(first="+ 1", last=f"+ {REACH}", order="")


class Place(NamedTuple):
    """Where a message stands: its session, and the numbers of what was said beside it."""

    session: str
    beside: tuple[int, ...]


def weigh_passages(
    connection: sqlite3.Connection, found: dict[int, Found], chosen: Filter, terms: int
) -> None:
    """Let messages gain from their neighbours and their session; may add neighbours.

    Args:
        found: Messages with what their own words are worth; changed in place.
        chosen: What an added neighbour must satisfy too.
        terms: How many terms the question has.
    """
    places = find_places(connection, found)
    worths = worth_of_sessions(found, {number: place.session for number, place in places.items()})
    own = {number: document.parts for number, document in found.items()}
    if terms >= NATURAL_TERMS:
        best = sorted(found, key=lambda number: -found[number].score)[:LOOKED_BESIDE]
        near = {one for number in best for one in places[number].beside if one not in found}
        added = _fitting(connection, near, chosen)
        places |= find_places(connection, added)
        found |= {number: Found() for number in added}
    for number, place in places.items():
        document = found[number]
        lacking = _lacking(document.parts, (own[one] for one in place.beside if one in own))
        if not document.parts:
            document.lifts.append(BESIDE)
            document.beside = lacking
        gained = BESIDE_FACTOR * sum(lacking.values()) + SESSION_FACTOR * worths[place.session]
        document.score = (document.score + gained) / (1 + SESSION_FACTOR)


def find_places(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, Place]:
    """Return where messages stand."""
    rows = connection.execute(
        f"""SELECT id, session, {_BEFORE}, {_AFTER} FROM message_doc
            WHERE id IN (SELECT value FROM json_each(?))""",
        (json.dumps(list(numbers)),),
    )
    return {row[0]: Place(row[1], tuple(one for one in row[2:] if one)) for row in rows}


def worth_of_sessions(found: Mapping[int, Found], sessions: Mapping[int, str]) -> dict[str, float]:
    """Return what sessions are worth: their best message, half of the next, and so on."""
    scores: dict[str, list[float]] = {}
    for number, session in sessions.items():
        scores.setdefault(session, []).append(found[number].score)
    return {
        session: sum(
            score * 0.5**place for place, score in enumerate(sorted(own, reverse=True)[:WORTH_MOST])
        )
        for session, own in scores.items()
    }


def _lacking(own: Mapping[str, float], beside: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the words that only neighbours have, each with the most it is worth there."""
    found: dict[str, float] = {}
    for parts in beside:
        for word, worth in parts.items():
            if word not in own:
                found[word] = max(worth, found.get(word, 0.0))
    return found


def _fitting(connection: sqlite3.Connection, numbers: Iterable[int], chosen: Filter) -> list[int]:
    where, values = conditions("message", chosen)
    rows = connection.execute(
        f"SELECT id FROM message_doc WHERE id IN (SELECT value FROM json_each(?)) {where}",
        (json.dumps(list(numbers)), *values),
    )
    return [row[0] for row in rows]
