"""Words of a text: the one token function of index, query and hook, and ways to cut text.

Nothing here raises on any string: lone surrogates, NUL and 10 MB lines are safe, and every
function takes time linear in its input. Changing what `tokens` returns means raising
`TOKENS_VERSION`, so that search indexes are made again.

>>> tokens("Deploys用pnpm")
['deploy', '用', 'pnpm']
"""

from __future__ import annotations

import re
from functools import lru_cache

from pmi.base.words import PARTICLE, PARTICLE_WORDS, STOP_CJK, STOP_WORDS, stem

TOKENS_VERSION = 4
"""Raised whenever the same text would give other tokens."""

MAX_TOKEN = 64
"""Longest token in code points; a longer word is cut, a longer compound is left out."""

# Patterns of rarely used functions are plain texts: hooks must not compile what they do not use,
# and a class with the ranges of CJK alone takes 5 ms, so `is_cjk` compares instead.
WORD_PATTERN = (
    r"[A-Za-z](?:\+\+|\#)(?![\w+#])"
    r"|\w+(?:(?:[-./\\@:+&'\u2019=~]|://|::)\w+){0,40}"
)
"""C++ or C#, else a word with its inner connectors."""

UNIT = re.compile(WORD_PATTERN + r"|[\U0001f1e6-\U0001f1ff]{2}|[^\w\s\x00-\u02ff]")
"""What `unit_tokens` takes: a word, a flag, another sign; CJK must stand between spaces."""

_CONNECTORS = r"[-./\\@:+&=~_]+"
PART = re.compile(r"[^-./\\@:+&=~_]+")
"""What stands between the connectors of a unit."""

