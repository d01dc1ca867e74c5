"""Which lessons the prompts of a session pointed to: noted by the hook, counted by the worker."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base import sessions, spool
from pmi.base.home import Home
from pmi.base.lock import WorkerLock
from pmi.indexer.worker import run
from pmi.learn.matched import note_matched
from pmi.model.operation import Operation
from pmi.store.uses import Uses, count_uses
from tests.hooks.runner import run_hook

SESSION = "11111111-2222-4333-8444-555555555555"


@pytest.fixture
def known(quiet_home: Home) -> Memory:
    """Return a memory with two lessons and what an agent said, indexed."""
    memory = Memory.open(quiet_home)
    memory.remember("We deploy only on Tuesdays")
    memory.remember("数据库迁移要先备份")
    with Memory.open(quiet_home, actor="agent:x") as agent:
        agent.propose([Operation("create", content="Deploys go through staging")])
    memory.refresh()
    return memory


def counted(memory: Memory) -> dict[int, Uses]:
    return count_uses(memory.store.reading("transcripts"))


def turn_ends(memory: Memory) -> None:
    line = {"event": "turn", "session": SESSION, "transcript": "", "cwd": "", "pid": 1}
    spool.put(memory.home, line)


def work(memory: Memory) -> None:
    """Do what a worker does after a turn; the fixture keeps the hooks from starting one."""
    memory.refresh()
    note_matched(memory.store, SESSION, "2026-01-01T00:00:00.000Z")


@pytest.mark.parametrize(("prompt", "number"), [("may I deploy?", 1), ("怎么做数据库迁移？", 2)])
@pytest.mark.parametrize("told", ["nothing", "at the start"])
def test_a_lesson_counts_once_in_a_session_also_where_the_start_gave_it(
    known: Memory, prompt: str, number: int, told: str
) -> None:
    if told == "at the start":
        run_hook("session-start", source="startup")
    for _ in range(3):
        run_hook("user-prompt", prompt=prompt)
        work(known)
    assert counted(known) == {number: Uses(matched=1)}


def test_a_prompt_that_fits_nothing_counts_nothing(known: Memory) -> None:
    run_hook("user-prompt", prompt="hi there")
    work(known)
    assert counted(known) == {}
    assert sessions.load(known.home, SESSION)["matched"] == []


@pytest.mark.parametrize(
    ("lesson", "other", "about"),
    [
        ("always use pnpm, never npm", "Never push, always use a branch", "install it with pnpm"),
        ("提交信息一律用中文写", "以后图标一律用 iconfont，不要用图片", "写一下提交信息"),
        ("測試一律放在 tests 目錄下", "以后密码都要加盐，一律不要明文", "测试放哪里？"),
        ("必须先跑 lint，不要跳过", "不要改端口，必须先问我", "lint 报错了"),
    ],
)
def test_a_wish_of_the_same_wording_is_no_use_of_a_lesson(
    quiet_home: Home, lesson: str, other: str, about: str
) -> None:
    with Memory.open(quiet_home) as memory:
        memory.remember(lesson)
        memory.refresh()
        run_hook("user-prompt", prompt=other)
        assert sessions.load(memory.home, SESSION)["matched"] == []
        run_hook("user-prompt", prompt=about)
        assert len(sessions.load(memory.home, SESSION)["matched"]) == 1


def test_a_self_test_is_no_use_of_a_lesson(known: Memory) -> None:
    session = f"{sessions.SELF_TEST}1"
    known.remember("先自检，再部署")
    known.refresh()
    run_hook("user-prompt", prompt="PMI self-test 自检", session_id=session)
    assert sessions.load(known.home, session)["matched"]
    note_matched(known.store, session, "2026-01-01T00:00:00.000Z")
    assert counted(known) == {}


def test_a_lesson_in_new_words_keeps_its_count(known: Memory) -> None:
    run_hook("user-prompt", prompt="may I deploy?")
    known.propose([Operation("supersede", target="1", content="We deploy only on Mondays")])
    work(known)
    run_hook("user-prompt", prompt="deploy again?")
    work(known)
    assert counted(known) == {1: Uses(matched=1)}


def test_the_worker_counts_when_a_turn_ends(home: Home, memory: Memory) -> None:
    with WorkerLock(home):
        memory.remember("We deploy only on Tuesdays")
        memory.refresh()
        run_hook("user-prompt", prompt="may I deploy?")
    turn_ends(memory)
    run(home)
    turn_ends(memory)
    run(home)
    assert counted(memory) == {1: Uses(matched=1)}
