"""Takes out what is assigned to a name that sounds secret: `password=…`, `密码：…`, `--token …`.

Code and prose assign harmless things to such names, too; here it is decided which.
"""

from __future__ import annotations

import re

from pmi.base import shapes

REDACTED = "[redacted:password]"
_PLAIN_VALUES = """
none null nil true false yes no on off string str int bool float double required optional undefined
empty example changeme placeholder redacted hidden unknown default test any object number boolean
policy budget invalid expired missing wrong incorrect correct valid set unset bytes text secretstr
date uuid varchar self this void never password secret token
"""
_ABOUT = """
name path file length len size type field policy count min max regex pattern reset expiry expires
expired ttl url uri arn ref label hint prompt manager version dir column env var limit usage budget
class index strength required enabled changed rotation provider format prefix suffix
"""
_REFERENCE = (
    r"[$%{<*\[•…]|[A-Za-z]+\[|(?:os|process|env|self|config|settings|secrets|args|ctx|this|req|request|props"
    r"|data|body|params|user|Optional|Annotated|Union)\b[.\[(]|!\w|&\w+$"
    r"|\.{2,}|x{4,}|\*{3,}|your\b|your[-_]|\w+(?:\|\w+)+$"
    r"|(?:~|\.{1,2})/|/(?:etc|home|run|var|usr|opt|tmp|mnt|root|Users|secrets?|dev|srv|path)/"
)
_STRONG = (
    r"pass|pwd?$|secret|密码|口令|密钥|令牌|私钥|秘钥|密匙|授权码|密碼|密鑰|金鑰|權杖|パスワード|비밀번호"
    r"|api[ _-]?key"
)
_WORDS = r"[A-Za-z_]+(?:[._][A-Za-z_]+)*\d?"
_OPERATOR = r", ?[a-z]|[ ]{1,2}(?:[=+/*%|&?]|if |or |and )"
_PATH_OF_NAMES = r"[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*|\[[^\]]{1,40}\])+"


def redact_assigned(text: str) -> tuple[str, bool]:
    """Return the text without what is assigned to secret names, and whether there was any."""
    found = False

    def assigned(match: re.Match[str]) -> str:
        nonlocal found
        if not _looks_secret(match):
            return match.group()
        found = True
        value = match["value"]
        inner = next(match[name] for name in _INNER if match[name] is not None)
        return f"{match['name']}{match['glue']}{value.replace(inner, REDACTED, 1)}"

    def said(match: re.Match[str]) -> str:
        nonlocal found
        if re.match(_REFERENCE, match["said"]):
            return match.group()
        found = True
        return match.group()[: match.start("said") - match.start()] + REDACTED

    parts: list[str] = []
    done = 0
    for start, end in _marked_lines(text):
        line = text[start:end]
        if any(sign in line for sign in shapes.GLUE_SIGNS):
            line = re.sub(shapes.ASSIGNED, assigned, line)
        if " is " in line or " was " in line or " IS " in line:
            line = re.sub(shapes.SAID, said, line)
        if "-" in line:
            line = re.sub(shapes.FLAG, said, line, flags=re.ASCII)
        parts += (text[done:start], line)
        done = end
    text = "".join((*parts, text[done:]))
    if ": |" in text or ": >" in text:
        text = re.sub(shapes.BLOCK, said, text, flags=re.ASCII)
    if "password" in text and ("machine" in text or "default" in text):
        text, count = re.subn(shapes.NETRC, rf"\g<keep>{REDACTED}", text, flags=re.ASCII)
        found = found or count > 0
    return text, found


_INNER = ("escaped", "double", "single", "tick", "bare")


def _marked_lines(text: str) -> list[tuple[int, int]]:
    """Return where the lines with a name that may sound secret begin and end, in order."""
    lowered = text.replace("\u0130", "i").lower()  # the one letter that grows
    spans: dict[int, int] = {}
    for mark in shapes.NAME_MARKS:
        found = lowered.find(mark)
        while found >= 0:
            end = lowered.find("\n", found)
            end = len(lowered) if end < 0 else end
            spans[lowered.rfind("\n", 0, found) + 1] = end
            found = lowered.find(mark, end)
    return sorted(spans.items())


def _looks_secret(match: re.Match[str]) -> bool:
    """Tell whether what is assigned to a name that sounds secret is a secret itself.

    Trigger: code and prose assign harmless things to such names (`token: str`, `password =
    os.environ[…]`, "password: see the wiki"). Why: a text without them can not be read.
    Outcome: a strong name takes any value of 4 characters that is no reference; a weak one
    only what mixes letters and digits at length.
    """
    name, glue = match["name"], match["glue"]
    bare = match["bare"]
    value = bare.rstrip(".:)\\") if bare is not None else _inner(match)
    if len(value) < 4 or value.startswith(("[redacted:", "[private]")):
        return False
    if value.casefold() in _PLAIN_VALUES.split() or re.match(_REFERENCE, value):
        return False
    if (match["about"] or "").lower() in _ABOUT.split():
        return False
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    if bare is not None and _is_code(match, name, bare):
        return False
    if not re.search(_STRONG, name, re.IGNORECASE):
        return len(value) >= 16 and mixed and " " not in value
    wide = not name.isascii()
    odd = mixed or any(not c.isalnum() and c not in " -_./" for c in value)
    if wide:
        told = any(sign in glue for sign in "是为為成")
        return value.isascii() and (not told or odd or len(value) >= 6)
    if " " in value and not odd:
        return False
    return odd or "=" in glue or bare is None or not glue.endswith((" ", "\t"))


def _inner(match: re.Match[str]) -> str:
    return next((match[name] for name in _INNER if match[name] is not None), "")


def _is_code(match: re.Match[str], name: str, value: str) -> bool:
    """Tell whether an unquoted value is an expression: a call, a path of names, a variable."""
    following = match.string[match.end() : match.end() + 8]
    if following[:1] == "(" and re.fullmatch(r"[\w.:>-]+", value):
        return True
    if not name.isascii():
        return False
    if re.fullmatch(_PATH_OF_NAMES, value) and not re.search(r"\d\w*\d", value):
        return True
    if re.fullmatch(_WORDS, value) is None:
        return False
    spaced = match["glue"].endswith(" ") and re.match(_OPERATOR, following) is not None
    return spaced or "_" in value or name.casefold() == value.casefold()
