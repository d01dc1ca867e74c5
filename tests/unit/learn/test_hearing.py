"""Which signals may become learnings: the user's own words, and no line of a log among them."""

from __future__ import annotations

import pytest

from pmi.learn.hearing import choose
from pmi.model.learning import Signal


def chosen(text: str, quote: str) -> list[str]:
    return [one.text for one in choose([Signal("constraint", "model", quote, quote)], text)]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("2026-10-03 ERROR 不允许跨域，必须配置域名\n怎么解决", "不允许跨域，必须配置域名"),
        ("2026-10-03 WARN 以后将不再支持\n怎么解决", "2026-10-03 WARN 以后将不再支持"),
        ("2026/1/3 10:22:01 [error] 不要重复提交", "不要重复提交"),
        ("看看\n[error] 不要重复提交\n怎么回事", "[error] 不要重复提交"),
        ("10:22:01.123 警告 不要使用该接口", "不要使用该接口"),
        ("why?\nnpm ERR! always use --force", "always use --force"),
        ("[2026-10-03T10:00:00Z] fatal: never edit this file", "never edit this file"),
    ],
)
def test_a_line_of_a_log_teaches_nothing(text: str, quote: str) -> None:
    assert chosen(text, quote) == []


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("2026-10-03 ERROR 跨域\n以后一律走网关，不要直连", "以后一律走网关，不要直连"),
        ("INFO 日志里一律不要打印手机号", "INFO 日志里一律不要打印手机号"),
        ("错误信息一律用中文写", "错误信息一律用中文写"),
        ("2026-10-03 之后一律用新接口", "2026-10-03 之后一律用新接口"),
        ("Error messages must be short", "Error messages must be short"),
    ],
)
def test_what_the_user_says_of_logs_and_days_is_heard(text: str, quote: str) -> None:
    assert chosen(text, quote) == [quote]
