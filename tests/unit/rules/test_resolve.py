"""Where claims of one slot stand: a table of stories, each true in every order of arrival."""

from __future__ import annotations

import itertools
from typing import Literal, NamedTuple

import pytest

from pmi.model.memory import Trust
from pmi.rules.resolve import Claim, Place, Word, resolve


def claim(
    name: str,
    content: str,
    day: str = "",
    trust: Trust = "owner",
    *,
    user: bool = False,
    slotted: bool = True,
) -> Claim:
    return Claim(name, content, day, "", trust, user, 1, slotted)


def word(
    order: int, subject: str, verdict: Literal["confirm", "archive", "restore", "reject"]
) -> Word:
    return Word(order, subject, verdict)


class Story(NamedTuple):
    claims: list[Claim]
    words: list[Word]
    status: dict[str, str]


STORIES = {
    "one claim stands": Story([claim("a", "A", "2026-01-01")], [], {"a": "active"}),
    "newest supersedes": Story(
        [
            claim("a", "A", "2026-01-01"),
            claim("b", "B", "2026-02-01"),
            claim("c", "C", "2026-03-01"),
        ],
        [],
        {"a": "superseded", "b": "superseded", "c": "active"},
    ),
    "undated is the oldest": Story(
        [claim("a", "A"), claim("b", "B", "2026-02-01")],
        [],
        {"a": "superseded", "b": "active"},
    ),
    "equal neighbours merge": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "A", "2026-02-01")],
        [],
        {"a": "active", "b": "merged"},
    ),
    "A, B, A again is three": Story(
        [
            claim("a", "A", "2026-01-01"),
            claim("b", "B", "2026-02-01"),
            claim("c", "A", "2026-03-01"),
        ],
        [],
        {"a": "superseded", "b": "superseded", "c": "active"},
    ),
    "less trusted is disputed": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01", "external")],
        [],
        {"a": "active", "b": "disputed"},
    ),
    "against confirmed is disputed": Story(
        [claim("a", "A", "2026-01-01", "agent", user=True), claim("b", "B", "2026-02-01")],
        [],
        {"a": "active", "b": "disputed"},
    ),
    "more trusted supersedes": Story(
        [claim("a", "A", "2026-01-01", "external"), claim("b", "B", "2026-02-01", "agent")],
        [],
        {"a": "superseded", "b": "active"},
    ),
    "what is confirmed gets past": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01", "external")],
        [word(1, "b", "confirm")],
        {"a": "superseded", "b": "active"},
    ),
    "disputed between equals": Story(
        [
            claim("a", "A", "2026-01-01"),
            claim("b", "B", "2026-02-01", "external"),
            claim("c", "A", "2026-03-01"),
        ],
        [],
        {"a": "active", "b": "disputed", "c": "merged"},
    ),
    "put away leaves the slot empty": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01")],
        [word(1, "b", "archive")],
        {"a": "superseded", "b": "archived"},
    ),
    "restored is there again": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01")],
        [word(1, "b", "archive"), word(2, "b", "restore")],
        {"a": "superseded", "b": "active"},
    ),
    "rejected was never said": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01")],
        [word(1, "b", "reject")],
        {"a": "active", "b": "archived"},
    ),
    "said again after it was put away": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "A", "2026-02-01", "agent")],
        [word(1, "a", "archive")],
        {"a": "archived", "b": "active"},
    ),
    "without a slot equals merge": Story(
        [claim("a", "A", slotted=False), claim("b", "A", slotted=False)],
        [],
        {"a": "active", "b": "merged"},
    ),
    "without a slot nothing supersedes": Story(
        [claim("a", "A", slotted=False), claim("b", "A", slotted=False)],
        [word(1, "b", "archive")],
        {"a": "active", "b": "archived"},
    ),
    "without a slot around one put away": Story(
        [claim(name, "A", slotted=False) for name in "abc"],
        [word(1, "b", "archive")],
        {"a": "active", "b": "archived", "c": "merged"},
    ),
}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES.keys())
def test_a_story_ends_alike_in_every_order_of_arrival(story: Story) -> None:
    for claims in itertools.permutations(story.claims):
        for words in itertools.permutations(story.words):
            places = resolve(claims, words)
            assert {place.id: place.status for place in places} == story.status


@pytest.mark.proves("M1")
def test_all_120_orders_of_five_dated_claims_end_alike() -> None:
    claims = [
        claim("a", "A", "2026-01-01"),
        claim("b", "B", "2026-02-01"),
        claim("c", "A", "2026-03-01", "agent"),
        claim("d", "C", "2026-03-01"),
        claim("e", "C", "2026-04-01", "external"),
    ]
    ends = {tuple(resolve(order, [])) for order in itertools.permutations(claims)}
    assert len(ends) == 1


def test_validity_and_successor_are_recorded() -> None:
    first, second = resolve([claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01")], [])
    assert first == Place(
        "a", "superseded", "source_backed", "owner", valid_to="2026-02-01", successor="b"
    )
    assert (second.valid_to, second.successor) == ("", "")


def test_merging_strengthens() -> None:
    claims = [
        claim("a", "A", "2026-01-01", "external"),
        claim("b", "A", "2026-02-01", "owner"),
        claim("c", "B", "2026-03-01", "agent"),
    ]
    places = {place.id: place for place in resolve(claims, [])}
    assert places["a"].trust == "owner"
    assert places["b"].merged_into == "a"
    assert places["c"].status == "disputed"


def test_of_two_claims_of_one_day_the_later_words_count() -> None:
    morning = Claim("a", "A", "2026-01-01", "2026-01-01T09:00:00.000Z", "owner", True, 1, True)
    evening = Claim("b", "B", "2026-01-01", "2026-01-01T18:00:00.000Z", "owner", True, 1, True)
    for order in ((morning, evening), (evening, morning)):
        assert [place.status for place in resolve(order, [])] == ["superseded", "active"]
