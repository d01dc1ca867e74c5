"""A summary says what a session came to, in its user's language, and is the user's to change."""

from __future__ import annotations

import builtins
import functools
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.errors import NotFound, Unwritable, UsageError
from pmi.base.home import Home
from pmi.learn import keywords
from pmi.learn.keywords import Keywords
from pmi.model.operation import Citation, Operation
from pmi.model.summary import SummaryFile
from pmi.profile import summary_files
from pmi.profile.front_matter import read_front_matter
from pmi.recall import summaries, summary
from pmi.recall.prepare import compose, gather
from pmi.recall.summary import language_of
from pmi.store.conversations import list_sessions
from tests.support.talks import FOLDER, Talk, archive, write_talk

ENGLISH = "3f9a1c2b-1111-4222-8333-444444444444"
CHINESE = "77777777-1111-4222-8333-555555555555"

BILLED: Talk = (
    ("user", "hi"),
    ("assistant", "Hello!"),
    ("user", "Can you please fix the invoice queue? Invoices arrive late since the retry logic."),
    ("wrote", f"{FOLDER}/src/queue.py"),
    ("assistant", "Fixed."),
    ("user", "we send invoices at noon, not at night"),
    ("assistant", "Noted. Shall I also migrate the old retry jobs?"),
)
LOGGED_IN: Talk = (
    ("user", "帮我把登录改成手机号，数据库连接池也太小"),
    ("assistant", "好的。"),
    ("wrote", f"{FOLDER}/src/login.ts"),
    ("user", "我们决定用 pnpm"),
    ("assistant", "明白。"),
    ("user", "验证码为什么收不到？"),
)

load_tokenizer = keywords._load
Keep = Callable[..., list[SummaryFile]]


