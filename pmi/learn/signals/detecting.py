"""Finds the signals in what a user said: sentence by sentence, the user's own words only.

Rules and words by class say what a sentence looks like; a small linear model weighs them. The
rule that speaks loudest for the kind gives the signal its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pmi.base.text import is_cjk
from pmi.learn.signals import chinese, classes_en, classes_zh, english
from pmi.learn.signals.features import features
from pmi.learn.signals.foreign import is_foreign
from pmi.learn.signals.model import load
from pmi.learn.signals.own_words import Sentence, own_sentences
from pmi.learn.signals.rules import Language
from pmi.learn.signals.sentences import stored_sentence
from pmi.model.learning import Exchange, Signal, SignalKind
from pmi.rules.learning import is_injection

SIGNALS_MAX = 6
"""Most signals of one message; whoever says more dictates, and says it in a file."""

SENTENCES_MAX = 30
ENDS = 4
"""Who sends more sentences hands a text over; what is wished stands at its ends."""

NO_RULE = "model"
"""Name of the rule where only the model's weights of words told."""


class Judged(NamedTuple):
    """What is thought of one sentence.

    Attributes:
        probability: Of being a signal of any kind.
    """

    probability: float
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
    if any(is_injection(sentence.text) for sentence in sentences):
        return []
    found: list[Signal] = []
    for number in _worth_a_look(sentences):
        judged = judge(sentences, number, exchange.before)
        if judged is None:
            continue
        quote, text = stored_sentence(said, sentences, number)
        if text and all(text != other.text for other in found):
            found.append(Signal(judged.kind, judged.rule, quote, text))
    return found[:SIGNALS_MAX]


def _worth_a_look(sentences: Sequence[Sentence]) -> list[int]:
    """Return which sentences may carry a signal; of a document only its first and last ones."""
    count = len(sentences)
    if count <= SENTENCES_MAX:
        return list(range(count))
    return [*range(ENDS), *range(count - ENDS, count)]


def judge(sentences: Sequence[Sentence], number: int, before: str) -> Judged | None:
    """Return the likeliest kind of a sentence, or None where it is no signal."""
    language = language_of(sentences[number].text)
    if language is None:
        return None
    model = load(language.name)
    told = features(sentences, number, before, language)
    probability, kind = model.judge(told)
    if probability < model.threshold:
        return None
    return Judged(probability, kind, _rule(language, kind, told))


def _rule(language: Language, kind: SignalKind, told: Sequence[str]) -> str:
    """Return the name of the heaviest rule that speaks for a kind."""
    heaviest, name = 0.0, NO_RULE
    for rule in language.rules:
        if rule.kind == kind and rule.weight > heaviest and f"r:{rule.name}" in told:
            heaviest, name = rule.weight, rule.name
    return name


def language_of(text: str) -> Language | None:
    """Return the language whose rules a sentence is looked at with, or None for a third one."""
    wide = sum(map(is_cjk, text))
    if wide and any("\u3040" <= sign <= "\u30ff" or "\uac00" <= sign <= "\ud7a3" for sign in text):
        return None
    latin = sum(sign.isascii() and sign.isalpha() for sign in text)
    if wide:
        return languages()[1] if latin <= 12 * wide else languages()[0]
    return languages()[0] if latin and not is_foreign(text) else None


@cache
def languages() -> tuple[Language, Language]:
    """Return English and Chinese."""
    return (
        Language("en", english.RULES, english.MARKS, classes_en.CLASSES),
        Language("zh", chinese.RULES, chinese.MARKS, classes_zh.CLASSES),
    )
