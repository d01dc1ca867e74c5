"""The one write path: checks quotes, asks policy, writes rows and entry in one transaction.

A batch is one journal entry. An operation that is wrong (malformed, a quote that does not
stand there, an id that names nothing) refuses the whole batch before anything is written; what
policy refuses or sends to review is an outcome of its own operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pmi.base.errors import PmiError, UsageError
from pmi.model.memory import Memory
from pmi.model.operation import Operation, Outcome
from pmi.rules.policy import InferredCreate
from pmi.store import journal, memories
from pmi.store.database import Store
from pmi.store.rows import Effect
from pmi.writing.belonging import belonging
from pmi.writing.carrying import Change, Result, carry_out, finish
from pmi.writing.checking import as_payload, check_form
from pmi.writing.citing import Citing
from pmi.writing.drafting import Draft

if TYPE_CHECKING:
    import sqlite3

BATCH_MAX = 10_000
"""The most operations of one proposal."""


def propose(
    store: Store,
    operations: Sequence[Operation],
    *,
    actor: str,
    session: str = "",
    cause: str = "",
    inferred_create: InferredCreate = "review",
    dry_run: bool = False,
    marks: Sequence[Effect] = (),
) -> list[Outcome]:
    """Write what policy lets through and return one outcome per operation, rows read back.

    Args:
        session: The session that a citation of ``conversation`` means.
        cause: Identity of the event behind this; the same cause acts once.
        inferred_create: The setting for an agent's claim without a quote.
        dry_run: Only say what would become of them; nothing stays written.
        marks: Rows of the same entry that say what was distilled for these operations.

    Raises:
        UsageError: An operation is malformed, or makes a circle; nothing was written.
        QuoteMismatch: A quote does not stand where it is said to; nothing was written.
        NotFound: A target or source is not there; nothing was written.
        Conflict: A slug is another memory's; nothing was written.
    """
    if len(operations) > BATCH_MAX:
        raise UsageError(f"{len(operations)} operations are too many.", f"at most {BATCH_MAX}")
    # Quotes are looked up before the write lock is taken: reading a long session takes time.
    changes = _check(store, operations, session)
    rehearsed: list[Outcome] = []
    with suppress(_RehearsedError), store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        if known is not None:
            results = [Result(**result) for result in known.outcome["results"]]
        else:
            op = "propose" if changes else "distill"
            draft = Draft(connection, store.clock(), actor, op, cause)
            draft.write(marks)
            results = _write(draft, changes, inferred_create, _named(marks))
        if dry_run:
            rehearsed = _read_back(connection, results)
            raise _RehearsedError
    return rehearsed if dry_run else _read_back(store.reading("memory"), results)


class _RehearsedError(Exception):
    """Rolls back what was only rehearsed."""


def _check(store: Store, operations: Sequence[Operation], session: str) -> list[Change]:
    citing = Citing(store, session)
    forms, changes = [], []
    for index, operation in enumerate(operations):
        with _at(index):
            forms.append(belonging(store, check_form(operation)))
    for index, form in enumerate(forms):
        with _at(index):
            changes.append(Change(form, citing.check(form.evidence)))
    return changes


def _named(marks: Sequence[Effect]) -> list[str]:
    """Return what was distilled, as the log and `undo` name it."""
    return [
        mark["subject"] if mark["subject"].startswith("ver_") else f"cc://{mark['subject']}"
        for mark in marks
    ]


def _write(
    draft: Draft,
    changes: Sequence[Change],
    inferred_create: InferredCreate,
    distilled: Sequence[str],
) -> list[Result]:
    results = []
    for index, change in enumerate(changes):
        with _at(index):
            results.append(carry_out(draft, change, inferred_create))
    results = finish(draft, results)
    if draft.effects:
        payload: dict[str, Any] = {"subjects": list(distilled)}
        if changes:
            payload = {"operations": [as_payload(change.operation) for change in changes]}
            payload |= {"distilled": list(distilled)} if distilled else {}
        draft.close(
            payload,
            [asdict(result) for result in results],
            settings={"inferred_create": inferred_create},
        )
    return results


@contextmanager
def _at(index: int) -> Iterator[None]:
    """Name the operation, by its place from 1, in errors about it."""
    try:
        yield
    except PmiError as error:
        raise type(error)(f"Operation {index + 1}: {error.message}", error.hint) from error


def _read_back(connection: sqlite3.Connection, results: Sequence[Result]) -> list[Outcome]:
    """Return outcomes with their rows as they are now, whoever changed them since."""
    ids = {result.memory: memories.resolve_id(connection, result.memory) for result in results}
    stored = {item.id: item for item in memories.find_many(connection, set(ids.values()))}
    return [_outcome(result, stored.get(ids[result.memory])) for result in results]


def _outcome(result: Result, stored: Memory | None) -> Outcome:
    if result.memory and stored is None:
        return Outcome("refused", "undone", hint="it was taken back meanwhile")
    return Outcome(
        verdict=result.verdict,  # type: ignore[arg-type] # the journal keeps plain words
        reason=result.reason,
        memory=stored,
        proposal=result.proposal,
        hint=result.hint,
        number=result.number,
        superseded=result.superseded,
    )
