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
from pmi.learn.signals.rules import Language, Rule
from pmi.learn.signals.sentences import is_bare, stored_sentence
from pmi.model.learning import Exchange, Signal, SignalKind
from pmi.rules.learning import is_injection

SIGNALS_MAX = 6
"""Most signals of one message; whoever says more dictates, and says it in a file."""

SENTENCES_MAX = 30
ENDS = 4
"""Who sends more sentences hands a text over; what is wished stands at its ends."""

NO_RULE = "model"
"""Name of the rule where only the model's weights of words told."""

CLEAR_WEIGHT = 1.2
CLEAR_FROM = 0.5
"""A rule of this weight, with nothing in the sentence that speaks against it, needs less."""

PLAIN_FROM = 0.05
"""What begins like a lasting wish, "from now on …", needs hardly more: whatever its nouns are."""

OF_NOW_FROM = 0.92
"""What asks for something now, or tells what just happened, needs more."""

ANOTHER_FROM = 0.9
"""What stands beside a surer sentence needs more: mostly it only leads to that one."""

_DOUBTS = frozenset(
    f"m:{name}"
    for name in (
        "question", "one_off", "hypothetical", "third_person", "thanks", "this_thing", "want_now",
        "request", "bug_report",
    )
)  # fmt: skip


class Judged(NamedTuple):
    """What is thought of one sentence.

    Attributes:
        probability: Of being a signal of any kind.
        focus: Where in the sentence the rule fits; 0 where none does.
        clear: A rule alone tells, whatever stands beside the sentence.
    """

    probability: float
    kind: SignalKind
    rule: str
    focus: int = 0
    clear: bool = False


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
    heard: list[tuple[int, Judged]] = []
    for number in _worth_a_look(sentences):
        judged = judge(sentences, number, exchange.before)
        if judged is None or (is_bare(sentences[number].text) and _is_said_next(sentences, number)):
            continue
        heard.append((number, judged))
    surest = max((judged.probability for _, judged in heard), default=0.0)
    found: list[Signal] = []
    for number, judged in heard:
        if judged.probability < min(surest, ANOTHER_FROM) and not judged.clear:
            continue
        quote, text = stored_sentence(said, sentences, number, judged.focus)
        if text and all(text != other.text for other in found):
            found.append(Signal(judged.kind, judged.rule, quote, text))
    return found[:SIGNALS_MAX]


def _is_said_next(sentences: Sequence[Sentence], number: int) -> bool:
    """Tell whether what is wanted follows as a signal of its own, or not at all."""
    return number + 1 == len(sentences) or judge(sentences, number + 1, "") is not None


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
    rule = _rule(language, kind, told)
    heavy = any(f"r:{each.name}" in told for each in language.rules if each.weight >= CLEAR_WEIGHT)
    clear = heavy and not _DOUBTS.intersection(told)
    plain = "m:plain_wish" in told and not _DOUBTS.intersection(told)
    of_now = "m:of_now" in told
    enough = (
        PLAIN_FROM if plain else OF_NOW_FROM if of_now else CLEAR_FROM if clear else model.threshold
    )
    if probability < enough:
        return None
    if rule is None:
        return Judged(probability, kind, NO_RULE, clear=plain or clear)
    place = rule.search(sentences[number].text)
    return Judged(probability, kind, rule.name, place.start() if place else 0, plain or clear)


def _rule(language: Language, kind: SignalKind, told: Sequence[str]) -> Rule | None:
    """Return the heaviest rule that speaks for a kind, or None."""
    speaking = [rule for rule in language.rules if rule.kind == kind and f"r:{rule.name}" in told]
    return max(speaking, key=lambda rule: rule.weight, default=None)


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
