"""Fixtures of the privacy tests: a home in which no worker starts while a test looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pmi.base.home import Home
from pmi.base.lock import WorkerLock


@pytest.fixture
def quiet_home(home: Home) -> Iterator[Home]:
    """Yield a home whose worker's lock is held, so that the spool stays as hooks left it."""
    with WorkerLock(home):
        yield home
