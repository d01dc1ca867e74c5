"""SessionEnd: leaves a line for the worker and prints nothing."""

from __future__ import annotations

from pmi.hooks.events import Event, silenced


def handle(event: Event) -> None:
    """Hand the ended session over, unless PMI is silenced."""
    if not silenced(event):
        event.hand_over("end")
