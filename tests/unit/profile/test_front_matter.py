"""Front matter of files that are not ours: read as text, and never a way to hold somebody up."""

from __future__ import annotations

import pytest

from pmi.profile.front_matter import read_front_matter

ALIASES = "a: &a [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "front",
    [
        f"{ALIASES}type: *i\n",
        f"{ALIASES}description: {{one: *i}}\n",
        "a: &a [*a]\n",
        "a: &a {b: *a}\n",
        "a: " + "[" * 9000 + "\n",
        "a: " + "{b: " * 4000 + "\n",
        "? [a, b]\n: c\n",
        "a: [b\n",
        "a: b\x00c\n",
        "a: 'b\n",
    ],
)
def test_what_can_not_be_understood_says_nothing_and_ends(front: str) -> None:
    text = f"---\n{front}---\nHello"
    values, start = read_front_matter(text)
    assert values == {}
    assert text[start:].strip() == "Hello"


@pytest.mark.parametrize(
    "value",
    ["0x" + "f" * 5000, "!!bool perhaps", "!!timestamp soon", "!!int ''", "!!float ''", "12:59:59",
     "2026-99-99", "!!python/object/apply:os.getcwd []", "**/*.tsx", "null", "yes"],
)  # fmt: skip
def test_a_value_is_the_text_that_stands_there(value: str) -> None:
    values, _ = read_front_matter(f"---\ntitle: A\nother: {value}\n---\n")
    if values:  # a value that begins with a star names an anchor, which is not there
        assert values["title"] == "A"
        assert isinstance(values["other"], str | list)
    else:
        assert value.startswith("*")


def test_lists_and_mappings_are_read() -> None:
    assert read_front_matter("---\na: [b, 中文]\nm:\n  type: user\n---\n")[0] == {
        "a": ["b", "中文"],
        "m": {"type": "user"},
    }
