"""Hears signals in what a user typed, and says what a learning that is made of one holds.

The same ears serve newly archived messages and the past.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pmi.base import log
from pmi.base.lookup import match_memories
from pmi.base.text import query_terms
from pmi.learn.signals import detect
from pmi.model.learning import LEARNING_MAX_CHARS, Exchange, Signal
from pmi.profile.domains import domain_of
from pmi.rules import learning as rules
from pmi.rules.claims import is_model_error
from pmi.rules.lesson_paths import paths_of
from pmi.store import scanning
from pmi.store.scanning import Unread
from pmi.store.speech import pasted_spans

if TYPE_CHECKING:
    from pmi.base.home import Home
    from pmi.store.database import Store
    from pmi.store.rows import Effect

LIKE_MOST = 12
"""So many memories that share words with a signal are compared with it."""

_COMMAND = re.compile(r"\s*/[\w:-]+(?:\s|$)")
_LEVEL = r"(?:err(?:or)?|warn(?:ing)?|info|debug|trace|fatal|critical|notice|错误|警告)"
_LOGGED = re.compile(
    rf"\s*(?:\W?\d{{4}}[-/.]\d\d?[-/.]\d\d?(?!\d)\S*\s+(?:\d\d?:\d\d\S*\s+)?\W?{_LEVEL}\b"
    rf"|\W?\d\d?:\d\d:\d\d\S*\s+\W?{_LEVEL}\b"
    rf"|\[{_LEVEL}\]|<{_LEVEL}>|(?:npm|yarn|pnpm) (?:err!|(?:warn|error)\b))",
    re.IGNORECASE,
)
"""Begins a line of a log that was pasted among the user's words, without a fence."""


def hear(store: Store, message: Unread, said: str) -> list[Signal]:
    """Return the signals in a message that may become learnings; a fault is logged, not raised.

    Args:
        said: Its own words.
    """
    connection = store.reading("transcripts")
    exchange = Exchange(
        scanning.find_before(connection, message), said, scanning.find_answer(connection, message)
    )
    try:
        return choose(detect(exchange), message.text)
    except Exception as error:  # noqa: BLE001 - one message must not stop all that follow
        log.note(store.home, "signals", error)
        return []


def is_remembered(home: Home, sentence: rules.Sentence, text: str, projects: Sequence[str]) -> bool:
    """Tell whether a memory that is no learning says it already, with the user's word.

    What only an agent wrote down has not been asked about: it is no lesson.

    Args:
        sentence: What `rules.sentence_of` gives for the text.
        projects: Keys of where it may hold; an empty one for everywhere.
    """
    found = match_memories(home, query_terms(text), projects, (), LIKE_MOST)
    return any(
        row["confirmed"] and rules.is_same(sentence, rules.sentence_of(row["content"]))
        for row in found
    )


def own_words(text: str) -> str:
    """Return a message without its pasted, fenced and quoted parts; empty where it says nothing.

    A command says nothing, nor does what tries to give orders to a model.
    """
    kept, done = [], 0
    for start, end in pasted_spans(text):
        kept.append(text[done : max(done, start)])
        done = max(done, end)
    said = "\n".join([*kept, text[done:]]) if kept else text
    if not said.strip() or _COMMAND.match(said) or rules.is_injection(said):
        return ""
    return said


def choose(signals: Iterable[Signal], text: str) -> list[Signal]:
    """Return the signals that may become learnings: each wish once, the more telling one.

    Args:
        text: The whole message; a quote must stand in it as it is.
    """
    chosen: list[Signal] = []
    for found in signals:
        signal = found._replace(text=rules.without_preamble(found.text.strip()))
        if not _may_be_kept(signal, text):
            continue
        same = next((one for one in chosen if _is_one(one, signal)), None)
        if same is None:
            chosen.append(signal)
        elif rules.tells_more(signal.kind, same.kind):
            chosen[chosen.index(same)] = signal
    return chosen


def _may_be_kept(signal: Signal, text: str) -> bool:
    words = signal.text
    return (
        0 < len(words) <= LEARNING_MAX_CHARS
        and words.isprintable()
        and any(sign.isalpha() for sign in words)
        and signal.quote.strip() != ""
        and signal.quote in text
        and not _LOGGED.match(_line_of(text, signal.quote))
        and not is_model_error(words)
        and not rules.is_injection(words)
    )


def _line_of(text: str, quote: str) -> str:
    """Return the line in which a quote begins."""
    start = text.find(quote.lstrip())
    return text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]


def _is_one(one: Signal, other: Signal) -> bool:
    return (
        one.quote in other.quote
        or other.quote in one.quote
        or rules.same_learning(one.text, other.text)
    )


def learning_effect(
    home: Home,
    number: int,
    signal: Signal,
    *,
    at: str,
    project: str,
    reference: str,
    said_at: str,
    session: str,
    contradicts: int = 0,
) -> Effect:
    """Return the row of a learning that is made of a signal.

    Args:
        project: Key of the project in which it was said; a word about the user holds everywhere.
        reference: Of the message or the page where it stands; empty for neither.
    """
    if rules.holds_everywhere(signal.kind, signal.quote):
        project = ""
    return {
        "row": "learning",
        "number": number,
        "text": signal.text,
        "kind": rules.memory_kind(signal.kind),
        "project": project,
        "memory": "",
        "at": at,
        "reference": reference,
        "signal": signal.kind,
        "quote": signal.quote,
        "domain": domain_of(home, project) if project else "",
        "paths": json.dumps(paths_of(signal.text), ensure_ascii=False),
        "said_at": said_at,
        "session": session,
        "contradicts": contradicts,
    }
