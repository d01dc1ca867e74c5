"""Turns what was found in messages, and in the names of sessions, into one hit for each session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pmi.base.text import tokens
from pmi.model.finding import BESIDE, Hit
from pmi.search.drafts import Draft, Sessions
from pmi.search.passages import worth_of_sessions
from pmi.search.regions import terms_of
from pmi.search.terms import inverse_frequency
from pmi.store import conversations

if TYPE_CHECKING:
    from pmi.search.look import Look

NAME_FACTOR = 2.0
"""A word in the name that somebody gave a session counts as if it was said often."""


def session_hits(look: Look) -> list[Draft]:
    """Return a hit for each session that the best messages stand in, or whose name matches.

    Its snippet is cut from its best passage, or is its name where only that matches.
    """
    found = look.found("message")
    messages = conversations.list_messages_by_number(look.store, list(found))
    by_session: dict[str, list[int]] = {}
    for number in look.best("message", len(found)):
        if number in messages:
            by_session.setdefault(messages[number].session, []).append(number)
    worths = worth_of_sessions(found, {one: message.session for one, message in messages.items()})
    named = _find_named(look)
    for name, words in named.items():
        worths[name] = worths.get(name, 0.0) + NAME_FACTOR * sum(words.values())
    known = Sessions(look.store)
    hits: list[Draft] = []
    for name in sorted(worths, key=lambda name: (-worths[name], name))[: look.request.limit]:
        session, numbers = known.get(name), by_session.get(name, [])
        if session is None:
            continue
        all_words = [*named.get(name, ()), *(word for one in numbers for word in found[one].words)]
        telling = next((one for one in numbers if found[one].words), numbers[0] if numbers else 0)
        lifts = found[telling].lifts if telling else []
        hit = Hit(
            scope="sessions",
            reference=f"cc://{name}",
            title=session.title,
            snippet="",
            at=session.ended_at,
            project=session.project,
            role="",
            why=(*dict.fromkeys(all_words), *(each for each in lifts if each != BESIDE)),
            score=worths[name],
            marks=known.marks(session),
        )
        text = messages[telling].text if telling else session.title
        hits.append(Draft(hit, text, found[telling].words if telling else all_words))
    return hits


def _find_named(look: Look) -> dict[str, Mapping[str, float]]:
    """Return the sessions whose given name holds words of the question, with their weights.

    A name that was never given is the first prompt, which is found as a message. Conditions
    that only messages can satisfy leave names out.
    """
    chosen = look.request.chosen
    if chosen.messages is not None or chosen.role or chosen.tool:
        return {}
    weights = {term.word: term.weight for term in look.terms}
    unsaid = inverse_frequency(1, max(1, look.sizes.get("message", 0)))
    wanted = {word: weights.get(word, unsaid) for word in terms_of(look.query)}
    found: dict[str, Mapping[str, float]] = {}
    for session, name in conversations.list_given_names(
        look.store, chosen.projects, chosen.since, chosen.until
    ):
        words = wanted.keys() & tokens(name)
        if words:
            found[session] = {word: wanted[word] for word in wanted if word in words}
    return found
