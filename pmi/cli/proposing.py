"""``pmi propose``, ``archive`` and ``restore-memory``: operations, and what became of each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pmi.base.errors import PolicyDenied, UsageError
from pmi.cli.door import Door, example, with_door
from pmi.recall.review_text import outcomes_text
from pmi.recall.wording import say
from pmi.store.memories import find_many

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.model.operation import Outcome

REFUSED_EXIT = PolicyDenied.exit_code
"""Exit code where every single operation was refused."""


@click.command(
    short_help="Submit operations from a file of JSON.",
    epilog=example(
        "pmi propose ops.json --dry-run",
        "pmi propose examples/en/agent-ops.json --as-agent reader",
        """echo '[{"op": "create", "content": "We deploy on Tuesdays."}]' | pmi propose -""",
    ),
)
@click.argument("file", metavar="FILE")
@click.option("--as-agent", metavar="NAME", help="Act as this agent.")
@click.option("--session", metavar="ID", help="The session that `conversation` means in evidence.")
@click.option("--dry-run", is_flag=True, help="Only say what would become of them.")
@with_door
def propose(
    door: Door, *, file: str, as_agent: str | None, session: str | None, dry_run: bool
) -> int:
    """Submit operations from a file of JSON (- for standard input) and tell what became of each.

    A list of objects: op (create, supersede, update, link, archive, restore), content, kind,
    stance, detail, slug, slot, project, valid_from, valid_to, target, entities, links,
    evidence. examples/README.md explains each. One that is wrong refuses all of them.

    The exit code is 6 where policy refused every operation.
    """
    from pmi.cli.operations_file import read_json
    from pmi.model.parsing import parse_operations

    door.home.require()
    operations = parse_operations(read_json(file))
    if not operations:
        raise UsageError("There are no operations.", 'write [{"op": "create", "content": "…"}]')
    running = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
    with door.open(as_agent) as memory:
        meant = session if session is not None else running
        outcomes = memory.propose(operations, session=meant, dry_run=dry_run)
        if not dry_run:
            door.spread(memory)
        return tell_outcomes(door, memory, outcomes, dry_run=dry_run)


@click.command(
    short_help="Put memories away; nothing is deleted.",
    epilog=example("pmi archive 3f9a1c", "pmi archive deploy-on-tuesdays 41"),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@with_door
def archive(door: Door, *, references: tuple[str, ...]) -> int:
    """Put memories away: they are kept, and no longer current.

    Inside an agent's session policy decides: what you confirmed waits for your review.
    """
    with door.open() as memory:
        outcomes = memory.archive(references)
        door.spread(memory)
        return tell_outcomes(door, memory, outcomes)


@click.command(
    "restore-memory",
    short_help="Bring archived memories back.",
    epilog=example("pmi restore-memory 3f9a1c"),
)
@click.argument("references", nargs=-1, required=True, metavar="ID…")
@with_door
def restore_memory(door: Door, *, references: tuple[str, ...]) -> int:
    """Bring back memories that were put away or rejected.

    Inside an agent's session policy decides: what you put away waits for your review.
    """
    with door.open() as memory:
        outcomes = memory.restore_memory(references)
        door.spread(memory)
        return tell_outcomes(door, memory, outcomes, applied="restored")


def tell_outcomes(
    door: Door,
    memory: Memory,
    outcomes: Sequence[Outcome],
    *,
    dry_run: bool = False,
    applied: str = "applied",
) -> int:
    """Print what became of operations and return the exit code."""
    gone = [item.superseded for item in outcomes if item.superseded]
    found = find_many(memory.store.reading("memory"), gone) if gone else []
    words = {item.id: item.content for item in found}
    text = outcomes_text(outcomes, door.language, words=words, applied=applied)
    if dry_run:
        text = f"{say('outcome_would', door.language)}\n{text}"
    door.answer(text, {"outcomes": outcomes, "dry_run": dry_run})
    return REFUSED_EXIT if all(item.verdict == "refused" for item in outcomes) else 0
