"""``pmi project``: which projects there are, and that two of them are one."""

from __future__ import annotations

import shlex

import click

from pmi.base.errors import UsageError
from pmi.cli.door import Door, example, with_door


@click.group(
    short_help="List projects, make two of them one.",
    epilog=example("pmi project list", "pmi project move ~/old/notes ~/notes"),
)
def project() -> None:
    """List projects, or join what an old folder or key has to the project it is now.

    A project is a git repository by its remote, else by its first commit, else a folder. Its
    subfolders, worktrees and clones belong to it.
    """


@project.command(
    "list", short_help="List projects.", epilog=example("pmi project list", "pmi project list web")
)
@click.argument("name", default="")
@with_door
def project_list(door: Door, *, name: str) -> None:
    """List projects with their folders, the last used first; NAME shows one.

    Wherever --project is asked for, the name, the end of the key or a folder will do.
    """
    from pmi.recall.project_text import projects_text

    with door.open() as memory:
        found = memory.list_projects()
        if name:
            key = memory.find_project(name)
            found = [item for item in found if item.key == key]
    door.answer(projects_text(found, door.language, today=door.today), {"projects": found})


@project.command(
    "move",
    short_help="Join a project to another one.",
    epilog=example(
        "pmi project move ~/old/notes ~/notes",
        "pmi project move path:~/old/notes notes --dry-run",
        "pmi project move --undo ~/old/notes",
    ),
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="[TO]", default="")
@click.option("--dry-run", is_flag=True, help="Only say what would become of it.")
@click.option("--undo", is_flag=True, help="Take FROM apart again from what it was joined to.")
@with_door
def project_move(door: Door, *, source: str, target: str, dry_run: bool, undo: bool) -> None:
    """Join what the project FROM has to the project TO, as after moving a folder.

    Conversations, memories and rules of FROM are found under both from then on. Each is named
    by a key, a name or a folder, also one that is gone. Nothing that is stored is rewritten;
    what is remembered from then on belongs to TO.
    """
    from pmi.recall.project_text import joined_text, parted_text

    if undo == bool(target):
        raise UsageError(
            "--undo takes one project." if undo else "There is no project to move to.",
            "pmi project move --undo FROM" if undo else "pmi project move FROM TO",
        )
    words = ["--undo", source] if undo else [source, target]
    door.require_user(f"pmi project move {shlex.join(words)}")
    with door.open() as memory:
        if undo:
            done = memory.take_apart(source, rehearse=dry_run)
        else:
            done = memory.join_projects(source, target, rehearse=dry_run)
        if done.changed and not dry_run:
            door.spread(memory)
    tell = parted_text if undo else joined_text
    text = tell(done, door.language, rehearse=dry_run)
    values = {"from": done.source, "to": done.target, "changed": done.changed, "dry_run": dry_run}
    door.answer(text, values)
