"""Which rules say the opposite of each other, as far as words show it (pure, conservative).

A sentence is brought into what it wants and what it does not want, each as a set of words;
two sentences contradict where one wants what the other does not, or where they choose
differently between things of which only one can be chosen.

>>> contradict("always use tabs", "never use tabs"), contradict("用 npm", "不要用 npm")
(True, True)
>>> contradict("use pnpm, not npm", "use npm instead of pnpm")
True
>>> contradict("never deploy on Fridays", "deploy the docs on Fridays")
False
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pmi.base.han import simplify
from pmi.base.text import is_cjk, normal, tokens
from pmi.base.words import STOP_WORDS, stem

_ALTERNATIVES = (
    ("tabs", "spaces"), ("npm", "pnpm", "yarn", "bun"), ("pip", "uv", "poetry", "conda"),
    ("single", "double"), ("merge", "rebase", "squash"), ("light", "dark"),
    ("english", "chinese", "german", "french", "japanese", "spanish", "korean"),
    ("中文", "英文", "日文", "德文", "法文", "韩文"), ("制表符", "空格"), ("单引号", "双引号"),
    ("简短", "详细"),
    ("camelcase", "snakecase"), ("pytest", "unittest"), ("vim", "emacs"),
)  # fmt: skip
"""Of each line only one can be chosen for one thing."""

_CHOICE = {
    word if is_cjk(word[0]) else stem(word): f"<{words[0]}>"
    for words in _ALTERNATIVES
    for word in words
}
_CJK_CHOICE = re.compile("|".join(word for word in _CHOICE if is_cjk(word[0])))
_CONTRAST = re.compile(
    r"(?:,|;)?\s*\b(?:instead of|rather than|and not|but not|not|never)\b(?:\s+(?:use|using))?"
    r"|[，,、；]?\s*(?:而不是|而不用|代替|不要用|不用|别用|不要|而非)"
)
_NOT_BUT = re.compile(
    r"(?P<about>.*?)(?:不要|别|不)再?用(?P<other>[^,，、;；。]+?)了?[,，、;；\s]+"
    r"(?:而是|改成?|要|请|都|以后|统一|一律)*用(?P<chosen>[^,，;；。]+)"
)
_NEGATIVE = re.compile(
    r"\b(?:never|do(?:es)?\s+not|don'?t|doesn'?t|must\s+not|mustn'?t|should\s+not|shouldn'?t"
    r"|can\s?not|can'?t|avoid|stop|no\s+longer|not|no|without)\b"
    r"|不要|不能|不可以?|不许|不准|不用|不再|禁止|请勿|勿|千万别|从不|绝不|永远不|避免|无需|不得"
    r"|(?<![特区级类个分差])别(?![的名人处])|不(?![错同过仅但断])"
)
_POSITIVE = re.compile(
    r"\b(?:always|must|should|please|do|does|only|make\s+sure\s+to|remember\s+to)\b"
    r"|从(?:今天|现在|今)(?:起|开始|以后)|以后|今后|往后|一律|统一|全都|咱们|我们"
    r"|一定要?|必须要?|务必要?|总是要?|始终要?|永远|应该|应当|都要|记得要?|只能?|请|要"
)
_CLAUSES = re.compile(r"[.:]+(?:\s|$)|[,;!?、。\n]+")
_INSISTS = re.compile(r"\b(?:always|must)\b|一律|统一|务必|必须|一定|总是|始终|永远|都要")
_BINDING = re.compile(
    r"\b(?:if|when|whenever|unless|except|only|before|after|until|while|but|otherwise|then)\b"
    r"|[如若当除仅前后但]|只有|否则|的时候"
)
_FILLERS = STOP_WORDS | {"repo", "project", "code", "here", "when", "write", "using"}
_CJK_FILLERS = frozenset("的了在里时候这那都也还就请把要用再")


class Want(NamedTuple):
    """One thing that a sentence wants or does not want.

    Attributes:
        words: What it is about; a word of a choice stands as the choice.
        choices: Which of them were chosen.
    """

    wanted: bool
    words: frozenset[str]
    choices: frozenset[str]


def contradict(one: str, other: str) -> bool:
    """Tell whether two sentences can not both be followed."""
    return bool(find_contradictions([("", one), ("", other)]))


def find_contradictions(rules: Sequence[tuple[str, str]]) -> list[tuple[int, int]]:
    """Return the pairs of rules that contradict each other, by their places, the earlier first.

    Args:
        rules: The scope (only rules of one scope contradict) and the sentence of each.
    """
    stated: dict[tuple[str, frozenset[str]], list[tuple[int, Want]]] = {}
    pairs: dict[tuple[int, int], None] = {}
    for place, (scope, text) in enumerate(rules):
        for want in wants_of(text):
            known = stated.setdefault((scope, want.words), [])
            for earlier, other in known:
                if earlier != place and _clash(want, other):
                    pairs[earlier, place] = None
            known.append((place, want))
    return list(pairs)


@lru_cache(maxsize=2000)
def wants_of(text: str) -> tuple[Want, ...]:
    """Return what a sentence wants and does not want; nothing for one that is too short."""
    plain = simplify(normal(text).lower()).replace("’", "'")
    found = _of_contrast(plain) or _of_clauses(plain) or [_want(plain, wanted=True)]
    return tuple(want for want in found if _says_enough(want))


def _of_clauses(plain: str) -> list[Want]:
    """Return what each clause of "never this, always that" wants; nothing where one binds another.

    A clause without such a word may be where or when the others hold: "in web, use tabs".
    """
    clauses = [part for part in _CLAUSES.split(plain) if _want(part, wanted=True).words]
    if len(clauses) < 2 or _BINDING.search(plain):
        return []
    if not all(_NEGATIVE.search(part) or _INSISTS.search(part) for part in clauses):
        return []
    return [_want(part, wanted=True) for part in clauses]


def _of_contrast(plain: str) -> list[Want]:
    """Return both halves of "this, not that"; nothing where there are no two things."""
    turned = _NOT_BUT.match(plain)
    parts = _CONTRAST.split(plain)
    if turned is not None:
        parts = [turned["about"] + turned["chosen"], turned["other"]]
    if len(parts) != 2 or not parts[0].strip() or not parts[1].strip():
        return []
    first, second = _want(parts[0], wanted=True), _want(parts[1], wanted=True)
    if not first.words or not second.words or len(second.words) > 2:
        return []
    # "use pnpm, not npm": the verb is said once and holds for both.
    if len(first.words) >= len(second.words) and first.choices and second.choices:
        shared = first.words | second.words
        return [first, Want(not first.wanted, shared, second.choices)]
    return []


def _want(text: str, *, wanted: bool) -> Want:
    negatives = len(_NEGATIVE.findall(text))
    rest = _POSITIVE.sub(" ", _NEGATIVE.sub(" ", text))
    choices = set(_CJK_CHOICE.findall(rest))
    rest = _CJK_CHOICE.sub(" ", rest)
    words = {_CHOICE[choice] for choice in choices}
    for token in _words(rest):
        if token in _CHOICE:
            choices.add(token)
            words.add(_CHOICE[token])
        else:
            words.add(token)
    return Want(wanted != bool(negatives % 2), frozenset(words), frozenset(choices))


def _words(text: str) -> Iterable[str]:
    for token in tokens(text):
        if is_cjk(token[0]):
            if len(token) == 1 and token not in _CJK_FILLERS:
                yield token
        elif token not in _FILLERS:
            yield token


def _clash(one: Want, other: Want) -> bool:
    if one.choices == other.choices:
        return one.wanted != other.wanted
    return one.wanted and other.wanted and len(one.choices) == len(other.choices) == 1


def _says_enough(want: Want) -> bool:
    """Tell whether there is something to compare: two words, a choice, or a Chinese verb."""
    return len(want.words) >= 2 or bool(want.choices)
