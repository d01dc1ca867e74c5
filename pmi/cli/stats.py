"""``pmi stats``: figures of the home, and whether lessons are used."""

from __future__ import annotations

import click

from pmi.cli.door import Door, example, with_door


@click.command(
    short_help="Show figures: memories, lessons and their use.",
    epilog=example("pmi stats", "pmi stats --all", "pmi stats --json"),
)
@click.option("--all", "whole", is_flag=True, help="All lessons, not only the first twenty.")
@with_door
def stats(door: Door, *, whole: bool) -> None:
    """Show figures of the home: memories, learnings, and each lesson's use.

    Of each lesson: in how many sessions a prompt pointed to it, and how often you had to say
    it before it was in force and after.
    """
    from pmi.recall.stats_text import stats_text

    with door.open() as memory:
        found = memory.stats()
    door.answer(stats_text(found, door.language, today=door.today, whole=whole), {"stats": found})
