"""Summaries lie in files that are the user's to change; each is written once."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.errors import NotFound, Unwritable, UsageError
from pmi.base.home import Home
from pmi.base.text import one_line
from pmi.model.operation import Citation, Operation
from pmi.model.summary import SummaryFile
from pmi.profile import summary_files
from pmi.profile.front_matter import read_front_matter
from pmi.recall import summaries, summary
from tests.support.talks import (
    BILLED,
    CHINESE,
    ENGLISH,
    FOLDER,
    LOGGED_IN,
    Talk,
    archive,
    lines_of,
    text_of,
    write_talk,
)
from tests.support.transcripts import SAMPLES, append, path_of, use_sample
from tests.unit.recall.conftest import Keep


def names(home: Home) -> list[str]:
    return sorted(os.listdir(home.path("sessions")))


def test_nobody_asked_nothing_is_written(keep: Keep, home: Home) -> None:
    assert keep((ENGLISH, [("assistant", "Welcome back."), ("wrote", "/tmp/x")])) == []
    assert names(home) == []


def test_a_fork_has_one_as_soon_as_something_is_asked_in_it(
    memory: Memory, keep: Keep, isolated: Path
) -> None:
    config = isolated / "user" / ".claude"
    copied = [each | {"sessionId": CHINESE} for each in lines_of(ENGLISH, BILLED)]
    append(path_of(config, CHINESE), copied)
    assert [file.session for file in keep((ENGLISH, BILLED))] == [ENGLISH]
    asked = lines_of(CHINESE, [("user", "and now the refunds"), ("assistant", "Done.")])
    append(path_of(config, CHINESE), asked)
    assert {file.session for file in keep()} == {ENGLISH, CHINESE}


def test_a_program_s_session_gets_none(keep: Keep, isolated: Path) -> None:
    unattended = [each | {"entrypoint": "sdk-cli"} for each in lines_of(ENGLISH, BILLED)]
    append(path_of(isolated / "user" / ".claude", ENGLISH), unattended)
    assert keep() == []


def test_a_sub_agent_s_run_is_told_with_its_session(keep: Keep, isolated: Path) -> None:
    config = isolated / "user" / ".claude"
    use_sample(config, "subagent/main.jsonl").rename(path_of(config))
    shutil.copytree(SAMPLES / "subagent" / "main", path_of(config).with_suffix(""))
    for path in path_of(config).parent.rglob("*.jsonl"):
        path.write_text(path.read_text(encoding="utf-8").replace('"sdk-cli"', '"cli"'))
    [file] = keep()
    assert not file.session.startswith("agent-")
    assert "List what the project holds" not in file.text


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
    Path(edited.path).write_text(text_of(edited.path) + "\nmy own note\n")
    os.unlink(removed.path)
    mine = text_of(edited.path)
    os.unlink(isolated / "user/.claude/projects/-tmp-demo-heron-app" / f"{ENGLISH}.jsonl")
    keep((ENGLISH, BILLED))
    assert text_of(edited.path) == mine
    assert not os.path.exists(removed.path)
    with pytest.raises(UsageError):
        memory.replace_summary(ENGLISH, "mine")


def test_a_name_that_the_user_gave_stays(keep: Keep, isolated: Path) -> None:
    """M4."""
    [before] = keep((ENGLISH, BILLED[:3]))
    renamed = Path(before.path).with_name("the day of the invoices-3f9a1c2b.md")
    os.rename(before.path, renamed)
    os.unlink(isolated / "user/.claude/projects/-tmp-demo-heron-app" / f"{ENGLISH}.jsonl")
    [after] = keep((ENGLISH, BILLED))
    assert after.path == str(renamed)
    assert after.end > before.end


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
    Path(files[0].path).write_text(text_of(files[0].path).replace("first", "oldest"))
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


@pytest.mark.proves("V4")
def test_forgotten_words_are_in_no_summary_and_in_no_name_of_one(
    memory: Memory, keep: Keep, isolated: Path, home: Home
) -> None:
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
            Path(path).write_text(text_of(path) + "\n我的笔记\n")
        assert outcome.memory is not None
        memory.forget([outcome.memory.id])
    everything = "".join(names(home)) + "".join(text_of(file.path) for file in memory.summaries())
    everything += text_of(home.path("state", "summaries.json"))
    for word in ("zeppelin", "hangar", "齐柏林", "机库"):
        assert word not in everything
    assert "我的笔记" in everything
    assert memory.write_summaries() == []
    assert len(memory.summaries()) == 2


def test_a_session_at_a_glance_names_the_file(memory: Memory, keep: Keep) -> None:
    [file] = keep((ENGLISH, BILLED))
    assert memory.overview(ENGLISH).summary == file.path


TEXTS = st.text(max_size=80) | st.text(alphabet="ab 中文字。-\n`<>[]()#", max_size=80)


@given(TEXTS, TEXTS)
def test_what_is_written_is_read_back_as_ours_always(title: str, text: str) -> None:
    given_file = SummaryFile("", ENGLISH, one_line(title), "p", "a", "b", "ours", text)
    whole = summary_files._text_of(given_file)
    values, end = read_front_matter(whole)
    assert whole[end + 1 :].rstrip("\n") == text.rstrip("\n")
    assert values["title"] == one_line(title)
    assert summary_files._state(whole, values) == "ours"
    assert summary_files._state(whole + "x", values) == "edited"


@pytest.mark.proves("V4")
def test_parts_of_forgotten_sentences_go_from_edited_and_replaced_texts_too(
    memory: Memory, keep: Keep
) -> None:
    long = "the zeppelin of the northern mail line is kept " + "and watched at night " * 15
    keep(
        (ENGLISH, [("user", f"remember this: {long}."), ("assistant", "Ok.")]),
        (CHINESE, [("user", f"{long}吧"), ("assistant", "好。")]),
    )
    [outcome] = memory.propose(
        [Operation("create", long.strip(), evidence=(Citation(f"cc://{ENGLISH}", long.strip()),))]
    )
    edited, replaced = memory.summary(ENGLISH), memory.summary(CHINESE)
    Path(edited.path).write_text(text_of(edited.path) + "\n- my own line … stays\n")
    memory.replace_summary(CHINESE, f"Prose of an agent.\n\n{replaced.text}")
    assert outcome.memory is not None
    memory.forget([outcome.memory.id])
    for file in memory.summaries():
        whole = os.path.basename(file.path) + text_of(file.path)
        assert "zeppelin" not in whole
        assert "northern" not in whole
    assert not any("zeppelin" in session.title for session in memory.sessions())
    assert "- my own line … stays" in memory.summary(ENGLISH).text
    assert memory.summary(CHINESE).text.startswith("Prose of an agent.")
    assert memory.summary(CHINESE).state == "replaced"
