"""Gets to know a user from what there is already, so that the first session is not the first.

Past conversations, the user's instructions and Claude Code's own notes are listened to; what
tells the most becomes learnings that wait for the user's word. Nothing is applied unasked.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pmi.base.config_folders import list_config_folders
from pmi.base.ids import new_id
from pmi.base.text import is_cjk
from pmi.learn.hearing import choose, hear, is_remembered, learning_effect, own_words
from pmi.learn.signals import detect
from pmi.model.learning import Exchange, Learning, Signal
from pmi.profile.agent_notes import NoteLine, list_instructions, list_notes
from pmi.rules import learning as rules
from pmi.rules.bootstrap import Candidate, Saying, gather, most_telling
from pmi.store import learnings, projects, reviews, scanning
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING

if TYPE_CHECKING:
    import sqlite3

    from pmi.store.database import Store
    from pmi.store.rows import Effect

OP = "bootstrap"
PAGE = 500
LIMIT = 20
PROJECTS_SHOWN = 5


class Past(NamedTuple):
    """What there is to get to know a user from.

    Attributes:
        messages: How many of the user's were listened to.
        sessions: In how many conversations.
        since: When the first of them was typed; empty for none.
        chinese: The share of messages with Chinese in them, from 0 to 1.
        projects: Names of the projects with the most messages, and how many.
        files: Instructions and notes that were read.
        whole: False where the time ran out before the oldest message.
    """

    messages: int = 0
    sessions: int = 0
    since: str = ""
    chinese: float = 0.0
    projects: tuple[tuple[str, int], ...] = ()
    files: tuple[str, ...] = ()
    whole: bool = True


class Introduction(NamedTuple):
    """What was found out about a user.

    Attributes:
        learnings: Those that were staged now, the most telling first.
        waiting: Numbers of learnings that were found again and waited already.
        known: How many candidates are known, or were turned down before.
        more: How many others there are, for which the limit left no room.
    """

    past: Past
    learnings: tuple[Learning, ...] = ()
    waiting: tuple[int, ...] = ()
    known: int = 0
    more: int = 0


def get_acquainted(
    store: Store,
    *,
    actor: str,
    limit: int = LIMIT,
    limit_s: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Introduction:
    """Listen to the past and stage what tells the most, in one journal entry.

    Messages come the newest first; when the time is over, the older ones are left out.

    Args:
        limit: Most learnings that are staged.
        progress: Called with messages done and messages in all.
    """
    deadline = None if limit_s is None else time.monotonic() + limit_s
    said, past = _listen(store, deadline, progress or _no_progress)
    written, files = _read_notes(store)
    candidates = most_telling(gather([*said, *written]), store.clock(), len(said) + len(written))
    past = past._replace(files=files)
    return _stage(store, candidates, past, actor, limit)


def _listen(
    store: Store, deadline: float | None, progress: Callable[[int, int], None]
) -> tuple[list[Saying], Past]:
    """Return what was said in archived conversations, and what they were."""
    found: list[Saying] = []
    sessions: set[str] = set()
    in_project: Counter[str] = Counter()
    total = chinese = 0
    since, whole = "", True
    for message, done, end in _newest_first(store):
        if deadline is not None and time.monotonic() > deadline:
            whole = False
            break
        progress(done, end)
        total += 1
        sessions.add(message.session)
        in_project[message.project] += 1
        chinese += any(map(is_cjk, message.text[:400]))
        since = min(since or message.at, message.at)
        said = own_words(message.text)
        found += [
            Saying(
                signal.text,
                signal.quote,
                signal.kind,
                message.at,
                message.project,
                f"cc://{message.session}#{message.uuid}",
                message.session,
            )
            for signal in (hear(store, message, said) if said else ())
        ]
    names = projects.list_project_names(store)
    named = [(names.get(key, key), count) for key, count in in_project.most_common() if key]
    share = chinese / total if total else 0.0
    return found, Past(
        total, len(sessions), since, share, tuple(named[:PROJECTS_SHOWN]), whole=whole
    )


def _newest_first(store: Store) -> Iterator[tuple[scanning.Unread, int, int]]:
    """Yield what users typed, from the newest on, with how far that is."""
    connection = store.reading("transcripts")
    end = until = scanning.last_number(connection)
    while until > 0:
        after = max(0, until - PAGE)
        page = scanning.list_typed(connection, after=after, until=until, since="", limit=PAGE)
        for message in reversed(page):
            yield message, end - message.number, end
        until = after


def _read_notes(store: Store) -> tuple[list[Saying], tuple[str, ...]]:
    """Return what stands in instructions and notes about the user, and the files.

    A project's own instructions tell of the user what stands in those of another one, too.
    """
    folders = list_config_folders(store.home)
    roots = projects.list_roots(store.reading("transcripts"))
    lines = list_instructions(folders, roots)
    own = [line for line in lines if not line.place]
    notes = list_notes(folders)
    kept = [*notes, *own, *_in_several([line for line in lines if line.place])]
    files = dict.fromkeys(line.path for line in [*notes, *lines])
    return [saying for line in kept for saying in _sayings(line)], tuple(files)


def _in_several(lines: Sequence[NoteLine]) -> list[NoteLine]:
    places: dict[str, set[str]] = {}
    for line in lines:
        places.setdefault(rules.sentence_of(line.text).key, set()).add(line.place)
    return [line for line in lines if len(places[rules.sentence_of(line.text).key]) > 1]


def _sayings(line: NoteLine) -> list[Saying]:
    if rules.is_injection(line.text):
        return []
    signals = choose(detect(Exchange("", line.text)), line.text)
    if line.about and not signals:
        signals = choose([Signal(line.about, "note", line.text, line.text)], line.text)
    written = f"{line.path}:{line.line}"
    return [
        Saying(one.text, one.quote, one.kind, line.at, session=line.path, written=written)
        for one in signals
    ]


def _stage(
    store: Store, candidates: Iterable[Candidate], past: Past, actor: str, limit: int
) -> Introduction:
    made: list[int] = []
    waiting: list[int] = []
    known = more = 0
    with store.writing("memory") as connection:
        there = learnings.list_learnings(connection)
        heard = _Heard(connection, there)
        draft = Draft(connection, store.clock(), actor, OP)
        for candidate in candidates:
            text, keys = candidate.newest.text, list(dict.fromkeys((candidate.newest.project, "")))
            sentence = rules.sentence_of(text)
            same = heard.find(candidate) or next(
                (one for one in there if rules.is_same(rules.sentence_of(one.text), sentence)), None
            )
            if same is not None and same.status == "pending":
                waiting.append(same.number)
            elif same is None and len(made) == limit:
                more += 1
            elif same is not None or is_remembered(store.home, sentence, text, keys):
                known += 1
            else:
                number = reviews.next_number(connection)
                draft.apply(_effects(store, draft, number, candidate))
                made.append(number)
        if made:
            subjects = [f"{LEARNING}{number}" for number in made]
            draft.close({"subjects": subjects}, [{"number": number} for number in made])
    staged = learnings.list_learnings(store.reading("memory"), numbers=made) if made else []
    staged.sort(key=lambda one: made.index(one.number))
    return Introduction(past, tuple(staged), tuple(waiting), known, more)


class _Heard:
    """What learnings were made of: an edit changes their words, not where they were said."""

    def __init__(self, connection: sqlite3.Connection, there: Iterable[Learning]) -> None:
        self._quotes: dict[str, list[tuple[str, Learning]]] = {}
        for item in there:
            self._quotes.setdefault(item.reference, []).append((item.quote, item))
            for again in learnings.list_sightings(connection, item.number):
                self._quotes.setdefault(again.reference, []).append((again.quote, item))

    def find(self, candidate: Candidate) -> Learning | None:
        """Return the learning that was made of the same words at the same place."""
        for saying in candidate.sayings:
            for quote, item in self._quotes.get(saying.reference or saying.written, ()):
                if quote and (quote in saying.quote or saying.quote in quote):
                    return item
        return None


def _effects(store: Store, draft: Draft, number: int, candidate: Candidate) -> list[Effect]:
    """Return the rows of a learning that was said first, and again, at these places."""
    newest, first = candidate.newest, candidate.sayings[-1]
    learning = learning_effect(
        store.home,
        number,
        Signal(newest.signal, OP, first.quote, newest.text),
        at=draft.at,
        project=newest.project if _is_of_one_project(candidate) else "",
        reference=first.reference or first.written,
        said_at=first.said_at,
        session=first.session if first.reference else "",
    )
    again: list[Effect] = [
        {
            "row": "sighting",
            "id": new_id("sgt"),
            "number": number,
            "reference": saying.reference or saying.written,
            "quote": saying.quote,
            "said_at": saying.said_at,
            "session": saying.session if saying.reference else "",
        }
        for saying in reversed(candidate.sayings[:-1])
    ]
    return [learning, *again]


def _is_of_one_project(candidate: Candidate) -> bool:
    """Tell whether something was said in one project only; what is said in several holds in all."""
    return len({saying.project for saying in candidate.sayings}) == 1


def _no_progress(_done: int, _total: int) -> None:
    return
