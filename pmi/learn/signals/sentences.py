"""Makes the one sentence that would be stored of the sentences that carry a signal.

>>> shortened("always use pnpm, " * 20, 0)[-10:]
' use pnpm…'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pmi.base.text import one_line
from pmi.learn.signals.own_words import Sentence
from pmi.model.learning import LEARNING_MAX_CHARS

_LEAD = re.compile(
    r"^(?:(?:well|so|and|but|also|oh|hey|please|pls|btw|by the way|thanks|thx|ok(?:ay)?|hm+)\b"
    r"[\s,.!:;\u2014-]+"
    r"|(?:no|nope|nah|stop|wrong|wait|right|alright|yes|yeah|sorry|ugh|great|nice|good)"
    r"(?:\s*[,.!:;\u2014-]+\s*|\s+(?=(?:please|pls)\b)))+"
    r"|^(?:(?:不对|不是的?|好的?|嗯+|哦|那个|另外|还有|还有一点|顺便说一下|对了|谢谢|谢了|喂|等等|没事)"
    r"[，,。！!：:\s]+|(?:不|停|行|可以|错了|不错)\s*[，,。！!：:]+\s*)+",
    re.IGNORECASE,
)
"""What only leads to a wish. What may turn it (no, stop, 不) does so only before a pause."""

_BARE = re.compile(
    r"^(?:(?:no+|nope|wrong|stop|again|that'?s (?:wrong|not (?:right|it|what i \w+))"
    r"|you got (?:it|that) wrong|(?:it'?s |that'?s )?(?:way |much |still )*too \w+(?: again)?"
    r"|不对|不|不行|错了|停|又错了|不是这样的?|搞错了|理解错了|又?太.{1,2}了?)[\s,.!，。！?？]*)+$",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[,;:，；：、。](?:\s|(?<=[，；：、。]))|\s[-\u2013\u2014]\s|\u2014\u2014|\n")


def is_bare(text: str) -> bool:
    """Tell whether a sentence only says no: what is wanted instead stands in another one.

    >>> is_bare("No, too long."), is_bare("No tables."), is_bare("不对，太长了。")
    (True, False, True)
    """
    return _BARE.match(text) is not None


def stored_sentence(
    said: str, sentences: Sequence[Sentence], number: int, focus: int = 0
) -> tuple[str, str]:
    """Return the quote of a sentence's signal, verbatim in what was said, and the text stored.

    A sentence that only says no takes the next one with it.

    Args:
        focus: Where in the sentence its words tell most; of a long one that part is kept.
    """
    start, end, _ = sentences[number]
    if is_bare(said[start:end]) and number + 1 < len(sentences):
        end = sentences[number + 1].end
    quote = said[start:end]
    whole = one_line(quote)
    return quote, shortened(_LEAD.sub("", whole) or whole, focus)


def shortened(text: str, focus: int) -> str:
    """Return a text of at most as many characters as a learning has, cut between clauses."""
    if len(text) <= LEARNING_MAX_CHARS:
        return text
    begin = 0
    for clause in _BREAK.finditer(text, 0, min(focus, len(text))):
        if len(text) - begin > LEARNING_MAX_CHARS - 2:
            begin = clause.end()
    kept = ("…" if begin else "") + text[begin:].lstrip()
    if len(kept) <= LEARNING_MAX_CHARS:
        return kept
    kept = kept[: LEARNING_MAX_CHARS - 1]
    cut = max(kept.rfind(sign) for sign in " ，。；、")
    return (kept[:cut] if cut > LEARNING_MAX_CHARS // 2 else kept).rstrip(" ,，;；、") + "…"
