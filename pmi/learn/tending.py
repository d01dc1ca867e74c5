"""Looks after the lessons whenever memory changed: pages, retirement; rules files come after it."""

from __future__ import annotations

from pmi.base import log
from pmi.base.errors import Unwritable
from pmi.learn.lesson_pages import write_pages
from pmi.learn.retiring import propose_retirements
from pmi.store.database import Store


def tend(store: Store) -> None:
    """Take up hand edits, bring the pages up to date, propose what may be retired.

    Trigger: a page can not be written, being a link into a read-only folder. Why: index, briefs
    and rules must not wait for it. Outcome: the log and `pmi doctor` name the page.
    """
    try:
        write_pages(store)
        propose_retirements(store)
    except (Unwritable, OSError) as error:
        log.note(store.home, "pages", error)
