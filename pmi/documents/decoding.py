r"""Turns the bytes of a text file into text: by its mark, as UTF-8, else as Chinese or Western.

>>> decode(b"\xef\xbb\xbf" + "部署".encode())
('部署', [])
"""

from __future__ import annotations

import codecs

from pmi.base.errors import UsageError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks; the ones of UTF-32 begin as those of UTF-16, so they come first."""

_SAMPLE_CHARS = 20_000


def decode(data: bytes) -> tuple[str, list[str]]:
    """Return the text of some bytes, line endings as they are, and what to know about it.

    Raises:
        UsageError: They are no text, or in an encoding that can not be told.
    """
    problems: list[str] = []
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), problems
            except UnicodeDecodeError as error:
                raise UsageError(
                    f"This is no {encoding} text, though it begins as one.", "save it as UTF-8"
                ) from error
    if b"\0" in data:
        raise UsageError("This is no text: it holds NUL bytes.", "only text can be kept")
    try:
        return data.decode("utf-8"), problems
    except UnicodeDecodeError:
        pass
    text = _decode_chinese(data)
    if text is not None:
        problems.append("read as GB18030, because it is no UTF-8")
        return text, problems
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as error:
        raise UsageError("The encoding of this text is not known.", "save it as UTF-8") from error
    problems.append("read as Windows-1252, because it is no UTF-8")
    return text, problems


def _decode_chinese(data: bytes) -> str | None:
    """Return bytes as GB18030 where that gives everyday Chinese, else None.

    Almost any bytes can be read as some rare characters; a text of everyday ones is meant.
    """
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    foreign = [sign for sign in text[:_SAMPLE_CHARS] if not sign.isascii()]
    common = sum(_is_everyday(sign) for sign in foreign)
    return text if foreign and common >= 0.8 * len(foreign) else None


def _is_everyday(sign: str) -> bool:
    try:
        return len(sign.encode("gb2312")) == 2
    except UnicodeEncodeError:
        return False
