r"""Markdown: title, date and url from the front matter, all else as text.

>>> read(b"---\ntitle: Deploying\ndate: 2026-09-12\n---\nOnly on Tuesdays.\n").source_time
'2026-09-12'
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

import yaml

from pmi.documents.decoding import decode
from pmi.documents.document import Document

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")

FRONT_MATTER_MAX_CHARS = 65_536

_READ = ("title", "date", "url")

_NO_VALUES = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What the YAML library raises besides its own errors: for `!!bool perhaps`, `!!int ""`, …"""

_WORD_MAX_BITS = 1000
"""A larger number is no word of anybody's, and can not be written as one."""

_FRONT = re.compile(
    r"\A---[ \t]*(?:\r\n|\n|\r)(?P<front>.*?)(?:(?<=\n)|(?<=\r))(?:---|\.\.\.)[ \t]*"
    r"(?:\r\n|\n|\r|\Z)",
    re.DOTALL,
)
_OPENED = re.compile(r"\A---[ \t]*(?:\r\n|\n|\r)[\w-]+:(?:[ \t\r\n]|\Z)")
_WRITTEN = re.compile(r"(?P<year>\d{4})[年/.](?P<month>\d{1,2})[月/.](?P<day>\d{1,2})日?")
_FENCE = re.compile(r"^[ ]{0,3}(`{3,}|~{3,}).*?(?:^[ ]{0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^[ ]{0,3}#[ \t]+(?P<title>[^\r\n]*)", re.MULTILINE)


def read(data: bytes) -> Document:
    """Return the text of a Markdown file, with title, date and url where it gives them.

    What its front matter says besides, as who took part, is text: it can be found and quoted.
    Front matter that can not be understood stays part of the text, and is told.

    Raises:
        UsageError: It is no text.
    """
    text, problems = decode(data)
    front, others, body = _split(text, problems)
    title = _word(front.get("title")) or _heading(body)
    source_time = _time(front.get("date"), problems)
    url = _word(front.get("url"))
    if url and not re.match(r"https?://\S+\Z", url):
        problems.append("its front matter has a url that is none")
        url = ""
    return Document(others + body, title, source_time, url, tuple(problems))


def _split(text: str, problems: list[str]) -> tuple[dict[Any, Any], str, str]:
    """Return front matter, those of its lines that are text, and the body."""
    found = _FRONT.match(text[: FRONT_MATTER_MAX_CHARS + 16])
    if found is None:
        if _OPENED.match(text):
            problems.append("its front matter has no end")
        return {}, "", text
    try:
        values = yaml.safe_load(found["front"])
        others = _others(found["front"], values) if isinstance(values, dict) else ""
    except (yaml.YAMLError, *_NO_VALUES) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark is not None else 1
        problems.append(f"its front matter can not be understood (line {line})")
        return {}, "", text
    if values is None:
        return {}, "", text[found.end() :]
    if not isinstance(values, dict):  # a line across the page, and another one
        return {}, "", text
    body = text[found.end() :].lstrip("\r\n")
    return values, others, body


def _others(front: str, values: dict[Any, Any]) -> str:
    """Return what front matter says besides what is read, as it is written; empty for nothing."""
    if not any(value for key, value in values.items() if key not in _READ):
        return ""
    root = yaml.compose(front, yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        return front
    starts = [key.start_mark.index for key, _ in root.value]
    parts = [
        front[start:end]
        for (key, value), start, end in zip(
            root.value, starts, [*starts[1:], len(front)], strict=True
        )
        if key.value not in _READ and value.value not in ("", "~", "null", [])
    ]
    end = "\r\n" if "\r\n" in front else "\n"
    return "".join(parts).rstrip() + end + end if parts else ""


def _heading(body: str) -> str:
    found = _HEADING.search(_FENCE.sub("", body[:20_000]))
    return found["title"].strip().rstrip("#").strip() if found is not None else ""


def _word(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > _WORD_MAX_BITS:
        return ""
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _time(value: object, problems: list[str]) -> str:
    """Return a date of the front matter as a day, or as an ISO time."""
    if value is None or value == "":
        return ""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        written = _WRITTEN.sub(r"\g<year>-\g<month>-\g<day>", value.strip())
        try:
            moment = datetime.fromisoformat(re.sub(r"-(\d)(?!\d)", r"-0\1", written))
        except ValueError:
            pass
        else:
            whole = moment.isoformat(timespec="seconds")
            return whole if ":" in written else whole[:10]
    problems.append("its front matter has a date that is none")
    return ""
