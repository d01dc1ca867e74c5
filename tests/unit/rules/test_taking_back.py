"""A later word in the session cancels a candidate; courtesy and agreement do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.rules.taking_back import cancels, takes_back


@pytest.mark.parametrize(
    ("said", "wanted", "earlier", "just_before"),
    [
        ("no, npm after all", [], "use pnpm, not npm", False),
        ("no, npm after all", ["npm after all"], "use pnpm", True),
        ("Actually, let's use npm.", [], "use pnpm instead of npm", False),
        ("scratch that", [], "use tabs", True),
        ("actually, let's use npm", ["let's use npm"], "use pnpm, not npm", False),
        ("go back to npm", [], "use pnpm instead of npm", False),
        ("use tabs after all", [], "never use tabs", False),
        ("I was wrong about the herons", [], "name the herons after cities", False),
        ("还是用回 npm 吧", [], "用 pnpm，不要用 npm", False),
        ("I changed my mind about the herons", [], "name the herons after cities", False),
        ("on second thought no", [], "use tabs", True),
        ("never use tabs", ["never use tabs"], "use tabs", False),
        ("算了，还是用 npm", [], "用 pnpm，不用 npm", False),
        ("不，还是用 npm", ["用 npm"], "用 pnpm", True),
        ("當我沒說", [], "用制表符", True),
        ("我改主意了，缩进用空格", ["缩进用空格"], "缩进用制表符", False),
        ("我说错了", [], "周二部署", True),
        ("不要用制表符", ["不要用制表符"], "用制表符", False),
    ],
)
def test_a_later_correction_cancels(
    said: str, wanted: list[str], earlier: str, just_before: bool
) -> None:
    assert cancels(said, wanted, earlier, just_before=just_before)


@pytest.mark.parametrize(
    ("said", "wanted", "earlier", "just_before"),
    [
        ("never mind, thanks", [], "use tabs", True),
        ("no problem", [], "use tabs", True),
        ("没关系", [], "用制表符", True),
        ("不错", [], "用制表符", True),
        ("scratch that", [], "use tabs", False),
        ("当我没说", [], "用制表符", False),
        ("after all tests pass, deploy", [], "deploy on Tuesdays", True),
        ("use pnpm after all", ["use pnpm"], "use pnpm", False),
        ("ok, go with Postgres", [], "use Postgres for all services", True),
        ("stick with pnpm", [], "use pnpm, not npm", False),
        ("actually, let's also write down how the pnpm workspace works", [], "use pnpm", False),
        ("my bad, the pnpm lockfile was stale", [], "use pnpm", False),
        ("还是用 pnpm 吧", [], "用 pnpm，不要用 npm", False),
        ("不，还是用 pnpm 吧", [], "用 pnpm，不要用 npm", True),
        ("算了，先修 pnpm 的报错", [], "用 pnpm", True),
        ("我搞错了分支", [], "用制表符", True),
        ("I was wrong: use pnpm", ["use pnpm"], "use pnpm", True),
        ("now fix the parser", [], "use tabs", True),
        ("在修之前先看日志", [], "用制表符", True),
        ("answer in German", ["answer in German"], "use tabs", True),
    ],
)
def test_courtesy_other_topics_and_repetition_cancel_nothing(
    said: str, wanted: list[str], earlier: str, just_before: bool
) -> None:
    assert not cancels(said, wanted, earlier, just_before=just_before)


@given(st.text(max_size=80), st.text(max_size=80), st.booleans())
def test_no_text_is_refused(one: str, other: str, just_before: bool) -> None:
    assert takes_back(one) in {True, False}
    assert cancels(one, [other], other, just_before=just_before) in {True, False}
