"""Makes learnings of what users said: looks through newly archived messages for signals.

Each message that says something is one journal entry with a cause of its own, so that looking
at it again makes nothing twice; the mark of how far it came may lag behind. What is known
already is only counted. Nothing that is made here counts before the user's word.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pmi.base import log
from pmi.base.config import load
from pmi.base.errors import PmiError
from pmi.base.ids import new_id
from pmi.learn.hearing import hear, is_remembered, learning_effect, own_words
from pmi.model.learning import Learning, Signal
from pmi.rules import learning as rules
from pmi.rules.taking_back import cancels, takes_back
from pmi.search.live_branch import find_taken_back
from pmi.store import journal, learnings, reviews, scanning
from pmi.store.projects import list_same_project
from pmi.store.scanning import SIGNALS, Unread
from pmi.store.uses import Use, add_uses, count_uses
from pmi.writing.deciding import decision
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING

if TYPE_CHECKING:
    from pmi.store.database import Store
    from pmi.store.rows import Effect

OP = "signals"
ACTOR = "hook"
PAGE = 200


def stage(
    store: Store, *, limit_s: float | None = None, between: Callable[[], None] = lambda: None
) -> list[int]:
    """Look through what was archived since the last time; return the numbers that it made.

    Args:
        limit_s: Stop after about so long; the next call goes on there.
        between: Called between two messages that say something, and between pages.

    Raises:
        Locked, Unwritable: The rest waits for the next call.
    """
    settings = load(store.home)["learning"]
    scan = _Scan(store, per_session=int(settings["per_session"]), between=between)
    deadline = None if limit_s is None else time.monotonic() + limit_s
    return scan.run(deadline, look=bool(settings["enabled"]))


class _Scan:
    """One look through the messages behind the mark."""

    def __init__(self, store: Store, *, per_session: int, between: Callable[[], None]) -> None:
        self._store = store
        self._per_session = per_session
        self._between = between
        self._taken_back: tuple[str, frozenset[str]] = ("", frozenset())

    def run(self, deadline: float | None, *, look: bool) -> list[int]:
        """Return the numbers of the learnings that were made."""
        connection = self._store.reading("transcripts")
        mark = scanning.read_mark(connection, SIGNALS)
        end, done, made = scanning.last_number(connection), mark.message, list[int]()
        while done < end:
            page = (
                scanning.list_typed(connection, after=done, until=end, since=mark.since, limit=PAGE)
                if look
                else []
            )
            for message in page:
                made += self._guarded(message)
                done = message.number
                if deadline is not None and time.monotonic() > deadline:
                    self._note(done)
                    return made
            done = done if len(page) == PAGE else end
            self._note(done)
            self._between()
        return made

    def _note(self, done: int) -> None:
        with self._store.writing("transcripts") as connection:
            scanning.write_mark(connection, SIGNALS, done)

    def _guarded(self, message: Unread) -> list[int]:
        """Stage what one message says; one that can not be staged must not stop all that follow."""
        try:
            return self._take(message)
        except Exception as error:
            if isinstance(error, PmiError) or self._store.explain(error) is not None:
                raise
            log.note(self._store.home, f"signals of {message.uuid}", error)
            return []

    def _take(self, message: Unread) -> list[int]:
        """Stage what one message says; what is not on the live branch says nothing."""
        said = own_words(message.text)
        if not said:
            return []
        signals = hear(self._store, message, said)
        if not (signals or takes_back(said)) or self._is_taken_back(message):
            return []
        staged = _Staging(self._store, message, said, self._per_session).write(signals)
        self._between()
        return staged

    def _is_taken_back(self, message: Unread) -> bool:
        if self._taken_back[0] != message.session:
            self._taken_back = (message.session, find_taken_back(self._store, message.session))
        return message.uuid in self._taken_back[1]


class _Staging:
    """What one message becomes: one journal entry, or none where nothing is new."""

    def __init__(self, store: Store, message: Unread, said: str, per_session: int) -> None:
        self._store = store
        self._message = message
        self._said = said
        self._per_session = per_session
        self._reference = f"cc://{message.session}#{message.uuid}"
        self._keys = _keys_of(store, message.project)
        self._results: list[dict[str, str | int]] = []

    def write(self, signals: Sequence[Signal]) -> list[int]:
        """Write the entry, unless it is there, and return the numbers that it made."""
        cause = f"{OP}:{self._message.uuid}"
        made: list[int] = []
        with self._store.writing("memory") as connection:
            known = journal.find_by_cause(connection, cause)
            if known is None:
                draft = Draft(connection, self._store.clock(), ACTOR, OP, cause)
                self._cancel(draft, signals)
                for signal in signals:
                    made += self._stage(draft, signal)
                if draft.effects:
                    payload = {
                        "reference": self._reference,
                        "subjects": [f"{LEARNING}{row['number']}" for row in self._results],
                        "signals": [{"kind": one.kind, "rule": one.rule} for one in signals],
                    }
                    draft.close(payload, self._results)
            else:
                self._results = known.outcome["results"]
        self._note_corrected()
        return made

    def _cancel(self, draft: Draft, signals: Sequence[Signal]) -> None:
        """Cancel what the same session said before and this message says otherwise."""
        before = scanning.find_prompt_before(self._store.reading("transcripts"), self._message)
        wanted = [signal.text for signal in signals]
        session = self._message.session
        for item in learnings.list_learnings(draft.connection, "pending", session=session):
            uuid = item.reference.rpartition("#")[2]
            if uuid == self._message.uuid:
                continue
            if cancels(self._said, wanted, item.text, just_before=uuid == before):
                self._put_away(draft, item, "said_otherwise")

    def _put_away(self, draft: Draft, item: Learning, reason: str) -> None:
        subject = f"{LEARNING}{item.number}"
        draft.apply([decision(draft, subject, "cancel", content=item.text, reason=reason)])
        self._results.append({"number": item.number, "verdict": "cancelled"})

    def _stage(self, draft: Draft, signal: Signal) -> list[int]:
        number, words = rules.numbered(signal.text)
        shown = learnings.find_learning(draft.connection, number) if number else None
        if shown is not None and rules.same_learning(words, shown.text):
            return []  # what we showed came back, and says nothing
        sentence = rules.sentence_of(signal.text)
        there = [
            item
            for item in learnings.list_learnings(draft.connection, projects=self._keys)
            if item.status != "cancelled"
        ]
        same = [
            item
            for item in there
            if rules.is_same(sentence, rules.sentence_of(item.text))
            or rules.says_part(signal.text, item.text)
        ]
        if same:
            self._count(draft, signal, min(same, key=_first_asked))
            return []
        if is_remembered(self._store.home, sentence, signal.text, self._keys) or not self._has_room(
            draft, signal
        ):
            return []
        number = reviews.next_number(draft.connection)
        draft.apply([self._learning(draft, number, signal, _contradicted(signal, there))])
        self._results.append({"number": number, "verdict": "staged"})
        return [number]

    def _count(self, draft: Draft, signal: Signal, item: Learning) -> None:
        """Count that something known was said again; what the user undid is left alone."""
        if item.status == "undone" or item.reference == self._reference:
            return
        draft.apply(
            [
                {
                    "row": "sighting",
                    "id": new_id("sgt"),
                    "number": item.number,
                    "reference": self._reference,
                    "quote": signal.quote,
                    "said_at": self._message.at,
                    "session": self._message.session,
                }
            ]
        )
        in_force = item.status == "confirmed" and self._message.at > learnings.find_confirmed_at(
            draft.connection, item.number
        )
        verdict = "corrected" if in_force else "sighted"
        self._results.append({"number": item.number, "verdict": verdict})

    def _has_room(self, draft: Draft, signal: Signal) -> bool:
        """Tell whether the session may bring one more; a less telling one gives way to it.

        What the user was shown already, or decided on, stays.
        """
        session = self._message.session
        brought = [
            item
            for item in learnings.list_learnings(draft.connection, session=session)
            if item.status not in ("cancelled", "undone")
        ]
        if len(brought) < self._per_session:
            return True
        uses = count_uses(self._store.reading("transcripts"), [item.number for item in brought])
        weaker = [
            item
            for item in brought
            if item.status == "pending"
            and item.signal
            and rules.tells_more(signal.kind, item.signal)
            and not (item.number in uses and uses[item.number].shown)
        ]
        if not weaker:
            return False
        self._put_away(draft, rules.least_telling(weaker), "more_telling")
        return True

    def _learning(self, draft: Draft, number: int, signal: Signal, contradicts: int) -> Effect:
        message = self._message
        return learning_effect(
            self._store.home,
            number,
            signal,
            at=draft.at,
            project=self._keys[0],
            reference=self._reference,
            said_at=message.at,
            session=message.session,
            contradicts=contradicts,
        )

    def _note_corrected(self) -> None:
        """Note which lessons in force had to be said again; after a kill this is done again."""
        message = self._message
        uses = [
            Use("corrected", int(row["number"]), message.session, message.at)
            for row in self._results
            if row["verdict"] == "corrected"
        ]
        if uses:
            with self._store.writing("transcripts") as connection:
                add_uses(connection, uses)


def _keys_of(store: Store, project: str) -> list[str]:
    """Return the keys under which something of a project may stand; the present one is first."""
    keys = list_same_project(store.reading("transcripts"), project) if project else []
    return [*keys, ""]


def _first_asked(item: Learning) -> tuple[int, int]:
    """Sort what was decided first: it is not asked again."""
    order = ("confirmed", "rejected", "undone", "pending")
    return (order.index(item.status) if item.status in order else len(order), item.number)


def _contradicted(signal: Signal, there: Sequence[Learning]) -> int:
    """Return the number of a learning that stands and says otherwise; 0 for none."""
    words = set(rules.sentence_of(signal.text).words)
    for item in reversed(there):
        if item.status not in ("pending", "confirmed"):
            continue
        if words.intersection(rules.sentence_of(item.text).words) and rules.opposes(
            signal.text, item.text
        ):
            return item.number
    return 0
