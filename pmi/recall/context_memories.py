"""Finds the memories of an answer: what holds, what held before, what contradicts, what is open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.text import name_key, query_terms, tokens
from pmi.model.context import ContextItem, ContextQuote, Section
from pmi.model.memory import Memory
from pmi.recall.selection import WEAK_SHARE, Asked, coverage, is_strong, spells
from pmi.search.candidates import Question, filter_memories, find_memories
from pmi.search.regions import asked_by
from pmi.search.scoring import Filter
from pmi.store import asking, memories

if TYPE_CHECKING:
    import sqlite3

ACTIVE_POOL, PAST_POOL, LINKED_POOL = 60, 30, 40
KEPT_MOST = 40
STRONG_MOST, WEAK_MOST = 12, 5
SPELLS_MOST = 2_000

_BONUS = {"user_confirmed": 0.03, "source_backed": 0.01, "inferred": 0.0}
"""Of two that cover the same the better founded comes first."""


class Inquiry(NamedTuple):
    """A question with all that an answer is limited to.

    Attributes:
        today: The day of asking.
        day: The day whose state is wanted: ``as_of``, else today.
        participants: All names of the persons and things that it is to be about; of each of
            them one is enough.
        names: Words of the question that name an entity.
        named: Ids of the entities that it names.
        covered: Shares that were computed before.
        held: Filter for memories.
        said: Filter for passages.
    """

    question: Question
    asked: Asked
    weights: dict[str, float]
    covered: dict[frozenset[str], float]
    today: str
    as_of: str = ""
    history: bool = False
    participants: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    named: tuple[str, ...] = ()
    held: Filter = Filter()
    said: Filter = Filter()

    @property
    def day(self) -> str:
        """Return the day whose state is wanted."""
        return self.as_of or self.today

    def cover(self, words: frozenset[str]) -> float:
        """Return how much of the question these words make up."""
        share = self.covered.get(words)
        if share is None:
            said = words | asked_by(self.question.text, words)
            share = coverage(self.asked, self.weights, said)
            self.covered[words] = share
        return share

    def heaviest(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return words by their weight."""
        return tuple(sorted(words, key=lambda word: (-self.weights.get(word, 0.0), word)))


class Match(NamedTuple):
    """How a memory matches: by its own words and by the names of its entities."""

    about: asking.IndexedMemory
    words: frozenset[str]
    share: float
    strong: bool


def name_entities(connection: sqlite3.Connection, question: str) -> list[str]:
    """Return the ids of the entities that a question names, by name or alias."""
    keys = dict.fromkeys(name_key(spell) for spell in spells(question)[:SPELLS_MOST])
    return asking.find_named(connection, keys)


def names_of_participants(
    connection: sqlite3.Connection, participants: Sequence[str]
) -> tuple[str, ...]:
    """Return the participants' names as given, with all names of the entities they name."""
    found = dict.fromkeys(name.strip() for name in participants if name.strip())
    for name in list(found):
        found.update(
            dict.fromkeys(
                asking.names_of(connection, asking.find_named(connection, [name_key(name)]))
            )
        )
    return tuple(found)


def is_about(names: Sequence[str], *texts: str) -> bool:
    """Tell whether one of these texts holds a name; everything is about nobody in particular.

    >>> is_about(["Ana"], "Ana Lee"), is_about(["Ana"], "Banana"), is_about([], "x")
    (True, False, True)
    """
    if not names:
        return True
    held = [f" {' '.join(tokens(text))} " for text in texts if text]
    wanted = [f" {' '.join(tokens(name))} " for name in names]
    return any(name.strip() and name in text for name in wanted for text in held)


def find_items(
    search: sqlite3.Connection, connection: sqlite3.Connection, inquiry: Inquiry
) -> list[ContextItem]:
    """Return all items that come from memories, the best first within each section."""
    matches = _matches(search, connection, inquiry)
    by_slot: dict[tuple[str, str], list[str]] = {}
    slots = {(m.about.project, m.about.slot) for m in matches.values() if m.about.slot}
    for row in asking.list_slot_mates(connection, slots):
        by_slot.setdefault((row["project"], row["slot"]), []).append(row["id"])
    linked = asking.list_linked(connection, list(matches), "contradicts")
    others = {id_ for mates in by_slot.values() for id_ in mates}
    others.update(id_ for pair in linked for id_ in pair)
    known = {m.id: m for m in memories.find_many(connection, {*matches, *others})}
    for id_ in asking.list_rejected(connection, known):  # they count as never said
        known.pop(id_)
        matches.pop(id_, None)
    by_slot = {slot: [id_ for id_ in mates if id_ in known] for slot, mates in by_slot.items()}
    about = {item.id: item for item in asking.list_indexed(connection, list(known))}
    board = _Board(inquiry, matches, known, about, by_slot, linked)
    questions = [m.id for m in known.values() if m.stance == "question" and m.id in matches]
    answered = _answered(connection, board, questions)
    return board.items(answered)


