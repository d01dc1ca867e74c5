"""Pages that somebody else changes at the same moment."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi.profile.managed import replace_if_same


def change(page: Path, how: str) -> None:
    page.unlink()
    if how == "saved":
        page.write_text("theirs")
    elif how == "no text any more":
        page.write_bytes(b"\xff\xfe\x00")
    elif how == "a folder":
        page.mkdir()
    elif how == "a pipe":
        os.mkfifo(page)


@pytest.mark.parametrize("how", ["saved", "no text any more", "gone", "a folder", "a pipe"])
def test_whoever_changed_the_page_meanwhile_wins(tmp_path: Path, how: str) -> None:
    page = tmp_path / "page.md"
    page.write_text("as it was read")
    change(page, how)
    before = os.lstat(page).st_ino if os.path.lexists(page) else 0
    assert not replace_if_same(str(page), "ours", "as it was read")
    assert (os.lstat(page).st_ino if os.path.lexists(page) else 0) == before
    assert sorted(os.listdir(tmp_path)) == (["page.md"] if before else [])
