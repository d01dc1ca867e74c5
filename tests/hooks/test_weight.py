"""What a hook loads: an allow-list instead of a stop watch."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from tests.hooks.runner import run_bytes

PYTHON_ITSELF = {
    "_abc", "_codecs", "_frozen_importlib_external", "_io", "_stat", "_thread", "_weakref",
    "__future__", "abc", "builtins", "codecs", "encodings", "encodings.aliases", "encodings.ascii",
    "encodings.latin_1", "encodings.utf_8", "errno", "genericpath", "io", "marshal", "ntpath",
    "os", "os.path", "posix", "posixpath", "stat", "sys", "time", "winreg", "zipimport",
    "_collections_abc", "_signal", "_locale", "_sitebuiltins", "_warnings", "_weakrefset",
    "_bootlocale", "_tokenize", "linecache", "site", "textwrap", "tokenize",
}  # fmt: skip
JSON_AND_RE = {
    "_collections", "_functools", "_json", "_operator", "_sre", "collections", "copyreg", "enum",
    "functools", "itertools", "json", "json.decoder", "json.encoder", "json.scanner", "keyword",
    "operator", "re", "re._casefix", "re._compiler", "re._constants", "re._parser", "reprlib",
    "types", "_types", "_datetime", "select", "fcntl", "math", "warnings", "contextlib",
    "_py_warnings",
}  # fmt: skip
SQLITE = {"_sqlite3", "sqlite3", "sqlite3.dbapi2", "datetime", "collections.abc", "unicodedata"}
CAPTURE = PYTHON_ITSELF | JSON_AND_RE
OURS = re.compile(r"pmi|pmi\.base(\.\w+)?|pmi\.hooks(\.\w+)?")

ALLOWED = {
    "stop": CAPTURE,
    "session-end": CAPTURE,
    "session-start": CAPTURE | SQLITE,
    "user-prompt": CAPTURE | SQLITE,
}


def loaded(event: str, data: dict[str, str]) -> set[str]:
    """Return the modules that a hook's process imported."""
    ran = run_bytes(event, json.dumps(data).encode(), "-X", "importtime")
    assert ran.code == 0
    names = re.findall(
        r"^import time:\s+\d+ \|\s+\d+ \|\s*(\S+)$", ran.stderr.decode(), re.MULTILINE
    )
    assert names
    return set(names)


@pytest.mark.proves("H3", "H13")
@pytest.mark.parametrize("event", ALLOWED)
@pytest.mark.parametrize("words", ["We deploy only on Tuesdays", "数据库迁移要先备份"])
def test_a_hook_loads_only_what_is_allowed(quiet_home: Home, event: str, words: str) -> None:
    with Memory.open(quiet_home) as memory:
        memory.remember(words)
        memory.refresh()
    Path(quiet_home.config_file).write_text("")
    from pmi.base.config import write_prepared

    write_prepared(quiet_home)
    data = {
        "session_id": "11111111-2222-4333-8444-555555555555",
        "cwd": os.environ["HOME"],
        "prompt": words,
        "source": "startup",
    }
    names = loaded(event, data)
    foreign = {name for name in names if not OURS.fullmatch(name)} - ALLOWED[event]
    assert foreign == set()
