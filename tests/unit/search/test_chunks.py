from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.search.chunks import CHUNK_CHARS, cut

ENGLISH = "The heron nests in March. It eats fish at noon. "
CHINESE = "苍鹭三月筑巢。它中午吃鱼！"


def pieces(text: str, target: int) -> list[str]:
    return [text[start:end] for start, end in cut(text, target=target)]


@pytest.mark.parametrize(
    ("text", "target", "expected"),
    [
        ("", 10, []),
        ("short", 10, ["short"]),
        ("One two. Three four.", 10, ["One two. ", "Three four."]),
        ("一二三四。五六七八。九十。", 5, ["一二三四。", "五六七八。", "九十。"]),
        (
            "para one\n\npara two is. it ends here",
            12,
            ["para one\n\n", "para two is. ", "it ends here"],
        ),
        ("abcdefghij", 4, ["abcd", "efghij"]),
        ("a b c d e f", 4, ["a b ", "c d ", "e f"]),
    ],
    ids=["empty", "short", "english", "chinese", "paragraph", "no end", "words"],
)
def test_a_text_is_cut_where_something_ends(text: str, target: int, expected: list[str]) -> None:
    assert pieces(text, target) == expected


@given(text=st.text(max_size=400), target=st.integers(2, 60), most=st.integers(0, 5))
def test_chunks_follow_each_other_without_gaps(text: str, target: int, most: int) -> None:
    spans = cut(text, target=target, most=most)
    ends = [0, *(end for _, end in spans)]
    assert [start for start, _ in spans] == ends[:-1]
    assert all(0 < end - start <= target * 1.5 + 1 for start, end in spans)
    assert most or "".join(text[start:end] for start, end in spans) == text
    if most:
        assert cut(text, ends[-1], target=target) == cut(text, target=target)[len(spans) :]


@pytest.mark.parametrize("sentence", [ENGLISH, CHINESE])
def test_chunks_of_prose_are_about_as_long_as_wanted(sentence: str) -> None:
    found = pieces(sentence * 400, CHUNK_CHARS)
    assert all(CHUNK_CHARS / 2 <= len(piece) <= CHUNK_CHARS * 1.5 for piece in found[:-1])
    assert all(piece.rstrip()[-1] in ".。！" for piece in found)


def test_a_long_text_is_cut_in_linear_time() -> None:
    assert len(cut("x" * 3_000_000)) in range(3745, 3751)


@pytest.mark.parametrize("sign", [".", "…", "?!"])
def test_a_text_of_full_stops_takes_no_time(sign: str) -> None:
    began = time.process_time()
    assert cut(sign * 100_000)[-1][1] == len(sign) * 100_000
    assert time.process_time() - began < 1  # 5 where each may begin an end
