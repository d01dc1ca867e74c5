"""Makes the one sentence that would be stored of the sentences that carry a signal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pmi.base.text import one_line
from pmi.learn.signals.own_words import Sentence
from pmi.model.learning import LEARNING_MAX_CHARS

_LEAD = re.compile(
    r"^(?:(?:no|nope|nah|ok(?:ay)?|hmm+|well|so|and|but|also|oh|hey|please|btw|by the way|thanks|great|wait|ugh|fyi|sorry|yes|yeah|right|alright)\b[,.!:;\s-]+)+"
    r"|^(?:(?:不对|不是的?|不|好的?|嗯+|哦|那个|另外|还有|顺便说一下|对了|谢谢|麻烦|喂|等等|错了|行|可以|没事)[，,。！!：:\s]+)+",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:no|nope|wrong|stop|that'?s (?:wrong|not (?:right|it|what i \w+))|again\?*|不对|错了|不是这样的?|又错了)[\s,.!，。！?？]*$",
    re.IGNORECASE,
)
_INJECTION = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|system|your)\b.{0,30}\b(?:instruction|prompt|rule|guideline|direction|message)s?"
    r"|\bsystem prompt\b|\byou are now\b|\bdeveloper mode\b|\bjailbreak|</?(?:system|instruction|user|assistant|tool)[\w-]*>|^\s*(?:system|assistant|human|user)\s*:"
    r"|(?:忽略|无视|忘(?:掉|记)|绕过|覆盖).{0,12}(?:之前|以上|前面|先前|所有|一切|系统|全部).{0,10}(?:指令|指示|提示|规则|要求|设定|说明)|系统提示词|你现在是|开发者模式|越狱",
    re.IGNORECASE,
)


def stored_sentence(said: str, sentences: Sequence[Sentence], number: int) -> tuple[str, str]:
    """Return the quote of a sentence's signal, verbatim in what was said, and the text stored.

    A sentence that only says no takes the next one with it.
    """
    start, end, _ = sentences[number]
    if _BARE.match(said[start:end]) and number + 1 < len(sentences):
        end = sentences[number + 1].end
    quote = said[start:end]
    return quote, shortened(_LEAD.sub("", one_line(quote)) or one_line(quote))


def shortened(text: str) -> str:
    """Return a text of at most as many characters as a learning has, cut between words."""
    if len(text) <= LEARNING_MAX_CHARS:
        return text
    kept = text[: LEARNING_MAX_CHARS - 1]
    cut = max(kept.rfind(sign) for sign in " ，。；、")
    return (kept[:cut] if cut > LEARNING_MAX_CHARS // 2 else kept).rstrip() + "…"


def is_injection(text: str) -> bool:
    """Tell whether a text imitates an instruction to an agent about its instructions."""
    return _INJECTION.search(text) is not None
