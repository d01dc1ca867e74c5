"""Cuts what a user sent into the sentences that are the user's own words.

Code, logs, quoted lines, quoted speech and text that was only handed over ("translate this: …")
are nobody's wish. Offsets are kept: a sentence says where in the message it stands.

>>> [one.text for one in own_sentences("Use pnpm. Thanks!")]
['Use pnpm.', 'Thanks!']
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pmi.base.han import simplify
from pmi.base.text import is_cjk

MASK = "\xa4"
"""Stands for each character that is not the user's own; no rule matches it."""

HEAD_CHARS = 6000
TAIL_CHARS = 2000
"""How much of a long message is looked at, from its beginning and from its end."""

LINE_MAX_CHARS = 1200
"""A longer line was not typed."""

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_TAGGED = re.compile(r"<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>.*?</\1>", re.DOTALL)
_QUOTED = re.compile(
    r"\"[^\"\n]{0,600}\"|\u201c[^\u201d\n]{0,600}\u201d|\u300c[^\u300d\n]{0,600}\u300d"
    r"|\u300e[^\u300f\n]{0,600}\u300f"
)
_PASTED = re.compile(
    r"""
    \s*(?:
        [>|]\s? | >>> | \.\.\.\s | [+-]{2,} | @@ | \d+\s*[|\u2502]\s
      | \[?\d{4}-\d\d-\d\d[T\s]\d | \[?\d\d:\d\d:\d\d | \w{3}\s+\d+\s\d\d:\d\d:\d\d\s
      | \[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|CRITICAL|SEVERE|NOTICE|FAIL(?:ED)?|PASS(?:ED)?|LOG)\b[\]:\s]
      | npm\s(?:ERR!|WARN|error|warn) | yarn\s(?:error|warn) | ERR_ | ERR! | E\s{2,} | [WE]:\s
      | (?:error|warning|fatal|panic|debug|stderr|stdout|caused\s+by)(?:\[\w+\])?:\s
      | Traceback\s\( | File\s" | at\s[\w$.<>\[\]]+\s?\( | at\s(?:async\s)?\S+:\d+ | from\s/\S+:\d+
      | [\w.]*(?:Error|Exception|Warning|Failure)(?::|\s*$|\sin\s)
      | [\w./~\\-]+\.\w{1,5}:\d+ | goroutine\s\d | thread\s' | ===+ | \*{3,} | _{3,} | ---+
      | [\w"'.-]+\s*[:=]\s*[\[{"'\d-].*[,;\]}"'\d]\s*$ | [}\])]+[;,]?\s*$ | </?\w+[^<>]*>.*
      | \S*[{};=<>\\|/_()\[\]]{3,}\S*\s*$
    )""",
    re.VERBOSE,
)
_PERHAPS_PASTED = re.compile(
    r"""
    \s*(?:
        [$#%+]\s
      | (?:import|from)\s+[\w.{}*]+ | (?:def|class|func|fn|public|private|const|let|var|return|if|for|while|package|using|namespace)\b.*[;{}:()=]\s*$
      | (?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE)\s
      | (?:note|hint|help|info):\s
      | (?:git|npm|npx|pnpm|yarn|pip|docker|kubectl|cargo|make|curl|sudo|cd|ls|cat|python3?|node|uv)\s+\S
    )""",
    re.VERBOSE,
)
_BULLET = re.compile(
    r"\s*(?:[-*\u2022\u00b7]\s+|\(?\d{1,2}[.)\u3001]\s*|[\uff08(][\u4e00-\u5341\d][)\uff09]\s*)"
)
_HANDED_OVER = re.compile(
    r"""(?ix)
    \b(?:translate|proofread|summari[sz]e|review|rewrite|rephrase|paraphrase|edit|check|analy[sz]e|explain|
       article|docs?|documentation|readme|e-?mail|letter|message|log|logs|output|error|errors|trace|stack\s?trace|
       transcript|story|essay|paragraph|passage|text|snippet|response|review|ticket|issue|comment|post|spec|
       description|report|section|chapter|abstract|got\s+this|says?|said|wrote|writes|reads|posted|following)\b
       [^\n:]{0,60}:\s*$
    """
)
_HANDED_OVER_ZH = re.compile(
    r"(?:翻译|润色|总结|概括|校对|修改|改写|分析|解释|看看|看下|看一下|文章|文档|日志|报错|错误|输出|邮件|信|"
    r"消息|回复|评论|说明|原文|内容|段落|如下|下面|以下|这段|写道|说|提示|堆栈|工单|需求)[^\n：:]{0,20}[：:]\s*$"
)
_END = re.compile(
    r"\n{2,}|(?<![^\n]{60}[a-z,])\n|\n(?![a-z])|[。！？；\u2026]+[\"'\u201d\u300d)）\]]*|[!?]+[\"')\]]*(?=\s|$|[\u4e00-\u9fff])"
    r"|;(?=\s|[\u4e00-\u9fff])|\.+[\"')\]]*(?=\s|$|[\u4e00-\u9fff])"
)
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|vs|dr|mr|mrs|ms|approx|incl|resp|cf|st|jr|inc|ltd)\.$",
    re.IGNORECASE,
)


