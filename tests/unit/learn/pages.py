"""What tests of the pages of lessons share."""

from __future__ import annotations

from pathlib import Path

from pmi import Memory
from pmi.learn.lessons import list_lessons

DOMAIN = "domains/Product/PRD/CLAUDE.md"
APP = "git:code.example/team/app"


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def edit(path: Path, old: str, new: str) -> None:
    text = text_of(path)
    assert old in text
    path.write_bytes(text.replace(old, new).encode())


def said(memory: Memory) -> dict[int, str]:
    return {item.number: item.content for item in list_lessons(memory.store)}


def lines(path: Path) -> list[str]:
    return [line for line in text_of(path).splitlines() if line.endswith(")") and line[:1] == "-"]
