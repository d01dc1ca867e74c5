"""What every test stands on: isolation for all, a home and an open memory for who asks.

Isolation is the only automatic fixture. ``home`` is an empty PMI home, made; ``memory`` is
``Memory.open`` on it. Both are the ones that ``PMI_HOME`` names in the test's environment.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from pmi.base.home import Home
from tests.support import isolation

if TYPE_CHECKING:
    from pmi import Memory

settings.register_profile(
    "pmi",
    deadline=None,  # two shared cores: a slow example is no failure
    database=None,  # nothing is written into the checkout
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("pmi")


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test its own HOME, Claude Code folder, PMI home and temporary folder."""
    root = tmp_path_factory.mktemp("isolated")
    for name in list(os.environ):
        if isolation.is_foreign(name):
            monkeypatch.delenv(name)
    for name, value in isolation.environment(root).items():
        if os.environ.get(name) != value:
            monkeypatch.setenv(name, value)
    monkeypatch.setattr(tempfile, "tempdir", None)
    return root


@pytest.fixture
def home(isolated: Path) -> Home:
    """Return an empty home, made with all its folders."""
    place = Home.locate()
    place.ensure()
    return place


@pytest.fixture
def memory(home: Home) -> Iterator[Memory]:
    """Yield the user's open memory on ``home``."""
    from pmi import Memory

    with Memory.open(home) as opened:
        yield opened
