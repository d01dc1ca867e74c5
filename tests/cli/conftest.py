"""Runs ``pmi`` in process; ``program`` runs it as a person's shell would."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pmi.base import process
from pmi.cli.main import cli

Pmi = Callable[..., Result]
Answers = Callable[..., Any]


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which homes a worker is asked for, and start none behind the test's back."""
    asked: list[str] = []
    monkeypatch.setattr(process, "start_worker", lambda home: asked.append(home.root))
    return asked


@pytest.fixture
def pmi() -> Pmi:
    """Return a call of the command line in this process."""

    def run(*arguments: str, text: str | None = None, **variables: str) -> Result:
        return CliRunner(env=variables).invoke(cli, list(arguments), input=text, prog_name="pmi")

    return run


@pytest.fixture
def answers(pmi: Pmi) -> Answers:
    """Return a call with ``--json`` that must succeed, giving what was printed."""

    def run(*arguments: str, **variables: str) -> Any:
        result = pmi(*arguments, "--json", **variables)
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return run


def program(
    *arguments: str, text: str = "", timeout: int = 120
) -> subprocess.CompletedProcess[str]:
    """Run ``pmi`` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pmi.cli.main", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
