"""Runs one hook: reads the event, asks the event's module, prints its answer or nothing.

Nothing leaves this module but one JSON document on stdout: every fault becomes a line in
`logs/hook.log`.
"""

from __future__ import annotations

import os

from pmi.base.home import Home

MAX_OUTPUT_UNITS = 9000
EVENTS = ("session-start", "user-prompt", "stop", "session-end")


def main(arguments: list[str]) -> None:
    """Handle the event that the command line names; never raises."""
    try:
        if os.environ.get("PMI_INSIDE") == "1" or arguments[:1] == []:
            return
        home = Home.locate()
        if not home.exists():
            return
    except BaseException:  # noqa: BLE001 - without a home there is no log either
        return
    try:
        _run(home, arguments[0])
    except BaseException as error:  # noqa: BLE001 - a hook never disturbs a session
        from pmi.base.log import note

        note(home, f"hook {arguments[0]}", error)


def _run(home: Home, name: str) -> None:
    """Read the event, let its module answer, and print the answer."""
    from pmi.hooks.events import Event, print_json, read_event

    if name not in EVENTS:
        raise ValueError(f"unknown event {name!r}")
    data = read_event()
    if data is None:
        raise ValueError("the input is no JSON object")
    event = Event(home, data)
    answer = None
    if name == "stop":
        from pmi.hooks import stop

        stop.handle(event)
    elif name == "session-end":
        from pmi.hooks import session_end

        session_end.handle(event)
    elif name == "session-start":
        from pmi.hooks import session_start

        answer = session_start.handle(event)
    else:
        from pmi.hooks import user_prompt

        answer = user_prompt.handle(event)
    if answer:
        print_json(answer)
