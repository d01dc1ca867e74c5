"""Words of a text: the one token function of index, query and hook, and ways to cut text.

Nothing here raises on any string: lone surrogates, NUL and 10 MB lines are safe, and every
function takes time linear in its input. Changing what `tokens` returns means raising
`TOKENS_VERSION`, so that search indexes are made again.

>>> tokens("Deploys用pnpm")
['deploy', '用', 'pnpm']
"""

from __future__ import annotations

import re

from pmi.base.words import STOP_CJK, STOP_WORDS, stem

TYPE_CHECKING = False  # the real one costs a hook 4 ms
if TYPE_CHECKING:
    from collections.abc import Iterator

TOKENS_VERSION = 1
"""Raised whenever the same text would give other tokens."""

MAX_TOKEN = 64
"""Longest token in code points; a longer word is cut, a longer compound is left out."""

# Patterns of rarely used functions are plain texts: hooks must not compile what they do not use,
# and a class with the ranges of CJK alone takes 5 ms, so `is_cjk` compares instead.
_UNIT = re.compile(
    r"(?P<lang>[A-Za-z](?:\+\+|\#)(?![\w+#]))"
    r"|\w+(?:(?:[-./\\@:+&'\u2019=~]|://|::)\w+){0,40}"
)
_EDGES = "-./\\@:+&'\u2019=~_"
_CONNECTORS = r"[-./\\@:+&=~_]+"
_PART = re.compile(r"[^-./\\@:+&=~_]+")
_CAMEL = r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]{2,}|[A-Z]+(?=[A-Z][a-z])|[0-9]+"
_MARKS = r"([^\w\s\x00-\x7f]{32})[^\w\s\x00-\x7f]+"
_ANSI = (
    r"\x1b\[[0-?]*[ -/]*[@-~]?|\x9b[0-?]*[ -/]*[@-~]?|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*."
)
_CONTROL = (
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e"
    r"\u2066-\u2069\ufeff]"
)
_SURROGATE = r"[\ud800-\udfff]"
_SOFT = (
    "[\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb\u300a-\u3011()\\[\\]{}!,;"
    "\u3001\u3002\u2026\u2014\u2013*_]"
)
_INNER = r"(?<=[A-Za-z0-9])([.,:'_])(?=[A-Za-z0-9])"
_LONE_DOT = r"[.:](?=\s|$)"
_UNKNOWN_TO_FTS = re.compile(r"[\u19b0-\u19c9\u1cf2\u1cf3\U00010000-\U0010ffff]")


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order and with repeats.

    Words are folded (NFKC, width, case) and lightly stemmed; identifiers come whole and in
    parts; Chinese, Japanese and Korean come as single characters and as pairs; ASCII glued to
    them is split off.

    >>> tokens("GB/s of src/auth.rs")
    ['gb/s', 'gb', 's', 'of', 'src/auth.rs', 'auth.rs', 'src', 'auth', 'rs']
    >>> tokens("周二部署")
    ['周', '周二', '二', '二部', '部', '部署', '署']
    """
    found: list[str] = []
    for kind, unit in _units(text):
        if kind == "cjk":
            _add_cjk(unit, found)
        elif kind == "lang":
            found.append(unit.casefold())
        else:
            _add_word(unit, found)
    return found


def query_terms(text: str) -> list[str]:
    """Return the distinct terms worth looking up, in order of appearance.

    Stop words of English and Chinese are dropped, and single CJK characters where the run has
    pairs; a query of nothing but these keeps them, so that it still finds something.

    >>> query_terms("when do we deploy?")
    ['deploy']
    >>> query_terms("部署在周二")
    ['部署', '署在', '在周', '周二']
    """
    kept: dict[str, None] = {}
    all_terms: dict[str, None] = {}
    for kind, unit in _units(text):
        if kind == "cjk":
            pairs = [unit[i : i + 2] for i in range(len(unit) - 1)] or [unit]
            all_terms.update(dict.fromkeys(pairs))
            kept.update(dict.fromkeys(pair for pair in pairs if pair not in STOP_CJK))
        elif kind == "lang":
            kept[unit.casefold()] = None
        else:
            _add_query_word(unit, kept, all_terms)
    return list(kept or all_terms)


def fts_term(token: str) -> str:
    """Return a token as FTS5 keeps it whole, safe inside any query.

    For `tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"`: letters and digits stay,
    every other character becomes its code point between underscores.

    >>> fts_term("gb/s")
    'gb_2f_s'
    """
    if token.isalnum() and not _UNKNOWN_TO_FTS.search(token):
        return token
    return "".join(
        sign if sign.isalnum() and not _UNKNOWN_TO_FTS.match(sign) else f"_{ord(sign):x}_"
        for sign in token
    )


def content_key(text: str) -> str:
    """Return what two texts share when they differ in case, width, space and punctuation only.

    What carries meaning stays: `2.1` is not `21`, `C++` not `C`, a question not a claim.

    >>> content_key("We deploy on Tuesdays!") == content_key("we  deploy on tuesdays.")
    True
    """
    folded = normal(text).casefold()
    folded = re.sub(_INNER, lambda match: f"\x00{ord(match.group(1)):x}\x00", folded)
    folded = re.sub(_SOFT, " ", re.sub(_LONE_DOT, " ", folded))
    folded = re.sub(r"\x00([0-9a-f]+)\x00", lambda match: chr(int(match.group(1), 16)), folded)
    words: list[str] = []
    for word in folded.split():
        apart = words and not is_cjk(words[-1][-1]) and not is_cjk(word[0])
        words.append(f" {word}" if apart else word)
    return "".join(words)


def name_key(name: str) -> str:
    """Return what spellings of one name have in common: case, width and space aside.

    >>> name_key("Ａnna  LEE") == name_key("anna lee"), name_key("C++") == name_key("C")
    (True, False)
    """
    return " ".join(normal(name).casefold().split())


def is_cjk(sign: str) -> bool:
    """Tell whether a character belongs to a script that is written without spaces.

    Han, kana and hangul; their punctuation does not.
    """
    if sign < "\u1100":
        return False
    return (
        "\u4e00" <= sign <= "\u9fff"
        or "\u3040" <= sign <= "\u30ff"
        or "\uac00" <= sign <= "\ud7ff"
        or "\u3400" <= sign <= "\u4dbf"
        or "\u3005" <= sign <= "\u3007"
        or "\uf900" <= sign <= "\ufaff"
        or "\U00020000" <= sign <= "\U0003ffff"
        or "\u31f0" <= sign <= "\u31ff"
        or "\u3130" <= sign <= "\u318f"
        or "\u1100" <= sign <= "\u11ff"
        or "\ua960" <= sign <= "\ua97f"
    )


def normal(text: str) -> str:
    """Return the text in NFKC: full width, ligatures and composed forms folded, case kept."""
    if text.isascii():
        return text
    import unicodedata

    # Trigger: long runs of combining marks. Why: normalising one is quadratic. Outcome: cut.
    return unicodedata.normalize("NFKC", re.sub(_MARKS, r"\1", text))


def utf16_len(text: str) -> int:
    """Return the length in UTF-16 code units, as Claude Code counts it."""
    if text.isascii() or max(text) <= "\uffff":
        return len(text)
    return len(text) + sum(sign > "\uffff" for sign in text)


def cut_utf16(text: str, limit: int) -> str:
    """Return the longest beginning of at most `limit` UTF-16 units, never half a character."""
    if utf16_len(text) <= limit:
        return text
    limit = max(0, limit)
    kept = text[:limit]
    excess = utf16_len(kept) - limit
    while excess > 0:
        excess -= 2 if kept[-1] > "\uffff" else 1
        kept = kept[:-1]
    return kept


def one_line(text: str) -> str:
    """Return the text on one line: control characters gone, spaces collapsed."""
    return " ".join(strip_control(text).split())


def strip_control(text: str) -> str:
    """Return text that is safe on a screen: no escapes, control or direction characters.

    Newlines and tabs stay, carriage returns become newlines, half surrogate pairs become `�`.
    """
    if text.replace("\n", "").replace("\t", "").replace("\u3000", "").isprintable():
        return text
    plain = re.sub(_ANSI, "", text).replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(_SURROGATE, "\ufffd", re.sub(_CONTROL, "", plain))


def estimate_tokens(text: str) -> int:
    """Return about how many model tokens a text takes: a CJK character one, else four to one."""
    cjk = 0 if text.isascii() else sum(sign >= "\u2e80" for sign in text)
    return cjk + (len(text) - cjk + 3) // 4


def _units(text: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, unit): a `word` with its inner connectors, a run of `cjk`, or `lang` (C++)."""
    for match in _UNIT.finditer(normal(text)):
        unit = match.group()
        if match.lastgroup:
            yield "lang", unit
        elif unit.isascii() or max(unit) < "\u1100":
            yield "word", unit
        else:
            yield from _split_scripts(unit)


