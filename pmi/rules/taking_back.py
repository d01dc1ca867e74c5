"""Whether a message takes back what the same session brought before (pure functions).

What says the opposite does, and so does a message that says so ("scratch that", 当我没说), or
turns to what was not wanted ("npm after all", 还是用 npm). Courtesy and agreement do not: a
candidate that is cancelled is never asked about.

>>> cancels("no, npm after all", [], "use pnpm, not npm", just_before=False)
True
>>> cancels("never mind, thanks", [], "use pnpm, not npm", just_before=True)
False
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pmi.base.text import comparable, query_terms, tokens
from pmi.rules.learning import opposes, same_learning

SHORT_CHARS = 80
"""A longer message does more than hesitate."""

_TAKES_BACK = re.compile(
    r"\bscratch that\b|\bi take (?:that|it) back\b|\bstrike that\b"
    r"|\b(?:forget|ignore|disregard) (?:what i (?:just )?said|my last (?:message|remark))\b"
    r"|\b(?:changed|changing|change) my mind\b|\bon second thoughts?\b"
    r"|\bi (?:was|am|stand) (?:wrong|mistaken|corrected)(?: (?:about|on)\b|\s*(?=$|[.,;!]))"
    r"|改(?:变)?主意|收回(?:刚才|前面|之前|上一?[句条])|当我没说|我(?:说|记|想)错了"
    r"|(?:刚才|前面|上一?[句条])(?:说)?的?(?:那[句条个])?(?:不算|作废|算了)",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"\bafter all\s*(?=$|[.,;!?)])|\bactually,? (?:no|let'?s|use|keep|go|stay|stick)\b"
    r"|\b(?:go|switch|change) back to\b"
    r"|还是(?:用|改|换|保留|回到|继续|按|要|不)|(?:改|换|用)回",
    re.IGNORECASE,
)
_HESITATES = re.compile(r"\W*(?:(?:no|nope|wait|hm+|actually|sorry|oh)\b|不|等等|等下|算了|哦|嗯)")
_UNWANTED = re.compile(
    r"\b(?:instead of|rather than|not|never|don'?t|no longer|no|avoid|stop)\b"
    r"|而不是|而非|代替|禁止|不|别|勿",
    re.IGNORECASE,
)
_GENERAL = frozenset(
    tokens(
        "use run add make do file code test change write keep go let actually stick stay switch "
        "back mind take first second thought wrong mistake after all said"
    )
) | frozenset(
    "还是 改回 换回 用回 算了 改变 主意 刚才 前面 收回 说错 记错 想错 是用 等等".split()  # noqa: SIM905
)


def takes_back(said: str) -> bool:
    """Tell whether a message takes back something that was said before."""
    plain = comparable(said)
    return _TAKES_BACK.search(plain) is not None or _TURNS.search(plain) is not None


def cancels(said: str, wanted: Sequence[str], earlier: str, *, just_before: bool) -> bool:
    """Tell whether a message cancels a learning that the same session brought before.

    Args:
        said: What the user typed.
        wanted: The sentences of the signals in it.
        earlier: The sentence of the older learning.
        just_before: Whether nothing else was said by the user between the two.
    """
    if any(opposes(text, earlier) for text in wanted):
        return True
    plain = comparable(said).casefold()
    if any(same_learning(text, earlier) for text in wanted) or not takes_back(plain):
        return False
    if _TAKES_BACK.search(plain):
        return just_before or bool(_telling(plain) & _telling(earlier))
    if just_before and _HESITATES.match(plain) and len(plain) <= SHORT_CHARS:
        return not _telling(plain) <= _telling(_wanted_part(earlier))
    return _turns_to_unwanted(plain, earlier)


def _turns_to_unwanted(said: str, earlier: str) -> bool:
    """Tell whether a message is mostly about the learning, and not about what that wanted."""
    words, known = _telling(said), _telling(earlier)
    about = words & known
    return 2 * len(about) >= len(words) > 0 and not about <= _telling(_wanted_part(earlier))


def _wanted_part(text: str) -> str:
    """Return what stands before the first word that turns something down."""
    return _UNWANTED.split(comparable(text), maxsplit=1)[0]


def _telling(text: str) -> set[str]:
    return {term for term in query_terms(text.casefold()) if term not in _GENERAL}
