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
    said: str = "",
    user: bool = False,
    slotted: bool = True,
) -> Claim:
    return Claim(name, content, day, said, trust, user, 1, slotted)


def word(
    order: int,
    subject: str,
    verdict: Literal["confirm", "archive", "restore", "reject"],
    day: str = "2026-06-01",
) -> Word:
    return Word(order, subject, verdict, day)


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
    "of two undated the first said stands": Story(
        [claim("a", "A", said="2026-05-02"), claim("b", "B", said="2026-05-01")],
        [],
        {"a": "disputed", "b": "active"},
    ),
    "of two undated the better founded stands": Story(
        [claim("a", "A", "", "external", said="2026-05-01"), claim("b", "B", said="2026-05-02")],
        [],
        {"a": "disputed", "b": "active"},
    ),
    "an undated one that was put away opens nothing": Story(
        [claim("a", "A", said="2026-05-01"), claim("b", "B", said="2026-05-02")],
        [word(1, "a", "archive")],
        {"a": "archived", "b": "active"},
    ),
    "undated repeats are one": Story(
        [claim("a", "A", said="2026-05-01"), claim("b", "A", said="2026-05-02")],
        [],
        {"a": "active", "b": "merged"},
    ),
    "undated is a source of what says the same with a day": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01"), claim("c", "B")],
        [],
        {"a": "superseded", "b": "active", "c": "merged"},
    ),
    "undated repeats of what was superseded bring nothing back": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01"), claim("c", "A")],
        [],
        {"a": "superseded", "b": "active", "c": "merged"},
    ),
    "undated and confirmed holds from the user's word on": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B"), claim("c", "C")],
        [word(1, "c", "confirm")],
        {"a": "superseded", "b": "superseded", "c": "active"},
    ),
    "what was said after the user's word supersedes it only when it is as good": Story(
        [claim("a", "A"), claim("b", "B", "2026-07-01"), claim("c", "C", "2026-08-01", user=True)],
        [word(1, "a", "confirm")],
        {"a": "superseded", "b": "disputed", "c": "active"},
    ),
    "an earlier date is history": Story(
        [claim("a", "A", "2026-03-01", user=True), claim("b", "B", "2026-01-01", "external")],
        [],
        {"a": "active", "b": "superseded"},
    ),
    "between two confirmed is disputed": Story(
        [
            claim("a", "A", "2026-01-01", user=True),
            claim("b", "B", "2026-02-01"),
            claim("c", "C", "2026-03-01", user=True),
        ],
        [],
        {"a": "superseded", "b": "disputed", "c": "active"},
    ),
    "disputed repeats wait as one": Story(
        [
            claim("a", "A", "2026-01-01", user=True),
            claim("b", "B", "2026-02-01"),
            claim("c", "B", "2026-02-01", "external"),
            claim("d", "C", "2026-02-02"),
            claim("e", "B", "2026-03-01"),
        ],
        [],
        {"a": "active", "b": "disputed", "c": "merged", "d": "disputed", "e": "merged"},
    ),
    "disputed words that the user says next are settled": Story(
        [
            claim("a", "A", "2026-01-01", user=True),
            claim("b", "B", "2026-02-01", "external"),
            claim("c", "B", "2026-03-01", user=True),
        ],
        [],
        {"a": "superseded", "b": "merged", "c": "active"},
    ),
    "rejected and confirmed again": Story(
        [claim("a", "A", "2026-01-01"), claim("b", "B", "2026-02-01", "external")],
        [word(1, "b", "reject"), word(2, "b", "confirm")],
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


def test_what_names_its_end_held_until_then() -> None:
    first = Claim("a", "A", "2026-01-01", "", "owner", True, 1, True, ends="2026-01-20")
    second = claim("b", "B", "2026-02-01")
    assert [place.valid_to for place in resolve([second, first], [])] == ["2026-01-20", ""]
    late = Claim("a", "A", "2026-01-01", "", "owner", False, 1, True, ends="2026-12-31")
    assert [place.valid_to for place in resolve([late, second], [])] == ["2026-02-01", ""]


def test_a_sentence_of_the_same_source_raises_no_trust() -> None:
    one = Claim("a", "A", "2026-01-01", "", "external", False, 1, True, origins=frozenset("x"))
    same = Claim("b", "A", "2026-02-01", "", "owner", False, 1, True, origins=frozenset("x"))
    other = Claim("c", "A", "2026-02-01", "", "owner", False, 1, True, origins=frozenset("y"))
    assert resolve([one, same], [])[0].trust == "external"
    assert resolve([one, other], [])[0].trust == "owner"


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


@pytest.mark.parametrize("slotted", [True, False])
@pytest.mark.parametrize("own", [True, False], ids=["said", "confirmed"])
@pytest.mark.parametrize("day", ["2026-01-01", "2026-02-01"])
def test_what_the_user_vouches_for_is_shown_as_the_user_knows_it(
    day: str, own: bool, slotted: bool
) -> None:
    claims = [
        claim("a", "A", day, said="2025-12-01", slotted=slotted),
        claim("b", "A", "2026-02-01", said="2026-02-01", user=own, slotted=slotted),
    ]
    words = [] if own else [word(1, "b", "confirm")]
    for order in (claims, claims[::-1]):
        shown, kept = resolve(order, words)[::-1]
        assert (shown.id, shown.status, shown.verification) == ("b", "active", "user_confirmed")
        assert (kept.status, kept.merged_into) == ("merged", "b")


def test_of_two_claims_of_one_day_the_later_words_count() -> None:
    morning = Claim("a", "A", "2026-01-01", "2026-01-01T09:00:00.000Z", "owner", True, 1, True)
    evening = Claim("b", "B", "2026-01-01", "2026-01-01T18:00:00.000Z", "owner", True, 1, True)
    for order in ((morning, evening), (evening, morning)):
        assert [place.status for place in resolve(order, [])] == ["superseded", "active"]
