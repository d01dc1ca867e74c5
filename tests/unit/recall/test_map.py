from __future__ import annotations

import random

import pytest

from pmi.base.ids import new_id
from pmi.base.text import estimate_tokens
from pmi.model.memory import Evidence, Memory
from pmi.recall import render
from pmi.recall.map import OBSERVATION_LIMIT_CHARS, build_map, is_standing, short_ids

TODAY = "2026-11-30T10:00:00.000Z"
HERE = "git:code.example/team/here"
THERE = "git:code.example/team/there"


def memory(content: str, **more: object) -> Memory:
    identity = new_id("mem")
    evidence = Evidence("evi", identity, "ver_1", content, 0, 1, "owner", "src_1", TODAY)
    base = Memory(
        id=identity,
        slug="",
        kind="preference",
        stance="claim",
        content=content,
        detail="",
        project="",
        slot="",
        valid_from="",
        valid_to="",
        recorded_at=TODAY,
        status="active",
        verification="user_confirmed",
        trust="owner",
        successor="",
        entry=1,
        evidence=(evidence,),
    )
    return base._replace(**more)  # type: ignore[arg-type]  # names are checked by replace


def many(count: int, project: str = "") -> list[Memory]:
    return [memory(f"note {number} 关于部署", project=project) for number in range(count)]


def test_the_own_project_comes_first_then_everywhere_then_others() -> None:
    known = [memory("a", project=THERE), memory("b"), memory("c", project=HERE)]
    pages = build_map(known, project=HERE, today=TODAY)
    assert [page.key for page in pages] == [HERE, "", THERE]
    assert [page.name for page in pages] == ["here", "", "there"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param({}, {"verification": "inferred"}, id="confirmed before inferred"),
        pytest.param({}, {"recorded_at": "2024-01-01T00:00:00.000Z"}, id="new before old"),
        pytest.param({"kind": "decision"}, {"kind": "episodic"}, id="decision before event"),
        pytest.param({}, {"valid_from": "2020-01-01"}, id="said lately before said long ago"),
    ],
)
def test_what_matters_more_comes_first(better: dict[str, object], worse: dict[str, object]) -> None:
    first, second = memory("first", **better), memory("second", **worse)
    (page,) = build_map([second, first], project="", today=TODAY)
    assert [item.text for item in page.observations] == ["first", "second"]


def test_each_further_source_lifts() -> None:
    once, twice = memory("once"), memory("twice")
    more = twice.evidence[0]._replace(id="evi_2", version="ver_2")
    twice = twice._replace(evidence=(*twice.evidence, more))
    (page,) = build_map([once, twice], project="", today=TODAY)
    assert [(item.text, item.sources) for item in page.observations] == [
        ("twice", 2),
        ("once", 1),
    ]


def test_the_map_is_the_same_whatever_the_order_of_rows() -> None:
    known = [*many(60, HERE), *many(60), *many(60, THERE)]
    shuffled = random.Random(7).sample(known, len(known))
    assert build_map(known, project=HERE, today=TODAY) == build_map(
        shuffled, project=HERE, today=TODAY
    )


@pytest.mark.parametrize("budget", [60, 300, 1500, 6000])
def test_the_budget_holds_and_what_did_not_fit_is_named(budget: int) -> None:
    known = [item for number in range(30) for item in many(10, f"git:code.example/t/p{number}")]
    pages = build_map(known, project=HERE, today=TODAY, budget_tokens=budget)
    shown = [item for page in pages for item in page.observations]
    assert sum(estimate_tokens(item.text) for item in shown) <= budget
    assert len(pages) == 30
    assert sum(page.total for page in pages) == 300
    closed = [page for page in pages if not page.observations]
    text = render.map_text(pages, "en", today=TODAY)
    assert ("Other pages" in text) == bool(closed)


def test_no_page_fills_the_map_before_the_others_had_their_turn() -> None:
    known = [*many(500, HERE), memory("a rule for all projects")]
    pages = build_map(known, project=HERE, today=TODAY, budget_tokens=600)
    assert [len(page.observations) > 0 for page in pages] == [True, True]


@pytest.mark.proves("C1")
def test_one_long_memory_is_cut_and_marked() -> None:
    (page,) = build_map([memory("长" * 85_000), memory("短")], project="", today=TODAY)
    texts = {item.text: item.has_detail for item in page.observations}
    assert texts.pop("短") is False
    ((text, detail),) = texts.items()
    assert len(text) == OBSERVATION_LIMIT_CHARS
    assert text.endswith("…")
    assert detail


def test_short_ids_grow_where_two_agree() -> None:
    shorts = short_ids(
        ["mem_0000000000aaaaaaaaaabbbbbb", "mem_0000000000ccccccccaabbbbbb", "mem_x"]
    )
    assert shorts["mem_x"] == "mem_x"[-6:]
    assert len(set(shorts.values())) == 3
    assert all(full.endswith(short) for full, short in shorts.items())


@pytest.mark.proves("M2", "R2")
@pytest.mark.parametrize(
    ("verification", "trust", "stands"),
    [
        ("user_confirmed", "external", True),
        ("source_backed", "owner", True),
        ("source_backed", "agent", False),
        ("source_backed", "external", False),
        ("inferred", "external", False),
    ],
)
def test_only_the_user_s_words_stand_before_anybody_asked(
    verification: str, trust: str, stands: bool
) -> None:
    assert is_standing(memory("x", verification=verification, trust=trust)) is stands


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "- {short} [5] deploy on Tuesdays (1; 12 Sep)"),
        ("zh", "- {short} [5] deploy on Tuesdays（1；9月12日）"),
    ],
)
def test_an_observation_reads_as_one_line(language: str, line: str) -> None:
    item = memory("deploy on\nTuesdays", valid_from="2026-09-12")
    (page,) = build_map([item], project="", today=TODAY)
    shown = render.page_lines(page, language, TODAY)
    assert shown == [line.format(short=item.id[-6:])]


def test_what_is_not_confirmed_is_marked() -> None:
    (page,) = build_map([memory("x", verification="source_backed")], project="", today=TODAY)
    assert "] ? x (" in render.page_lines(page, "en", TODAY)[0]


def test_what_has_ended_is_on_no_page() -> None:
    known = [
        memory("until today", valid_to="2026-11-30"),
        memory("until tomorrow", valid_to="2026-12-01"),
    ]
    [page] = build_map(known, project="", today=TODAY)
    assert [item.text for item in page.observations] == ["until tomorrow"]
