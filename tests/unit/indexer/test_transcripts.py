from __future__ import annotations

import json
import time

import pytest

from pmi.indexer.harness import is_our_tool, own_words
from pmi.indexer.transcripts import Line, parse_line
from pmi.indexer.words_of_line import where_of
from pmi.model.conversation import Message
from pmi.store.speech import trust_of_passage
from tests.support.transcripts import SAMPLES, encode, line

SAID = {
    "plain.jsonl": [
        ("user", "prompt", "What colour is the heron?"),
        ("assistant", "reply", "The heron is blue."),
    ],
    "compact.jsonl": [
        ("user", "prompt", "Remember that the port is 4711."),
        ("assistant", "reply", "Noted: port 4711."),
        ("user", "prompt", "/compact keep the numbers"),
        ("user", "prompt", "Which port was it?"),
        ("assistant", "reply", "4711."),
    ],
    "hooks.jsonl": [("user", "prompt", "Hello with hooks."), ("assistant", "reply", "Hello.")],
    "api-error.jsonl": [("user", "prompt", "This fails.")],
    "interactive-queued.jsonl": [
        ("user", "prompt", "Start the long job."),
        ("assistant", "reply", "I start."),
        ("user", "queued", "And mind the port 4711."),
        ("assistant", "reply", "turn one done"),
    ],
    "interactive-interrupt.jsonl": [
        ("user", "prompt", "do a long thing"),
        ("assistant", "reply", "I start the work."),
        ("user", "prompt", "what now"),
        ("assistant", "reply", "after interrupt"),
        ("assistant", "reply", "shell seen"),
        ("user", "prompt", "/remember the sky"),
        ("assistant", "reply", "cmd done"),
        ("user", "prompt", "/recall herons"),
        ("assistant", "reply", "skill done"),
    ],
    "older-version.jsonl": [
        ("user", "prompt", "mix phx.server doesnt seem to start"),
        (
            "assistant",
            "reply",
            "Let me check the project structure and try running the server to see the error.",
        ),
    ],
    "subagent/main/subagents/agent-a1.jsonl": [
        ("assistant", "prompt", "List what the project holds."),
        ("assistant", "reply", "One file: notes.txt."),
    ],
}


def read_sample(name: str) -> list[Line]:
    data = (SAMPLES / name).read_bytes()
    return [parse_line(raw, 200) for raw in data.split(b"\n")[:-1]]


@pytest.mark.proves("T6", "H12", "H14")
@pytest.mark.parametrize("name", SAID)
def test_takes_what_was_said_and_nothing_of_the_harness(name: str) -> None:
    said = [
        (message.role, message.origin, message.text)
        for found in read_sample(name)
        for message in found.messages
        if message.role != "tool"
    ]
    assert said == SAID[name]


@pytest.mark.parametrize("path", sorted(SAMPLES.rglob("*.jsonl")), ids=lambda path: path.stem)
def test_understands_every_line_of_real_transcripts(path: object) -> None:
    found = read_sample(str(path))
    assert not [each for each in found if each.bad]
    assert not {each.unknown for each in found if each.unknown}


def test_keeps_the_head_of_tools_with_their_names() -> None:
    tools = [m for found in read_sample("tools.jsonl") for m in found.messages if m.role == "tool"]
    assert [(m.tool, m.text) for m in tools[:3]] == [
        ("Read", "/tmp/demo/heron-app/notes.txt"),
        ("", "1\talpha\n2\tbeta\n3"),
        ("Edit", "/tmp/demo/heron-app/notes.txt"),
    ]


HARNESS = {
    "plain words": ("deploy on Tuesday", "deploy on Tuesday"),
    "中文": ("周二部署", "周二部署"),
    "reminder cut out": ("a <system-reminder>x</system-reminder> b", "a  b"),
    "reminder of many lines": ("<system-reminder>\nx\ny\n</system-reminder>\n问题", "问题"),
    "command with words": (
        (
            "<command-message>go</command-message>\n<command-name>/go</command-name>\n"
            "<command-args>to 北京</command-args>"
        ),
        "/go to 北京",
    ),
    "command without words": (
        "<command-name>/clear</command-name><command-args></command-args>",
        "",
    ),
    "local output": ("<local-command-stdout>x</local-command-stdout>", ""),
    "shell": ("<bash-input> ls</bash-input>", ""),
    "interrupt": ("[Request interrupted by user for tool use]", ""),
    "hook feedback": ("Stop hook feedback: go on", ""),
    "hook word in a sentence": ("the Stop hook feedback is odd", "the Stop hook feedback is odd"),
    "tag in a question": ("what does <system-reminder> mean?", "what does <system-reminder> mean?"),
    "task notification": ("<task-notification>x</task-notification>", ""),
}