def _matches(
    search: sqlite3.Connection, connection: sqlite3.Connection, inquiry: Inquiry
) -> dict[str, Match]:
    question, names = inquiry.question, inquiry.participants
    shared: dict[str, frozenset[str]] = {}
    for table, limit in (("memory", ACTIVE_POOL), ("past", PAST_POOL)):
        shared |= find_memories(search, question, table, inquiry.held, limit=limit, names=names)
    named = asking.list_of_entities(connection, inquiry.named, LINKED_POOL)
    linked: dict[str, frozenset[str]] = {}
    for table in ("memory", "past") if inquiry.as_of else ("memory",):
        linked |= filter_memories(search, question, table, inquiry.held, named)
    shared |= linked
    shares = {id_: inquiry.cover(words) for id_, words in shared.items()}
    kept = [id_ for id_, share in shares.items() if share >= WEAK_SHARE or id_ in linked]
    kept = sorted(kept, key=lambda id_: -shares[id_])[:KEPT_MOST]
    matches = {}
    for item in asking.list_indexed(connection, kept):
        words, share = shared[item.id], shares[item.id]
        own = words
        if item.names:
            own = words.intersection(tokens(f"{item.content}\n{item.detail}\n{item.slot}"))
        strong = is_strong(share, own, inquiry.names, inquiry.asked)
        matches[item.id] = Match(item, words, share, strong)
    return matches


def _answered(connection: sqlite3.Connection, board: _Board, questions: Sequence[str]) -> set[str]:
    """Return the questions that a claim of their slot or an ``answers`` link has settled."""
    settled: set[str] = set()
    pairs = asking.list_linked(connection, questions, "answers") if questions else []
    answers = asking.list_indexed(connection, [answer for answer, _ in pairs])
    standing = {item.id for item in answers if item.status == "active" and board.is_then(item)}
    settled.update(asked for answer, asked in pairs if answer in standing)
    for id_ in questions:
        memory = board.known[id_]
        mates = board.by_slot.get((memory.project, memory.slot), ()) if memory.slot else ()
        if any(board.is_current(mate) for mate in mates):
            settled.add(id_)
    return settled


