"""UserPromptSubmit: answers the user's own commands, else adds memories that fit the prompt."""

from __future__ import annotations

import os

from pmi.base import answers, channel, config, project, sessions
from pmi.base.ids import new_id
from pmi.base.phrases import say
from pmi.base.redact import clean
from pmi.base.text import strip_control
from pmi.hooks.events import Event, silenced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ANSWER_WAIT_S = 0.7
PROMPT_END_CHARS = 2000
"""Only so much of a long prompt's beginning and of its end is looked at."""
MATCHES = 5
FENCE_UNITS = 200


def handle(event: Event) -> dict[str, Any] | None:
    """Return the answer to a typed command, or context for an ordinary prompt, or nothing."""
    why = silenced(event)
    prompt = event.data.get("prompt")
    if not isinstance(prompt, str):
        raise TypeError("the prompt is no text")
    typed = channel.parse(prompt)
    if why == "disabled" or (why and typed is None):
        return None
    settings = config.load_for_hook(event.home)
    language = settings["general"]["language"]
    if not why and config.excluded(settings, event.text("cwd")):
        why = "excluded"
    if typed == channel.CURATION and not why:
        return answer_prompt(event, "", settings)  # the one command whose answer is the model's
    if typed is not None:
        keeps_out = why and typed[0] not in channel.SWITCHES
        return block(say(why, language) if keeps_out else answer_command(event, *typed, language))
    return None if why else answer_prompt(event, prompt, settings)


def block(reason: str) -> dict[str, Any]:
    """Return the output that shows a text to the user and keeps the prompt from the model."""
    return {
        "decision": "block",
        "reason": strip_control(reason),
        "hookSpecificOutput": {
            "hookEventName": "UserPromptSubmit",
            "suppressOriginalPrompt": True,
        },
    }


def answer_command(event: Event, name: str, argument: str, language: str) -> str:
    """Hand a typed command to the worker and return its answer, or why there is none."""
    doubt = channel.authentic(os.environ)
    if doubt:
        from pmi.base.log import note

        note(event.home, "typed command refused", doubt)
        command = f"pmi {channel.IN_A_SHELL.get(name, name)}"
        return say(f"refused_{doubt}", language, command=command)
    if name in channel.SWITCHES:
        return switch(event, name, language)
    if not argument and f"usage_{name}" in USAGES:
        return say(f"usage_{name}", language)
    from pmi.base import spool

    line = event.line("command")
    line["prompt_id"] = line["prompt_id"] or new_id("spl")
    line.update(command=name, argument=clean(strip_control(argument)))
    # A blocked prompt shows nothing but its reason, so what came too late goes first in there.
    earlier = answers.late(event.home, line["session"])
    try:
        spool.put(event.home, line)
    except OSError as error:
        from pmi.base.log import note

        note(event.home, "typed command", error)
        return "\n".join([*earlier, say("not_taken", language)])
    event.wake_worker()
    text = answers.wait(event.home, line["session"], line["prompt_id"], ANSWER_WAIT_S)
    pending = "busy_ask_again" if name in channel.LOOK_UPS else "taken_not_stored"
    return "\n".join([*earlier, text or say(pending, language)])


def switch(event: Event, name: str, language: str) -> str:
    """Pause or go on at once, without the worker, and return what holds now."""
    from pmi.base import pauses

    try:
        (pauses.begin_pause if name == "pause" else pauses.end_pause)(event.home)
    except OSError as error:
        from pmi.base.log import note

        note(event.home, "typed command", error)
        return say("not_taken", language)
    return say("paused" if pauses.is_paused(event.home) else "resumed", language)


def answer_prompt(event: Event, prompt: str, settings: config.Settings) -> dict[str, Any] | None:
    """Return memories that the prompt points to and answers that came too late."""
    session = event.text("session_id")
    state = sessions.load(event.home, session)
    given, context, matched = matching(event, prompt, settings, state)
    matched = [memory for memory in matched if memory not in state["matched"]]
    update = {
        "pid": event.pid,
        "cwd": event.text("cwd"),
        "transcript": event.text("transcript_path"),
    }
    known = all(state[name] == value for name, value in update.items())
    if session and (given or matched or not known):
        state["given"] += given
        state["matched"] += matched
        sessions.save(event.home, session, {**state, **update})
    output: dict[str, Any] = {}
    late = answers.late(event.home, session)
    if late:
        output["systemMessage"] = strip_control("\n".join(late))
    if context:
        output["hookSpecificOutput"] = {
            "hookEventName": "UserPromptSubmit",
            "additionalContext": context,
        }
    return output or None


def matching(
    event: Event, prompt: str, settings: config.Settings, state: dict[str, Any]
) -> tuple[list[str], str, list[str]]:
    """Return ids and the fenced lines of memories that fit and were not given yet.

    And the ids of all that the prompt points to and the user confirmed, those given before too:
    the worker counts the lessons among them.
    """
    if not os.path.exists(event.home.search_db):
        return [], "", []
    from pmi.base.lookup import find_matching, usable_rows
    from pmi.base.text import query_terms
    from pmi.base.words import WISHING

    if len(prompt) > 2 * PROMPT_END_CHARS:
        prompt = f"{prompt[:PROMPT_END_CHARS]}\n{prompt[-PROMPT_END_CHARS:]}"
    terms = [term for term in query_terms(prompt) if term not in WISHING]
    known = project.known_projects(event.home)
    keys = project.all_keys(project.identify(event.text("cwd"), known)["key"], known)
    budget = settings["search"]["posting_budget"]
    found = find_matching(event.home, terms, keys, posting_budget=budget)
    told = set(state["given"])
    rows = usable_rows(event.home, [memory for memory in found if memory not in told], MATCHES)
    matched = [memory for memory in found[:MATCHES] if memory in told]
    matched += [row["id"] for row in rows if row["confirmed"]]
    if not rows:
        return [], "", matched
    from pmi.base.fence import fence, neutralise, new_marker
    from pmi.hooks.lines import fit, memory_line

    language = settings["general"]["language"]
    lines = [(i, neutralise(text)) for i, text in (memory_line(row, language) for row in rows)]
    kept = fit(lines, settings["inject"]["prompt"] - FENCE_UNITS)
    if not kept:
        return [], "", matched
    marker = state["marker"] = state["marker"] or new_marker()
    body = clean("\n".join(text for _, text in kept))
    context = fence(marker, say("title_prompt", language), body)
    return [memory for memory, _ in kept], context, matched


USAGES = frozenset(f"usage_{name}" for name in ("search", "approve", "reject", "confirm", "edit"))
"""Commands that mean nothing without words behind them."""
