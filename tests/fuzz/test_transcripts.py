"""A few rounds of what `tests/fuzz/transcripts.py` plays thousands of."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pmi.indexer import following
from pmi.indexer.transcripts import Line, Link, parse_lines
from tests.fuzz import transcripts


@pytest.mark.proves("T1")
def test_whatever_is_broken_every_whole_line_is_archived_once_and_in_order() -> None:
    assert [each for each in transcripts.run(60, seed=7) if not each.is_good] == []


def forgetting(raws: Sequence[bytes], tool_chars: int) -> list[Line | Link]:
    found = parse_lines(raws, tool_chars)
    return [Line(bad=True) if b"whole-2" in raw else each for raw, each in zip(raws, found)]  # noqa: B905


def test_a_line_that_is_lost_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "parse_lines", forgetting)
    lost = [each.lost for each in transcripts.run(6, seed=7)]
    assert any("whole-2" in each for found in lost for each in found)


@pytest.mark.parametrize(
    ("stored", "wrong"),
    [
        ([("whole-0", "a"), ("whole-1", "b")], ""),
        ([("whole-0", "a")], "lost"),
        ([("whole-0", "a"), ("whole-1", "other words")], "lost"),
        ([("whole-0", "a"), ("whole-1", "b"), ("whole-1", "b")], "doubled"),
        ([("whole-1", "b"), ("whole-0", "a")], "disordered"),
        ([("whole-0", "a"), ("broken-3", "c"), ("whole-1", "b")], ""),
    ],
)
def test_what_is_wrong_is_named(stored: list[tuple[str, str]], wrong: str) -> None:
    pieces = [
        transcripts.Piece(b"", "whole-0", "a"),
        transcripts.Piece(b""),
        transcripts.Piece(b"", "whole-1", "b"),
    ]
    result = transcripts.compare(1, pieces, stored)
    named = [name for name in ("lost", "doubled", "disordered") if getattr(result, name)]
    assert named == ([wrong] if wrong else [])
