"""Says in ``doctor`` whether texts are found by their meaning, and what is missing for it."""

from __future__ import annotations

from collections.abc import Iterator

from pmi.base.errors import Unavailable
from pmi.base.home import Home
from pmi.model.finding import Finding

_AGAIN = "pmi reindex --vectors"


def examine_vectors(home: Home, *, run: bool) -> Iterator[Finding]:
    """Find whether a model is ready, and how many texts have its vectors.

    Args:
        run: Also load the model, as a search would.
    """
    from pmi.api import Memory
    from pmi.search.embedding import load
    from pmi.search.vectors import read_state

    with Memory.open(home) as memory:
        state = read_state(memory.store)
    choice = state.choice
    if not choice.name:
        if choice.off:
            return
        if choice.asked:
            yield Finding("vectors_missing", "search", "warning", choice.problem, choice.hint)
        else:
            message = "texts are found by their words; by their meaning too with a model"
            yield Finding("vectors_none", "search", "ok", message, "pmi model list")
        return
    if run:
        try:
            load(choice)
        except Unavailable as error:
            yield Finding("vectors_broken", "search", "warning", error.message, error.hint)
            return
    if state.model and state.model != choice.name:
        message = "the vectors are of another model; texts are found by their words meanwhile"
        yield Finding("vectors_other", "search", "warning", message, _AGAIN)
        return
    message = f"{state.done} of {state.documents} texts are found by their meaning too"
    yield Finding("vectors", "search", "ok", message)
