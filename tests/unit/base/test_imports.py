"""What `pmi.base` may load: hooks live on it, so every module has to start in milliseconds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pmi.base

BASE = Path(pmi.base.__file__).parent
ALLOWED = {"__future__", "json", "re", "os", "time", "select", "fcntl", "stat"}
"""What modules may import at their top."""

SCRIPT = """
import sys
import {allowed}
allowed = set(sys.modules)
sys.path.insert(0, {root!r})
import {module}
import json
print(json.dumps(sorted(set(sys.modules) - allowed)))
"""


@pytest.mark.proves("H3")
@pytest.mark.parametrize("name", sorted(path.stem for path in BASE.glob("*.py")))
def test_a_module_loads_only_what_is_allowed(name: str) -> None:
    module = "pmi.base" if name == "__init__" else f"pmi.base.{name}"
    script = SCRIPT.format(
        allowed=", ".join(sorted(ALLOWED)), root=str(BASE.parents[1]), module=module
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, check=True
    )
    loaded = json.loads(done.stdout)
    assert [name for name in loaded if name != "pmi" and not name.startswith("pmi.base")] == []
