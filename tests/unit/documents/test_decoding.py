from __future__ import annotations

import codecs

import pytest

from pmi.base.errors import UsageError
from pmi.documents.decoding import decode

CHINESE = "我们只在周二部署上线，周五不上线。"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"plain\r\nlines\r\n", "plain\r\nlines\r\n"),
        ("caf\u00e9 部署".encode(), "caf\u00e9 部署"),
        (codecs.BOM_UTF8 + CHINESE.encode(), CHINESE),
        (CHINESE.encode("utf-16"), CHINESE),
        (codecs.BOM_UTF16_BE + CHINESE.encode("utf-16-be"), CHINESE),
        (codecs.BOM_UTF16_LE + CHINESE.encode("utf-16-le"), CHINESE),
        (CHINESE.encode("utf-32"), CHINESE),
    ],
    ids=["empty", "ascii", "utf-8", "utf-8-mark", "utf-16", "utf-16-be", "utf-16-le", "utf-32"],
)
def test_text_that_says_what_it_is(data: bytes, text: str) -> None:
    assert decode(data) == (text, [])


def test_chinese_without_a_mark_is_read_as_gb18030_and_told() -> None:
    text, problems = decode(CHINESE.encode("gb18030"))
    assert text == CHINESE
    assert "GB18030" in problems[0]


@pytest.mark.parametrize("word", ["café au lait", "naïve", "Größe: 5 µm", "“quoted” – dash"])
def test_western_text_is_not_taken_for_chinese(word: str) -> None:
    text, problems = decode(word.encode("cp1252"))
    assert text == word
    assert "1252" in problems[0]


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04\x00\x00",
        b"a\0b",
        "abc".encode("utf-16-le"),
        codecs.BOM_UTF16_LE + b"a",
        codecs.BOM_UTF8 + b"\xff",
        b"caf\x81 \x8d",
    ],
    ids=["zip", "nul", "utf-16-unmarked", "half-utf-16", "broken-utf-8", "no-encoding"],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(UsageError):
        decode(data)
