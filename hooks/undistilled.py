"""What a start says of conversations and documents that wait to be distilled."""

from __future__ import annotations

from pmi.base.clock import now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def find_note(brief: dict[str, Any]) -> tuple[str, str, int]:
    """Return title and text of the note that holds now, and how many wait; '' and 0 for none.

    The worker has prepared one for each moment from which on one more conversation has ended.
    """
    at, found = now(), ("", "", 0)
    notes = brief.get("undistilled")
    for note in notes if isinstance(notes, list) else ():
        try:
            if note["from"] <= at:
                found = str(note["title"]), str(note["text"]), int(note["count"])
        except (TypeError, KeyError, ValueError):
            continue
    return found
