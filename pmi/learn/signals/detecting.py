"""Finds the signals in what a user said: sentence by sentence, the user's own words only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pmi.base.text import is_cjk
from pmi.learn.signals import chinese, english
from pmi.learn.signals.own_words import Sentence, own_sentences
from pmi.learn.signals.rules import Mark, Rule
from pmi.learn.signals.sentences import is_injection, stored_sentence
from pmi.model.learning import Exchange, Signal, SignalKind

THRESHOLD = 1.0
SIGNALS_MAX = 6
"""Most signals of one message; whoever says more dictates, and says it in a file."""

AGAINST = {
    "question": 1.2, "one_off": 0.9, "request": 0.4, "thanks": 2.0, "hypothetical": 0.7,
    "this_thing": 0.7, "third_person": 0.5, "want_now": 0.9,
}  # fmt: skip


class Language(NamedTuple):
    """What a language's sentences are looked through for."""

    rules: tuple[Rule, ...]
    marks: tuple[Mark, ...]


class Judged(NamedTuple):
    """What the rules make of one sentence."""

    score: float
    kind: SignalKind
    rule: str


def detect(exchange: Exchange) -> list[Signal]:
    """Return the signals in what the user said, in order; mostly none.

    The quote is verbatim in what was said. Never raises, whatever the texts are.
    """
    said = exchange.said
    if said.lstrip().startswith("/"):
        return []
    sentences = own_sentences(said)
    found: list[Signal] = []
    for number, sentence in enumerate(sentences):
        judged = judge(sentence.text)
        if judged is None:
            continue
        quote, text = stored_sentence(said, sentences, number)
        if not text or is_injection(quote):
            continue
        if all(text != other.text for other in found):
            found.append(Signal(judged.kind, judged.rule, quote, text))
    return found[:SIGNALS_MAX]


def judge(text: str) -> Judged | None:
    """Return the kind that a sentence has the most to say for, or None."""
    sets = _rule_sets(text)
    against = sum(
        AGAINST[name]
        for language in sets
        for name, pattern in language.marks
        if pattern.search(text)
    )
    sums: dict[SignalKind, float] = {}
    best: dict[SignalKind, Rule] = {}
    for language in sets:
        for rule in language.rules:
            if rule.pattern.search(text):
                sums[rule.kind] = sums.get(rule.kind, 0.0) + rule.weight
                if rule.kind not in best or best[rule.kind].weight < rule.weight:
                    best[rule.kind] = rule
    if not sums:
        return None
    kind = max(sums, key=lambda each: sums[each])
    score = sums[kind] + 0.25 * (len(sums) - 1) - against
    return Judged(score, kind, best[kind].name) if score >= THRESHOLD else None


def _rule_sets(text: str) -> list[Language]:
    wide = sum(map(is_cjk, text))
    if any("\u3040" <= sign <= "\u30ff" or "\uac00" <= sign <= "\ud7a3" for sign in text):
        return []
    latin = sum(sign.isascii() and sign.isalpha() for sign in text)
    sets: list[Language] = []
    if wide:
        sets.append(Language(chinese.RULES, chinese.MARKS))
    if latin > 3 * wide:
        sets.append(Language(english.RULES, english.MARKS))
    return sets


__all__: Sequence[str] = ("Judged", "Sentence", "detect", "judge")
