"""Whatever an English text of PMI can say, a Chinese home says in Chinese."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pmi.base.errors import NotFound
from pmi.model.operation import Outcome
from pmi.recall import render
from pmi.recall.error_words import HINTS, MESSAGES
from pmi.recall.finding_words import FINDINGS, OUTCOMES, REPORTS
from pmi.recall.review_text import outcomes_text
from pmi.recall.translation import CATALOGUE, NESTED, OPERATIONS, take_apart, translate
from pmi.rules import policy
from tests.support.sentences import HOLE, needs_words, said_in_sources, templates_of

CJK = re.compile(r"[\u4e00-\u9fff]")
FRAMES = {"{file}: {problem}"}  # only what was wrong, and where

TYPED = {text.replace("{subject}", HOLE) for text in policy.TYPED.values()}
TYPED.add(policy.hint_for("?", ""))
REASONS = {reason for _, _, _, reason in policy._AGENT}


def shape(english: str) -> str:
    """Return a sentence of the catalogue as the sources' templates are written."""
    return HOLE.join(take_apart(english).literals)


SHAPES = {shape(english) for english in CATALOGUE}
TELLING = {
    literal.strip()
    for english in CATALOGUE
    for literal in take_apart(english).literals
    if len(literal.strip()) > 2 or "(" in literal
}
"""Pieces of our sentences; a value that holds one can make a text fit two of them."""


def test_every_sentence_of_the_sources_has_a_chinese_one() -> None:
    found = said_in_sources().templates
    assert len(found) > 100
    missing = {text.replace(HOLE, "{}"): found[text] for text in found if text not in SHAPES}
    assert missing == {}


def test_every_word_that_stands_for_a_missing_value_has_a_chinese_one() -> None:
    words = said_in_sources().words
    assert "the file" in words
    assert {word: words[word] for word in words if word not in REPORTS} == {}


def test_every_hint_and_reason_of_policy_has_a_chinese_one() -> None:
    assert sorted(text for text in TYPED | REASONS if text not in SHAPES) == []


def test_every_sentence_of_the_catalogue_is_said_somewhere() -> None:
    said = {*said_in_sources().templates, *TYPED, *REASONS}
    ours = MESSAGES | HINTS | OUTCOMES | FINDINGS | OPERATIONS
    assert [english for english in ours if shape(english) not in said] == []


def test_no_sentence_stands_in_two_tables() -> None:
    tables = (MESSAGES, HINTS, OUTCOMES, FINDINGS, REPORTS, OPERATIONS)
    assert sum(map(len, tables)) == len(CATALOGUE) == len(SHAPES)


@pytest.mark.parametrize("english", CATALOGUE)
def test_both_languages_have_the_same_values(english: str) -> None:
    chinese = CATALOGUE[english]
    assert Counter(take_apart(english).names) == Counter(take_apart(chinese).names)
    assert not CJK.search(english)
    assert CJK.search(chinese) or english in FRAMES
    assert english.endswith(".") == chinese.endswith(("。", "？")) or english in REPORTS


@pytest.mark.parametrize("english", CATALOGUE)
def test_chinese_is_written_with_chinese_punctuation(english: str) -> None:
    assert not re.search(r"[\u4e00-\u9fff][,:;?!()](?!\d)", CATALOGUE[english])


