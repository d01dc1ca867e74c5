"""Slugs, days, slots, trust, prominence, and what is no claim at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.errors import UsageError
from pmi.model.memory import KINDS, Kind, Memory, Trust, Verification
from pmi.rules.claims import (
    CONTENT_MAX_CHARS,
    check_content,
    check_day,
    check_slot,
    is_model_error,
)
from pmi.rules.prominence import default_prominence
from pmi.rules.slugs import is_slug, make_slug
from pmi.rules.trust import lowest, standing, strengthened, verification_of


@pytest.mark.parametrize(
    ("content", "slug"),
    [
        ("We deploy only on Tuesdays", "deploy-only-tuesdays"),
        ("我们只在周二部署", "我们只在周二部署"),
        ("用 pnpm，不用 npm", "用-pnpm-不用-npm"),
        ("ＦＵＬＬ width", "full-width"),
        ("the", "the"),
        ("all", "all-3f9a1c"),
        ("41", "41-3f9a1c"),
        ("!!!", "3f9a1c"),
    ],
)
def test_a_slug_is_made_of_the_first_words(content: str, slug: str) -> None:
    assert make_slug(content, lambda _: False, "3f9a1c") == slug


@given(st.text(), st.booleans())
def test_every_slug_is_one(content: str, taken: bool) -> None:
    assert is_slug(make_slug(content, lambda _: taken, "3f9a1c"))


@pytest.mark.parametrize("text", ["", "-a", "a-", "A", "a b", "a_b", "x" * 65, "list"])
def test_what_is_no_slug(text: str) -> None:
    assert not is_slug(text)


@pytest.mark.parametrize("text", ["2026-02-30", "2026-1-1", "yesterday", "2026-11-30T01", "昨天"])
def test_a_day_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        check_day(text)


def test_days_and_slots_have_one_spelling() -> None:
    assert check_day("2028-02-29") == "2028-02-29"
    assert check_day("") == ""
    assert check_slot("  Deploy/Day ") == "deploy/day"
    assert check_slot("部署 日") == "部署 日"
    assert check_slot("项目／Ａｐｉ：限流　值") == "项目/api:限流 值"


@pytest.mark.parametrize("text", ["-x", "a\x00b", "x" * 81, "a;b", "/"])
def test_a_slot_that_can_not_be_typed_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        check_slot(text)


@pytest.mark.parametrize("text", ["", "  ", "x" * (CONTENT_MAX_CHARS + 1)])
def test_content_is_one_line_that_says_something(text: str) -> None:
    with pytest.raises(UsageError):
        check_content(text)


@pytest.mark.proves("H12")
@pytest.mark.parametrize(
    "text",
    [
        "API Error: 529 overloaded_error",
        "API Error (Connection error.) · Retrying in 5 seconds… (attempt 4/10)",
        "Claude AI usage limit reached|1764500000",
        "You've hit your limit · resets 3pm (Europe/Berlin)",
        "You’ve reached your weekly limit",
        "5-hour limit reached ∙ resets 7pm",
        "Credit balance is too low",
        "Prompt is too long",
        "Request timed out.",
        "Invalid API key · Please run /login",
        '{"type":"error","error":{"type":"overloaded_error"}}',
        "[Request interrupted by user]",
    ],
)
def test_what_a_service_says_instead_of_an_answer_is_known(text: str) -> None:
    assert is_model_error(text)


@pytest.mark.parametrize(
    "text",
    [
        "The API error handling retries three times",
        "Our API has a rate limit of 100 per minute",
        "Usage limits are documented in docs/limits.md",
        "we raised the prompt length",
        "接口错误要重试三次",
    ],
)
def test_what_people_say_about_errors_is_no_error(text: str) -> None:
    assert not is_model_error(text)


@pytest.mark.parametrize(
    ("trusts", "low"),
    [
        ([], "agent"),
        (["owner"], "owner"),
        (["owner", "external", "agent"], "external"),
        (["agent", "owner"], "agent"),
    ],
)
def test_a_change_is_as_good_as_its_weakest_part(trusts: list[Trust], low: Trust) -> None:
    assert lowest(trusts) == low


@pytest.mark.parametrize(
    ("claims", "trust"),
    [
        ([], "external"),
        ([("owner", "a")], "owner"),
        ([("external", "a"), ("owner", "b")], "owner"),
        ([("external", "a"), ("owner", "a")], "external"),
        ([("external", "a"), ("agent", "b"), ("owner", "ab")], "agent"),
        ([("owner", "a"), ("external", "a")], "owner"),
        ([("agent", ""), ("owner", "")], "owner"),
    ],
)
def test_a_further_source_strengthens_and_the_same_one_raises_nothing(
    claims: list[tuple[Trust, str]], trust: Trust
) -> None:
    assert strengthened((each, frozenset(origins)) for each, origins in claims) == trust


def test_the_users_word_stands_above_every_trust() -> None:
    ranks = [standing(trust, confirmed=False) for trust in ("external", "agent", "owner")]
    assert ranks == sorted(ranks)
    assert standing("external", confirmed=True) > ranks[-1]


@pytest.mark.parametrize(
    ("confirmed", "evidence", "verification"),
    [
        (True, 0, "user_confirmed"),
        (True, 2, "user_confirmed"),
        (False, 1, "source_backed"),
        (False, 0, "inferred"),
    ],
)
def test_verification_comes_from_words_and_quotes(
    confirmed: bool, evidence: int, verification: Verification
) -> None:
    assert verification_of(confirmed=confirmed, evidence=evidence) == verification


def _memory(kind: Kind, verification: Verification) -> Memory:
    return Memory(
        "mem_1", "s", kind, "claim", "c", "", "", "", "", "", "", "active", verification,
        "owner", "", 1,
    )  # fmt: skip


def test_prominence_is_1_to_5_and_rises_with_verification() -> None:
    steps: tuple[Verification, ...] = ("inferred", "source_backed", "user_confirmed")
    for kind in KINDS:
        values = [default_prominence(_memory(kind, verification)) for verification in steps]
        assert values == sorted(set(values))
        assert 1 <= values[0] <= values[-1] <= 5
