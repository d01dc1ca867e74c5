"""The user's own pages: found with their line, as they are now, and nothing beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi import Memory
from pmi.model.finding import Hit

PAGES = {
    "profile/preferences.md": """# Tools

- Editor:
- Package manager: pnpm

# Food
- no walnuts
""",
    "domains/Product/CLAUDE.md": """---
kind: domain
---
# Product

Herons are counted weekly.
""",
    "domains/Product/PRD/content-index.md": "# Index\n- launch.md: what the launch needs\n",
    "domains/健康/CLAUDE.md": "# 健康\n\n体检安排在三月。\n<!-- 体检模板 -->\n",
}

FOUND = {
    "value of a key": ("which package manager", "profile/preferences.md:4"),
    "under another heading": ("walnuts", "profile/preferences.md:7"),
    "behind front matter": ("herons", "domains/Product/CLAUDE.md:6"),
    "content index": ("launch", "domains/Product/PRD/content-index.md:2"),
    "by its heading": ("food", "profile/preferences.md:7"),
    "by its place": ("PRD", "domains/Product/PRD/content-index.md:2"),
    "zh": ("体检", "domains/健康/CLAUDE.md:3"),
}


def write(memory: Memory, pages: dict[str, str]) -> None:
    for name, text in pages.items():
        path = Path(memory.home.path(*name.split("/")))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def ask(memory: Memory, words: str) -> list[Hit]:
    return list(memory.search(words, scopes=("knowledge",)).hits)


@pytest.mark.parametrize("name", FOUND)
def test_a_page_is_found_with_its_line(memory: Memory, name: str) -> None:
    write(memory, PAGES)
    words, reference = FOUND[name]
    assert ask(memory, words)[0].reference == reference


@pytest.mark.parametrize("words", ["Editor", "domain kind", "模板"])
def test_what_was_not_filled_in_is_not_found(memory: Memory, words: str) -> None:
    write(memory, {"profile/preferences.md": "# Tools\n- Editor:\n<!-- 模板 -->\n"})
    assert ask(memory, words) == []


@pytest.mark.proves("M4")
def test_edits_renames_and_removals_are_taken_up(memory: Memory) -> None:
    write(memory, PAGES)
    assert ask(memory, "walnuts")
    path = Path(memory.home.path("profile", "preferences.md"))
    path.write_text("# Food\n\nno peanuts\n", encoding="utf-8")
    assert ask(memory, "walnuts") == []
    assert ask(memory, "peanuts")[0].reference == "profile/preferences.md:3"
    path.rename(path.with_name("food.md"))
    assert [hit.reference for hit in ask(memory, "peanuts")] == ["profile/food.md:3"]
    path.with_name("food.md").unlink()
    assert ask(memory, "peanuts") == []


@pytest.mark.proves("M4", "V3")
@pytest.mark.parametrize(
    "name", ["profile/.swap.md", "profile/~page.md", "profile/#page.md", "profile/page.md~",
             "profile/below/page.md", "domains/.git/page.md", "sessions/page.md"],
)  # fmt: skip
def test_what_is_no_page_is_not_read(memory: Memory, name: str) -> None:
    write(memory, {name: "herons"})
    assert ask(memory, "herons") == []


@pytest.mark.proves("V3")
def test_a_link_out_of_the_home_is_not_followed(memory: Memory, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "page.md").write_text("herons", encoding="utf-8")
    os.symlink(outside / "page.md", memory.home.path("profile", "page.md"))
    os.symlink(outside, memory.home.path("domains", "Outside"))
    assert ask(memory, "herons") == []


@pytest.mark.proves("V1")
def test_a_credential_in_a_page_is_in_no_hit_and_not_in_the_index(memory: Memory) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    write(memory, {"profile/preferences.md": f"- token: {secret}\n- herons: yes\n"})
    assert secret not in ask(memory, "token herons")[0].snippet
    memory.close()
    assert secret.encode() not in Path(memory.home.search_db).read_bytes()


def test_pages_stand_beside_memories_in_one_answer(memory: Memory) -> None:
    write(memory, PAGES)
    memory.remember("herons are counted by Ana")
    hits = memory.search("herons counted", scopes=("memories", "knowledge")).hits
    assert {hit.scope for hit in hits} == {"memories", "knowledge"}


def test_a_page_without_end_and_one_that_is_no_text_hurt_nothing(memory: Memory) -> None:
    write(memory, {"profile/long.md": "heron " * 300_000})
    Path(memory.home.path("profile", "odd.md")).write_bytes(b"\xff\xfe\x00 herons \x00")
    hits = memory.search("heron", scopes=("knowledge",), limit=1000).hits
    assert {hit.title for hit in hits} == {"profile/long.md", "profile/odd.md"}


def test_a_page_whose_name_is_no_text_keeps_no_other_from_being_found(memory: Memory) -> None:
    odd = f"domains/{os.fsdecode(b'Caf' + bytes([0xE9]))}/CLAUDE.md"
    write(memory, {odd: "# Lab\nherons\n", "domains/Lab/CLAUDE.md": "# Lab\nherons\n"})
    assert [hit.reference for hit in ask(memory, "herons")] == ["domains/Lab/CLAUDE.md:2"]


def test_a_link_to_itself_keeps_no_other_page_from_being_found(memory: Memory) -> None:
    write(memory, {"domains/Lab/CLAUDE.md": "# Lab\nherons\n"})
    os.symlink("lessons.md", memory.home.path("profile", "lessons.md"))
    os.symlink("Loop", memory.home.path("domains", "Loop"))
    assert [hit.reference for hit in ask(memory, "herons")] == ["domains/Lab/CLAUDE.md:2"]