@pytest.mark.proves("T6")
@pytest.mark.parametrize("name", HARNESS)
def test_own_words(name: str) -> None:
    text, expected = HARNESS[name]
    assert own_words(text) == expected


ENDLESS = {
    "tags that never end": "<system-reminder>" * 60_000,
    "one that never ends among others": "<ide_selection>a</ide_selection><persisted-output>"
    * 20_000,
    "a command of spaces": "<command-name>" + " " * 1_000_000,
    "arguments that never end": "<command-name>" + "<command-args>" * 60_000,
    "names that never end": "<command-message>" + "<command-name>a " * 60_000,
}


@pytest.mark.proves("T1", "T6")
@pytest.mark.parametrize("name", ENDLESS)
def test_takes_no_longer_for_a_tag_that_never_ends(name: str) -> None:
    began = time.process_time()
    own_words(ENDLESS[name])
    assert time.process_time() - began < 2  # hours where each beginning looks for its end


@pytest.mark.proves("V1")
def test_the_name_of_a_type_that_is_not_known_holds_no_credential() -> None:
    secret = "gh" + "p_" + "a1B2" * 9
    assert parse_line(encode([{"type": secret}])[:-1], 200).unknown == "[redacted:github_token]"


BAD = {
    "no json": b"{broken",
    "half a line": b'{"type":"user","message":{"content":"x',
    "array": b"[1, 2]",
    "not utf-8": b'{"type":"user","x":"\xff\xfe',
    "deep": b"[" * 100_000,
    "a number": b"17",
}


@pytest.mark.proves("T1")
@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_counted(name: str) -> None:
    assert parse_line(BAD[name], 200) == Line(bad=True)


ODD = {
    "no message": {"type": "user", "uuid": "u"},
    "message is a number": {"type": "user", "uuid": "u", "message": 4},
    "content is null": {"type": "assistant", "uuid": "u", "message": {"content": None}},
    "blocks are numbers": {"type": "assistant", "uuid": "u", "message": {"content": [1, "x"]}},
    "text is a list": {"type": "user", "uuid": "u", "message": {"content": [{"type": "text"}]}},
    "no uuid": {"type": "user", "message": {"content": "hello"}},
    "uuid is a number": {"type": "user", "uuid": 5, "message": {"content": "hello"}},
    "blank line": None,
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_line_says_nothing(name: str) -> None:
    raw = json.dumps(ODD[name]).encode() if ODD[name] else b"  "
    found = parse_line(raw, 200)
    assert (list(found.messages), found.bad) == ([], False)


@pytest.mark.proves("T5")
@pytest.mark.parametrize("spaced", [False, True], ids=["compact", "spaced"])
def test_an_unknown_type_is_named(spaced: bool) -> None:
    separators = (", ", ": ") if spaced else (",", ":")
    raw = json.dumps({"type": "hologram", "uuid": "h"}, separators=separators).encode()
    assert parse_line(raw, 200).unknown == "hologram"


def test_a_spaced_line_is_read_like_a_compact_one() -> None:
    raw = json.dumps(line("user", "u-1", "hello there")).encode()
    assert [message.text for message in parse_line(raw, 200).messages] == ["hello there"]


EMPTY = [{"type": "text", "text": "\n\n"}]
CALL = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"content": EMPTY}}
RESULT = {"type": "tool_result", "tool_use_id": "t", "content": EMPTY}
SAYS = {"type": "text", "text": "the port is 4711"}


@pytest.mark.parametrize("tool_chars", [0, 200])
@pytest.mark.parametrize("kind", ["user", "assistant"])
@pytest.mark.parametrize(
    "content",
    [
        EMPTY,
        [*EMPTY, SAYS],
        [SAYS, *EMPTY],
        [CALL],
        [CALL, SAYS],
        [RESULT | {"type": "web_search_tool_result"}, SAYS],
        [RESULT],
        [RESULT, RESULT | {"content": "the port is 4711"}],
        [{"type": "thinking", "thinking": "let me see"}],
        [{"type": "thinking", "thinking": "let me see"}, SAYS],
        json.dumps({"type": "assistant", "content": EMPTY}),
    ],
    ids=range(11),
)
def test_bytes_tell_of_a_line_what_its_json_tells(
    content: object, kind: str, tool_chars: int
) -> None:
    """A line with spaces is never told by its bytes: its JSON is read."""
    message = {"role": kind, "content": content}
    value = line(kind, "u-2", "", parentUuid="u-1", message=message)
    compact = json.dumps(value, separators=(",", ":")).encode()
    told, read = (parse_line(raw, tool_chars) for raw in (compact, json.dumps(value).encode()))
    assert (told.link, told.messages, told.calls) == (read.link, read.messages, read.calls)