class Sentence(NamedTuple):
    """One sentence of the user's own.

    Attributes:
        start, end: Where it stands in the message, half-open.
        text: The message there, for matching: one apostrophe, simplified characters, masked.
    """

    start: int
    end: int
    text: str


def own_sentences(said: str) -> list[Sentence]:
    """Return the user's own sentences in order; of a very long message its two ends."""
    if len(said) > HEAD_CHARS + TAIL_CHARS:
        head = own_sentences_of(said[:HEAD_CHARS], 0)
        offset = len(said) - TAIL_CHARS
        tail = own_sentences_of(said[offset:], offset)
        whole = [one for one in head if one.end < HEAD_CHARS]
        return whole + [one for one in tail if one.start > offset]
    return own_sentences_of(said, 0)


def own_sentences_of(part: str, offset: int) -> list[Sentence]:
    """Return the user's own sentences of a part of a message that begins at an offset."""
    plain = simplify(part.translate({0x2019: "'", 0x2018: "'", 0x60: " ", 0x3000: " "}))
    return [
        Sentence(offset + start, offset + end, text)
        for start, end, text in _cut(_masked(part, plain))
    ]


def _masked(part: str, plain: str) -> str:
    """Return the text with everything that is not the user's own masked, line ends kept."""
    for pattern in (_FENCE, _TAGGED):
        plain = _mask_all(pattern, part if pattern is _FENCE else plain, plain)
    lines = plain.split("\n")
    kinds = [_is_pasted(line) for line in lines]
    handed = False
    for number, line in enumerate(lines):
        if handed or kinds[number] or (_among_pasted(kinds, number) and not _is_prose(line)):
            lines[number] = MASK * len(line)
        elif _hands_over(line, lines, number):
            handed = True
    return _QUOTED.sub(lambda found: _mask_long(found.group()), "\n".join(lines))


def _mask_all(pattern: re.Pattern[str], source: str, plain: str) -> str:
    for found in pattern.finditer(source):
        body = re.sub(r"[^\n]", MASK, found.group())
        plain = plain[: found.start()] + body + plain[found.end() :]
    return plain


def _mask_long(quoted: str) -> str:
    """Mask quoted speech; a name or a word in quotes stays."""
    inner = quoted[1:-1]
    words = len(inner.split()) + sum(map(is_cjk, inner)) // 2
    return quoted if words <= 3 else MASK * len(quoted)


def _is_pasted(line: str) -> bool:
    if len(line) > LINE_MAX_CHARS:
        return True
    if line.startswith(("    ", "\t")) and not _BULLET.match(line):
        return True
    if _PASTED.match(line):
        return True
    return _PERHAPS_PASTED.match(line) is not None and not _is_prose(line)


def _among_pasted(kinds: list[bool], number: int) -> bool:
    """Tell whether the lines around one were pasted, so that it was too."""
    around = kinds[max(0, number - 3) : number] + kinds[number + 1 : number + 4]
    return sum(around) >= 2


def _is_prose(line: str) -> bool:
    """Tell whether a line reads like something that was typed: words, few signs."""
    if any(map(is_cjk, line)):
        return True
    words = re.findall(r"(?<![\w/.=-])[A-Za-z][a-z']*(?![\w/=(:-])", line)
    signs = sum(not sign.isalnum() and not sign.isspace() for sign in line)
    return len(words) >= 3 and signs <= len(words) * 1.2


def _hands_over(line: str, lines: list[str], number: int) -> bool:
    """Tell whether a line only introduces what follows: a text that somebody else wrote."""
    if number + 1 >= len(lines) or not line.rstrip().endswith((":", "：")):
        return False
    if len(line) > 200:
        return False
    return bool(_HANDED_OVER.search(line) or _HANDED_OVER_ZH.search(line))


def _cut(text: str) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    begin = 0
    for end in _END.finditer(text):
        if end.group()[0] == "." and _ABBREVIATION.search(text, begin, end.start() + 1):
            continue
        found.append(_trimmed(text, begin, end.end()))
        begin = end.end()
    found.append(_trimmed(text, begin, len(text)))
    return [one for one in found if re.search(r"\w", one[2])]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int, str]:
    bullet = _BULLET.match(text, start, end)
    if bullet is not None and bullet.end() < end:
        start = bullet.end()
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end, text[start:end]
