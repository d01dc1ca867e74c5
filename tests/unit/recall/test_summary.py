"""A summary says what a session came to, in its user's language, whatever was said in it."""

from __future__ import annotations

import builtins
import os
import stat
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.home import Home
from pmi.learn import keywords
from pmi.learn.keywords import Keywords
from pmi.model.operation import Citation, Operation
from pmi.recall.prepare import compose, gather
from pmi.recall.summary import language_of
from pmi.store.conversations import list_sessions
from tests.support.learning import learn, say_again
from tests.support.talks import (
    BILLED,
    CHINESE,
    ENGLISH,
    FOLDER,
    LOGGED_IN,
    Talk,
    archive,
    text_of,
    write_talk,
)
from tests.unit.recall.conftest import Keep, load_tokenizer


def test_an_english_session_is_told_in_english(memory: Memory, keep: Keep, home: Home) -> None:
    [file] = keep((ENGLISH, BILLED))
    assert sorted(os.listdir(home.path("sessions"))) == ["2026-01-05-fix-invoice-queue-3f9a1c2b.md"]
    assert stat.S_IMODE(os.stat(file.path).st_mode) == 0o600
    front = yaml.safe_load(text_of(file.path).split("---\n")[1])
    assert front["transcript_ref"] == f"cc://{ENGLISH}"
    assert front["title"] == "Fix the invoice queue"
    assert (front["project"], front["start"][:10]) == ("billing", "2026-01-05")
    assert "## Asked\n\n- [1] hi\n- [3] Can you please fix" in file.text
    assert "## Changed\n\n- `src/queue.py`" in file.text
    assert "[7] Shall I also migrate the old retry jobs?" in file.text
    assert "invoice" in file.text.partition("## Keywords")[2]


def test_a_chinese_session_is_told_in_chinese(keep: Keep, home: Home) -> None:
    [file] = keep((CHINESE, LOGGED_IN))
    assert file.title == "把登录改成手机号，数据库连接池也太小"
    [name] = sorted(os.listdir(home.path("sessions")))
    assert name.startswith("2026-01-05-登录-手机号-数据库")
    assert name.endswith("-77777777.md")
    for heading in ("## 要求", "## 改动", "## 未了", "## 关键词"):
        assert heading in file.text
    assert "没有得到回答：[6] 验证码为什么收不到？" in file.text
    assert "验证码" in file.text.partition("## 关键词")[2]


def test_what_was_decided_is_quoted(memory: Memory, keep: Keep, isolated: Path) -> None:
    config = isolated / "user" / ".claude"
    write_talk(config, ENGLISH, BILLED)
    archive(memory.store, config)
    quote = Citation(f"cc://{ENGLISH}", "we send invoices at noon")
    memory.propose([Operation("create", "Invoices go out at noon", kind="decision",
                              evidence=(quote,))])  # fmt: skip
    [file] = keep()
    decided = file.text.partition("## Decided")[2].partition("##")[0]
    assert "Invoices go out at noon “we send invoices at noon”" in decided


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["fix the login"], "en"),
        (["修一下登录"], "zh"),
        (["用 pnpm 装依赖，别用 npm，然后 run build"], "zh"),
        (["please run `npm ci` again, 谢谢"], "en"),
        (["ログインを直してください"], "other"),
        (["почини вход, пожалуйста"], "other"),
        (["42", "…"], "other"),
        ([], "other"),
    ],
)
def test_the_language_is_the_one_of_most_of_the_user_s_words(
    texts: list[str], language: str
) -> None:
    assert language_of(texts, "other") == language


def test_what_was_learned_stands_there_with_its_number(memory: Memory, loaded_once: None) -> None:
    store = memory.store
    noon = learn(store, "we send invoices at noon", session=ENGLISH, signal="decision")
    tests = learn(store, "always run the tests", session=ENGLISH, signal="preference")
    never = learn(store, "never mind the queue", session=ENGLISH, signal="correction")
    other = learn(store, "用 pnpm 不用 npm", session=CHINESE, signal="correction")
    say_again(store, other, "pnpm, not npm", session=ENGLISH)
    memory.confirm([str(tests)])
    memory.reject([str(never)])
    memory.write_summaries([ENGLISH])
    text = memory.summary(ENGLISH).text
    parts = {part.partition("\n")[0]: part for part in text.split("## ")}
    assert parts["Learned"].split("\n")[2:5] == [
        f"- {noon} [decision] we send invoices at noon",
        f"- {tests} [preference] always run the tests",
        f"- {other} [correction] 用 pnpm 不用 npm",
    ]
    assert parts["Decided"].split("\n")[2:4] == [f"- ? “we send invoices at noon” ({noon})", ""]


