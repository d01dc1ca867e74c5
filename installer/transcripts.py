"""Says what of Claude Code's transcripts was archived, and what could not be read or understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pmi.base.home import Home
from pmi.model.finding import Finding
from pmi.store.database import Store
from pmi.store.files_read import list_unread

SHOWN = 5
"""Of many files or line types so many are named."""


def examine_transcripts(home: Home) -> Iterator[Finding]:
    """Yield what was archived, then each kind of thing that was passed over, with its place.

    Only what the user can mend is a warning: a damaged line stays in its file for ever.
    """
    with Store(home) as store:
        connection = store.reading("transcripts")
        found = list_unread(connection)
        messages = connection.execute("SELECT count(*) FROM message").fetchone()[0]
    yield Finding(
        "transcripts",
        home.transcripts_db,
        "ok",
        f"transcripts archived: {found.files}, messages: {messages}",
    )
    for path, problem in list(found.closed.items())[:SHOWN]:
        yield Finding(
            "transcript_closed",
            path,
            "warning",
            f"can not be read: {problem}",
            "Make it readable for you, then run pmi sync",
        )
    if len(found.closed) > SHOWN:
        message = f"further transcripts that can not be read: {len(found.closed) - SHOWN}"
        yield Finding("transcript_closed", home.transcripts_db, "warning", message, "pmi sync")
    for path, count in _most(found.bad).items():
        message = f"damaged lines that were passed over: {count}"
        yield Finding("transcript_bad_lines", path, "ok", message)
    for path, count in _most(found.long).items():
        message = f"lines too long to be read: {count}"
        yield Finding("transcript_long_lines", path, "ok", message)
    if found.unknown:
        names = ", ".join(f"{name} ({count})" for name, count in _most(found.unknown).items())
        message = f"lines of types that this version does not know were passed over: {names}"
        yield Finding("transcript_unknown_lines", home.transcripts_db, "ok", message)


def _most(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:SHOWN])
