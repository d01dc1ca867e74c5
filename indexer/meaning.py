"""Makes some vectors when the worker has nothing else left to do; whatever comes goes first."""

from __future__ import annotations

import threading
from collections.abc import Callable

from pmi.base import log, spool
from pmi.base.errors import Unavailable
from pmi.base.lookup import journal_head
from pmi.search.vector_filling import fill, tidy
from pmi.search.vectors import read_state
from pmi.store.database import Store

LOOK_S = 0.05
"""How often it is looked for a typed command while a model is busy."""


def make_vectors(store: Store, serve: Callable[[], None], *, head: int, limit_s: float) -> None:
    """Give the newest documents their vectors for a few seconds.

    Args:
        serve: Answers typed commands; called all the time, also while a model is loaded.
        head: The journal's number up to which everything is made: a newer one ends this.
        limit_s: For about how long.
    """
    home = store.home

    def nothing_came() -> bool:
        serve()
        return not (spool.waiting(home) or journal_head(home) > head)

    tidy(store)
    if not limit_s or not read_state(store).choice.name or not nothing_came():
        return
    try:
        fill(
            store,
            limit_s=limit_s,
            between=lambda _: nothing_came(),
            beside=lambda work: _beside(work, serve),
        )
    except Unavailable as error:
        log.note(home, "vectors", error)


def _beside(work: Callable[[], None], meanwhile: Callable[[], None]) -> None:
    """Do something in a thread, and something else again and again until it is done."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        meanwhile()
        thread.join(LOOK_S)
    if raised:
        raise raised[0]
