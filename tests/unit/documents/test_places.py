"""Which files are found, what they are known by, and which an agent may have read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi.base.errors import NotFound, PolicyDenied, UsageError
from pmi.documents.places import confined, key_of, list_files
from pmi.documents.reading import read_document, readers


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with everything in it that a path can go wrong by."""
    root = tmp_path / "notes"
    for name in ("a.md", "sub/深/b.md", ".hidden.md", ".git/c.md", "sub/.d/e.md"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text", encoding="utf-8")
    (tmp_path / "outside.md").write_text("text", encoding="utf-8")
    (tmp_path / "notes-too").mkdir()
    (tmp_path / "notes-too" / "f.md").write_text("text", encoding="utf-8")
    (root / "out.md").symlink_to(tmp_path / "outside.md")
    (root / "out").symlink_to(tmp_path)
    (root / "in.md").symlink_to(root / "a.md")
    (root / "seen.md").symlink_to(root / ".hidden.md")
    (root / ".unseen.md").symlink_to(root / "a.md")
    (root / "broken.md").symlink_to(root / "gone.md")
    (root / "loop").symlink_to(root)
    (tmp_path / "way").symlink_to(root)
    os.mkfifo(root / "pipe.md")
    return root


ALLOWED = [
    ("a.md", "a.md"),
    ("sub/深/b.md", "sub/深/b.md"),
    ("sub/../a.md", "a.md"),
    ("in.md", "a.md"),
    ("loop/a.md", "a.md"),
    ("../notes/a.md", "a.md"),
    ("../way/a.md", "a.md"),
]
REFUSED = [
    "",
    ".",
    "sub",
    "gone.md",
    "broken.md",
    "pipe.md",
    ".hidden.md",
    "seen.md",
    ".unseen.md",
    ".git/c.md",
    "sub/.d/e.md",
    "out.md",
    "out/outside.md",
    "../outside.md",
    "sub/../../outside.md",
    "../notes-too/f.md",
    "a.md/x",
    "a.md\0",
    "/etc/hostname",
]


@pytest.mark.parametrize(("path", "real"), ALLOWED)
def test_a_file_below_a_root_may_be_read(root: Path, path: str, real: str) -> None:
    assert confined(f"{root}/{path}", [str(root)]) == os.path.realpath(root / real)


@pytest.mark.parametrize("path", REFUSED)
def test_everything_else_is_refused_with_what_the_user_may_do(root: Path, path: str) -> None:
    with pytest.raises(PolicyDenied) as refused:
        confined(path if path.startswith("/") else f"{root}/{path}", [str(root)])
    assert "import_roots" in refused.value.hint


def test_a_root_may_be_a_link_or_hidden_or_below_the_user(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(root.parent))
    real = os.path.realpath(root / "a.md")
    assert confined(f"{root}/a.md", [str(root.parent / "way")]) == real
    assert confined(f"{root.parent}/way/a.md", ["~/notes"]) == real
    assert confined("~/notes/a.md", ["~/elsewhere", "~/notes/"]) == real
    assert confined(f"{root}/.git/c.md", [str(root / ".git")]).endswith("c.md")


@pytest.mark.parametrize("roots", [[], [""], [" "]])
def test_without_a_root_nothing_may_be_read(root: Path, roots: list[str]) -> None:
    with pytest.raises(PolicyDenied):
        confined(f"{root}/a.md", roots)


def test_a_walk_is_sorted_leaves_hidden_things_out_and_ends(root: Path) -> None:
    (root / "out").unlink()
    found = [Path(path).relative_to(root).as_posix() for path in list_files(str(root))]
    assert found == ["a.md", "in.md", "out.md", "seen.md", "sub/深/b.md"]
    kept = list_files(str(root), excluded=[str(root / "sub")])
    assert [Path(path).name for path in kept] == ["a.md", "in.md", "out.md", "seen.md"]


def test_a_file_is_known_by_its_path_below_the_user(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert key_of(str(root / "a.md")) == f"file:{os.path.realpath(root / 'a.md')}"
    monkeypatch.setenv("HOME", str(root.parent))
    monkeypatch.chdir(root)
    for path in ("a.md", "./sub/../a.md", str(root / "in.md"), str(root.parent / "way" / "a.md")):
        assert key_of(path) == "file:~/notes/a.md"
    assert key_of("会议/e\u0301.md") == "file:~/notes/会议/é.md"


@pytest.mark.parametrize("name", ["a.md", "A.MARKDOWN", "a.txt", "NOTES", "会议.TXT"])
def test_formats_are_told_by_the_name_s_ending(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("文字\n", encoding="utf-8")
    assert read_document(str(tmp_path / name)).text == "文字\n"


def test_what_can_not_be_read_is_a_clear_error(root: Path) -> None:
    assert ".md" in readers()
    (root / "x.pdf").write_bytes(b"%PDF")
    with pytest.raises(UsageError):
        read_document(str(root / "x.pdf"))
    for name in ("pipe.md", "sub"):
        with pytest.raises(UsageError):
            read_document(str(root / name))
    with pytest.raises(NotFound):
        read_document(str(root / "gone.md"))


def test_a_file_that_is_too_long_is_not_even_opened(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    with path.open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    with pytest.raises(UsageError) as refused:
        read_document(str(path))
    assert "bytes" in refused.value.message
