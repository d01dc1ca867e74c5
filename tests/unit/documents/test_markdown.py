from __future__ import annotations

import time

import pytest

from pmi.documents.formats.markdown import read


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    ("title", "body"),
    [("Deploying", "We deploy only on Tuesdays."), ("部署：说明", "我们只在周二部署。")],
)
def test_title_date_and_url_come_from_the_front_matter(title: str, body: str, end: str) -> None:
    lines = ["---", f'title: "{title}"', "date: 2026-09-12", "url: https://w.example/1", "---", ""]
    document = read(end.join([*lines, body, ""]).encode())
    assert document.text == body + end
    assert (document.title, document.source_time) == (title, "2026-09-12")
    assert document.url == "https://w.example/1"
    assert document.problems == ()


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    "others",
    [
        ["participants: [Ana, Mira Okafor]", "project: larkspur"],
        ["participants:", "  - Ana", "  - Mira Okafor", "tags: kick-off"],
        ["参加者：的: [小林, 周明]", '"place": Wellbrook'],
    ],
)
def test_what_else_the_front_matter_says_is_text_as_it_is_written(
    others: list[str], end: str
) -> None:
    front = ["---", "title: A", *others, "date: 2026-09-12", "aliases: []", "image:", "---", ""]
    document = read(end.join([*front, "# B", "Text.", ""]).encode())
    assert document.text == end.join([*others, "", "# B", "Text.", ""])
    assert (document.title, document.source_time) == ("A", "2026-09-12")
    assert document.problems == ()


def test_a_comment_of_the_front_matter_is_no_title() -> None:
    document = read(b"---\nby: Ana\n# draft\n---\n# Deploying\nText.\n")
    assert document.title == "Deploying"
    assert document.text == "by: Ana\n# draft\n\n# Deploying\nText.\n"


def test_front_matter_on_one_line_is_kept_whole_where_it_says_more() -> None:
    document = read(b"---\n{title: A, by: Ana}\n---\nText.\n")
    assert (document.title, document.text) == ("A", "{title: A, by: Ana}\nText.\n")


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2026-09-12", "2026-09-12"),
        ("'2026-09-12'", "2026-09-12"),
        ("2026/9/2", "2026-09-02"),
        ("2026年9月12日", "2026-09-12"),
        ("2026-09-12 10:00:00", "2026-09-12T10:00:00"),
        ("2026-09-12T10:00:00+08:00", "2026-09-12T10:00:00+08:00"),
        ("", ""),
    ],
)
def test_dates_as_people_write_them(date: str, expected: str) -> None:
    document = read(f"---\ndate: {date}\n---\ntext\n".encode())
    assert (document.source_time, document.problems) == (expected, ())


@pytest.mark.parametrize("date", ["soon", "20260912", "2026-13", "[1]", "第三周"])
def test_a_date_that_is_none_is_told_and_left_out(date: str) -> None:
    document = read(f"---\ndate: {date}\n---\ntext\n".encode())
    assert (document.source_time, document.text) == ("", "text\n")
    assert len(document.problems) == 1


@pytest.mark.parametrize(
    "front",
    [
        "title: [open",
        "date: 2026-13-45",
        "title: !!python/object/apply:os.system ['true']",
        "a: &a [*a]\n? [x]: y",
        "[" * 5000,
        "title: x\ntitle : : :",
    ],
    ids=["unclosed", "no-day", "code", "loop", "deep", "colons"],
)
def test_broken_front_matter_is_text_and_told(front: str) -> None:
    text = f"---\n{front}\n---\nWe deploy on Tuesdays.\n"
    document = read(text.encode())
    assert document.text == text
    assert len(document.problems) == 1


def test_front_matter_without_an_end_is_text_and_told() -> None:
    text = "---\ntitle: x\nand so on\n"
    document = read(text.encode())
    assert document.text == text
    assert document.problems == ("its front matter has no end",)


@pytest.mark.parametrize("text", ["---\nbetween lines\n---\nafter\n", "---\n", "text\n---\n", ""])
def test_lines_across_the_page_are_no_front_matter(text: str) -> None:
    document = read(text.encode())
    assert (document.text, document.problems) == (text, ())


def test_a_url_that_is_none_is_told_and_left_out() -> None:
    document = read(b"---\nurl: see below\n---\ntext\n")
    assert (document.url, len(document.problems)) == ("", 1)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("intro\n\n# How we deploy #\n", "How we deploy"),
        ("```\n# comment\n```\n# 部署\n", "部署"),
        ("## second level only\n", ""),
        ("#tag\n", ""),
    ],
)
def test_else_the_first_heading_is_the_title(text: str, title: str) -> None:
    assert read(text.encode()).title == title


@pytest.mark.parametrize("heading", ["# a" + " " * 19_000 + "b", "# " + "# " * 9_000 + "b"])
def test_a_heading_with_room_in_it_takes_no_time(heading: str) -> None:
    began = time.process_time()
    assert read(heading.encode()).title == heading[2:]
    assert time.process_time() - began < 2  # hours where each space may end the title


@pytest.mark.parametrize("value", ["!!bool perhaps", "!!int ''", "!!timestamp soon"])
def test_a_value_that_is_none_costs_the_front_matter_and_not_the_file(value: str) -> None:
    text = f"---\nweight: {value}\n---\ntext\n"
    document = read(text.encode())
    assert (document.text, len(document.problems)) == (text, 1)


def test_a_number_that_is_no_title_is_none() -> None:
    document = read(b"---\ntitle: 0x" + b"f" * 6000 + b"\nurl: https://w.example/1\n---\ntext\n")
    assert (document.title, document.url, document.text) == ("", "https://w.example/1", "text\n")
