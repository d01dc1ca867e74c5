"""What a day and a week came to, in the user's own days, in both languages."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.model.operation import Citation, Operation
from tests.cli.conftest import Answers, Pmi
from tests.support.transcripts import append, line, path_of

BILLING = "3f9a1c2b-1111-4222-8333-444444444444"
SITE = "77777777-1111-4222-8333-555555555555"


@pytest.fixture(autouse=True)
def in_shanghai(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the user eight hours before UTC: midnight there is 16:00 of the day before."""
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    yield
    monkeypatch.delenv("TZ")
    time.tzset()


def said(
    kind: str, uuid: str, text: object, at: str, *, parent: str, session: str
) -> dict[str, Any]:
    folder = f"/tmp/demo/{'billing' if session == BILLING else 'site'}"
    more = {"timestamp": at, "parentUuid": parent or None, "sessionId": session, "cwd": folder}
    return line(kind, f"{session[:4]}-{uuid}", text, **more)


BILLED = (  # the last of them is behind midnight in Shanghai
    ("user", "a", "why are invoices late?", "2026-01-05T15:59:00.000Z"),
    ("assistant", "b", "A queue.", "2026-01-05T15:59:10.000Z"),
    ("assistant", "c", "(a file is written)", "2026-01-05T15:59:30.000Z"),
    ("assistant", "d", "Done.", "2026-01-05T15:59:40.000Z"),
    ("user", "e", "那退款呢？", "2026-01-05T16:00:30.000Z"),
)
BUILT = (
    ("user", "a", "build the site", "2026-01-05T03:00:00.000Z"),
    ("assistant", "b", "Built.", "2026-01-05T03:01:00.000Z"),
)


def write_talks(config: Path) -> None:
    """Write what was said on 5 January about invoices, past midnight, and about a site."""
    for session, talk in ((BILLING, BILLED), (SITE, BUILT)):
        lines, parent = [], ""
        for kind, name, text, at in talk:
            lines.append(said(kind, name, text, at, parent=parent, session=session))
            parent = lines[-1]["uuid"]
        if session == BILLING:
            use = {"type": "tool_use", "id": "t1", "name": "Write",
                   "input": {"file_path": "/tmp/demo/billing/src/queue.py"}}  # fmt: skip
            lines[2]["message"] = {"role": "assistant", "content": [use]}
        append(path_of(config, session), lines)


@pytest.fixture
def days(home: Home, isolated: Path, pmi: Pmi) -> Home:
    """Archive conversations around a midnight, and what was decided in them."""
    write_talks(isolated / "user" / ".claude")
    pmi("sync")
    at = iter(f"2026-01-05T1{hour}:00:00.000Z" for hour in range(10))
    with Memory.open(home, clock=lambda: next(at, "2026-01-05T15:00:00.000Z")) as memory:
        decide(memory, "Invoices are made at night", "2025-12-01")
        decide(memory, "Invoices are made at noon", "2026-01-05")
        memory.propose([Operation("create", "Who pays for refunds?", stance="question")])
    return home


def decide(memory: Memory, content: str, day: str) -> None:
    claim = Operation(
        "create", content, kind="decision", slot="invoices/when", valid_from=day,
        project="path:/tmp/demo/billing",
        evidence=(Citation(f"cc://{BILLING}", "why are invoices late?"),),
    )  # fmt: skip
    memory.propose([claim])


def of(digest: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in digest["projects"] if one["name"] == name)


def test_a_day_ends_at_the_user_s_midnight(days: Home, answers: Answers) -> None:
    monday = answers("today", "--day", "2026-01-05")["digest"]
    assert {one["name"] for one in monday["projects"]} >= {"billing", "site"}
    [asked] = of(monday, "billing")["asked"]
    assert [prompt["text"] for prompt in asked["prompts"]] == ["why are invoices late?"]
    assert asked["open"] == ""
    assert [file["path"] for file in of(monday, "billing")["files"]] == [
        "/tmp/demo/billing/src/queue.py"
    ]
    tuesday = answers("today", "--day", "2026-01-06")["digest"]
    [project] = tuesday["projects"]
    [asked] = project["asked"]
    assert [prompt["text"] for prompt in asked["prompts"]] == ["那退款呢？"]
    assert asked["open"] == "unanswered"
    assert asked["reference"] == f"cc://{BILLING}:5"
    assert project["files"] == []


def test_what_was_decided_says_what_it_was_before(days: Home, answers: Answers, pmi: Pmi) -> None:
    decided = of(answers("today", "--day", "2026-01-05")["digest"], "billing")["decided"]
    assert ["Invoices are made at noon", "Invoices are made at night"] in [
        [one["memory"]["content"], one["before"]] for one in decided
    ]
    assert len(decided) == 1
    text = pmi("today", "--day", "2026-01-05", "--project", "billing").stdout
    assert "Invoices are made at night → Invoices are made at noon" in text
    assert "build the site" not in text


def test_what_is_open_is_told_last(days: Home, pmi: Pmi) -> None:
    text = pmi("week", "--day", "2026-01-07").stdout
    for section in ("Asked", "Decided and learned", "Changed", "Left open"):
        assert f"\n{section}\n" in text
    assert "Who pays for refunds?" in text.partition("Left open")[2]
    assert "no answer to your last word: 那退款呢？" in text
    assert f"cc://{BILLING}:1-5" in text


def test_a_week_goes_from_monday_to_sunday(days: Home, answers: Answers) -> None:
    for day in ("2026-01-05", "2026-01-11"):
        digest = answers("week", "--day", day)["digest"]
        assert (digest["first"], digest["last"]) == ("2026-01-05", "2026-01-11")
        assert {one["name"] for one in digest["projects"]} >= {"billing", "site"}
    assert answers("week", "--day", "2026-01-04")["digest"]["projects"] == []


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "1 Feb 2020: nothing was asked, decided or changed."),
     ("zh", "2020年2月1日：没有提问、决定或更改。")],
)  # fmt: skip
def test_a_day_without_anything_says_so(home: Home, pmi: Pmi, language: str, told: str) -> None:
    Path(home.config_file).write_text(f'[general]\nlanguage = "{language}"\n', encoding="utf-8")
    assert pmi("today", "--day", "2020-02-01").stdout.strip() == told
    assert pmi("today").exit_code == 0
    assert pmi("week", "--here").exit_code == 0


def test_a_day_is_told_in_chinese(days: Home, pmi: Pmi) -> None:
    Path(days.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")
    text = pmi("week", "--day", "2026-01-07").stdout
    for section in ("提问", "决定与所得", "更改", "未了"):
        assert f"\n{section}\n" in text
    assert "最后一句没有得到回答：那退款呢？" in text


def test_a_day_that_is_none_is_refused(home: Home, pmi: Pmi) -> None:
    assert pmi("today", "--day", "someday").exit_code == 2
    assert pmi("week", "--project", "nothing-like-it").exit_code == 4
