"""Stop: a turn has ended. Leaves a line for the worker; never reads the transcript or prints."""

from __future__ import annotations

from pmi.hooks.events import Event, silenced


def handle(event: Event) -> None:
    """Hand the turn over, unless another hook made the model go on or PMI is silenced."""
    if not silenced(event) and not event.data.get("stop_hook_active"):
        event.hand_over("turn")
