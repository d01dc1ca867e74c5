"""Settings texts as people have them: every indent, line end and oddity that JSON allows."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from pmi.installer import settings

INTERPRETER = "/opt/my env (é)/bin/python"
RUN_FILE = "/opt/my env (é)/lib/pmi/hooks/run.py"
ENTRIES = settings.hook_entries(INTERPRETER, RUN_FILE)
FOREIGN = {"type": "command", "command": "say \"hi\" 'there'", "timeout": 3}

INDENTS: list[int | str] = [2, 4, 3, "\t", " \t"]

blanks = st.sampled_from(["", " ", "  ", "\n", "\n\t", "\r\n", " \n  "])
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["变量", "ключ", "\\u00e9", "🙂", "a\u2028b", '"', "\x7f"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
keys = st.one_of(
    st.sampled_from(["model", "env", "permissions", "hooks2", "my key", "主题"]),
    st.text(max_size=6),
)
groups: st.SearchStrategy[list[Any]] = st.lists(
    st.one_of(
        st.just({"hooks": [FOREIGN]}),
        st.just({"matcher": "startup", "hooks": [FOREIGN, FOREIGN]}),
        st.just({"hooks": []}),
    ),
    max_size=2,
)
hooks = st.dictionaries(
    st.sampled_from(["Stop", "SessionStart", "PreToolUse", "UserPromptSubmit", "SessionEnd"]),
    groups,
    max_size=4,
)


@st.composite
def settings_texts(draw: st.DrawFn) -> str:
    """Return a settings file's text: an object, perhaps with hooks, written in any style."""
    members: list[tuple[str, object]] = draw(st.lists(st.tuples(keys, values), max_size=4))
    if draw(st.booleans()):
        members.insert(draw(st.integers(0, len(members))), ("hooks", draw(hooks)))
    if draw(st.integers(0, 9)) == 0:
        members.append(("hooks", draw(hooks)))  # a duplicate key: the last one counts
    text = draw(st.sampled_from([_pretty, _compact]))(members, draw)
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n") if "\r" not in text else text
    mark = draw(st.sampled_from(["", "", "\ufeff"]))
    return str(mark + draw(blanks) + text + draw(blanks))


def _pretty(members: list[tuple[str, object]], draw: st.DrawFn) -> str:
    indent: int | str = draw(st.sampled_from(INDENTS))
    ascii_only = draw(st.booleans())
    step = " " * indent if isinstance(indent, int) else indent
    lines = []
    for key, value in members:
        written = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
        name = json.dumps(key, ensure_ascii=ascii_only)
        lines.append(step + name + ": " + written.replace("\n", "\n" + step))
    return "{\n" + ",\n".join(lines) + "\n}" if lines else "{}"


def _compact(members: list[tuple[str, object]], draw: st.DrawFn) -> str:
    pairs = []
    for key, value in members:
        colon = draw(blanks) + ":" + draw(blanks)
        pairs.append(draw(blanks) + json.dumps(key) + colon + json.dumps(value))
    return "{" + ",".join(pairs) + draw(blanks) + "}"
