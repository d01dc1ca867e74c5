"""`<private>` is honoured wherever it stands in a line, to the end of the message at least."""

from __future__ import annotations

from typing import Any

import pytest

from pmi.base.redact import leaves_private_open
from pmi.indexer.transcripts import parse_line
from tests.privacy.credentials import make_credentials
from tests.support.transcripts import encode, line

Blocks = list[dict[str, Any]]


def said(kind: str, content: object, **more: Any) -> list[str]:
    """Return the texts and file paths that a line comes to."""
    value = line(kind, "u-1", "", **more)
    if content is not None:
        value["message"]["content"] = content
    parsed = parse_line(encode([value])[:-1], 200)
    return [one.text for one in parsed.messages] + [call.path for call in parsed.calls]


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def use(**given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": "t", "name": "Write", "input": given}


def result(content: object) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": "t", "content": content}


LINES: dict[str, tuple[str, Blocks, list[str]]] = {
    "two blocks of a prompt": (
        "user",
        [text("a <private>b"), text("osprey"), text("c</private> d")],
        ["a [private] d"],
    ),
    "a prompt that leaves it open": (
        "user",
        [text("a <private>b"), text("osprey")],
        ["a [private]"],
    ),
    "a reply that leaves it open, then a tool": (
        "assistant",
        [text("a <private>"), use(file_path="/osprey", content="osprey"), use(command="osprey")],
        ["a [private]", "[private]", "[private]", "", ""],
    ),
    "a reply that closes it, then a tool": (
        "assistant",
        [text("a <private>osprey</private>"), use(file_path="/b")],
        ["a [private]", "/b", "/b"],
    ),
    "a tool's result, then another": (
        "user",
        [result("x <private>osprey"), result("osprey"), result([text("osprey")])],
        ["x [private]", "[private]", "[private]"],
    ),
    "a result in parts": (
        "user",
        [result([text("x <private>"), text("osprey"), text("</private> y")])],
        ["x [private] y"],
    ),
    "a tool's input": (
        "assistant",
        [use(command="echo <private>osprey</private> done")],
        ["echo [private] done", ""],
    ),
    "a tool's strange input": (
        "assistant",
        [use(one="<private>", two="osprey")],
        ["one=[private]", ""],
    ),
    "behind a reminder of the harness": (
        "user",
        [text("<system-reminder>use <private> often</system-reminder>a <private>osprey")],
        ["a [private]"],
    ),
    "a reminder that would close it": (
        "user",
        [text("a <private>osprey<system-reminder></private></system-reminder>osprey")],
        ["a [private]"],
    ),
    "a command's arguments": (
        "user",
        [text("<command-name>/go</command-name><command-args>a <private>osprey</command-args>")],
        ["/go a [private]"],
    ),
}


@pytest.mark.proves("V2")
@pytest.mark.parametrize("name", LINES)
def test_a_private_part_reaches_to_its_end_or_the_messages(name: str) -> None:
    kind, blocks, expected = LINES[name]
    assert said(kind, blocks) == expected


@pytest.mark.proves("V2")
@pytest.mark.parametrize("prompt", ["a <private>osprey", [text("a <private>"), text("osprey")]])
def test_a_queued_prompt_is_treated_as_any_other(prompt: object) -> None:
    attachment = {"type": "queued_command", "prompt": prompt}
    assert said("attachment", None, attachment=attachment) == ["a [private]"]


@pytest.mark.proves("V2")
@pytest.mark.parametrize(
    ("words", "is_open"),
    [
        ("a", False), ("<private>", True), ("<private>a</private>", False), ("<private", True),
        ("<private>a<private>b</private>", True), ("＜private＞", True), ("a < b", False),
        ("</private>", False), ("<private>a</private> <b", False), ("", False),
    ],
)  # fmt: skip
def test_it_is_known_whether_a_part_is_open(words: str, is_open: bool) -> None:
    assert leaves_private_open(words) is is_open


@pytest.mark.proves("V1")
@pytest.mark.parametrize("before", [*range(0, 210, 13), *range(2100, 2300, 13)])
def test_no_credential_is_cut_in_half(before: int) -> None:
    many = [each for each in make_credentials(3) if "\n" not in each.text]
    pem = next(each for each in make_credentials(3) if each.name == "private key").text
    for credential in many:
        for start in ("x " * (before // 2), f"{pem}\n" * 5 + "x " * (before // 2)):
            whole = f"{start}{credential.text} and more of it" + " y" * 2000
            [found] = said("user", [result(whole)])
            assert [piece for piece in credential.needles if piece in found] == []
