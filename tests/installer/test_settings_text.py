"""Settings are edited as text: our entries come and go, every other byte stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.errors import UsageError
from pmi.installer import json_text, settings
from tests.installer.texts import (
    ENTRIES,
    FOREIGN,
    INTERPRETER,
    RUN_FILE,
    settings_texts,
    values,
)


def hooks_of(text: str) -> dict[str, Any]:
    loaded = json.loads(text.removeprefix("\ufeff"))
    found: dict[str, Any] = loaded.get("hooks", {})
    return found


@pytest.mark.proves("I1")
@given(settings_texts())
def test_what_was_inserted_is_cut_out_again_to_the_same_bytes(text: str) -> None:
    with_ours, traces = settings.insert_hooks(text, "settings.json", ENTRIES)
    for event, handler in ENTRIES.items():
        assert {"hooks": [handler]} in hooks_of(with_ours)[event]
    assert settings.remove_hooks(with_ours, "settings.json", traces) == text


@pytest.mark.proves("I1")
@given(settings_texts())
def test_everything_else_means_the_same_while_ours_is_in(text: str) -> None:
    before = json.loads(text.removeprefix("\ufeff"))
    with_ours, _ = settings.insert_hooks(text, "settings.json", ENTRIES)
    after = json.loads(with_ours.removeprefix("\ufeff"))
    for events in after["hooks"].values():
        events[:] = [
            group for group in events if group not in [{"hooks": [h]} for h in ENTRIES.values()]
        ]
    assert {k: v for k, v in after.items() if k != "hooks"} == {
        k: v for k, v in before.items() if k != "hooks"
    }
    assert {k: v for k, v in after["hooks"].items() if v} == {
        k: v for k, v in before.get("hooks", {}).items() if v
    }


@given(settings_texts(), values)
def test_a_member_that_was_added_since_stays_when_ours_goes(text: str, value: Any) -> None:
    def add(to: str) -> str:
        root = json_text.parse(to)
        return json_text.append_item(to, root, root, value, key="added later")

    with_ours, traces = settings.insert_hooks(text, "settings.json", ENTRIES)
    changed = add(with_ours)
    left = settings.remove_hooks(changed, "settings.json", traces)
    assert not settings.list_hooks(json_text.parse(left))
    cut = json.loads(left.removeprefix("\ufeff"))
    expected = json.loads(add(text).removeprefix("\ufeff"))
    assert cut == expected
    if not json_text.parse(text).items:
        return  # the place of the first member has no neighbour to compare with
    assert left == _moved(add, text, with_ours, traces)


def _moved(add: Callable[[str], str], text: str, with_ours: str, traces: settings.Traces) -> str:
    """Return the text as it must be: everything before the addition from ``text``."""
    root = json_text.parse(with_ours)
    addition = add(with_ours)[root.items[-1].end :]
    place = json_text.parse(text).items[-1].end
    tail = text[place:]
    assert addition.endswith(tail)
    return text[:place] + addition


@given(settings_texts(), st.sampled_from(sorted(ENTRIES)))
def test_a_hook_that_another_tool_added_beside_ours_stays(text: str, event: str) -> None:
    with_ours, traces = settings.insert_hooks(text, "settings.json", ENTRIES)
    root = json_text.parse(with_ours)
    hooks = root.member("hooks")
    assert hooks is not None
    groups = hooks.member(event)
    assert groups is not None
    changed = json_text.append_item(with_ours, root, groups, {"hooks": [FOREIGN]})
    left = settings.remove_hooks(changed, "settings.json", traces)
    assert not settings.list_hooks(json_text.parse(left))
    before = hooks_of(text).get(event, [])
    assert hooks_of(left)[event] == [*before, {"hooks": [FOREIGN]}]


def test_a_handler_of_ours_in_a_foreign_group_goes_alone() -> None:
    ours = ENTRIES["Stop"]
    text = json.dumps({"hooks": {"Stop": [{"matcher": "x", "hooks": [FOREIGN, ours, FOREIGN]}]}})
    left = settings.remove_hooks(text, "settings.json", settings.Traces())
    assert json.loads(left) == {"hooks": {"Stop": [{"matcher": "x", "hooks": [FOREIGN, FOREIGN]}]}}


@pytest.mark.proves("H1")
def test_every_hook_has_a_small_whole_number_of_seconds_as_timeout() -> None:
    text, _ = settings.insert_hooks("{}", "settings.json", ENTRIES)
    hooks = hooks_of(text)
    assert set(hooks) == {"SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"}
    for groups in hooks.values():
        (handler,) = groups[0]["hooks"]
        assert type(handler["timeout"]) is int
        assert 2 <= handler["timeout"] <= 10
        assert handler["command"] == INTERPRETER
        assert handler["args"][:3] == ["-I", "-S", RUN_FILE]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{\n  // mine\n}", 2),
        ('{\n  "a": 1,\n}', 3),
        ('{"a": 1}\n{"b": 2}', 2),
        ("{'a': 1}", 1),
        ('{\n\n"a": NaN}', 3),
        ('{"a": "\n"}', 1),
        ('{"a": 01}', 1),
        ("[" * 5000, 1),
        ('{"a":', 1),
        ('{\n"a" 1}', 2),
        ('{"a": [1\n2]}', 2),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_can_not_be_parsed_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(UsageError) as refused:
        settings.insert_hooks(text, "my settings.json", ENTRIES)
    assert f"line {line}," in refused.value.message
    assert "my settings.json" in refused.value.message


@pytest.mark.parametrize(
    "text",
    ['{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": 1}', "[]", '"x"', '{"hooks": null}'],
)
def test_settings_of_another_shape_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        settings.insert_hooks(text, "settings.json", ENTRIES)


@given(settings_texts())
def test_the_scanner_reads_what_json_reads(text: str) -> None:
    assert json_text.parse(text).plain() == json.loads(text.removeprefix("\ufeff"))


@given(st.text(alphabet='{}[]",:\\ \n1tnf', max_size=30))
def test_the_scanner_takes_no_more_and_no_less_than_json(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        with pytest.raises(json_text.NotJsonError):
            json_text.parse(text)
    else:
        assert json_text.parse(text).plain() == expected


@given(settings_texts())
def test_a_server_comes_and_goes_to_the_same_bytes(text: str) -> None:
    entry = {"type": "stdio", "command": INTERPRETER, "args": ["-I"]}
    with_ours, traces = settings.insert_server(text, ".claude.json", "pmi", entry)
    assert settings.find_server(json_text.parse(with_ours), "pmi") == entry
    assert settings.remove_server(with_ours, ".claude.json", "pmi", traces) == text