class _Board(NamedTuple):
    """Everything that was found, and where each of it belongs in the answer."""

    inquiry: Inquiry
    matches: dict[str, Match]
    known: dict[str, Memory]
    about: dict[str, asking.IndexedMemory]
    by_slot: dict[tuple[str, str], list[str]]
    linked: list[tuple[str, str]]

    def is_then(self, item: asking.IndexedMemory) -> bool:
        """Tell whether something had begun on the day whose state is wanted."""
        return not self.inquiry.as_of or item.since <= self.inquiry.as_of

    def is_current(self, id_: str) -> bool:
        """Tell whether a claim holds on the day whose state is wanted."""
        item, memory = self.about.get(id_), self.known.get(id_)
        if item is None or memory is None or memory.stance != "claim":
            return False
        held = not item.until or item.until > self.inquiry.day
        if not self.inquiry.as_of:
            return memory.status == "active" and held
        return memory.status in {"active", "superseded"} and held and self.is_then(item)

    def fits(self, id_: str) -> bool:
        """Tell whether something was said or held in the wanted span, about the wanted."""
        item, memory = self.about[id_], self.known[id_]
        chosen = self.inquiry.held
        if chosen.since and item.until and item.until <= chosen.since[:10]:
            return False
        if chosen.until and item.since >= chosen.until[:10]:
            return False
        quotes = (evidence.quote for evidence in memory.evidence)
        texts = (*item.names, memory.content, memory.detail, *quotes)
        return is_about(self.inquiry.participants, *texts)

    def items(self, answered: Collection[str]) -> list[ContextItem]:
        """Return the items of all sections."""
        current = self._current()
        found = [self._item("current", id_, match) for id_, match in current.items()]
        strong = [item for item in found if not item.weak][:STRONG_MOST]
        weak = [item for item in found if item.weak][:WEAK_MOST]
        shown = [*strong, *weak]
        told: set[str] = {item.reference for item in shown}
        for item in strong:
            for other in (*self._history(item.reference), *self._conflicts(item.reference)):
                if other.reference not in told or other.section == "conflict":
                    shown.append(other)
                    told.add(other.reference)
        for match in self._ranked():
            id_ = match.about.id
            memory = self.known.get(id_)
            if memory is None or id_ in told or not self.fits(id_):
                continue
            section = self._section_of(memory, match, answered)
            if section:
                shown.append(self._item(section, id_, match))
            if section == "conflict":
                shown.extend(self._conflicts(id_))
        return shown

    def _section_of(
        self, memory: Memory, match: Match, answered: Collection[str]
    ) -> Section | None:
        """Return where what does not hold belongs; only what matches well is worth it."""
        if not match.strong or not self.is_then(match.about):
            return None
        if memory.stance == "question":
            is_open = memory.status == "active" and memory.id not in answered
            return "question" if is_open else None
        if memory.status == "disputed":
            return "conflict"
        if memory.status == "archived" and not self.inquiry.history:
            return None
        ended = bool(match.about.until) and match.about.until <= self.inquiry.day
        if memory.status != "archived" and (not ended or self._has_current(memory)):
            return None  # what holds now says what held before it
        return "history"

    def _has_current(self, memory: Memory) -> bool:
        mates = self.by_slot.get((memory.project, memory.slot), ()) if memory.slot else ()
        return any(self.is_current(mate) and self.fits(mate) for mate in mates)

    def _ranked(self) -> list[Match]:
        """Return the matches, strong ones first, the best first, of like ones the newest."""

        def rank(match: Match) -> tuple[bool, float]:
            memory = self.known.get(match.about.id)
            bonus = _BONUS[memory.verification] if memory is not None else 0.0
            return not match.strong, -match.share - bonus

        newest = sorted(self.matches.values(), key=lambda match: match.about.said, reverse=True)
        return sorted(newest, key=rank)

    def _current(self) -> dict[str, Match]:
        """Return what holds: found by itself, or through what it superseded or disputes."""
        found: dict[str, Match] = {}
        for match in self._ranked():
            memory = self.known.get(match.about.id)
            if memory is None:
                continue
            ids = [memory.id]
            if match.strong and memory.stance == "claim" and not self.is_current(memory.id):
                ids = self.by_slot.get((memory.project, memory.slot), []) if memory.slot else []
            for id_ in ids:
                if id_ not in found and self.is_current(id_) and self.fits(id_):
                    found[id_] = match
        return found

    def _history(self, id_: str) -> list[ContextItem]:
        memory = self.known[id_]
        mates = self.by_slot.get((memory.project, memory.slot), ()) if memory.slot else ()
        before = [
            mate
            for mate in mates
            if mate != id_
            and mate in self.known
            and self.known[mate].status == "superseded"
            and self.about[mate].since <= self.about[id_].since
            and self.fits(mate)
        ]
        kept = before if self.inquiry.history else before[-1:]
        return [self._item("history", mate, None, about=id_) for mate in reversed(kept)]

    def _conflicts(self, id_: str) -> list[ContextItem]:
        memory = self.known[id_]
        mates = self.by_slot.get((memory.project, memory.slot), ()) if memory.slot else ()
        sides = [mate for mate in mates if self.known[mate].status == "disputed"]
        for pair in self.linked:
            if id_ in pair:
                other = pair[0] if pair[1] == id_ else pair[1]
                if other in self.known and self.known[other].status in {"active", "disputed"}:
                    sides.append(other)
        return [
            self._item("conflict", side, None, about=id_)
            for side in dict.fromkeys(sides)
            if side != id_ and self.is_then(self.about[side]) and self.fits(side)
        ]

    def _item(
        self, section: Section, id_: str, match: Match | None, about: str = ""
    ) -> ContextItem:
        memory, item = self.known[id_], self.about[id_]
        quotes = tuple(
            ContextQuote(each.quote, each.trust, each.said_at, each.reference or each.version)
            for each in memory.evidence
        )
        return ContextItem(
            section=section,
            reference=id_,
            text=memory.content,
            detail=memory.detail,
            quotes=quotes,
            status=memory.status,
            verification=memory.verification,
            stance=memory.stance,
            trust=memory.trust,
            valid_from=memory.valid_from,
            valid_to=item.until,
            said_at=item.said,
            title=memory.kind,
            slot=memory.slot,
            project=memory.project,
            entities=tuple(entity.name for entity in memory.entities),
            about=about,
            why=self.inquiry.heaviest(match.words) if match is not None else (),
            score=round(match.share, 3) if match is not None else 0.0,
            weak=match is not None and not match.strong,
            external=memory.trust == "external" and memory.verification != "user_confirmed",
        )


def words_of(names: Iterable[str]) -> frozenset[str]:
    """Return the words that names are made of, as questions are looked up."""
    return frozenset(word for name in names for word in query_terms(name))