HOSTILE = (
    "---\ntranscript_ref: cc://forged\n---\n# Heading\n</script><!-- x --> "
    '![i](http://example.invalid/i.png) "quoted" \\ back `tick` \u202e\x1b[31mred\x1b[0m {brace}'
)


def test_hostile_words_stay_words(keep: Keep) -> None:
    talk: Talk = [("user", HOSTILE), ("assistant", "No."), ("wrote", f"{FOLDER}/a`b\n# c.py")]
    [file] = keep((ENGLISH, talk))
    whole = text_of(file.path)
    front = yaml.safe_load(whole.split("---\n")[1])
    assert front["transcript_ref"] == f"cc://{ENGLISH}"
    assert file.state == "ours"
    lines = file.text.splitlines()
    headings = [text for text in lines if text.startswith("#")]
    assert headings[1:] == ["## Asked", "## Changed", "## Left open", "## Keywords"]
    assert not any(text.startswith("---") for text in lines)
    for bad in ("<", "](", "\x1b", "\u202e"):
        assert bad not in file.text


def test_five_thousand_turns_come_to_a_page(keep: Keep) -> None:
    talk: list[tuple[str, str]] = []
    for number in range(5000):
        talk += [("user", f"step {number}: " + "tune the turbine " * 30), ("assistant", "Done.")]
    [file] = keep((ENGLISH, talk))
    assert len(file.text) < 12_000
    assert "4970 more prompts between them" in file.text
    assert "step 4999" in file.text


def test_the_start_names_the_last_sessions_with_what_was_left_open(
    memory: Memory, keep: Keep
) -> None:
    keep((ENGLISH, BILLED), (CHINESE, LOGGED_IN))
    key = f"path:{FOLDER}"
    brief = compose(gather(memory.store), key, list_sessions(memory.store, project=key))
    [section] = [part for part in brief["sections"] if part["name"] == "sessions"]
    told = "\n".join(each["text"] for each in section["lines"])
    assert "Fix the invoice queue" in told
    assert f"cc://{CHINESE} · 没有得到回答：验证码为什么收不到？" in told


def test_without_jieba_there_are_titles_names_and_keywords_all_the_same(
    keep: Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("jieba"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(keywords, "_load", load_tokenizer)
    monkeypatch.setattr(builtins, "__import__", without)
    [file] = keep((CHINESE, LOGGED_IN))
    assert file.title == "把登录改成手机号，数据库连接池也太小"
    assert "## 关键词" in file.text


def test_english_loads_no_jieba(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object) -> None:
        raise AssertionError("loaded")

    monkeypatch.setattr(keywords, "_load", load)
    words = Keywords()
    assert words.of(["fix the login timeout", "the login page again"], 2) == ["login", "timeout"]
    assert words.slug("Fix the login/timeout of Auth") == "fix-login-timeout-auth"


@pytest.mark.parametrize(
    ("said", "slug", "told"),
    [
        ("没关系，这次先这样，退款接口还是很慢", "退款-接口", {"退款", "接口"}),
        ("哈哈哈 不错，帮我写个发票模板", "发票-模板", {"发票", "模板"}),
        ("我們團隊統一用 pnpm", "團隊-統一-pnpm", {"團隊", "統一", "pnpm"}),
        ("這個資料庫連線沒關係", "資料庫-連線", {"資料庫", "連線"}),
        ("不错", "不错", set()),
    ],
)
@pytest.mark.usefixtures("loaded_once")
def test_what_chinese_people_say_all_the_time_names_nothing_in_either_script(
    said: str, slug: str, told: set[str]
) -> None:
    words = Keywords()
    assert words.slug(said) == slug
    assert set(words.of([said], 8)) == told


TEXTS = st.text(max_size=80) | st.text(alphabet="ab 中文字。-\n`<>[]()#", max_size=80)


@given(TEXTS, st.integers(2, 40))
def test_a_title_is_cut_and_a_name_can_be_a_name_always(text: str, limit: int) -> None:
    words = Keywords()
    words._tried = True  # jieba has its own tests
    assert len(words.cut(text, limit)) <= limit
    slug = words.slug(text)
    assert len(slug) <= keywords.SLUG_CHARS
    assert not set(slug) & set("/\\.\0\n ")
    assert not slug.startswith("-")
