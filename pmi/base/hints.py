"""Hints of credentials, for many texts at once: data, used by `redact.clean_many` only.

Each hint finds at least what the patterns of its parts find, over bytes. It starts with plain
characters, one if possible, which `re` looks for quickly (texts without them cost no pattern), and
leaves the rest to look-arounds, so that no find hides another. A part is a sign of
`shapes.SHAPES` or one of `redact`'s own.
"""

from __future__ import annotations

from pmi.base.redact import HEADER_PART, NAME_PART, PRIVATE_PART

_TAG = rb"(?=\s{0,16}(?:/|\xef\xbc\x8f)?\s{0,16}(?:[Pp]|\xef\xbd\x90|\xef\xbc\xb0))"
_SIGN = rb"(?:[=:]|\xef\xbc[\x9a\x9d]|\xe6\x98\xaf|\xe4\xb8\xba|\xe7\x82\xba|\xe6\x88\x90)"
_GLUE = (
    rb"(?=[\w-]{0,66}(?:>|[\\\"'`*\]]{0,5}[ \t]{0,8}" + _SIGN
    + rb"|[ ]+(?:(?:for|of|to)[ ]+[^\s]{1,160}[ ]+)?(?:is|was)[ ]))"
)  # fmt: skip
_WIDE_GLUE = rb"(?=[^\n]{0,30}?(?:>|" + _SIGN + rb"))"


def _wide(first: str, *rest: str) -> tuple[bytes, bytes]:
    """Return the start and the rest of a hint for words that share their first sign."""
    return first.encode(), b"(?:%s)" % b"|".join(word.encode() for word in rest) + _WIDE_GLUE


_DASH = (
    rb"(?:(?=BEGIN )|(?=[\w-]{10})(?:(?<=sk-)|(?<=xox[a-z]-)|(?<=xapp-)|(?<=GOCSPX-)"
    rb"|(?<=gl[a-z]{2}-)|(?<=gl[a-z]{3}-)|(?<=glsoat-)|(?<=glagent-)|(?<=pypi-)|(?<=key-)"
    rb"|(?<=pplx-)|(?<=xai-)|(?<=xkeysib-)|(?<=tskey-)|(?<=PMAK-)|(?<=sq0[a-z]{3}-)"
    rb"|(?<=SECRET-KEY-))|(?<= -)(?=(?:-user|-proxy-user|[upa])[ \t=\\\"':!-~])"
    rb"|(?=(?i:(?:[a-z0-9]{1,20}-){0,3}(?:pass|pwd|secret|api-?key|token)[a-z]{0,9}[ \t])))"
)
_UNDERSCORE = (
    rb"(?=[\w+/=-]{10})(?:(?<=gh[pousr]_)|(?<=github_pat_)|(?<=_live_)|(?<=_test_)"
    rb"|(?<=whsec_)|(?<=npm_)|(?<=hf_)|(?<=_v1_)|(?<=dckr_[po]at_)|(?<=shp[a-z]{2}_)"
    rb"|(?<=glc_)|(?<=glsa_)|(?<=lin_api_)|(?<=ntn_)|(?<=sbp_)|(?<=gsk_)|(?<=r8_)"
    rb"|(?<=figd_)|(?<=lsv2_[a-z]{2}_))"
)

Hint = tuple[tuple[str, ...], bytes, bytes]

HINTS: tuple[Hint, ...] = (
    (("-", " -", NAME_PART), b"-", _DASH),
    (("_",), b"_", _UNDERSCORE),
    (
        (".",),
        b".",
        rb"(?:(?<=ya29\.)|(?<=SG\.)|(?<=hv[sb]\.)|(?=slack\.com/))",
    ),
    (("eyJ", "LS0tLS1CRUdJTi"), b"J", rb"(?:(?<=eyJ)(?=[\w-]{8})|(?<=LS0tLS1CRUdJ)(?=Ti))"),
    ((":",), b":", rb"(?=//[^\s/@]{0,900}@|AA[\w-]{32})"),
    (("A",), b"A", rb"(?:(?=[KSBC][IC]A[A-Z0-9]{16}|Iza[\w-]{35})|(?<=b3BlbnNzaC1rZXktdjEA))"),
    (("=",), b"=", rb"(?=[\w%+/-]{20})(?:(?<=(?i:key)=)|(?<=[?&]sig=))"),
    ((PRIVATE_PART,), b"<", _TAG),
)
"""(parts of the work, how the hint for them begins, its pattern) over the bytes as they are."""

LOWER_HINTS: tuple[Hint, ...] = (
    ((HEADER_PART,), b"bearer", rb"[ \t]"),
    ((HEADER_PART,), b"basic", rb"[ \t]"),
    ((HEADER_PART,), b"cookie:", b""),
    ((HEADER_PART, "auth"), b"auth", rb"(?=orization:|\\{0,3}[\"']|[ \t]{0,8}=)"),
    ((NAME_PART,), b"pass", rb"(?:(?=word(?:\s|\\[nrt]))|" + _GLUE + rb")"),
    ((NAME_PART,), b"pw", rb"(?=d?[_\\\"'`*>\]:= \t-]|d?\xef)" + _GLUE),
    ((NAME_PART,), b"secret", _GLUE),
    ((NAME_PART,), b"token", _GLUE),
    ((NAME_PART,), b"credential", _GLUE),
    ((NAME_PART,), b"key", rb"(?:(?<=[a-z][ _-]key)|(?<=[ipntserg]key))" + _GLUE),
)
"""The same over the bytes in lower case."""

_KEY = "钥".encode()
_ONES = ("密".encode(), "私".encode(), "秘".encode())

WIDE_HINTS: tuple[Hint, ...] = (
    ((PRIVATE_PART,), "＜".encode(), _TAG),
    ((NAME_PART,), *_wide("密", "码", "匙", "碼", "鑰")),
    ((NAME_PART,), _KEY, b"(?<=(?:%s|%s|%s)%s)" % (*_ONES, _KEY) + _WIDE_GLUE),
    (
        (NAME_PART,),
        "令".encode(),
        b"(?:%s|(?<=%s))" % ("牌".encode(), "口令".encode()) + _WIDE_GLUE,
    ),
    ((NAME_PART,), *_wide("授权", "码")),
    ((NAME_PART,), *_wide("金", "鑰")),
    ((NAME_PART,), *_wide("權", "杖")),
    ((NAME_PART,), *_wide("パスワ", "ード")),
    ((NAME_PART,), *_wide("비밀번", "호")),
)
"""The same, only in texts that are not all ASCII."""
