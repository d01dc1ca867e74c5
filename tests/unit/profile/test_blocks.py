from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pmi.base.errors import Unwritable
from pmi.profile import managed
from pmi.profile.blocks import DamagedMarksError, find_block, put_block
from pmi.profile.managed import NotTextError, read_exactly, replace_if_same
from pmi.rules.markdown import cut_passages, filled_lines

BEGIN, END = "<!-- pmi:lessons: note -->", "<!-- /pmi:lessons -->"
LINES = st.lists(st.text(st.characters(exclude_characters="\r\n<"), max_size=20), max_size=5)
OUTSIDE = st.lists(
    st.sampled_from(
        ["# Mine\n", "- 我的\r\n", "text", "\n", "\r", "\x0c", "\u2028", "<!-- x -->\n"]
    ),
    max_size=8,
).map("".join)


@given(OUTSIDE, OUTSIDE, LINES, LINES)
@example("\ufeff", "", ["a"], ["b"])
@example("\r", "\n", [], [])
def test_the_users_text_outside_of_the_block_stays_byte_for_byte(
    before: str, after: str, first: list[str], second: list[str]
) -> None:
    """M4: whatever stands around the block, in either line ends."""
    made = put_block(before, first, "note")
    assert made.startswith(before)
    head = made[: find_block(made).start]  # type: ignore[union-attr] # it was just made
    page = made + after
    changed = put_block(page, second, "another note")
    block = find_block(changed)
    assert block is not None
    assert block.lines == second
    assert changed[: block.start] == head
    assert changed[block.end :] == after


def test_the_block_has_the_line_ends_of_its_page() -> None:
    text = put_block("# A\r\n", ["- x (1)"], "n")
    assert "\n" not in text.replace("\r\n", "")


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        (f"{BEGIN}\n- a (1)\n", "end_missing"),
        (f"- a (1)\n{END}\n", "begin_missing"),
        (f"{END}\n{BEGIN}\n", "begin_missing"),
        (f"{BEGIN}\n{BEGIN}\n{END}\n", "nested"),
        (f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n", "doubled"),
        (f"{BEGIN}\n{END}\n{END}\n", "doubled"),
        (f"{BEGIN}\r\n- a (1)\r\n{END} moved\r\n", "end_missing"),
        (f"<!-- pmi:lessons\n- a (1)\n{END}", "begin_missing"),
    ],
)
def test_damaged_marks_are_refused(text: str, damage: str) -> None:
    with pytest.raises(DamagedMarksError) as caught:
        put_block(text, [], "n")
    assert caught.value.damage == damage


def test_what_came_out_of_the_block_stands_right_behind_it() -> None:
    page = put_block("", ["- a (1)", "my note"], "n") + "# Mine\n"
    changed = put_block(page, ["- a (1)"], "n", ["my note"])
    assert changed.endswith(f"{END}\n\nmy note\n# Mine\n")


def test_a_page_that_was_saved_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "lessons.md"
    path.write_text("mine", encoding="utf-8")
    assert not replace_if_same(str(path), "ours", "what was read")
    assert path.read_text(encoding="utf-8") == "mine"
    assert replace_if_same(str(path), "ours", "mine")
    assert path.read_text(encoding="utf-8") == "ours"
    assert os.listdir(tmp_path) == ["lessons.md"]


def test_a_page_that_went_away_or_came_up_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "lessons.md")
    assert not replace_if_same(path, "ours", "what was read")
    assert not os.path.exists(path)
    assert replace_if_same(path, "ours", None)
    assert not replace_if_same(path, "again", None)


def test_a_link_stays_a_link_and_a_mode_a_mode(tmp_path: Path) -> None:
    real, link = tmp_path / "real.md", tmp_path / "lessons.md"
    real.write_text("mine", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    assert replace_if_same(str(link), "ours", "mine")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "ours"
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.proves("D7")
@pytest.mark.parametrize("call", ["write_all", "fsync"])
def test_a_full_disk_leaves_the_page_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "lessons.md"
    path.write_text("mine", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(managed if call == "write_all" else os, call, full)
    with pytest.raises(Unwritable):
        replace_if_same(str(path), "ours", "mine")
    assert path.read_text(encoding="utf-8") == "mine"
    assert os.listdir(tmp_path) == ["lessons.md"]


@pytest.mark.parametrize("data", [b"\xff\xfea\x00", b"caf\xe9"])
def test_what_is_no_utf_8_is_no_page(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.md").write_bytes(data)
    with pytest.raises(NotTextError):
        read_exactly(str(tmp_path / "x.md"))
    assert read_exactly(str(tmp_path / "none.md")) is None


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_lines_of_a_block_are_no_text_of_the_page(end: str) -> None:
    """They are memories: the index has them as such, and not twice."""
    page = put_block(f"# A{end}mine{end}", ["- use pnpm (1)", "- 只在周二 (2)"], "n") + "after"
    assert filled_lines(page) == ["mine", "after"]
    [passage] = [one for one in cut_passages(page, 1000) if "after" in one.text]
    assert "pnpm" not in passage.text
