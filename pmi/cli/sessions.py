"""``pmi sessions``: archived conversations as a list, at a glance, and how to go on with one."""

from __future__ import annotations

from typing import Any, BinaryIO

import click

from pmi.cli import answering
from pmi.cli.door import Door, example, with_door
from pmi.recall.wording import say


class ListingGroup(click.Group):
    """A group that lists where its first word is none of its commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``list`` before words and options that belong to no command."""
        if not args or (args[0] not in self.commands and args[0] not in {"--help", "-h"}):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(
    cls=ListingGroup,
    short_help="List archived conversations.",
    epilog=example(
        "pmi sessions",
        "pmi sessions deploy --here --limit 5",
        "pmi sessions show 3f9a1c",
        'eval "$(pmi sessions resume 3f9a1c)"',
        "pmi sessions -- show",
    ),
)
def sessions() -> None:
    """List archived conversations, look at one, or go on with it in Claude Code.

    Without a command it lists them (see list). Words that are a command's name stand behind --.
    """


@sessions.command(
    "list",
    short_help="List conversations, or those in which words were said.",
    epilog=example(
        "pmi sessions list --since 2w", 'pmi sessions "nightly invoices" --project billing'
    ),
)
@click.argument("words", nargs=-1, metavar="[WORDS…]")
@click.option("--here", is_flag=True, help="Only this folder's project.")
@click.option("--project", metavar="NAME", help="Only the project with this name or key.")
@click.option("--since", metavar="DAY", default="", help="Not before: 2026-11-30, 2w, yesterday.")
@click.option("--until", metavar="DAY", default="", help="Not after: 2026-11-30, 2w, yesterday.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@with_door
def sessions_list(door: Door, /, **given: Any) -> None:
    """List archived conversations, the newest first, or those in which words were said.

    With words: the best first, each with passages that match and what opens them.
    """
    answering.sessions(door, **given)


@sessions.command(
    "show",
    short_help="Show a conversation at a glance.",
    epilog=example("pmi sessions show 3f9a1c", "pmi sessions show cc://3f9a1c --json"),
)
@click.argument("session", metavar="ID")
@with_door
def sessions_show(door: Door, *, session: str) -> None:
    """Show a conversation at a glance: what was asked, done and remembered, how to resume it.

    ID is a session's id, the beginning of one, or its cc:// reference.
    """
    from pmi.recall.session_text import overview_text

    with door.open() as memory:
        found = memory.overview(session)
    text = overview_text(found, door.language, today=door.today)
    door.answer(text, {"overview": found})


@sessions.command(
    "summary",
    short_help="Show the summary of a conversation, or replace its text.",
    epilog=example(
        "pmi sessions summary 3f9a1c", "pmi sessions summary 3f9a1c --replace better.md"
    ),
)
@click.argument("session", metavar="ID")
@click.option(
    "--replace",
    "source",
    type=click.File("rb"),
    help="Put this file's text, or with - standard input, below the front matter.",
)
@with_door
def sessions_summary(door: Door, *, session: str, source: BinaryIO | None) -> None:
    """Show the summary of a conversation, or replace its text.

    A replaced text stays: only the front matter, with the reference to the conversation, goes on
    following it. A file that you edited yourself is left alone.
    """
    from pmi.recall.render import shown

    with door.open() as memory:
        if source is None:
            file = memory.summary(session)
            text = shown(file.text).rstrip("\n")
        else:
            file = memory.replace_summary(session, source.read().decode("utf-8", "replace"))
            text = say("summary_replaced", door.language, path=file.path)
    door.answer(text, {"summary": file})


@sessions.command(
    "resume",
    short_help="Print the command that resumes a conversation.",
    epilog=example('eval "$(pmi sessions resume 3f9a1c)"'),
)
@click.argument("session", metavar="ID")
@with_door
def sessions_resume(door: Door, *, session: str) -> None:
    """Print the command that goes on with a conversation in its folder, and nothing else.

    It fails where Claude Code deleted the transcript, or the folder is gone.
    """
    from pmi.recall.overview import get_resume_command

    with door.open() as memory:
        command = get_resume_command(memory.store, session)
    door.answer(command, {"command": command})
