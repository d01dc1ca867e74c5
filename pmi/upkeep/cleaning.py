"""Takes forgotten words out of files, and makes again what is made from memories.

What was begun is finished by the next refresh, whoever was killed in between: a mark in
``state/`` says so, and the index knows that it has to be made anew.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

from pmi.base.errors import Unwritable
from pmi.base.home import Home, write_file
from pmi.learn.lesson_pages import write_pages
from pmi.learn.rules_file import write_rules
from pmi.recall.prepare import write_briefs
from pmi.recall.summaries import refresh_summaries
from pmi.search.index import expire as expire_index
from pmi.search.index import rebuild as rebuild_index
from pmi.store.database import Database, Store

Overwrite = Callable[[str], str]

_TEXT_FOLDERS = ("state", "logs", "sessions", "spool/bad")
_DATABASES: tuple[Database, ...] = ("memory", "transcripts", "search")


def is_unfinished(home: Home) -> bool:
    """Tell whether somebody began to forget, and did not come to the end."""
    return os.path.exists(_mark(home))


def begin_cleaning(store: Store, overwrite: Overwrite) -> None:
    """Overwrite words in our text files, and note that what is made from memories is to be made.

    Raises:
        OSError: A file can not be written; nothing is lost, and it may be done again.
    """
    write_file(_mark(store.home), "")
    expire_index(store)
    refresh_summaries(store, overwrite)  # before our words in them look like somebody's edit
    _clean_folders(store.home, overwrite)


def finish_cleaning(store: Store, overwrite: Overwrite = str) -> None:
    """Make again what is made from memories; afterwards nothing is unfinished.

    Args:
        overwrite: Takes the words out of a text, where they are known.

    Raises:
        Unwritable: A page can not be written; all else is done.
    """
    refresh_summaries(store, overwrite)
    unwritten = None
    try:
        write_pages(store)  # before the index, which has the pages too
    except Unwritable as error:
        unwritten = error
    rebuild_index(store)
    write_briefs(store)
    write_rules(store)
    _clean_folders(store.home, overwrite)
    for database in _DATABASES:
        store.checkpoint(database)
    if unwritten is not None:
        raise unwritten
    if is_unfinished(store.home):
        os.unlink(_mark(store.home))


def _mark(home: Home) -> str:
    return home.path("state", "forgetting")


def _clean_folders(home: Home, overwrite: Overwrite) -> None:
    for folder in _TEXT_FOLDERS:
        for place, _, names in os.walk(home.path(folder)):
            for name in names:
                _clean_file(os.path.join(place, name), overwrite)


def _clean_file(path: str, overwrite: Overwrite) -> None:
    """Overwrite the words in a file of ours; a link or a pipe that somebody put there is none."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:  # an answer was fetched, a session's state pruned meanwhile
        return
    text = data.decode("utf-8", "surrogateescape")
    cleaned = overwrite(text)
    if cleaned != text:
        write_file(path, cleaned)