EXAMPLES = [
    ("There is no memory '999'.", "没有记忆“999”。"),
    ("There is no entry 77.", "没有编号为 77 的日志记录。"),
    ("pmi search WORDS", "pmi search 词语"),
    ("pmi log", "pmi log"),
    ("An agent may not run `pmi pause`.", "代理不能运行 `pmi pause`。"),
    ("agent:cli may not approve.", "agent:cli 无权批准提议。"),
    ("Proposal prp_1 was rejected before.", "提议 prp_1 之前已否决。"),
    ("Entry 3 (forget) can not be taken back.", "日志记录 3（forget）无法撤回。"),
    ("Later changes rest on entry 3: 4, 5.", "日志记录 3 之后还有依赖它的更改：4、5。"),
    ("the user types: pmi review approve 60msb5", "由用户输入：pmi review approve 60msb5"),
    (
        "memory.db can not be written: database or disk is full.",
        "无法写入 memory.db：磁盘空间不足。",
    ),
    (
        "/h/config.toml: Invalid value (at line 2, column 12)",
        "/h/config.toml：值的写法不对（第 2 行第 12 列）",
    ),
    (
        "/h/config.toml: [general] language = 'fr' is not allowed",
        "/h/config.toml：[general] 中的 language 不能设为“fr”",
    ),
    (
        "s can not be parsed: line 3, column 9: a comma or } is expected. Nothing was changed.",
        "无法解析 s：第 3 行第 9 列：这里应有逗号或 }。什么也没有更改。",
    ),
    (
        "s.json, line 1: the file has not the shape that Claude Code reads. Nothing was changed.",
        "s.json 第 1 行：结构不是 Claude Code 能读取的（整个文件）。什么也没有更改。",
    ),
    ("Operation 2: 'x' is no kind.", "第 2 个操作：没有“x”这个类别。"),
    (
        "Invalid value for '--limit': 0 is not in the range 1<=x<=9.",
        "“--limit”的值不对：0 不在范围 1<=x<=9 之内。",
    ),
    ("No such command 'nix'.", "没有“nix”这个命令。"),
    ("The query failed: no such table: nix.", "查询失败：没有表 nix。"),
    ("answers in 0.05 s", "0.05 秒内应答"),
    ("version unknown is older than 2.1.139", "版本低于 2.1.139（目前：未知）"),
    ("no interpreter can not be started", "无法启动 Python 解释器（没有记录）"),
    ("'x' can not be its kind.", "“x”不能作为 kind。"),
    ("'x' is not one of 'a', 'b'.", "“x”不在可选项之列：a、b。"),
    ("one of create, link, archive", "可以是：create、link、archive"),
    ("'it's' is no day.", "“it's”不是有效的日期。"),
    # nobody's sentence, and what is in Chinese already
    ("Something else: entirely.", "Something else: entirely."),
    ("已停止，什么也没有更改。", "已停止，什么也没有更改。"),
    # the words of a user are no sentences of ours, whatever they say
    ("the nearest line there: try again", "那里最接近的一行：try again"),
    ("There is no session 'the file'.", "没有会话“the file”。"),
]


@pytest.mark.parametrize(("english", "chinese"), EXAMPLES, ids=lambda text: text[:40])
def test_texts_are_said_as_people_say_them(english: str, chinese: str) -> None:
    assert translate(english, "zh") == chinese
    assert translate(english, "en") == translate(english, "fr") == english


@settings(deadline=None)
@given(st.text())
def test_any_text_has_an_answer(text: str) -> None:
    assert isinstance(translate(text, "zh"), str)
    assert translate(text, "en") == text


@pytest.mark.parametrize("text", ["a: " * 20_000, "Operation 1: " * 20_000, ": ", ".", "{", "{}"])
def test_long_and_odd_texts_have_one_too(text: str) -> None:
    assert translate(text, "zh")


@settings(deadline=None)
@given(st.sampled_from([one for one in CATALOGUE if "{" in one and one not in FRAMES]), st.data())
def test_all_values_come_through(english: str, data: st.DataObject) -> None:
    names = take_apart(english).names
    # Two values beside each other can hold what stands between them: then their border is open.
    kind = st.text() if len(names) == 1 else st.text("abcXYZ019/_~'é部署，。")
    values = {name: data.draw(kind, name) for name in names}
    assume(not any(piece in value for value in values.values() for piece in TELLING))
    assume(all(translate(values[name], "zh") == values[name] for name in NESTED & {*names}))
    assume(
        not any(re.search("""^(['"]).*\\1$|, """, value, re.DOTALL) for value in values.values())
    )
    assert translate(english.format(**values), "zh") == CATALOGUE[english].format(**values)


def test_an_answer_to_a_typed_command_is_in_the_language_of_the_home() -> None:
    error = NotFound("There is no entry 77.", "pmi search WORDS")
    assert render.failure(error, "en") == "PMI: There is no entry 77.\nWhat to do: pmi search WORDS"
    assert render.failure(error, "zh") == "PMI：没有编号为 77 的日志记录。\n怎么办：pmi search 词语"


def test_outcomes_are_in_the_language_of_the_home_but_stable_for_programs() -> None:
    outcome = Outcome("review", "no_evidence", hint="the user types: pmi review approve 1")
    assert "没有原文依据" in outcomes_text([outcome], "zh")
    assert "由用户输入：pmi review approve 1" in outcomes_text([outcome], "zh")
    stable = outcomes_text([outcome], "zh", stable=True)
    assert "(no_evidence)" in stable
    assert outcome.hint in stable


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('"a" "b"', {"ab"}),
        ('f"a {b} c {d!r:>3}"', {f"a {HOLE} c {HOLE}"}),
        ('"a" + b + "c"', {f"a{HOLE}c"}),
        ('"a" if b else f"{c}d"', {"a", f"{HOLE}d"}),
        ("call(1)", {HOLE}),
    ],
)
def test_the_search_understands_how_sentences_are_put_together(
    source: str, texts: set[str]
) -> None:
    import ast

    assert templates_of(ast.parse(source, mode="eval").body, None) == texts


def test_bare_commands_need_no_words() -> None:
    assert not needs_words("pmi review list --all")
    assert not needs_words(f"pmi show cc://{HOLE}")
    assert needs_words("pmi search WORDS")
    assert needs_words("pmi sync, in a minute")
