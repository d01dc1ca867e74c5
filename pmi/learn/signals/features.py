"""What the model is told about a sentence: its words, the rules it fits, and where it stands.

A feature is a short text; nothing here is random or learnt, so that training and use agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from pmi.base.text import comparable, is_cjk, tokens
from pmi.learn.signals.before import told_before
from pmi.learn.signals.own_words import MASK, Sentence
from pmi.learn.signals.rules import Language

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+|[?!]|\xa4+|[^\W\d_a-z]+")
_NAME = re.compile(
    r"[\w./~-]*(?:[a-z][A-Z]|[._/]\w|\w_\w|\d[a-z]|[a-z]\d)[\w./~-]*(?:\(\))?|--?[a-z][\w-]+"
)
_WIDE_RUN = re.compile(r"[\u3400-\u9fff]+")
_CLAUSES = re.compile(r"[,，;；:：、]|\s[-\u2013\u2014]\s|\u2014\u2014")
WORDS_MAX = 60
"""How many words of a sentence are looked at."""

BEFORE_CHARS = 300
"""How much of the end of what was said before is compared with the answer."""

ANSWERED_CHARS = 160
"""Of how much of that end the words count themselves."""

LONGEST_BEFORE = 5
"""Of Chinese said before no longer grams count, with the two signs of their prefix: three signs."""

STEM_CHARS = 15

_COMMON = """
a an the i you he she it we they is are was were be to of in on for and or with at my
your our this that as by from do did done have has had not no so but if then will can
just i've i'm i'll it's
"""
_STOP = frozenset(_COMMON.split())
"""Words that an answer shares with anything."""


def features(
    sentences: Sequence[Sentence], number: int, before: str, language: Language
) -> list[str]:
    """Return the features of one sentence of a message, each once."""
    text = sentences[number].text
    found: dict[str, None] = dict.fromkeys(_shape(sentences, number, before))
    found.update(dict.fromkeys(f"r:{rule.name}" for rule in language.rules if rule.search(text)))
    kinds = {rule.kind for rule in language.rules if f"r:{rule.name}" in found}
    found.update(dict.fromkeys(f"k:{kind}" for kind in kinds))
    marks = [mark.name for mark in language.marks if mark.search(text)]
    found.update(dict.fromkeys(f"m:{name}" for name in marks))
    found["k:any" if kinds else "k:none"] = None
    for name in marks:
        found[f"{'km' if kinds else 'kn'}:{name}"] = None
    classes = [each.name for each in language.classes if each.search(text)]
    found.update(dict.fromkeys(f"l:{name}" for name in classes))
    if language.name == "zh":
        found.update(dict.fromkeys(_wide_grams(text)))
    else:
        found.update(dict.fromkeys(told_before(before, text)))
    found.update(dict.fromkeys(_word_grams(text)))
    found.update(dict.fromkeys(_stems(text, "w:s:")))
    found.update(dict.fromkeys(_words_before(before[-ANSWERED_CHARS:], language.name)))
    return list(found)


@lru_cache(maxsize=16)
def _words_before(before: str, language: str) -> tuple[str, ...]:
    """Return the words that a message answers: its sentences all have the same."""
    end = before.strip()
    if language == "zh":
        grams = [gram for gram in _wide_grams(end) if len(gram) <= LONGEST_BEFORE]
    else:
        grams = [gram for gram in _word_grams(end) if gram.count(" ") < 2]
    return (*(f"p:{gram}" for gram in grams), *_stems(end, "p:s:"))


def _stems(text: str, kind: str) -> list[str]:
    """Return the words of a text as the search index has them: what else a gram would not meet."""
    return [f"{kind}{token}" for token in dict.fromkeys(tokens(text)) if len(token) <= STEM_CHARS]


def _shape(sentences: Sequence[Sentence], number: int, before: str) -> list[str]:
    """Return what is known of a sentence without its words: lengths, and what it answers."""
    text = sentences[number].text
    words = len(text.split()) + sum(map(is_cjk, text))
    size = next(size for size in (2, 4, 7, 11, 16, 24, 40, 1 << 30) if words <= size)
    found = ["bias", f"s:size{size}", f"s:of{min(len(sentences), 4)}"]
    found.append(f"s:clauses{min(4, len(_CLAUSES.findall(text)))}")
    if text[-1:] in "?？":
        found.append("s:asks")
    if MASK in text:
        found.append("s:quotes")
    if _NAME.search(text):
        found.append("s:names")
    if before.rstrip()[-1:] in "?？" and before.strip():
        found.append("b:asks")
    shared = _content(before[-BEFORE_CHARS:]) & _content(text)
    if shared:
        found.append(f"b:shared{min(2, len(shared))}")
    return found


def _content(text: str) -> set[str]:
    words = {
        word for word in re.findall(r"[a-z][a-z0-9_+#.-]{2,}", text.lower()) if word not in _STOP
    }
    for run in _WIDE_RUN.findall(text):
        words.update(run[at : at + 2] for at in range(len(run) - 1))
    return words


def _word_grams(text: str) -> list[str]:
    lowered = _NAME.sub(" \xa5 ", text).lower()
    words = [
        "^",
        *(
            _plain(word)
            for word in re.findall(r"\xa5|[a-z]+(?:'[a-z]+)?|\d+|[?!,:]", lowered)[:WORDS_MAX]
        ),
        "$",
    ]
    if len(words) < 3:
        return []
    grams = [f"w:{word}" for word in words[1:-1]]
    grams += [f"w:{first} {second}" for first, second in pairwise(words)]
    grams += [f"w:{a} {b} {c}" for a, b, c in zip(words, words[1:], words[2:], strict=False)]
    return grams


def _plain(word: str) -> str:
    return "#" if word.isdigit() else word


def _wide_grams(text: str) -> list[str]:
    grams: list[str] = []
    signs = r"[\u3400-\u9fff]+|[a-zA-Z][\w.+#/-]*|\d+|[,。;?!:]"
    runs = re.findall(signs, comparable(text))[:WORDS_MAX]
    line = "".join(
        "#" if run.isdigit() else "A" if run[0].isascii() and run[0].isalpha() else run
        for run in runs
    )
    line = f"^{line}$"
    for size in (1, 2, 3, 4):
        grams += [f"c:{line[at : at + size]}" for at in range(len(line) - size + 1)]
    return grams
