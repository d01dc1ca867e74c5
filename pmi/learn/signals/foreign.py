"""Tells texts of other languages in Latin letters from English, by their small words."""

from __future__ import annotations

import re

_ENGLISH_WORDS = """
a all always an and are as at be but by can do don't for from has have how i i'm if in is it
it's more my never no not of on only or our please should that that's the this to use was we
what when why will with you your
"""
_FOREIGN_WORDS = """
ab aber al aldrig alltid altijd antworte att au auch auf aux avec benutze bij bitte ce cette che
com con da dans das de del della dem den der des det die do du een ein eine einen el em en er es
est esta este et eu für gebruik gli het i ich ik ikke il im immer inte io ist jamais je jeg jest
jetzt kein keine la las le les lo los maar mai mais mi mit más na nein nel nicht nie niet nigdy
no noi non nooit nous nuestro nunca nur não nós o och oder og os para pas per pero por porque
pour preferisco que sempre sie siempre się sono sont suis sur toujours um uma una und une uno
uns usa uso van verwende vi von voor vous w wenn wij wir y yo z zawsze zu
"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_FOREIGN = frozenset(_FOREIGN_WORDS.split())
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def is_foreign(text: str) -> bool:
    """Tell whether a text in Latin letters is neither English nor too short to tell.

    >>> is_foreign("Siempre usa pnpm, nunca npm."), is_foreign("Always use pnpm, never npm.")
    (True, False)
    """
    words = _WORD.findall(text.lower())
    if not words:
        return False
    other = sum(not word.isascii() for word in words)
    if any(sign > "\u036f" and sign < "\u2000" for word in words for sign in word):
        return True
    foreign = sum(word in _FOREIGN and word not in _ENGLISH for word in words) + other
    english = sum(word in _ENGLISH and word not in _FOREIGN for word in words)
    return foreign >= 2 and foreign > english
