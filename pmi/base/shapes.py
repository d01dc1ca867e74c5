"""The shapes of credentials that are taken out of every text: data, nothing compiled.

Every pattern is ASCII (`re.ASCII`): what stands beside a credential may be Chinese. A pattern is
only tried where a text holds its sign and one of its marks, exactly as written. `HINTS` are for
many texts at once: each finds at least what the patterns of its signs find, over bytes, and
starts with plain characters, which `re` looks for quickly; its look-ahead leaves the rest to read.
"""

from __future__ import annotations

_NOT_YET = r"(?!\[redacted:)"
_START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
"""The start of a word; a newline that stands escaped in the text ends the word before."""

_PRIVATE_KEY = (
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?!-----BEGIN )[\s\S])*?"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=-----BEGIN )|\Z)"
)
_API_KEY = (
    _START + r"sk-(?:(?:ant|proj|svcacct|admin|or)-(?=[\w-]{0,99}[0-9A-Z])[\w-]{18,}"
    r"|(?:\w{1,12}-){0,3}(?=[A-Za-z_]{0,99}\d)\w{18,}[\w-]*)(?<![-_])"
)
_SLACK = r"xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|\bxapp-[\w-]{10,}"
_AZURE = r"(?i:(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{20,}={0,2}|[?&]sig=[\w%+/-]{20,}"
_URL_PASSWORD = (
    r"(?<=://)[^\s/:@\[\]\"'<>]{0,128}:" + _NOT_YET + r"(?!\$|<|\d{1,5}[?#,;])"
    r"(?:(?![/@\"'<>\[\]])[!-~]){1,256}(?=@)"
)

Shape = tuple[str, tuple[str, ...], str]


def _shape(kind: str, marks: str, pattern: str) -> Shape:
    return kind, tuple(marks.split()), pattern


SHAPES: dict[str, tuple[Shape, ...]] = {
    "-": (
        _shape("private_key", "PRIVATE", _PRIVATE_KEY),
        _shape("google_token", "GOCSPX-", r"GOCSPX-[\w-]{20,}"),
        _shape("gitlab_token", "gl", r"gl(?:pat|ptt|dt|rt|soat|cbt|ft|imt|agent)-[\w-]{20,}"),
        _shape("slack_token", "xox xapp-", _SLACK),
        _shape("api_key", "sk-", _API_KEY),
        _shape("pypi_token", "pypi-", r"pypi-[\w-]{40,}"),
    ),
    "_": (
        _shape("github_token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{30,}"),
        _shape("github_token", "github_pat_", r"github_pat_\w{30,}"),
        _shape("stripe_key", "k_live_ k_test_", r"[srp]k_(?:live|test)_\w{10,}"),
        _shape("stripe_key", "whsec_", r"whsec_\w{16,}"),
        _shape("npm_token", "npm_", r"npm_[A-Za-z0-9]{30,}"),
        _shape("huggingface_token", "hf_", _START + r"hf_[A-Za-z0-9]{30,}"),
        _shape("digitalocean_token", "_v1_", r"do[opr]_v1_[a-f0-9]{60,}"),
    ),
    ".": (
        _shape("google_token", "ya29.", r"ya29\.[\w-]{20,}"),
        _shape("slack_token", "hooks.slack.com", r"hooks\.slack\.com/services/[\w/]{20,}"),
        _shape("sendgrid_key", "SG.", r"SG\.[\w-]{16,}\.[\w-]{16,}"),
        _shape("vault_token", "hvs. hvb.", r"hv[sb]\.[\w-]{20,}"),
    ),
    "eyJ": (
        _shape(
            "jwt",
            "eyJ",
            r"(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?(?:\.[\w-]+){0,2}",
        ),
    ),
    ":": (
        _shape("telegram_token", ":AA", r"(?<!\d)\d{8,10}:AA[\w-]{32,}"),
        _shape("url_password", "://", _URL_PASSWORD),
        _shape("url_token", "://", r"(?<=://)" + _NOT_YET + r"[A-Za-z0-9_-]{20,256}(?=@)"),
    ),
    "A": (
        _shape("aws_key", "AKIA ASIA ABIA ACCA", r"(?<![A-Z0-9])A(?:KI|SI|BI|CC)A[A-Z0-9]{16,}"),
        _shape("google_key", "AIza", r"AIza[\w-]{35,}"),
        _shape("ssh_key", "b3BlbnNza", r"b3BlbnNzaC1rZXktdjEA[A-Za-z0-9+/=\s]{20,}"),
    ),
    "=": (_shape("azure_key", "ey= EY= sig=", _AZURE),),
}
"""sign that every match holds -> (kind, marks of which a match holds one, pattern) …"""

HEADER_MARKS = ("bearer", "basic", "authorization")
HEADER = (
    r"(?i:(?<=\bbearer[ \t]))[ \t]{0,8}(?=\S*[\d_.=/+-])" + _NOT_YET + r"[\w.~+/-]{16,}=*"
    r"|(?i:(?<=\bbasic[ \t]))[ \t]{0,8}(?=\S*[\dA-Z=])" + _NOT_YET
    + r"[A-Za-z0-9+/]{12,}={0,2}(?![\w])"
    r"|(?i:(?<=\bauthorization:[ \t]))[ \t]{0,8}(?!(?i:bearer\b|basic\b))" + _NOT_YET
    + r"(?:(?i:token|apikey|digest)[ \t]+)?[\w.~+/=-]{12,}"
)  # fmt: skip
"""What follows the name of an HTTP header or of its scheme, in any case."""

