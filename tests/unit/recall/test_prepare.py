from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.base.project import brief_name
from pmi.base.text import utf16_len
from pmi.model.conversation import Message, Session
from pmi.model.operation import Operation
from pmi.recall.prepare import cut_lines, write_briefs
from pmi.store import archiving

HERE = "git:code.example/team/here"
LIMITS = {
    "profile": 1800,
    "style": 1200,
    "experience": 900,
    "map": 2900,
    "learnings": 700,
    "sessions": 600,
    "changed": 400,
}


def brief(home: Home, project: str = "") -> dict[str, Any]:
    path = home.path("state", "brief", f"{brief_name(project)}.json")
    found: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


def section(found: dict[str, Any], name: str) -> list[str]:
    return [
        line["text"] for each in found["sections"] if each["name"] == name for line in each["lines"]
    ]


def units(found: dict[str, Any]) -> int:
    return sum(
        utf16_len(each["title"]) + 1 + sum(utf16_len(line["text"]) + 1 for line in each["lines"])
        for each in found["sections"]
    )


@pytest.mark.proves("H10")
def test_an_empty_memory_prepares_no_section(memory: Memory, home: Home) -> None:
    write_briefs(memory.store)
    assert brief(home)["sections"] == []
    assert brief(home)["counts"] == {"memories": 0, "rules": 0, "reviews": 0, "quiet": 0}


def test_a_memory_stands_on_the_map_with_its_id(memory: Memory, home: Home) -> None:
    stored = memory.remember("we deploy only on Tuesdays", project=HERE)
    write_briefs(memory.store, [HERE])
    found = brief(home, HERE)
    lines = next(each["lines"] for each in found["sections"] if each["name"] == "map")
    assert [line["text"] for line in lines if line.get("id")] != []
    assert stored.memory is not None
    assert {line["id"] for line in lines if "id" in line} == {stored.memory.id}
    assert found["seq"] == memory.log(1)[0].seq
    assert found["counts"]["memories"] == 1
    assert found["counts"]["rules"] == 1


def test_headings_speak_the_home_s_language(memory: Memory, home: Home) -> None:
    Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")
    memory.remember("只在周二部署")
    write_briefs(memory.store)
    assert brief(home)["language"] == "zh"
    assert any("通用" in line for line in section(brief(home), "map"))


def test_the_profile_and_the_style_are_given(memory: Memory, home: Home) -> None:
    Path(home.path("profile", "profile.md")).write_text("# 我\n- 姓名：小林\n", encoding="utf-8")
    Path(home.path("profile", "preferences.md")).write_text("- Prefers short answers\n")
    write_briefs(memory.store)
    assert section(brief(home), "profile") == ["- 姓名：小林"]
    assert section(brief(home), "style") == ["- Prefers short answers"]


def test_what_waits_is_counted_and_named(memory: Memory, home: Home) -> None:
    with Memory.open(home, actor="agent:test") as agent:
        agent.propose([Operation("create", content="the user loves tabs")])
    write_briefs(memory.store)
    found = brief(home)
    assert found["counts"]["reviews"] == 1
    assert "the user loves tabs" in found["waiting"][0]
    assert section(found, "map") == []


def test_a_change_that_waits_is_named_by_the_words_it_would_change(
    memory: Memory, home: Home
) -> None:
    stored = memory.remember("重跑gen-itgc后50条").memory
    assert stored is not None
    with Memory.open(home, actor="agent:test") as agent:
        agent.propose([Operation("archive", target=stored.id)])
    write_briefs(memory.store)
    assert brief(home)["waiting"] == ["2 put away: 重跑gen-itgc后50条"]


@pytest.mark.proves("C1")
@pytest.mark.parametrize("word", ["deploy ", "部署", "😀"], ids=["english", "chinese", "emoji"])
def test_shares_hold_for_any_amount(memory: Memory, home: Home, word: str) -> None:
    for name in ("profile", "writing-style", "preferences"):
        Path(home.path("profile", f"{name}.md")).write_text(f"- {word * 20}\n" * 5000)
    for number in range(120):
        memory.remember(f"{number} {word * 30}", project=HERE if number % 2 else "")
    write_briefs(memory.store, [HERE])
    for project in ("", HERE):
        found = brief(home, project)
        assert units(found) <= sum(LIMITS.values())
        assert section(found, "map")
        assert {"profile", "style", "map"} <= {each["name"] for each in found["sections"]}
        for text in section(found, "map"):
            assert "\n" not in text


def test_an_unused_share_is_the_next_one_s(memory: Memory, home: Home) -> None:
    words = [f"{number} {'deploy ' * 20}" for number in range(120)]
    memory.propose([Operation("create", content=text.strip()) for text in words])
    write_briefs(memory.store)
    alone = sum(utf16_len(text) + 1 for text in section(brief(home), "map"))
    assert alone > LIMITS["map"]
    assert units(brief(home)) <= sum(LIMITS.values())


def test_old_briefs_are_removed(memory: Memory, home: Home) -> None:
    write_briefs(memory.store, ["path:~/gone"])
    write_briefs(memory.store)
    with pytest.raises(FileNotFoundError):
        brief(home, "path:~/gone")


def test_lines_are_cut_whole() -> None:
    lines = [{"text": "ab"}, {"text": "😀😀"}, {"text": "c"}]
    assert cut_lines(lines, 3) == lines[:1]
    assert cut_lines(lines, 7) == lines[:1]
    assert cut_lines(lines, 8) == lines[:2]
    assert cut_lines(lines, 0) == []


@pytest.mark.proves("R2")
@pytest.mark.parametrize(
    ("old", "new", "replaced"),
    [
        ("We deploy on Tuesdays", "We deploy on Mondays", "replaced: We deploy on Tuesdays"),
        ("周二部署", "周一部署", "取代了：周二部署"),
    ],
)
def test_what_changed_since_the_last_session_is_shown(
    memory: Memory, home: Home, old: str, new: str, replaced: str
) -> None:
    if not old.isascii():
        Path(home.config_file).write_text('[general]\nlanguage = "zh"\n', encoding="utf-8")
    first, away = (memory.remember(text, project=HERE).memory for text in (old, "Use tabs"))
    assert first is not None
    assert away is not None
    with memory.store.writing("transcripts") as connection:
        ended = memory.store.clock()
        archiving.ensure_session(connection, session_ending(ended))
        said = Message("m-1", "s-1", 0, "", "user", "prompt", ended, "hello")
        archiving.add_messages(connection, "s-1", [said])
    write_briefs(memory.store, [HERE])
    assert section(brief(home, HERE), "changed") == []
    [done] = memory.propose([Operation("supersede", target=first.id, content=new)])
    memory.archive([away.id])
    memory.remember("Ships on Fridays", project="git:code.example/team/other")
    Memory(memory.store, "agent:x").propose([Operation("create", content="Only an agent says")])
    write_briefs(memory.store, [HERE])
    assert done.memory is not None
    lines = section(brief(home, HERE), "changed")
    assert lines[0].endswith("Use tabs")
    assert lines[1] == f"- {done.memory.id[-6:]} {replaced}"
    assert len(lines) == 2


def session_ending(at: str) -> Session:
    return Session(
        id="s-1", parent="", project=HERE, cwd="/here", branch="", title="Work", started_at=at,
        ended_at=at, messages=1, original=True,
    )  # fmt: skip