def _split_scripts(unit: str) -> Iterator[tuple[str, str]]:
    start, inside = 0, is_cjk(unit[0])
    for i in range(1, len(unit) + 1):
        if i < len(unit) and is_cjk(unit[i]) == inside:
            continue
        piece = unit[start:i] if inside else unit[start:i].strip(_EDGES)
        if piece:
            yield ("cjk" if inside else "word"), piece
        start, inside = i, not inside


def _add_cjk(run: str, found: list[str]) -> None:
    for i, sign in enumerate(run):
        found.append(sign)
        if i + 1 < len(run):
            found.append(run[i : i + 2])


def _add_word(unit: str, found: list[str]) -> None:
    plain, parts = _split(unit)
    if len(parts) > 1:
        whole = plain.casefold()
        if len(whole) <= MAX_TOKEN:
            found.append(whole)
        if "/" in whole:
            segments = re.findall(r"[^/]+", whole)
            found.extend(
                s for s in segments if re.search(_CONNECTORS, s.strip(":")) and len(s) <= MAX_TOKEN
            )
    for part in parts:
        found.append(stem(part.casefold()[:MAX_TOKEN]))
        found.extend(_camel(part))


def _add_query_word(unit: str, kept: dict[str, None], all_terms: dict[str, None]) -> None:
    plain, parts = _split(unit)
    compound = len(parts) > 1
    if compound and len(plain) <= MAX_TOKEN:
        kept[plain.casefold()] = None
    for part in parts:
        word = part.casefold()[:MAX_TOKEN]
        term = stem(word)
        all_terms[term] = None
        if word in STOP_WORDS or (compound and len(word) == 1):
            continue
        kept[term] = None
        kept.update(dict.fromkeys(piece for piece in _camel(part) if len(piece) > 1))


def _split(unit: str) -> tuple[str, list[str]]:
    """Return a word without its apostrophes, and its parts."""
    if "'" in unit or "\u2019" in unit:
        unit = re.sub(r"['\u2019](?:s\b)?", "", unit, flags=re.IGNORECASE)
    if unit.isalnum():
        return unit, [unit]
    return unit.strip("_"), _PART.findall(unit)


def _camel(part: str) -> list[str]:
    if part.islower() or part.isupper() or not part.isascii() or len(part) > MAX_TOKEN:
        return []
    if part[1:].islower() or not part.isalnum() or part.isdigit():
        return []
    pieces = re.findall(_CAMEL, part)
    if len(pieces) < 2 or sum(map(len, pieces)) != len(part):
        return []
    return [stem(piece.casefold()) for piece in pieces]
