from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.rules.contradiction import contradict, find_contradictions


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("always use tabs", "never use tabs"),
        ("use tabs for indentation", "use spaces for indentation"),
        ("mock the database in tests", "don't mock the database in tests"),
        ("Never amend commits", "amend commits"),
        ("squash commits before merging", "do not squash commits before merging"),
        ("use pnpm, not npm", "use npm instead of pnpm"),
        ("use pnpm, not npm", "use npm"),
        ("use pnpm", "use yarn"),
        ("write commit messages in English", "write commit messages in Chinese"),
        ("不要用 npm", "用 npm"),
        ("用 pnpm，不用 npm", "用 npm 不用 pnpm"),
        ("提交信息用英文写", "提交信息用中文写"),
        ("提交前必须跑测试", "提交前不要跑测试"),
        ("別在週五部署", "在周五部署"),
        ("缩进用空格", "缩进用制表符"),
        ("以后缩进一律用制表符", "缩进用空格，不要用制表符"),
        ("統一用 npm", "不要用 npm，统一用 pnpm"),
        ("用 npm", "别用 npm 了，改用 pnpm"),
        ("不要用 npm，用 pnpm", "别再用 pnpm"),
        ("以后都用 yarn", "别用 yarn"),
        ("回答要简短", "从现在起回答要详细"),
        ("never push to main, always open a PR", "always push to main directly, never open a PR"),
        ("never push to main, always open a PR", "always push to main"),
        ("No! Never push to main. Always open a PR.", "never open a PR"),
        ("不要推送到 main，一律先开 PR", "一律推送到 main，不要先开 PR"),
        ("绝不在周五部署，必须先跑测试", "统一在周五部署"),
    ],
)
def test_rules_that_can_not_both_be_followed_contradict(one: str, other: str) -> None:
    assert contradict(one, other)
    assert contradict(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("never deploy on Fridays", "deploy the docs on Fridays"),
        ("run the tests before pushing", "never run the tests in production"),
        ("use pnpm", "use Vitest"),
        ("use pnpm, not npm", "use pnpm"),
        ("answer in German", "write code comments in English"),
        ("never push to main", "never force push"),
        ("use tabs", "use tabs"),
        ("never use tabs", "don't use tabs"),
        ("x", "not x"),
        ("不要用 npm", "别用 npm"),
        ("用 pnpm", "用 Vitest"),
        ("回答要简短", "回答要有出处"),
        ("不要在周五部署", "周五写周报"),
        ("特别注意日志", "注意日志"),
        ("不要用 npm，用 pnpm", "用 pnpm"),
        ("别用 npm，用 pnpm", "别用 yarn，用 pnpm"),
        ("以后一律用 pnpm", "统一用 pnpm"),
        ("in web, always use tabs", "always use spaces"),
        ("never mock the clock, always freeze it", "never freeze it when you mock the clock"),
        ("never push to main, always open a PR", "always open a PR, never push to main"),
        ("除了文档，不要推送到 main，一律先开 PR", "一律推送到 main"),
        ("不错的写法要记下来", "同的写法要记下来"),
    ],
)
def test_rules_that_can_both_be_followed_do_not(one: str, other: str) -> None:
    assert not contradict(one, other)


def test_only_rules_of_one_scope_contradict() -> None:
    rules = [("", "use tabs"), ("app", "use spaces"), ("app", "never use tabs"), ("", "use tabs")]
    assert find_contradictions(rules) == []
    assert find_contradictions([*rules, ("app", "use tabs")]) == [(1, 4), (2, 4)]


@given(st.lists(st.text(max_size=60), max_size=20))
def test_any_sentences_are_compared_without_fault(texts: list[str]) -> None:
    found = find_contradictions([("", text) for text in texts])
    assert all(earlier < later for earlier, later in found)
