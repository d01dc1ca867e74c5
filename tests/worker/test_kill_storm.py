from __future__ import annotations

import random

import pytest

from tests.worker.kill_storm import storm


@pytest.mark.proves("H9")
def test_killed_at_any_moment_the_rows_are_those_of_an_undisturbed_run() -> None:
    seed = random.randrange(10**6)
    print("seed", seed)
    assert storm(20, seed) >= 20