@pytest.mark.proves("V1", "V2")
@pytest.mark.parametrize("kind", ["user", "assistant"])
def test_credentials_and_private_parts_never_come_out(kind: str) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    text = f"the key is {key} and <private>our secret</private> 完"
    found = parse_line(encode([line(kind, "u-1", text)])[:-1], 200).messages[0].text
    assert key not in found
    assert "our secret" not in found
    assert found.startswith("the key is [redacted:")
    assert found.endswith("完")


@pytest.mark.proves("V1")
@pytest.mark.parametrize("before", range(170, 205, 5))
def test_a_credential_across_the_cut_of_a_tool_result_is_redacted(before: int) -> None:
    key = "ghp_" + "a1B2c3D4e5" * 3 + "abcdef"
    content = [{"type": "tool_result", "tool_use_id": "t", "content": "x " * (before // 2) + key}]
    found = parse_line(encode([line("user", "u-1", content)])[:-1], 200).messages[0].text
    assert key[:12] not in found


@pytest.mark.proves("T4")
@pytest.mark.parametrize(("written", "kept"), [("main", "main"), ("HEAD", ""), (None, "")])
def test_where_no_branch_is_checked_out_none_is_named(written: str | None, kept: str) -> None:
    assert where_of({"gitBranch": written}).branch == kept


def test_images_are_not_kept() -> None:
    image = {"type": "image", "source": {"type": "base64", "data": "QUJD" * 5000}}
    content = [image, {"type": "text", "text": "what is this?"}]
    messages = parse_line(encode([line("user", "u-1", content)])[:-1], 200).messages
    assert [message.text for message in messages] == ["what is this?"]


@pytest.mark.parametrize(
    ("tool", "called_with", "ours"),
    [
        ("mcp__pmi__memory_search", "deploy", True),
        ("mcp__plugin_pmi_pmi__memory_get", "x", True),
        ("mcp__other__search", "x", False),
        ("Bash", "pmi search deploy", True),
        ("Bash", "cd /x && pmi map", True),
        ("Bash", "cat pmi.txt", False),
        ("Read", "pmi map", False),
    ],
)
@pytest.mark.proves("H14")
def test_knows_our_own_tools(tool: str, called_with: str, ours: bool) -> None:
    assert is_our_tool(tool, called_with) is ours


PASTE = '\n\n<pasted_content id="33e7">\nthe pasted text\n</pasted_content id="33e7">\n'
SPOKEN = {
    "typed": ("user", "we deploy on Tuesday", "deploy on", "owner"),
    "typed 中文": ("user", "我们周二部署", "周二部署", "owner"),
    "assistant": ("assistant", "we deploy on Tuesday", "deploy on", "agent"),
    "tool": ("tool", "we deploy on Tuesday", "deploy on", "external"),
    "pasted": ("user", "look at this" + PASTE, "pasted text", "external"),
    "beside the paste": ("user", "look at this" + PASTE, "look at this", "owner"),
    "after the paste": ("user", PASTE + "and that it is", "and that", "owner"),
    "paste closed by another id": (
        "user",
        (
            '<pasted_content id="33e7">\na\n</pasted_content id="9999">\nwe deploy on Monday\n'
            '</pasted_content id="33e7">'
        ),
        "deploy on Monday",
        "external",
    ),
    "paste never closed": ("user", '<pasted_content id="1">\nwe deploy', "we deploy", "external"),
    "fenced": ("user", "see\n```\nwe deploy on Monday\n```\nok?", "deploy on", "external"),
    "quoted": ("user", "he said\n> we deploy on Monday\nright?", "deploy on", "external"),
    "over the edge of a fence": (
        "user",
        "my words\n```\ncode\n```",
        "words\n```\ncode",
        "external",
    ),
    "long": ("user", "we deploy on Tuesday. " * 120, "deploy on", "external"),
}


@pytest.mark.parametrize("name", SPOKEN)
def test_trust_of_a_passage(name: str) -> None:
    kind, text, quote, trust = SPOKEN[name]
    content = [{"type": "tool_result", "content": text}] if kind == "tool" else text
    raw = encode([line("user" if kind == "tool" else kind, "u-1", content)])[:-1]
    said = parse_line(raw, 4000).messages[0]
    message = Message(session="s", position=1, **said._asdict())
    start = message.text.index(quote)
    assert trust_of_passage(message, start, start + len(quote)) == trust


def test_a_message_that_is_only_pasted_is_marked() -> None:
    raw = encode([line("user", "u-1", PASTE), line("user", "u-2", "my words" + PASTE)])
    found = [parse_line(each, 200).messages[0].pasted for each in raw.split(b"\n")[:-1]]
    assert found == [True, False]