NAME_MARKS = (
    "pass", "pwd", "secret", "key", "token", "credential",
    "密码", "口令", "密钥", "令牌", "私钥", "密碼", "金鑰",
)  # fmt: skip
"""What a name that sounds secret holds, in lower case."""

_NAMES = (
    r"password|passwd|passphrase|secret[_-]?key|secret|api[_-]?key|access[_-]?key"
    r"|(?:auth|access|refresh|session|bot|bearer)[_-]?token|(?:private|encryption|signing)[_-]?key"
    r"|(?<![a-z0-9])(?:pwd|token|credentials?)"
)
_CHINESE_NAMES = "密码|口令|密钥|令牌|私钥|访问令牌|密碼|金鑰"
GLUE_SIGNS = ("=", ":", "\uff1a", "\uff1d", "是", "为")
ASSIGNED = (
    rf"(?i:(?P<name>(?:{_NAMES})(?:[_-][a-z0-9]{{1,20}}){{0,2}}|{_CHINESE_NAMES})"
    r"(?P<glue>[\"'`]?[ \t]{0,8}(?:=>|:=|==?|[:\uff1a\uff1d]|是|为)[ \t]{0,8}))"
    r"(?P<value>\"(?P<double>[^\"\n]{1,512})\"|'(?P<single>[^'\n]{1,512})'"
    r"|`(?P<tick>[^`\n]{1,512})`|(?P<bare>[^\s\"'`,;，。；、<>(){}]{1,512}))"
)
SAID = (
    r"(?i:\b(?:password|passphrase|passwd|api[ _-]?key|secret|token)"
    r"(?:[ ]+(?:for|of|to)[ ]+[\w.@-]{1,40})?[ ]+is[ ]+:?[ ]?)"
    r"[\"'`]?(?P<said>" + _NOT_YET + r"(?=[^\s]*[\d!@#$%^&*])[^\s\"'`,;，。<>]{6,256})"
)

_GLUE = (
    rb"(?=[\w-]{0,66}(?:[\"'`]?[ \t]{0,8}(?:[=:]|\xef\xbc[\x9a\x9d]|\xe6\x98\xaf|\xe4\xb8\xba)"
    rb"|[ ]+(?:(?:for|of|to)[ ]+[^\s]{1,160}[ ]+)?is[ ]))"
)
_TAG = rb"(?=\s{0,16}(?:/|\xef\xbc\x8f)?\s{0,16}(?:[Pp]|\xef\xbd\x90|\xef\xbc\xb0))"

PRIVATE_PART, HEADER_PART, NAME_PART = "<private>", "header", "name"
HINTS: tuple[tuple[str, bytes], ...] = (
    ("-", rb"-(?=[\w-]{10}|BEGIN )"),
    ("_", rb"_(?=\w{10})"),
    (".", rb"\.(?=[\w-]{16}|slack\.com/)"),
    ("eyJ", rb"eyJ(?=[\w-]{8})"),
    (":", rb":(?=//[^\s/@]{0,900}@|AA[\w-]{32})"),
    ("A", rb"A(?:(?=[KSBC][IC]A[A-Z0-9]{16}|Iza[\w-]{35})|(?<=b3BlbnNzaC1rZXktdjEA))"),
    ("=", rb"=(?=[\w%+/-]{20})"),
    (PRIVATE_PART, rb"<" + _TAG),
)
"""(part of the work, hint for it) over the bytes as they are."""

LOWER_HINTS: tuple[tuple[str, bytes], ...] = (
    (HEADER_PART, rb"bearer[ \t]"),
    (HEADER_PART, rb"basic[ \t]"),
    (HEADER_PART, rb"authorization:"),
    (NAME_PART, rb"pass(?=[wp])" + _GLUE),
    (NAME_PART, rb"pwd" + _GLUE),
    (NAME_PART, rb"secret" + _GLUE),
    (NAME_PART, rb"token" + _GLUE),
    (NAME_PART, rb"credential" + _GLUE),
    (NAME_PART, rb"key(?:(?<=[_-]key)|(?<=api key)|(?<=[iesngt]key))" + _GLUE),
)
"""The same over the bytes in lower case."""

WIDE_HINTS: tuple[tuple[str, bytes], ...] = (
    (PRIVATE_PART, "＜".encode() + _TAG),
    (
        NAME_PART,
        "密".encode() + b"(?:%s|%s|%s)" % ("码".encode(), "钥".encode(), "碼".encode()) + _GLUE,
    ),
    (NAME_PART, "令".encode() + b"(?:%s|(?<=%s))" % ("牌".encode(), "口令".encode()) + _GLUE),
    (NAME_PART, "私钥".encode() + _GLUE),
    (NAME_PART, "金鑰".encode() + _GLUE),
)
"""The same, only in texts that are not all ASCII."""
