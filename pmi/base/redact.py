"""Keeps what is private out of every file: credentials and `<private>` parts of a text.

Everything that PMI writes passes `clean` first, and once more on the way out. It may take too
much, never too little: an unclosed `<private>` is private to the end. Patterns are compiled only
where a text holds their marker, so that a hook pays for none of them.
"""

from __future__ import annotations

import re

PRIVATE = "[private]"

_PRIVATE_TAG = (
    r"[<\uff1c]\s{0,16}(?P<close>/|\uff0f)?\s{0,16}(?:private|ｐｒｉｖａｔｅ)(?![\w-])"
    r"[^<>\uff1c\uff1e]*[>\uff1e]?"
)

_NOT_YET = r"(?!\[redacted:)"
_NAMES = (
    r"password|passwd|passphrase|secret[_-]?key|secret|api[_-]?key|access[_-]?key"
    r"|(?:auth|access|refresh|session|bot|bearer)[_-]?token|(?:private|encryption|signing)[_-]?key"
    r"|(?<![a-z0-9])(?:pwd|token|credentials?)"
)
_CHINESE_NAMES = "密码|口令|密钥|令牌|私钥|访问令牌|密碼|金鑰"
_PRIVATE_KEY = (
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?!-----BEGIN )[\s\S])*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=-----BEGIN )|\Z)"
)
_SLACK = (
    r"\bxox[a-z](?:\.xox[a-z])?-[\w-]{10,}|\bxapp-[\w-]{10,}"
    r"|hooks\.slack\.com/services/[\w/]{20,}"
)
_AZURE = r"(?i:\b(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{20,}={0,2}|[?&]sig=[\w%+/-]{20,}"
_URL_PASSWORD = (
    r"(?<=://)[^\s/:@\[\]\"'<>]{0,128}:" + _NOT_YET + r"(?!\$|<)[^\s/@\"'<>\[\]]{1,256}(?=@)"
)
_AUTH_HEADER = (
    r"(?i:(?<=\bbearer[ \t]))[ \t]{0,8}(?=\S*[\d_.=/+-])" + _NOT_YET + r"[\w.~+/-]{16,}=*"
    r"|(?i:(?<=\bbasic[ \t]))[ \t]{0,8}(?=\S*[\dA-Z=])" + _NOT_YET
    + r"[A-Za-z0-9+/]{12,}={0,2}(?![\w])"
    r"|(?i:(?<=\bauthorization:[ \t]))[ \t]{0,8}(?!(?i:bearer\b|basic\b))" + _NOT_YET
    + r"(?:(?i:token|apikey|digest)[ \t]+)?[\w.~+/=-]{12,}"
)  # fmt: skip

