"""Where claims of one slot stand depends on the set of claims and decisions, not on arrival."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pmi.model.memory import Trust
from pmi.rules.resolve import Claim, Place, Word, resolve

DAYS = ("", "", "2026-01-01", "2026-02-01", "2026-03-01")
TRUSTS: tuple[Trust, ...] = ("external", "agent", "owner")


@st.composite
def claims(draw: st.DrawFn) -> list[Claim]:
    """Draw up to six claims: mixed trust, repeats, returns to earlier values, undated ones."""
    found = []
    for index in range(draw(st.integers(1, 6))):
        day = draw(st.sampled_from(DAYS))
        # Each was said at a moment of its own; which of two undated ones was first is known.
        said = f"2026-06-{draw(st.integers(1, 28)):02d}T10:00:{index:02d}.000Z"
        found.append(
            Claim(
                id=f"c{index}",
                content_key=draw(st.sampled_from("ABC")),
                holds_from=day,
                said_at=said,
                trust=draw(st.sampled_from(TRUSTS)),
                by_user=bool(day) and draw(st.booleans()),
                evidence=draw(st.integers(0, 2)),
                slotted=True,
                origins=frozenset(draw(st.sets(st.sampled_from("xyz"), max_size=2))),
            )
        )
    return found


@st.composite
def decided(draw: st.DrawFn) -> tuple[list[Claim], list[Word]]:
    found = draw(claims())
    words = [
        Word(
            order,
            draw(st.sampled_from([claim.id for claim in found])),
            draw(st.sampled_from(["confirm", "archive", "restore", "reject"])),
            f"2026-07-{order + 1:02d}",
        )
        for order in range(draw(st.integers(0, 3)))
    ]
    return found, words


@pytest.mark.proves("M1")
@settings(max_examples=60, deadline=None)
@given(decided())
def test_every_order_of_arrival_ends_alike(drawn: tuple[list[Claim], list[Word]]) -> None:
    found, words = drawn
    ends = {tuple(resolve(order, words)) for order in itertools.permutations(found)}
    assert len(ends) == 1


@settings(max_examples=150, deadline=None)
@given(decided(), st.integers(0, 1000))
def test_an_id_says_nothing_but_what_a_claim_is_called(
    drawn: tuple[list[Claim], list[Word]], seed: int
) -> None:
    """The state is the same whichever claim got its id first: by content, not by name."""
    found, words = drawn
    names = [claim.id for claim in found]
    random.Random(seed).shuffle(names)
    renamed = dict(zip((claim.id for claim in found), names, strict=True))
    others = [replace(claim, id=renamed[claim.id]) for claim in found]
    heard = [replace(word, subject=renamed[word.subject]) for word in words]

    def seen(places: list[Place], back: dict[str, str]) -> set[tuple[str, ...]]:
        return {
            (back[place.id], place.status, place.verification, place.trust, place.valid_to,
             back.get(place.successor, ""), back.get(place.merged_into, ""))
            for place in places
        }  # fmt: skip

    same = {name: name for name in names}
    back = {after: before for before, after in renamed.items()}
    assert seen(resolve(found, words), same) == seen(resolve(others, heard), back)


@settings(max_examples=200, deadline=None)
@given(decided())
def test_at_most_one_is_active_and_everything_has_a_place(
    drawn: tuple[list[Claim], list[Word]],
) -> None:
    found, words = drawn
    places = resolve(found, words)
    assert [place.id for place in places] == sorted(claim.id for claim in found)
    assert sum(place.status == "active" for place in places) <= 1
    active = {place.id for place in places if place.status != "merged"}
    assert all(place.merged_into in active for place in places if place.status == "merged")


@settings(max_examples=200, deadline=None)
@given(decided(), st.permutations("ABC"))
def test_swapping_contents_never_changes_a_verdict(
    drawn: tuple[list[Claim], list[Word]], letters: list[str]
) -> None:
    found, words = drawn
    # Two dated claims of one moment are told apart by their words alone; here none are.
    swap = dict(zip("ABC", letters, strict=True))
    swapped = [replace(claim, content_key=swap[claim.content_key]) for claim in found]
    assert resolve(swapped, words) == resolve(found, words)


@settings(max_examples=150, deadline=None)
@given(decided(), st.sampled_from(TRUSTS), st.sampled_from("ABC"))
def test_what_the_user_decided_no_agents_later_claim_undoes(
    drawn: tuple[list[Claim], list[Word]], trust: Trust, content: str
) -> None:
    """A claim that arrives later with an earlier date becomes history or a review."""
    found, words = drawn
    confirmed = {word.subject for word in words if word.verdict == "confirm"}
    before = {place.id: place for place in resolve(found, words)}
    standing = [
        place.id
        for place in before.values()
        if place.status == "active" and place.id in confirmed and words[-1].subject == place.id
    ]
    late = Claim("late", content, "2026-01-15", "2026-08-01T00:00:00.000Z", trust, False, 1, True)
    after = {place.id: place for place in resolve([*found, late], words)}
    for memory in standing:
        place = after[memory]
        kept = after[place.merged_into] if place.merged_into else place
        assert kept.status == "active"
