"""What needs no parsing is answered without click, exactly as with it, and loads little."""

from __future__ import annotations

import inspect
import subprocess
import sys

import click
import pytest

from pmi.base.home import Home
from pmi.cli import answering
from pmi.cli.main import cli
from pmi.cli.start import ALONE, OF_WORDS, needs_no_parsing
from tests.cli.conftest import Pmi

HEAVY = (
    "click", "inspect", "dataclasses", "ast", "gettext", "threading", "uuid", "hashlib",
    "calendar", "pkgutil", "string", "tomllib", "yaml", "jieba", "numpy", "difflib",
    "pmi.model.operation", "pmi.upkeep", "pmi.writing", "pmi.indexer", "pmi.learn",
    "pmi.recall.translation", "pmi.rules.learning", "pmi.rules.lesson_paths",
    "pmi.rules.markdown", "pmi.search.chunks",
)  # fmt: skip
"""What none of these answers may load, where the index is not behind."""

ANSWERED = (
    ("search", "tuesdays"),
    ("search", "nothing", "like", "this"),
    ("search", "部署"),
    ("context", "when do we deploy?"),
    ("show", "1"),
    ("sessions",),
)
REFUSED = (("search", " "), ("show", "1", "nobody"), ("show", "cc://nobody"))


def begun(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "pmi.cli.start", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def defaults_of(name: str) -> dict[str, object]:
    """Return what click makes of a line with one word and no option."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    context = command.make_context(name, [] if name in ALONE else ["word"])
    if isinstance(command, click.Group):
        found, child, rest = command.resolve_command(context, context._protected_args)
        assert child is not None
        context = child.make_context(found, rest)
    return {key: value for key, value in context.params.items() if key not in {"as_json", "home"}}


@pytest.mark.parametrize("name", [*OF_WORDS, *ALONE])
def test_what_is_not_given_is_what_click_makes_of_it(name: str) -> None:
    words = () if name in ALONE else ("word",)
    bound = inspect.signature(getattr(answering, name)).bind("door", words)
    bound.apply_defaults()
    expected = dict(bound.arguments)
    del expected["door"]
    assert defaults_of(name) == expected


@pytest.mark.parametrize("line", ANSWERED + REFUSED, ids=" ".join)
def test_it_answers_as_the_command_line_does(pmi: Pmi, home: Home, line: tuple[str, ...]) -> None:
    assert pmi("remember", "we deploy only on Tuesdays").exit_code == 0
    assert needs_no_parsing(line[0], list(line[1:]))
    proper = pmi(*line)
    assert begun(*line) == (proper.exit_code, proper.stdout, proper.stderr)


@pytest.mark.parametrize(
    "line",
    [
        "search",
        "search -- x",
        "search x --limit 3",
        "search -h",
        "show",
        "sessions show",
        "context -",
    ],
)
def test_whatever_may_need_parsing_is_for_the_command_line(line: str) -> None:
    command, *words = line.split()
    assert not needs_no_parsing(command, words)
    assert not needs_no_parsing(command, [*words, ""])


@pytest.mark.parametrize("line", ANSWERED, ids=" ".join)
def test_it_loads_little(pmi: Pmi, home: Home, line: tuple[str, ...]) -> None:
    assert pmi("remember", "we deploy only on Tuesdays").exit_code == 0
    begun("search", "tuesdays")  # which brings the index up to date
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from pmi.cli.start import main\n"
        "try:\n"
        "    main()\n"
        "except SystemExit:\n"
        "    pass\n"
        "print(*(set(sys.modules) - before), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", code, *line]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = set(done.stderr.split())
    assert "pmi.api" in loaded
    assert sorted(loaded & set(HEAVY)) == []