_HYPHENATED = r"[a-z][a-z0-9]*(?:-[a-z0-9]+){1,2}"
_VERSION = r"[0-9]+(?:\.[0-9]+)+"
_CAMEL = r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]{2,}|[A-Z]+(?=[A-Z][a-z])|[0-9]+"
_GLUED = r"([A-Za-z]{2,}|[Vv])([0-9]+)([A-Za-z]*)|([0-9]+)([A-Za-z]{2,})"
_ACCENTS = r"[\u0300-\u0305\u0307-\u036f]|(?<![\u0400-\u04ff])\u0306"
_LETTERS = {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"}
_WIDE_SIGNS = tuple(zip("，：！？；（）～\u3000…", (*",:!?;()~ ", "..."), strict=True))
_MARKS = r"(?<=[^\w\s\x00-\x7f]{32})[^\w\s\x00-\x7f]+"
_ANSI = (
    r"\x1b\[[0-?]*[ -/]*[@-~]?|\x9b[0-?]*[ -/]*[@-~]?|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*."
)
UNSEEN = (
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e"
    r"\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_SURROGATE = r"[\ud800-\udfff]"
_SOFT = (
    "[\"'`\u2018\u2019\u201c\u201d\u00ab\u00bb\u300a-\u3011()\\[\\]{}!,;"
    "\u3001\u3002\u2026\u2014\u2013*_]"
)
_INNER = r"(?<=[A-Za-z0-9])([.,:'_])(?=[A-Za-z0-9])"
_LONE_DOT = r"[.:](?=\s|$)"
_NO_TERM = r"[\x00-/:-@\[-`{-\x7f\ud800-\udfff]"


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order and with repeats.

    Words are folded (NFKC, width, case, accents) and stemmed; identifiers come whole and in
    parts; Chinese, Japanese and Korean come as single characters and as pairs, traditional
    characters as simplified ones; emoji are tokens.

    >>> tokens("GB/s of src/auth.rs")
    ['gb/s', 'gb', 's', 'of', 'src/auth.rs', 'auth.rs', 'src', 'auth', 'rs']
    >>> tokens("周二部署")
    ['周', '周二', '二', '二部', '部', '部署', '署']
    """
    return [token for unit in UNIT.findall(_apart(comparable(text))) for token in unit_tokens(unit)]


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
    for unit in UNIT.findall(_apart(comparable(text))):
        if is_wide(unit[0]):
            pairs = [unit[i : i + 2] for i in range(len(unit) - 1)] or [unit]
            all_terms.update(dict.fromkeys(pairs))
            kept.update(dict.fromkeys(_telling(pairs)))
        elif unit[0].isalnum() and unit[-1] not in "+#":
            _add_query_word(unit, kept, all_terms)
        else:
            kept.update(dict.fromkeys(unit_tokens(unit)))
    return list(kept or all_terms)


def comparable(text: str) -> str:
    """Return the text as words are taken from it: in NFKC, traditional characters simplified."""
    text = normal(text)
    if text.isascii() or max(text) < "\u3400":
        return text
    from pmi.base.han import simplify

    return simplify(text)


def unit_tokens(unit: str) -> list[str]:
    """Return the tokens of one unit of a folded text.

    Args:
        unit: A word with its inner connectors, a run of CJK, `C++`, or another sign.
    """
    if unit[-1] in "+#":
        return [unit.casefold()]
    if is_wide(unit[0]):
        found = []
        for i, sign in enumerate(unit):
            found.append(sign)
            if i + 1 < len(unit):
                found.append(unit[i : i + 2])
        return found
    if unit[0].isalnum() or unit[0] == "_":
        return _word_tokens(unit)
    return [unit] if is_emoji(unit[0]) else []


def fts_term(token: str) -> str:
    """Return a token as FTS5 keeps it whole, safe inside any query.

    For `tokenize = "ascii tokenchars '_'"`: letters, digits and all that is not ASCII stay, every
    other character becomes its code point between underscores.

    >>> fts_term("gb/s")
    'gb_2f_s'
    """
    if token.isalnum():
        return token
    return re.sub(_NO_TERM, lambda match: f"_{ord(match.group()):x}_", token)


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


def is_wide(sign: str) -> bool:
    """Tell whether a word character is of a script without spaces: CJK, and rare ones above."""
    return sign >= "\u2e80" and sign.isalnum()


def is_emoji(sign: str) -> bool:
    """Tell whether a character is a picture; what only modifies one is not."""
    return (
        "\U0001f000" <= sign <= "\U0001f3fa"
        or "\U0001f400" <= sign <= "\U0001faff"
        or "\u2600" <= sign <= "\u27bf"
        or "\u2b1b" <= sign <= "\u2b55"
        or "\u23e9" <= sign <= "\u23f3"
        or "\u231a" <= sign <= "\u231b"
    )


def normal(text: str) -> str:
    """Return the text in NFKC: full width, ligatures and composed forms folded, case kept."""
    if text.isascii():
        return text
    import unicodedata

    for wide, narrow in _WIDE_SIGNS:  # with these alone gone, NFKC has mostly nothing to do
        text = text.replace(wide, narrow)

    # Trigger: long runs of combining marks. Why: normalising one is quadratic. Outcome: cut.
    return unicodedata.normalize("NFKC", re.sub(_MARKS, _without_marks, text))


def _without_marks(match: re.Match[str]) -> str:
    import unicodedata

    return "".join(sign for sign in match.group() if not unicodedata.combining(sign))


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

    Nor any that only a model sees. Newlines, tabs and joiners stay, half surrogates become `�`.
    """
    if text.replace("\n", "").replace("\t", "").replace("\u3000", "").isprintable():
        return text
    plain = re.sub(_ANSI, "", text).replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(_SURROGATE, "\ufffd", re.sub(UNSEEN, "", plain))


def estimate_tokens(text: str) -> int:
    """Return about how many model tokens a text takes: a CJK character one, else four to one."""
    cjk = 0 if text.isascii() else sum(sign >= "\u2e80" for sign in text)
    return cjk + (len(text) - cjk + 3) // 4


def _telling(pairs: list[str]) -> list[str]:
    """Return the pairs of a run but stop words, and but a word's end with the particle behind it.

    Such a pair is left out where the next one holds the rest of it: 署的 beside 部署.
    """
    found = []
    for i, pair in enumerate(pairs):
        if pair in STOP_CJK:
            continue
        if _has_particle(pair):
            beside = pairs[i + 1 : i + 2] if pair[0] == PARTICLE else pairs[max(0, i - 1) : i]
            if beside and not _has_particle(beside[0]):
                continue
        found.append(pair)
    return found


def _has_particle(pair: str) -> bool:
    return PARTICLE in pair and pair not in PARTICLE_WORDS


def _apart(text: str) -> str:
    """Return the text with spaces around each run of CJK."""
    if text.isascii() or max(text) < "\u2e80":
        return text
    pieces: list[str] = []
    start, inside = 0, False
    for i, sign in enumerate(text):
        if is_wide(sign) != inside:
            pieces.append(text[start:i])
            start, inside = i, not inside
    return " ".join([*pieces, text[start:]])


def _word_tokens(unit: str) -> list[str]:
    plain, parts = _split(unit)
    found = _wholes(plain) if len(parts) > 1 else []
    for part in parts:
        found.extend(_part_tokens(part))
    return found


@lru_cache(10_000)
def _part_tokens(part: str) -> list[str]:
    return [stem(_plain(part)[:MAX_TOKEN]), *_pieces(part)]


def _add_query_word(unit: str, kept: dict[str, None], all_terms: dict[str, None]) -> None:
    plain, parts = _split(unit)
    compound = len(parts) > 1
    if compound:
        kept.update(dict.fromkeys(_wholes(plain)))
    for part in parts:
        word = _plain(part)[:MAX_TOKEN]
        term = stem(word)
        all_terms[term] = None
        if word in STOP_WORDS or (compound and len(word) == 1):
            continue
        kept[term] = None
        kept.update(dict.fromkeys(piece for piece in _pieces(part) if len(piece) > 1))


def _split(unit: str) -> tuple[str, list[str]]:
    """Return a word without its apostrophes, and its parts."""
    if "'" in unit or "\u2019" in unit:
        unit = re.sub(r"['\u2019](?:s\b)?", "", unit, flags=re.IGNORECASE)
    if unit.isalnum():
        return unit, [unit]
    return unit.strip("_"), PART.findall(unit)


def _plain(word: str) -> str:
    """Return a word without case and accents."""
    word = word.casefold()
    return word if word.isascii() else _without_accents(word)


@lru_cache(1000)
def _without_accents(word: str) -> str:
    import unicodedata

    word = re.sub(_ACCENTS, "", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", "".join(_LETTERS.get(sign, sign) for sign in word))


def _wholes(compound: str) -> list[str]:
    """Return what is looked up whole: the compound, names in a path, version numbers in it.

    What is written with hyphens is often written without them: `utf-8`, `e-mail`, `gpt-4o`.
    """
    whole = _plain(compound)
    found = [whole]
    if "-" in whole and re.fullmatch(_HYPHENATED, whole):
        found.append(stem(whole.replace("-", "")))
    if "/" in whole:
        names = [name for name in whole.split("/") if not name.isalnum()]
        found += [name for name in names if re.search(_CONNECTORS, name.strip(":"))]
    if "." in whole:
        found += [number for number in re.findall(_VERSION, whole) if number not in found]
    return [name for name in found if len(name) <= MAX_TOKEN]


def _pieces(part: str) -> list[str]:
    """Return what a word is glued of: camelCase, letters and digits."""
    if part.isdigit() or (part.islower() and part.isalpha()):
        return []
    if not part.isascii() or not part.isalnum() or len(part) > MAX_TOKEN:
        return []
    glued = re.fullmatch(_GLUED, part)
    if glued is None:
        return _camel(part)
    letters, digits, rest, number, unit = glued.groups("")
    words = [word for word in (letters, rest, unit) if len(word) > 1]
    numbers = [number + digits, digits + rest.lower()] if rest else [number + digits]
    return [*(stem(word.lower()) for word in words), *_camel(letters), *numbers]


def _camel(part: str) -> list[str]:
    if part.islower() or part.isupper() or part[1:].islower():
        return []
    pieces = re.findall(_CAMEL, part)
    if len(pieces) < 2 or sum(map(len, pieces)) != len(part):
        return []
    return [stem(piece.lower()) for piece in pieces]
