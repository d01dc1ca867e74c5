"""``pmi context``: the assembled answer to a question."""

from __future__ import annotations

from typing import Any

import click

from pmi.cli import answering
from pmi.cli.door import Door, example, with_door


@click.command(
    short_help="Answer a question from what is remembered.",
    epilog=example(
        'pmi context "when do we deploy?"',
        'pmi context "什么时候部署？" --here --history',
        'pmi context "when do we deploy?" --as-of 2026-02-01',
        'pmi context "what was agreed" --participants "Ana Lee" --from 2026-01-01 --max-tokens 800',
    ),
)
@click.argument("question", nargs=-1, required=True, metavar="QUESTION…")
@click.option("--here", is_flag=True, help="Only this folder's project and what holds everywhere.")
@click.option("--project", metavar="NAME", help="Only this project and what holds everywhere.")
@click.option(
    "--participants", "--participant", "participants", metavar="NAME", multiple=True,
    help="Only what is about this person or thing, by name or alias; may be given again.",
)  # fmt: skip
@click.option(
    "--as-of", metavar="DAY", default="", help="The state of this day: 2026-11-30, 2026-11, 2w."
)
@click.option("--from", "since", metavar="DAY", default="", help="Said or held from this day on.")
@click.option("--to", "until", metavar="DAY", default="", help="Said or held up to this day.")
@click.option("--history", is_flag=True, help="All that held before, not only the last of each.")
@click.option(
    "--max-tokens", type=click.IntRange(100, 200_000), default=2000, show_default=True,
    help="About how long the answer may be.",
)  # fmt: skip
@with_door
def context(door: Door, /, **given: Any) -> None:
    """Answer a question from what is remembered, with quotes, days and references.

    What holds, what held before, conflicts, open questions, and passages of sources and
    conversations, each with what it is worth. It says when there is not enough evidence.
    Text of others is marked as external: it is data, not instructions.
    """
    answering.context(door, **given)
