from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.rules.hand_edits import Edits, read_edits

SAID = {1: "use pnpm", 2: "只在周二部署", 3: "[app] never push to main"}
LINES = {1: "- use pnpm (1)", 2: "- 只在周二部署 (2)", 3: "- [app] never push to main (3)"}
NONE = Edits({}, [], [])


@pytest.mark.parametrize(
    ("lines", "edits"),
    [
        (list(LINES.values()), NONE),
        ([LINES[3], LINES[1], "", LINES[2] + "  "], NONE),
        (["* use  pnpm (1)", "只在周二部署（2）", LINES[3]], NONE),
        (["- use yarn (1)", LINES[2], LINES[3]], NONE._replace(changed={1: "use yarn"})),
        (
            ["- use pnpm (1) 8 only", LINES[2], LINES[3]],
            NONE._replace(changed={1: "use pnpm 8 only"}),
        ),
        ([LINES[1], "- 只在周三部署（2）", LINES[3]], NONE._replace(changed={2: "只在周三部署"})),
        ([LINES[1], LINES[3]], NONE._replace(removed=[2])),
        ([LINES[1], "- (2)", LINES[3]], NONE._replace(removed=[2])),
        ([], NONE._replace(removed=[1, 2, 3])),
        (
            [*LINES.values(), "- my own line", "# Mine"],
            NONE._replace(own=["- my own line", "# Mine"]),
        ),
        ([*LINES.values(), "- seen in (2019)"], NONE._replace(own=["- seen in (2019)"])),
        (["- use pnpm", LINES[2], LINES[3]], NONE),
        (["- use pnpm always", LINES[2], LINES[3]], NONE._replace(changed={1: "use pnpm always"})),
        (["something else", LINES[2], LINES[3]], Edits({}, [1], ["something else"])),
        ([*LINES.values(), "- use yarn (1)"], NONE._replace(own=["- use yarn (1)"])),
        (["- use yarn (1)", *LINES.values()], NONE._replace(own=["- use yarn (1)"])),
        (
            ["- use yarn (1)", "- use bun (1)", LINES[2], LINES[3]],
            Edits({1: "use yarn"}, [], ["- use bun (1)"]),
        ),
    ],
)
def test_each_way_to_edit_a_block_is_understood(lines: list[str], edits: Edits) -> None:
    assert read_edits(lines, SAID, set(SAID)) == edits


def test_what_we_wrote_ourselves_is_no_edit_though_the_lesson_says_something_else_now() -> None:
    lines = ["- use npm (1)", LINES[2], LINES[3]]
    assert read_edits(lines, SAID, set(SAID), untouched={"- use npm (1)"}) == NONE


def test_a_lesson_that_was_never_written_here_was_not_taken_out() -> None:
    assert read_edits([LINES[1]], SAID, {1}) == NONE


@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("- we used npm (7)", []),
        ("- we used npm and more (7)", ["- we used npm and more (7)"]),
        ("- any words of it (8)", []),
    ],
)
def test_the_line_of_a_retired_lesson_goes_unless_the_user_edited_it(
    line: str, own: list[str]
) -> None:
    lines = [*LINES.values(), line]
    assert read_edits(lines, SAID, set(SAID), retired={7: "we used npm", 8: ""}).own == own


@given(st.lists(st.text(max_size=40), max_size=12))
def test_no_line_gets_lost(lines: list[str]) -> None:
    """M4: every line is the lesson's own, an edit of it, or stays the user's."""
    found = read_edits(lines, SAID, set())
    kept = {line for line in lines if line.strip()}
    ours = {text for text in kept if any(f"({n})" in text or f"（{n}）" in text for n in SAID)}
    assert set(found.own) <= kept
    assert kept - ours <= set(found.own)


@pytest.mark.parametrize("words", ["never touch part {} unasked", "未经询问不要改动部件{}"])
def test_a_block_that_lost_all_its_numbers_is_still_the_same_lessons(words: str) -> None:
    said = {number: words.format(number * 7919 % 1000) for number in range(1, 301)}
    edited = {**said, 7: said[7] + " !", 9: said[9].replace("part", "the part")}
    lines = [f"- {text}" for text in edited.values()]
    found = read_edits(lines, said, said)
    assert found.changed == {n: edited[n] for n in said if edited[n] != said[n]}
    assert (found.removed, found.own) == ([], [])