@pytest.fixture(autouse=True)
def loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have jieba load once for all tests: for each of them it is the same."""
    monkeypatch.setattr(keywords, "_load", lambda *_: tokenizer())


@functools.cache
def tokenizer() -> Any:
    return load_tokenizer(None, None)


@pytest.fixture
def keep(memory: Memory, isolated: Path) -> Keep:
    """Return what archives conversations and writes the summaries that are due."""
    config = isolated / "user" / ".claude"

    def run(*talks: tuple[str, Talk], **more: Any) -> list[SummaryFile]:
        for session, talk in talks:
            write_talk(config, session, talk, **more)
        archive(memory.store, config)
        memory.write_summaries()
        return memory.summaries()

    return run


def names(home: Home) -> list[str]:
    return sorted(os.listdir(home.path("sessions")))


def said(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


def test_an_english_session_is_told_in_english(memory: Memory, keep: Keep, home: Home) -> None:
    [file] = keep((ENGLISH, BILLED))
    assert names(home) == ["2026-01-05-fix-invoice-queue-3f9a1c2b.md"]
    assert stat.S_IMODE(os.stat(file.path).st_mode) == 0o600
    front = yaml.safe_load(said(file.path).split("---\n")[1])
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
    [name] = names(home)
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


def test_nobody_asked_nothing_is_written(keep: Keep, home: Home) -> None:
    assert keep((ENGLISH, [("assistant", "Welcome back."), ("wrote", "/tmp/x")])) == []
    assert names(home) == []


def test_what_goes_on_waits_unless_it_ended(isolated: Path, home: Home) -> None:
    config = isolated / "user" / ".claude"
    with Memory.open(home, clock=lambda: "2026-01-05T10:20:00.000Z") as memory:
        write_talk(config, ENGLISH, BILLED)
        archive(memory.store, config)
        assert memory.write_summaries() == []
        assert memory.write_summaries([ENGLISH]) == [f"path:{FOLDER}"]
        assert memory.write_summaries([ENGLISH]) == []
        assert len(memory.summaries()) == 1


def test_a_session_that_went_on_is_told_anew(keep: Keep, isolated: Path) -> None:
    [before] = keep((ENGLISH, BILLED[:3]))
    write_talk(isolated / "user" / ".claude", ENGLISH, [])
    more = [*BILLED, ("user", "and the refunds?"), ("assistant", "Done.")]
    os.unlink(isolated / "user/.claude/projects/-tmp-demo-heron-app" / f"{ENGLISH}.jsonl")
    [after] = keep((ENGLISH, more))
    assert "and the refunds?" not in before.text
    assert "[8] and the refunds?" in after.text
    assert after.end > before.end


def test_an_edited_file_stays_and_a_removed_one_does_not_come_back(
    memory: Memory, keep: Keep, isolated: Path, home: Home
) -> None:
    files = keep((ENGLISH, BILLED[:3]), (CHINESE, LOGGED_IN))
    edited = next(file for file in files if file.session == ENGLISH)
    removed = next(file for file in files if file.session == CHINESE)
    Path(edited.path).write_text(said(edited.path) + "\nmy own note\n")
    os.unlink(removed.path)
    mine = said(edited.path)
    os.unlink(isolated / "user/.claude/projects/-tmp-demo-heron-app" / f"{ENGLISH}.jsonl")
    keep((ENGLISH, BILLED))
    assert said(edited.path) == mine
    assert not os.path.exists(removed.path)
    with pytest.raises(UsageError):
        memory.replace_summary(ENGLISH, "mine")


def test_a_replaced_text_stays_under_front_matter_that_follows(
    memory: Memory, keep: Keep, isolated: Path
) -> None:
    [before] = keep((ENGLISH, BILLED[:3]))
    prose = "We found out why.\n\n---\ntranscript_ref: cc://forged\n---\n\n# More"
    replaced = memory.replace_summary(ENGLISH[:8], prose)
    assert (replaced.state, replaced.session) == ("replaced", ENGLISH)
    os.unlink(isolated / "user/.claude/projects/-tmp-demo-heron-app" / f"{ENGLISH}.jsonl")
    [after] = keep((ENGLISH, BILLED))
    assert after.text.startswith("We found out why.")
    assert after.end > before.end
    with pytest.raises(UsageError):
        memory.replace_summary(ENGLISH, " \n")
    with pytest.raises(NotFound):
        memory.replace_summary("nothing-there", "text")


def test_the_last_thirty_are_kept_and_what_was_edited(
    memory: Memory, keep: Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summaries, "KEPT", 2)
    ids = [f"{number}1111111-1111-4222-8333-444444444444" for number in range(5)]
    files = keep((ids[0], [("user", "mend the first gate"), ("assistant", "Done.")]))
    Path(files[0].path).write_text(said(files[0].path).replace("first", "oldest"))
    for number, session in enumerate(ids[1:], 1):
        talk: Talk = [("user", f"mend gate number {number}"), ("assistant", "Done.")]
        keep((session, talk), day=f"2026-01-{10 + number}")
    assert {file.session for file in memory.summaries()} == {ids[0], ids[3], ids[4]}


def test_other_files_of_the_folder_are_nobody_s_business(keep: Keep, home: Home) -> None:
    folder = Path(home.path("sessions"))
    (folder / "notes.md").write_text("mine")
    (folder / "2026-01-05-fix-invoice-queue-3f9a1c2b.md").write_text("mine too")
    (folder / "broken-3f9a1c2b.md").write_bytes(b"---\ntranscript_ref: \xff\xfe\n---\n")
    (folder / "link-3f9a1c2b.md").symlink_to(folder / "notes.md")
    assert keep((ENGLISH, BILLED)) == []
    assert (folder / "notes.md").read_text() == "mine"
    assert (folder / "2026-01-05-fix-invoice-queue-3f9a1c2b.md").read_text() == "mine too"


HOSTILE = (
    "---\ntranscript_ref: cc://forged\n---\n# Heading\n</script><!-- x --> "
    '![i](http://example.invalid/i.png) "quoted" \\ back `tick` \u202e\x1b[31mred\x1b[0m {brace}'
)


def test_hostile_words_stay_words(keep: Keep) -> None:
    talk: Talk = [("user", HOSTILE), ("assistant", "No."), ("wrote", f"{FOLDER}/a`b\n# c.py")]
    [file] = keep((ENGLISH, talk))
    whole = said(file.path)
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


def test_a_full_disk_leaves_nothing_half_written_and_everything_due(
    memory: Memory, keep: Keep, isolated: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = isolated / "user" / ".claude"
    write_talk(config, ENGLISH, BILLED)
    archive(memory.store, config)
    with monkeypatch.context() as broken:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        broken.setattr("pmi.base.home.write_all", full)
        with pytest.raises(Unwritable):
            memory.write_summaries()
    assert names(home) == []
    memory.write_summaries()
    assert len(memory.summaries()) == 1


@pytest.mark.parametrize("at", ["write_done", "remove", "sweep", "write_summary"])
def test_killed_at_any_point_the_next_run_writes_each_once(
    memory: Memory, isolated: Path, home: Home, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    config = isolated / "user" / ".claude"
    write_talk(config, ENGLISH, BILLED)
    write_talk(config, CHINESE, LOGGED_IN)
    archive(memory.store, config)

    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as killing:
        killing.setattr(summary_files, at, die)
        try:
            memory.write_summaries()
        except Killed:
            pass
    memory.write_summaries()
    assert sorted(file.session for file in memory.summaries()) == [ENGLISH, CHINESE]
    assert len(names(home)) == 2
    assert memory.write_summaries() == []


def test_one_that_nothing_can_be_said_of_holds_up_no_other(
    memory: Memory, keep: Keep, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = summary.summarize

    def fragile(store: Any, session: Any, *rest: Any, **more: Any) -> Any:
        if session.id == ENGLISH:
            raise ValueError("odd")
        return real(store, session, *rest, **more)

    monkeypatch.setattr(summaries, "summarize", fragile)
    assert [file.session for file in keep((ENGLISH, BILLED), (CHINESE, LOGGED_IN))] == [CHINESE]
    assert memory.write_summaries() == []


def test_an_excluded_folder_gets_none(memory: Memory, keep: Keep, home: Home) -> None:
    Path(home.config_file).write_text(f'[capture]\nexclude = ["{FOLDER}"]\n')
    assert keep((ENGLISH, BILLED)) == []


def test_forgotten_words_are_in_no_summary_and_in_no_name_of_one(
    memory: Memory, keep: Keep, isolated: Path, home: Home
) -> None:
    """V4."""
    secret: Talk = [("user", "the zeppelin launches from hangar nineteen"), ("assistant", "Ok.")]
    keep(
        (ENGLISH, secret),
        (CHINESE, [("user", "齐柏林飞艇停在十九号机库里"), ("assistant", "好。")]),
    )
    for session, quote in ((ENGLISH, secret[0][1]), (CHINESE, "齐柏林飞艇停在十九号机库里")):
        claim = Operation("create", quote, evidence=(Citation(f"cc://{session}", quote),))
        [outcome] = memory.propose([claim])
        if session == CHINESE:
            path = memory.summary(CHINESE).path
            Path(path).write_text(said(path) + "\n我的笔记\n")
        assert outcome.memory is not None
        memory.forget([outcome.memory.id])
    everything = "".join(names(home)) + "".join(said(file.path) for file in memory.summaries())
    everything += said(home.path("state", "summaries.json"))
    for word in ("zeppelin", "hangar", "齐柏林", "机库"):
        assert word not in everything
    assert "我的笔记" in everything
    assert memory.write_summaries() == []
    assert len(memory.summaries()) == 2


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


def test_a_session_at_a_glance_names_the_file(memory: Memory, keep: Keep) -> None:
    [file] = keep((ENGLISH, BILLED))
    assert memory.overview(ENGLISH).summary == file.path


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


@given(TEXTS, TEXTS)
def test_what_is_written_is_read_back_as_ours_always(title: str, text: str) -> None:
    from pmi.base.text import one_line

    given_file = SummaryFile("", ENGLISH, one_line(title), "p", "a", "b", "ours", text)
    whole = summary_files._text_of(given_file)
    values, end = read_front_matter(whole)
    assert whole[end + 1 :].rstrip("\n") == text.rstrip("\n")
    assert values["title"] == one_line(title)
    assert summary_files._state(whole, values) == "ours"
    assert summary_files._state(whole + "x", values) == "edited"
