"""What a text becomes that comes in: tables of cases."""

from __future__ import annotations

from typing import Literal

import pytest

from pmi.base.errors import PolicyDenied, UsageError
from pmi.model.memory import Trust
from pmi.rules import sources
from pmi.rules.sources import Newest

Given = Trust | Literal[""]


@pytest.mark.parametrize(
    ("given", "actor", "newest", "expected"),
    [
        ("owner", "user", None, "owner"),
        ("agent", "user", None, "agent"),
        ("external", "user", None, "external"),
        ("", "user", None, "external"),
        ("", "user", "owner", "owner"),
        ("owner", "user", "external", "owner"),
        ("external", "user", "owner", "external"),
        ("", "agent:a", None, "external"),
        ("agent", "agent:a", None, "agent"),
        ("external", "agent:a", None, "external"),
        ("", "agent:a", "owner", "agent"),
        ("agent", "agent:a", "owner", "agent"),
        ("external", "agent:a", "owner", "external"),
        ("", "agent:a", "external", "external"),
        ("agent", "agent:a", "external", "external"),
        ("agent", "hook", "agent", "agent"),
    ],
)
def test_trust_is_as_given_but_never_raised_by_an_agent(
    given: Given, actor: str, newest: Trust | None, expected: Trust
) -> None:
    assert sources.decide_trust(given, actor, newest) == expected


@pytest.mark.parametrize("actor", ["agent:a", "agent:cli", "hook"])
@pytest.mark.parametrize("newest", [None, "owner", "external"])
def test_nobody_but_the_user_vouches_as_the_owner(actor: str, newest: Trust | None) -> None:
    with pytest.raises(PolicyDenied) as refused:
        sources.decide_trust("owner", actor, newest)
    assert "the user types" in refused.value.hint


@pytest.mark.parametrize(
    ("trust", "newest", "elsewhere", "expected"),
    [
        ("external", None, None, "new"),
        ("external", Newest("same", "external"), None, "known"),
        ("external", Newest("same", "owner"), None, "known"),
        ("owner", Newest("same", "external"), None, "version"),
        ("external", Newest("other", "external"), None, "version"),
        ("external", None, Newest("same", "external"), "known"),
        ("owner", None, Newest("same", "agent"), "version"),
        ("external", Newest("other", "owner"), Newest("same", "owner"), "version"),
    ],
)
def test_the_same_words_are_known_and_other_words_a_version(
    trust: Trust, newest: Newest | None, elsewhere: Newest | None, expected: str
) -> None:
    found = sources.decide_intake("same", trust, newest=newest, elsewhere=elsewhere)
    assert found == expected


@pytest.mark.parametrize(
    ("origin_key", "url", "expected"),
    [
        ("wiki:1", "https://a.example", "wiki:1"),
        ("", "https://a.example", "url:https://a.example"),
        ("", "", "text:h"),
    ],
)
def test_identity(origin_key: str, url: str, expected: str) -> None:
    assert sources.identity_of(origin_key, url, "h") == expected


@pytest.mark.parametrize("key", ["", " wiki:1 ", "会议纪要/三月", "file:~/notes/a.md", "https://a"])
def test_origin_keys_that_may_be(key: str) -> None:
    assert sources.check_origin_key(key) == key.strip()


@pytest.mark.parametrize(
    "key",
    [
        "cc://0b5e#1",
        "CC://0b5e",
        "src_01",
        "ver_01",
        "text:abc",
        "url:https://a",
        "said:01",
        "conversation",
        "x" * 1001,
    ],
)
def test_origin_keys_that_are_ours_are_refused(key: str) -> None:
    with pytest.raises(UsageError):
        sources.check_origin_key(key)


@pytest.mark.parametrize(
    "url", ["", "https://a.example/x?y=1#z", "HTTP://a", "https://例子.example/页"]
)
def test_urls(url: str) -> None:
    assert sources.check_url(f" {url} ") == url


@pytest.mark.parametrize("url", ["a.example", "ftp://a", "https://", "https://a b", "javascript:1"])
def test_what_is_no_url(url: str) -> None:
    with pytest.raises(UsageError):
        sources.check_url(url)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("", ""),
        (" 2026-09-12 ", "2026-09-12"),
        ("2026-09-12T10:00:00Z", "2026-09-12T10:00:00.000Z"),
        ("2026-09-12T10:00:00.5+08:00", "2026-09-12T02:00:00.500Z"),
        ("2026-09-12 10:00+00:00", "2026-09-12T10:00:00.000Z"),
    ],
)
def test_when_a_text_is_from(given: str, expected: str) -> None:
    assert sources.check_source_time(given) == expected


@pytest.mark.parametrize(
    "given", ["yesterday", "2026-02-30", "2026-9-1", "12.09.2026", "2026-09-12T25:00:00Z", "昨天"]
)
def test_what_is_no_time(given: str) -> None:
    with pytest.raises(UsageError):
        sources.check_source_time(given)


@pytest.mark.parametrize(
    "text", ["", " \n\t", "[private]", " [private]\n[redacted:api_key] ", "　"]
)
def test_a_text_of_which_nothing_is_left_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        sources.check_text(text)


def test_a_text_that_is_too_long_is_refused() -> None:
    sources.check_size(sources.SOURCE_MAX_BYTES)
    with pytest.raises(UsageError):
        sources.check_size(sources.SOURCE_MAX_BYTES + 1)


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (" Deploying \n on Tuesday", "x", "Deploying on Tuesday"),
        ("", "\r\n\r\n## 部署说明\r\n只在周二", "部署说明"),
        ("", "---\nline", "---"),
        ("", "w" * 100, "w" * 79 + "…"),
        ("t" * 300, "", "t" * 199 + "…"),
        ("", "#\n", ""),
    ],
)
def test_titles(title: str, text: str, expected: str) -> None:
    assert sources.title_of(title, text) == expected
