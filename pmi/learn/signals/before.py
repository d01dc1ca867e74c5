"""What the assistant's words before tell about an English answer to them.

Who answers a report of something done with how it should be corrects; who answers a question or
a comparison decides; who answers a proposal with what can not be names a constraint.
"""

from __future__ import annotations

import re

from pmi.learn.signals.rules import Mark, marks

_SENTENCE_ENDS = re.compile(r"(?<=[.!?:])\s+|\n+")
LAST_SENTENCES = 3
"""How many sentences of the end are looked at."""

LONG_CHARS = 400
"""Who had said more than this explained something; what is at its end reports little."""

STEM = 5
"""Words count as the same that begin with this many equal letters."""

_DOING = (
    r"(?:add|mak|mov|us|writ|wrot|put|creat|delet|remov|chang|updat|renam|commit|push|merg|instal|deploy|run|ran\b|sent|send|"
    r"schedul|format|refactor|rewrit|rewrot|skip|assum|guess|replac|convert|switch|set|pick|chos|translat|round|split|wrap|mock|log|"
    r"start|restart|generat|answer|repl|summar|order|sort|book|clos|open|revert|squash|rebas|tag|bump|fix|calculat|includ|left|kept|"
    r"mad|built|build|did|copied|cop|stor|expos|hard-?cod|disabl|enabl|edit|implement|draft|designed|design|saved|sav|return|rais|cc'd)\w*"
)

BEFORE: tuple[Mark, ...] = marks(
    ("reports",
     (r"\bi(?:'ve| have|'ve also| also| just|'ve just)? (?!would|could|can |will|suggest|recommend|compar|evaluat|look|found|see|think)(?:\w+ly )?(?:\w{2,}ed|made|put|ran|wrote|rewrote|set|did|sent|chose|kept|left|cut|built|took|went|gave|got|split|cc'd)\b"
     r"|^(?:done|finished|fixed|pushed|committed|merged|deployed|sent|here(?:'s| is| are)|added|created|updated|renamed|removed|installed|all done|changed|moved)\b"
     r"|\b(?:is|are) (?:done|finished|ready|in place|now|pushed|merged|deployed|set up)\b")),
    ("will_do", r"\b(?:i'll|i will|i'm going to|let me|i am going to|i'm) (?:just |now |also )?" + _DOING + r"|^(?:" + _DOING.replace(r"\w*", r"\w*ing") + r")\b"),
    ("proposes", r"\b(?:i'd|i would|i could|i can|we could|i suggest|i recommend|i'd recommend|how about|what about|one option|could use|you could)\b"),
    ("asks", r"\?\s*$"),
    ("offers",
     r"\b\w+ or \w+\b.*\?|\bwhich\b.*\?|\b(?:options?|pros and cons|trade-?offs|alternatives|candidates|compar\w+|evaluat\w+|both (?:would )?work|either|vendors|two ways|approaches)\b|\bshould (?:we|i|it)\b.*\?"),
)  # fmt: skip

_WORDS = re.compile(r"[a-z][a-z0-9_+#-]{2,}")
_COMMON = re.compile(
    r"(?:the|you|your|our|and|for|with|this|that|are|was|were|have|has|had|not|but|all|can|will|now|just|"
    r"into|them|they|its|here|there|from|how|what|when|which|please|done|been|used?|using|make|made)$"
)


def told_before(before: str, text: str) -> list[str]:
    """Return the features of what was said before a sentence."""
    last = " ".join(_SENTENCE_ENDS.split(before.strip())[-LAST_SENTENCES:])
    if not last:
        return ["b:none"]
    if len(before) > LONG_CHARS:
        return ["b:long"]
    acts = [one.name for one in BEFORE if one.search(last)]
    found = [f"b:{name}" for name in acts]
    if _stems(last) & _stems(text):
        found.append("b:same")
        found += [f"b:{name}+same" for name in acts]
    return found


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in _WORDS.findall(text.lower()) if not _COMMON.match(word)}
