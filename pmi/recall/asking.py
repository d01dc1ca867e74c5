"""Asks yes or no, and takes the answers that people type in either language.

How a line is shown and an answer read is the caller's: this knows no terminal.

>>> says_yes("是的。"), says_yes("No"), says_yes("maybe")
(True, False, None)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from pmi.recall.wording import say

_WORDS = {
    True: "y yes yeah ok sure 是 是的 好 好的 对 對 要 嗯 行 可以 继续 繼續 确定 確定",
    False: "n no nope cancel 否 不 不是 不要 不用 不好 不行 不了 别 別 算了 取消",
}
_MEANS = {word: means for means, words in _WORDS.items() for word in words.split()}


def says_yes(text: str) -> bool | None:
    """Return what an answer means; None where it is neither yes nor no."""
    word = unicodedata.normalize("NFKC", text).strip(" \t\r\n.!,。、~").casefold()
    return _MEANS.get(word)


def confirmed(
    question: str, language: str, read: Callable[[str], str], *, otherwise: bool = False
) -> bool:
    """Ask until the answer is yes or no; return whether it is yes.

    Args:
        read: Shows a question and returns what was typed.
        otherwise: What an empty answer means.
    """
    asked = f"{question} [{'Y/n' if otherwise else 'y/N'}]"
    text = read(asked)
    while text.strip():
        answer = says_yes(text)
        if answer is not None:
            return answer
        text = read(f"{say('yes_or_no', language)} {asked}")
    return otherwise