SHAPES: tuple[tuple[str, str, str], ...] = (
    ("private_key", "private key", _PRIVATE_KEY),
    ("aws_key", "akia asia abia acca", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    ("google_key", "aiza", r"\bAIza[\w-]{35}(?![\w-])"),
    ("google_token", "ya29. gocspx-", r"\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}"),
    ("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"\bgh[pousr]_[A-Za-z0-9]{30,}"),
    ("github_token", "github_pat_", r"\bgithub_pat_\w{30,}"),
    (
        "gitlab_token",
        "glpat- glptt- gldt- glrt- glsoat- glcbt- glft-",
        r"\bgl(?:pat|ptt|dt|rt|soat|cbt|ft)-[\w-]{20,}",
    ),
    ("slack_token", "xox xapp- hooks.slack.com", _SLACK),
    ("stripe_key", "k_live_ k_test_", r"\b[srp]k_(?:live|test)_\w{10,}"),
    ("stripe_key", "whsec_", r"\bwhsec_\w{16,}"),
    ("api_key", "sk-", r"\bsk-(?:ant-|proj-|svcacct-|admin-|or-)?[A-Za-z0-9][\w-]{18,}(?<![-_])"),
    ("npm_token", "npm_", r"\bnpm_[A-Za-z0-9]{30,}"),
    ("pypi_token", "pypi-", r"\bpypi-[\w-]{40,}"),
    ("huggingface_token", "hf_", r"\bhf_[A-Za-z0-9]{30,}"),
    ("sendgrid_key", "sg.", r"\bSG\.[\w-]{16,}\.[\w-]{16,}"),
    ("digitalocean_token", "dop_v1 doo_v1 dor_v1", r"\bdo[opr]_v1_[a-f0-9]{60,}"),
    ("vault_token", "hvs. hvb.", r"\bhv[sb]\.[\w-]{20,}"),
    ("telegram_token", ":aa", r"\b\d{8,10}:AA[\w-]{32,}"),
    ("azure_key", "accountkey sharedaccesskey sig=", _AZURE),
    ("jwt", "eyj", r"\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?(?:\.[\w-]+){0,2}"),
    ("url_password", "://", _URL_PASSWORD),
    ("url_token", "://", r"(?<=://)" + _NOT_YET + r"[A-Za-z0-9_-]{20,256}(?=@)"),
    ("auth_header", "bearer basic authorization", _AUTH_HEADER),
    ("ssh_key", "b3blbnnza", r"\bb3BlbnNzaC1rZXktdjEA[A-Za-z0-9+/=\s]{20,}"),
)
"""(kind, lower-case markers of which a text must hold one, pattern)."""

_ASSIGNED = (
    rf"(?i:(?P<name>(?:{_NAMES})(?:[_-][a-z0-9]{{1,20}}){{0,2}}|{_CHINESE_NAMES})"
    r"(?P<glue>[\"'`]?[ \t]{0,8}(?:=>|:=|==?|[:\uff1a\uff1d]|是|为)[ \t]{0,8}))"
    r"(?P<value>\"(?P<double>[^\"\n]{1,512})\"|'(?P<single>[^'\n]{1,512})'"
    r"|`(?P<tick>[^`\n]{1,512})`|(?P<bare>[^\s\"'`,;，。；、<>(){}]{1,512}))"
)
_SAID = (
    r"(?i:\b(?:password|passphrase|passwd|api[ _-]?key|secret|token)"
    r"(?:[ ]+(?:for|of|to)[ ]+[\w.@-]{1,40})?[ ]+is[ ]+:?[ ]?)"
    r"[\"'`]?(?P<said>" + _NOT_YET + r"(?=[^\s]*[\d!@#$%^&*])[^\s\"'`,;，。<>]{6,256})"
)
_GLUE_SIGNS = "=:\uff1a\uff1d是为"
_ASSIGNED_MARKERS = "pass pwd secret key token credential 密码 口令 密钥 令牌 私钥 密碼 金鑰"
_PLAIN_VALUES = """
none null nil true false yes no string str int bool required optional undefined empty example
changeme placeholder redacted hidden unknown default test any object number boolean policy budget
invalid expired missing wrong incorrect correct valid set unset bytes text
"""
_REFERENCE = (
    r"[$%{<*\[]|(?:os|process|env|self|config|settings|secrets|args|ctx|this)\b[.\[(]"
    r"|\.{2,}|x{4,}|\*{3,}"
)
_STRONG = r"pass(?:word|wd|phrase)|pwd|secret|密码|口令|密钥|令牌|私钥|密碼|金鑰|api[_-]?key|apikey"


def clean(text: str) -> str:
    """Return the text as it may be stored: private parts and credentials are gone."""
    return redact(strip_private(text))[0] if text else text


def strip_private(text: str) -> str:
    """Return the text with every `<private>…</private>` replaced by `[private]`.

    Any case, attributes and nesting; a part that is never closed goes to the end.
    """
    lowered = text.casefold()
    if "private" not in lowered and "ｐｒｉｖａｔｅ" not in lowered:
        return text
    kept: list[str] = []
    depth, position = 0, 0
    for tag in re.finditer(_PRIVATE_TAG, text, re.IGNORECASE):
        if tag["close"] is None:
            if depth == 0:
                kept.extend((text[position : tag.start()], PRIVATE))
            depth += 1
        elif depth > 0:
            depth -= 1
            position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return "".join(kept)


def redact(text: str) -> tuple[str, list[str]]:
    """Return the text with credentials replaced by `[redacted:<kind>]`, and the kinds found."""
    kinds: dict[str, None] = {}
    lowered = text.lower()
    for kind, markers, pattern in SHAPES:
        if _any_in(markers, lowered):
            text, count = re.subn(pattern, f"[redacted:{kind}]", text)
            if count:
                kinds[kind] = None
    if _any_in(_ASSIGNED_MARKERS, lowered):
        text, count = _redact_assignments(text)
        if count:
            kinds["password"] = None
    return text, list(kinds)


def _any_in(markers: str, lowered: str) -> bool:
    if markers in lowered:  # one marker, perhaps with a space in it
        return True
    parts = _MARKERS.get(markers)
    if parts is None:
        parts = _MARKERS[markers] = tuple(markers.split()) if " " in markers else ()
    for part in parts:  # noqa: SIM110 - a plain loop: this runs for every text that is kept
        if part in lowered:
            return True
    return False


_MARKERS: dict[str, tuple[str, ...]] = {}
"""Markers apart, once they were needed."""


def _redact_assignments(text: str) -> tuple[str, int]:
    count = 0

    def assigned(match: re.Match[str]) -> str:
        nonlocal count
        value = match["double"] or match["single"] or match["tick"] or match["bare"] or ""
        if not _looks_secret(match["name"], match["glue"], value, quoted=match["bare"] is None):
            return match.group()
        count += 1
        quote = match["value"][0] if match["bare"] is None else ""
        return f"{match['name']}{match['glue']}{quote}[redacted:password]{quote}"

    def said(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        start = match.start("said") - match.start()
        return match.group()[:start] + "[redacted:password]"

    lines = text.split("\n")  # neither pattern crosses a line, and few lines hold a marker
    for i, line in enumerate(lines):
        lowered = line.lower()
        if not _any_in(_ASSIGNED_MARKERS, lowered):
            continue
        if any(sign in line for sign in _GLUE_SIGNS):
            line = re.sub(_ASSIGNED, assigned, line)  # noqa: PLW2901
        if " is " in lowered:
            line = re.sub(_SAID, said, line)  # noqa: PLW2901
        lines[i] = line
    return "\n".join(lines), count


def _looks_secret(name: str, glue: str, value: str, *, quoted: bool) -> bool:
    """Tell whether what is assigned to a name that sounds secret is a secret itself.

    Trigger: code and prose assign harmless things to such names (`token: str`, `password =
    os.environ[…]`, "password: see the wiki"). Why: a text without them can not be read.
    Outcome: a strong name takes any value of 4 characters that is no reference; a weak one
    only what mixes letters and digits at length.
    """
    value = value.rstrip(".:)")
    if len(value) < 4 or value.startswith("[redacted:") or value == PRIVATE:
        return False
    if value.casefold() in _PLAIN_VALUES.split() or re.match(_REFERENCE, value):
        return False
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    if not re.search(_STRONG, name, re.IGNORECASE):
        return len(value) >= 16 and mixed and " " not in value
    chinese = not name.isascii()
    tight = "=" in glue or quoted or chinese or not glue.endswith((" ", "\t"))
    odd = mixed or any(not c.isalnum() and c not in " -_./" for c in value)
    if chinese:
        return value.isascii() and ("是" not in glue or odd or len(value) >= 6)
    if " " in value and not odd:
        return False
    return odd or tight
