"""What a user is asked about first, of everything that was ever said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pmi.model.learning import SIGNAL_KINDS, SignalKind
from pmi.rules.bootstrap import Saying, gather, most_telling


def saying(
    text: str, at: str = "2026-10-01", session: str = "s1", signal: SignalKind = "preference"
) -> Saying:
    return Saying(text, text, signal, at, session=session)


def test_what_was_said_again_is_one_candidate_in_its_newest_words() -> None:
    found = gather(
        [
            saying("Use pnpm", "2026-08-01", "s1"),
            saying("use PNPM, please!", "2026-09-01", "s2"),
            saying("提交信息用中文写", "2026-08-01", "s1"),
            saying("请提交信息用中文写。", "2026-07-01", "s3"),
        ]
    )
    assert [(one.newest.text, one.sessions) for one in found] == [
        ("use PNPM, please!", 2),
        ("提交信息用中文写", 2),
    ]


def test_what_was_said_otherwise_later_is_not_asked() -> None:
    found = gather(
        [
            saying("Always use tabs", "2026-08-01"),
            saying("Never use tabs", "2026-09-01"),
        ]
    )
    assert [one.newest.text for one in found] == ["Never use tabs"]


def test_who_the_user_is_and_what_was_said_often_come_first() -> None:
    often = [
        saying("Never push to main", f"2026-09-0{n}", f"s{n}", "correction") for n in (1, 2, 3)
    ]
    found = gather(
        [
            *often,
            saying("We chose Postgres", signal="decision"),
            saying("我是护士", signal="identity"),
        ]
    )
    ranked = most_telling(found, "2026-11-30", 2)
    assert [one.newest.text for one in ranked] == ["Never push to main", "我是护士"]


def test_what_is_in_force_already_comes_behind_what_is_not() -> None:
    written = saying("Prefer short answers")._replace(written="~/.claude/CLAUDE.md:3")
    ranked = most_telling(gather([written, saying("Answer in German")]), "2026-11-30", 9)
    assert [one.newest.text for one in ranked] == ["Answer in German", "Prefer short answers"]


@given(
    st.lists(
        st.builds(
            Saying,
            text=st.text(max_size=30),
            quote=st.text(max_size=30),
            signal=st.sampled_from(SIGNAL_KINDS),
            said_at=st.one_of(st.text(max_size=12), st.dates().map(str)),
            session=st.text(max_size=2),
        ),
        max_size=20,
    ),
    st.integers(0, 10),
)
def test_no_saying_is_in_two_candidates_and_no_more_are_asked_than_wanted(
    sayings: list[Saying], limit: int
) -> None:
    found = gather(sayings)
    assert sum(len(one.sayings) for one in found) <= len(sayings)
    assert len(most_telling(found, "2026-11-30", limit)) <= limit
