"""Signals as people read them: kind, rule, the user's words, and what would be stored."""

from __future__ import annotations

from collections.abc import Sequence

from pmi.base.text import one_line
from pmi.model.learning import Signal
from pmi.recall.render import shown
from pmi.recall.wording import say


def signals_text(found: Sequence[Signal], messages: int, language: str) -> str:
    """Return the signals of some messages, and how many there are, in a language."""
    lines: list[str] = []
    for signal in found:
        kind = say(f"signal_{signal.kind}", language)
        rule = say("signals_rule_model", language) if signal.rule == "model" else signal.rule
        quote = shown(one_line(signal.quote))
        lines += [
            say("signals_line", language, kind=kind, rule=rule),
            say("signals_quote", language, quote=quote),
            say("signals_text", language, text=shown(signal.text)),
            "",
        ]
    return "\n".join([*lines, say("signals_count", language, count=len(found), messages=messages)])
