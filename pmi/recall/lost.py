"""Which quotes of memories the newest version of their source does not have any more.

They were there once, and stay evidence of that; whoever reads them should know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pmi.base.errors import Damaged
from pmi.rules.quotes import find_missing
from pmi.store import originals, sources

if TYPE_CHECKING:
    from pmi.store.database import Store

Lost = set[tuple[str, str]]
"""Pairs of a source's id and a quote."""


def find_lost(store: Store, memories: Iterable[str]) -> Lost:
    """Return the quotes of these memories that only earlier versions of their sources have.

    A source whose text is missing says nothing about it.
    """
    connection = store.reading("memory")
    by_source: dict[str, list[str]] = {}
    for source, quote in sources.list_outdated(connection, memories):
        by_source.setdefault(source, []).append(quote)
    lost: Lost = set()
    for source, quotes in by_source.items():
        newest = sources.find_newest(connection, source)
        if newest is None:
            continue
        try:
            text = originals.read_text(store.home, newest)
        except Damaged:
            continue
        lost |= {(source, quote) for quote in find_missing(text, quotes)}
    return lost
