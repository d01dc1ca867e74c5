"""``pmi today`` and ``pmi week``: what was asked, decided, changed and left open."""

from __future__ import annotations

from datetime import date, timedelta

import click

from pmi.cli.door import Door, example, with_door

_HERE = click.option("--here", is_flag=True, help="Only this folder's project.")
_PROJECT = click.option("--project", metavar="NAME", help="Only the project with this name or key.")


@click.command(
    short_help="Tell what today came to.",
    epilog=example("pmi today", "pmi today --here", "pmi today --day yesterday"),
)
@_HERE
@_PROJECT
@click.option("--day", metavar="DAY", default="", help="Another day: 2026-11-30, yesterday, fri.")
@with_door
def today(door: Door, *, here: bool, project: str | None, day: str) -> None:
    """Tell what a day came to, per project: asked, decided, changed, left open.

    The day begins and ends at midnight where you are.
    """
    from pmi.recall.days import first_day

    chosen = first_day(day, door.day) or door.day
    _tell(door, chosen, chosen, project, here=here)


@click.command(
    short_help="Tell what this week came to.",
    epilog=example("pmi week", "pmi week --project billing", 'pmi week --day "last week"'),
)
@_HERE
@_PROJECT
@click.option("--day", metavar="DAY", default="", help="The week of another day: 2026-11-30, 1w.")
@with_door
def week(door: Door, *, here: bool, project: str | None, day: str) -> None:
    """Tell what a week came to, Monday to Sunday, per project: as pmi today does."""
    from pmi.recall.days import first_day

    chosen = date.fromisoformat(first_day(day, door.day) or door.day)
    monday = chosen - timedelta(days=chosen.weekday())
    sunday = monday + timedelta(days=6)
    _tell(door, monday.isoformat(), sunday.isoformat(), project, here=here)


def _tell(door: Door, first: str, last: str, project: str | None, *, here: bool) -> None:
    from pmi.recall.session_text import digest_text

    with door.open() as memory:
        key = door.chosen_project(memory, project, here=here)
        digest = memory.digest(first, last, project=key)
    text = digest_text(digest, door.language, today=door.today)
    door.answer(text, {"digest": digest})
